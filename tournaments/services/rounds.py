"""Opening rounds: who meets whom, at which table, in which seats, and in the app if they play there."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import count
from typing import Any, Final

from django.db.models import Q

from core.refusals import OutOfDate, Refusal
from games import services as games
from games.catalogue import GAMES
from tournaments import live, signals
from tournaments.models import TO_PLAY, Draw, Entry, Event, Pairing, Place, Round, Stage
from tournaments.reading import snapshot
from tournaments.reading.snapshot import EventSnapshot, PairingRow
from tournaments.rules.draws import draw as rules
from tournaments.rules.formats.base import Meeting, RoundPlan
from tournaments.services import stages
from tournaments.services.events import locked_table, locked_with
from tournaments.services.log import journaled, note

TABLES_MOST: Final = 999


@journaled
def open_round(*, stage_id: int, by: Any, at: datetime) -> Round:
    """Open the next round of a stage. Raises OutOfDate while the last one is open, or when all is played.

    A round to which nobody comes, as a second final that is not needed, is not opened.
    """
    course = EventSnapshot(locked_with(stages=stage_id))
    return open_next(course, phase_of(course, stage_id), by=by, at=at)


def phase_of(course: EventSnapshot, stage_id: int) -> int:
    """The number of the phase."""
    return next(
        number for number, stage in course.stages.items() if stage.pk == stage_id
    )


def open_next(course: EventSnapshot, phase: int, *, by: Any, at: datetime) -> Round:
    """Open the next round of a phase, as `open_round` does.

    Raises OutOfDate `round.draw_first` when it was drawn for others than those who are there.
    """
    event, stage = course.event, course.stages[phase]
    if event.state == Event.State.CANCELLED:
        raise OutOfDate("event.wrong_state", state=event.state, step="round")
    plan, number = course.position(phase).plan, course.opened(phase) + 1
    if number > len(plan) or not comes(plan[number - 1]):
        raise OutOfDate("round.none_left")
    check_previous(course.told_of(phase), plan, number)
    if course.position(phase).answers.SEVERAL and stages.to_draw(course, phase):
        raise OutOfDate("round.draw_first")
    code, meetings = plan[number - 1]
    opened = Round.objects.create(
        stage=stage,
        number=number,
        code=code,
        options=options_of(event, code),
        opened_at=at,
    )
    pairings = list(pair(course, opened, meetings))
    seat_all(course, opened, pairings, at)
    store(pairings, course.entries)
    note(event.pk, "round.opened", by=by, at=at, round=code)
    signals.facts_changed.send(Stage, stage_id=stage.pk)
    live.changed(event.pk)
    return opened


def comes(planned: RoundPlan) -> bool:
    """Whether somebody is known to play in this round, or awaited."""
    return any(
        any(meeting.entries) or not meeting.decided for meeting in planned.meetings
    )


def untouched(draw: Draw) -> Round:
    """The round that this draw opened. Raises OutOfDate `draw.later_rounds`, `draw.round_begun` if more came of it."""
    opened = Round.objects.select_related("stage").get(
        stage__event=draw.event_id, stage__number=draw.phase, number=draw.round
    )
    if (
        opened.stage.closed_at is not None
        or opened.stage.rounds.filter(number__gt=draw.round).exists()
    ):
        raise OutOfDate("draw.later_rounds")
    begun = (
        Q(results__isnull=False)
        | Q(reports__isnull=False)
        | Q(sanctions__isnull=False)
        | Q(match__version__gt=0)
    )
    if tables := sorted(
        table or 0
        for table in set(opened.pairings.filter(begun).values_list("table", flat=True))
    ):
        raise OutOfDate("draw.round_begun", tables=tables)
    return opened


def take_back(*, draw: Draw, at: datetime) -> None:
    """Undo the round that this draw opened, and its phase if it began one; matches not begun are annulled.

    Within the transaction of `withdraw_publication`. Raises as `untouched` does.
    """
    opened = untouched(draw)
    stage = opened.stage
    for match_id in opened.pairings.filter(match__isnull=False).values_list(
        "match_id", flat=True
    ):
        games.annul(match_id=match_id, at=at)
    Place.objects.filter(pairing__round=opened).delete()
    opened.pairings.all().delete()
    opened.delete()
    if draw.round > 1:
        signals.facts_changed.send(Stage, stage_id=stage.pk)
        return
    stage.delete()


def check_previous(
    told: Sequence[PairingRow], plan: Sequence[RoundPlan], number: int
) -> None:
    """Nothing of the rounds before is still played; nobody waits for a match that is played on another day."""
    apart = {(one.round, one.slot) for one in told if one.at}
    if waiting := ready(plan[: number - 1]) - apart:
        tables = sorted(
            one.table or 0 for one in told if (one.round, one.slot) in waiting
        )
        raise OutOfDate("round.still_playing", tables=tables)


def ready(plan: Sequence[RoundPlan]) -> set[tuple[int, int]]:
    """Where a match can be played now: its round and its slot."""
    return {
        (n, one.slot)
        for n, planned in enumerate(plan, 1)
        for one in planned.meetings
        if one.ready
    }


def options_of(event: Event, code: str) -> dict[str, Any]:
    """The rules of the game in this round."""
    game = GAMES[event.game].rules
    return game.options_json(
        game.options(event.options | event.round_options.get(code, {}))
    )


Pairings = list[tuple[Pairing, Meeting]]
"""What is being opened, and what the plan says of it."""


def pair(
    course: EventSnapshot, opened: Round, meetings: Iterable[Meeting]
) -> Iterator[tuple[Pairing, Meeting]]:
    """One pairing for each place of the plan where somebody is, with tables for those that play."""
    several, tables = (
        snapshot.format_of(opened.stage).SEVERAL,
        free_tables(course, opened.stage.number),
    )
    for meeting in meetings:
        if not any(meeting.entries):
            continue
        sides = (
            course.entries[number] if number else None for number in meeting.entries
        )
        a, b = (None, None) if several else sides
        yield (
            Pairing(
                round=opened,
                slot=meeting.slot,
                a=a,
                b=b,
                table=next(tables) if meeting.ready else None,
            ),
            meeting,
        )


def free_tables(course: EventSnapshot, phase: int) -> Iterator[int]:
    """The tables at which no other phase still plays, in order."""
    taken = {one.table for one in course.told if one.open and one.phase != phase}
    return (table for table in count(1) if table not in taken)


def table_for(pairing: Pairing) -> int:
    """For a match that is opened by itself: its own table where nobody else plays, or a free one behind its round."""
    course, number = (
        EventSnapshot(pairing.round.stage.event),
        pairing.round.stage.number,
    )
    here, places = (pairing.round.number, pairing.slot), course.told_of(number)
    playing = ready(course.position(number).plan) - {here}
    taken = {one.table for one in places if (one.round, one.slot) in playing}
    last = max((one.table or 0 for one in places if one.round == here[0]), default=0)
    free = (table for table in free_tables(course, number) if table not in taken)
    return next(table for table in free if table == pairing.table or table > last)


def store(pairings: Pairings, entries: Mapping[int, Entry]) -> None:
    Pairing.objects.bulk_create(pairing for pairing, _ in pairings)
    Place.objects.bulk_create(
        Place(pairing=pairing, number=number, entry=entries[entry])
        for pairing, meeting in pairings
        if pairing.several
        for number, entry in enumerate(filter(None, meeting.entries))
    )


def seat_all(
    course: EventSnapshot, opened: Round, pairings: Pairings, at: datetime
) -> None:
    """Seat every table; where all have accounts and the event is played in the app, open the match."""
    seed = seed_of(course, opened)
    playing = [
        (
            pairing,
            seat(
                opened,
                pairing,
                [course.people[entry] for entry in meeting.entries if entry],
                seed,
            ),
        )
        for pairing, meeting in pairings
        if pairing.table
    ]
    in_app = [pair for pair in playing if plays_in_app(course.event, pair[1])]
    openings = [opening(course.event, opened, seats) for _, seats in in_app]
    if not openings:
        return
    for (pairing, _), match in zip(
        in_app, games.open_matches(openings, at=at), strict=True
    ):
        pairing.match_id = match.pk


def plays_in_app(event: Event, seats: Sequence[Any]) -> bool:
    """The event is played there, everybody has an account, and they are as many as the game is for."""
    players = GAMES[event.game].rules.OPTIONS["players"].values
    return (
        event.in_app
        and len(seats) in players
        and all(player.user_id for player in seats)
    )


def join(pairing: Pairing, entry: Entry, at: datetime) -> None:
    """Let an entry take the other side of a bye, at the next free table."""
    stage = pairing.round.stage
    pairing.a, pairing.b = pairing.a or entry, pairing.b or entry
    pairing.table, pairing.kept = table_for(pairing), True
    sides = [side for side in (pairing.a, pairing.b) if side]
    seats = seat_sides(
        pairing.round,
        pairing,
        sides,
        seed_of(EventSnapshot(stage.event), pairing.round),
    )
    if plays_in_app(stage.event, seats):
        (match,) = games.open_matches(
            [opening(stage.event, pairing.round, seats)], at=at
        )
        pairing.match_id = match.pk
    pairing.save(update_fields=["a", "b", "table", "kept", "seats", "match"])


@journaled
def move_table(*, pairing_id: int, table: int, by: Any, at: datetime) -> Pairing:
    """Let a match that is to be played go to another table; one that is there, or was in its round, comes to its own.

    Raises OutOfDate `table.over` when it is decided, Refusal `table.number` for a number that no table has.
    """
    pairing = locked_table(
        pairing_id, Pairing.objects.select_related("round__stage", "result")
    )
    if pairing.table is None or not pairing.open:
        raise OutOfDate("table.over")
    if not 1 <= table <= TABLES_MOST:
        raise Refusal("table.number", most=TABLES_MOST)
    here, event_id = pairing.table, pairing.round.stage.event_id
    there = Pairing.objects.filter(
        TO_PLAY | Q(round=pairing.round), round__stage__event=event_id, table=table
    )
    others = [one.pk for one in there.exclude(pk=pairing.pk)]
    Pairing.objects.filter(pk=pairing.pk).update(table=None)
    Pairing.objects.filter(pk__in=others).update(table=here)
    Pairing.objects.filter(pk=pairing.pk).update(table=table)
    note(event_id, "table.moved", by=by, at=at, table=here, to=table)
    live.changed(event_id)
    return pairing


def seed_of(course: EventSnapshot, opened: Round) -> bytes:
    """That of the draw from which the round came."""
    redrawn = snapshot.format_of(opened.stage).REDRAWN
    draw = course.draws_of(opened.stage.number)[opened.number - 1 if redrawn else 0]
    return rules.draw_seed(
        draw.public_id,
        [name for _, name in draw.field],
        bytes(draw.secret),
        draw.beacon.encode(),
    )


def opening(event: Event, opened: Round, seats: list[Any]) -> games.Opening:
    sitters = [games.Sitter(player.user_id, player.name) for player in seats]
    options = opened.options | {"players": len(seats)}
    return games.Opening(
        event.game, options, sitters, turn_seconds=event.turn_seconds, words=event.words
    )


def seat(
    opened: Round, pairing: Pairing, entries: list[Entry], seed: bytes
) -> list[Any]:
    """The players in seat order. At a table of several the draw has given the seats; two sides draw for them now."""
    if pairing.several:
        return [entry.players.all()[0] for entry in entries]
    return seat_sides(opened, pairing, entries, seed)


def seat_sides(
    opened: Round, pairing: Pairing, entries: list[Entry], seed: bytes
) -> list[Any]:
    """MUS-10, drawn from the published seed of the draw; kept in `pairing.seats`."""
    players = [player for entry in entries for player in entry.players.all()]
    names = [
        [entry.number, player.place]
        for entry in entries
        for player in entry.players.all()
    ]
    drawn = rules.draw_table_seats(
        seed, opened.number, pairing.slot, int(opened.options.get("kings", 8))
    )
    cards = [list(drawn.cards[n]) for n in drawn.seats]
    pairing.seats = {"players": [names[n] for n in drawn.seats], "cards": cards}
    return [players[n] for n in drawn.seats]
