"""Opening rounds: who meets whom, at which table, in which seats, and in the app if they play there."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from games import services as games
from games.rules import RULEBOOK
from games.rules.chance import Stream, seed_from
from games.services import OutOfDate
from tournaments import live, queries, signals
from tournaments.models import Entry, Event, Pairing, Place, Round, Stage
from tournaments.rules import draw as rules
from tournaments.rules.formats.base import Meeting, Planned
from tournaments.services.events import locked
from tournaments.services.log import journaled, note


@journaled
def open_round(*, stage_id: int, by: Any, at: datetime) -> Round:
    """Open the next round of a stage. Raises OutOfDate while the last one is open, or when all is played."""
    stage = Stage.objects.select_related("draw").get(pk=stage_id)
    stage.event = locked(stage.event_id)
    if stage.event.state == Event.State.CANCELLED:
        raise OutOfDate("event.wrong_state", state=stage.event.state, step="round")
    plan = queries.plan(stage)
    number = stage.rounds.count() + 1
    if number > len(plan):
        raise OutOfDate("round.none_left")
    check_previous(stage, plan, number)
    code, meetings = plan[number - 1]
    opened = Round.objects.create(
        stage=stage, number=number, code=code, options=options_of(stage.event, code), opened_at=at
    )
    pairings = list(pair(opened, meetings))
    seat_all(stage.event, opened, pairings, at)
    store(pairings)
    note(stage.event_id, "round.opened", by=by, at=at, round=code)
    signals.facts_changed.send(Stage, stage_id=stage.pk)
    live.changed(stage.event_id)
    return opened


def check_previous(stage: Stage, plan: Sequence[Planned], number: int) -> None:
    if number == 1:
        return
    waiting = [meeting for meeting in plan[number - 2].meetings if meeting.ready]
    if waiting:
        tables = Pairing.objects.filter(round__stage=stage, round__number=number - 1)
        open_tables = dict(tables.values_list("slot", "table"))
        raise OutOfDate("round.still_playing", tables=sorted(open_tables[p.slot] or 0 for p in waiting))


def options_of(event: Event, code: str) -> dict[str, Any]:
    """The rules of the game in this round."""
    game = RULEBOOK[event.game]
    return game.options_json(game.options(event.options | event.round_options.get(code, {})))


Pairings = list[tuple[Pairing, Meeting]]
"""What is being opened, and what the plan says of it."""


def pair(opened: Round, meetings: Iterable[Meeting]) -> Iterator[tuple[Pairing, Meeting]]:
    """One pairing for each place of the plan where somebody is, with tables from 1 for those that play."""
    several, table = queries.format_of(opened.stage.event).SEVERAL, 0
    for meeting in meetings:
        if not any(meeting.entries):
            continue
        table += meeting.ready
        a, b = (None, None) if several else meeting.entries
        number = table if meeting.ready else None
        yield Pairing(round=opened, slot=meeting.slot, a_id=a, b_id=b, table=number), meeting


def store(pairings: Pairings) -> None:
    Pairing.objects.bulk_create(pairing for pairing, _ in pairings)
    Place.objects.bulk_create(
        Place(pairing=pairing, number=number, entry_id=entry)
        for pairing, meeting in pairings
        if pairing.several
        for number, entry in enumerate(filter(None, meeting.entries))
    )


def seat_all(event: Event, opened: Round, pairings: Pairings, at: datetime) -> None:
    """Seat every table; where all have accounts and the event is played in the app, open the match."""
    ids = {entry for _, meeting in pairings for entry in meeting.entries if entry}
    entries = {e.pk: e for e in Entry.objects.filter(pk__in=ids).prefetch_related("players")}
    playing = [
        (pairing, seat(opened, pairing, [entries[entry] for entry in meeting.entries if entry]))
        for pairing, meeting in pairings
        if pairing.table
    ]
    in_app = [pair for pair in playing if event.in_app and all(player.user_id for player in pair[1])]
    openings = [opening(event, opened, seats) for _, seats in in_app]
    for (pairing, _), match in zip(in_app, games.open_matches(openings, at=at), strict=True):
        pairing.match_id = match.pk


def opening(event: Event, opened: Round, seats: list[Any]) -> games.Opening:
    sitters = [games.Sitter(player.user_id, player.name) for player in seats]
    options = opened.options | {"players": len(seats)}
    return games.Opening(event.game, options, sitters, turn_seconds=event.turn_seconds, words=event.words)


def seat(opened: Round, pairing: Pairing, entries: list[Entry]) -> list[Any]:
    """The players in seat order. At a table of several the draw has given the seats; two sides draw for them now."""
    return [entry.players.all()[0] for entry in entries] if pairing.several else seat_sides(opened, pairing, entries)


def seat_sides(opened: Round, pairing: Pairing, entries: list[Entry]) -> list[Any]:
    """MUS-10, drawn from the published seed of the bracket; kept in `pairing.seats`."""
    a, b = (list(entry.players.all()) for entry in entries)
    players = {player.pk: player for player in (*a, *b)}
    draw = opened.stage.draw
    stream = Stream(seed_from(b"mus-seats-1", bytes(draw.secret), b"%d.%d" % (opened.number, pairing.slot)))
    kings = int(opened.options.get("kings", 8))
    drawn = rules.draw_seats((a[0].pk, a[1].pk), (b[0].pk, b[1].pk), stream, kings)
    pairing.seats = {"players": list(drawn.seats), "cards": {str(k): list(v) for k, v in drawn.cards.items()}}
    return [players[pk] for pk in drawn.seats]
