"""Giving the pairings of a round their tables and seats, and opening their matches in the app."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import count
from typing import Any

from games.catalogue import GAMES
from games.services import Opening, Sitter, open_matches
from tournaments.models import Entry, Event, Pairing, Place, Player, Round
from tournaments.reading.snapshot import EventSnapshot
from tournaments.reading.stage_plans import format_of
from tournaments.rules.draws.draw import draw_seed, draw_table_seats
from tournaments.rules.formats.base import PlannedPairing
from tournaments.rules.stage_state import ready_pairings

PlannedPairings = list[tuple[Pairing, PlannedPairing]]
"""Pairings to be opened, each with its place in the plan."""


def make_pairings(
    snapshot: EventSnapshot, opened: Round, meetings: Sequence[PlannedPairing]
) -> PlannedPairings:
    """An unsaved pairing for each place where somebody is, with tables for those that play."""
    is_multiplayer = format_of(opened.stage).is_multiplayer
    tables = free_tables(snapshot, opened.stage.number)
    pairings = []
    for meeting in meetings:
        if not any(meeting.entries):
            continue
        pairing = Pairing(round=opened, slot=meeting.slot)
        if not is_multiplayer:
            pairing.a, pairing.b = sides_of(meeting, snapshot.entries)
        if meeting.ready:
            pairing.table = next(tables)
        pairings.append((pairing, meeting))
    return pairings


def sides_of(
    meeting: PlannedPairing, entries: Mapping[int, Entry]
) -> tuple[Entry | None, Entry | None]:
    a, b = meeting.entries
    side_a = side_b = None
    if a:
        side_a = entries[a]
    if b:
        side_b = entries[b]
    return side_a, side_b


def free_tables(snapshot: EventSnapshot, stage: int) -> Iterator[int]:
    """The tables at which no other stage still plays, in order."""
    taken = set()
    for row in snapshot.pairing_rows:
        if row.is_open and row.stage != stage:
            taken.add(row.table)
    return (table for table in count(1) if table not in taken)


def table_for(pairing: Pairing) -> int:
    """The table for a match that opens alone.

    That is its own if nobody else plays there, else a free one behind those of its round.
    """
    stage, here = pairing.round.stage, (pairing.round.number, pairing.slot)
    snapshot = EventSnapshot(stage.event)
    playing = ready_pairings(snapshot.state(stage.number).plan) - {here}
    taken, last = set(), 0
    for row in snapshot.rows_of_stage(stage.number):
        if (row.round, row.slot) in playing:
            taken.add(row.table)
        if row.round == pairing.round.number:
            last = max(last, row.table or 0)
    for table in free_tables(snapshot, stage.number):
        if table not in taken and (table == pairing.table or table > last):
            break
    return table


def store_pairings(pairings: PlannedPairings, entries: Mapping[int, Entry]) -> None:
    Pairing.objects.bulk_create(pairing for pairing, _ in pairings)
    places = []
    for pairing, meeting in pairings:
        if pairing.several:
            for number, entry in enumerate(filter(None, meeting.entries)):
                place = Place(pairing=pairing, number=number, entry=entries[entry])
                places.append(place)
    Place.objects.bulk_create(places)


def seat_pairings(
    snapshot: EventSnapshot, opened: Round, pairings: PlannedPairings, at: datetime
) -> None:
    """Seat every table; open a match where the event is played in the app and all have accounts."""
    seed = seed_of_round(snapshot, opened)
    in_app, openings = [], []
    for pairing, meeting in pairings:
        if not pairing.table:
            continue
        entries = [
            snapshot.entries_with_players[entry] for entry in meeting.entries if entry
        ]
        players = seat_entries(opened, pairing, entries, seed)
        if plays_in_app(snapshot.event, players):
            in_app.append(pairing)
            openings.append(match_opening(snapshot.event, opened, players))
    if not openings:
        return
    matches = open_matches(openings, at=at)
    for pairing, match in zip(in_app, matches, strict=True):
        pairing.match_id = match.pk


def join_bye(pairing: Pairing, entry: Entry, at: datetime) -> None:
    """Let an entry take the empty side of a bye, at the next free table."""
    opened, event = pairing.round, pairing.round.stage.event
    pairing.a, pairing.b = pairing.a or entry, pairing.b or entry
    pairing.table, pairing.kept = table_for(pairing), True
    seed = seed_of_round(EventSnapshot(event), opened)
    players = seat_sides(opened, pairing, pairing.entries, seed)
    if plays_in_app(event, players):
        (match,) = open_matches([match_opening(event, opened, players)], at=at)
        pairing.match_id = match.pk
    pairing.save(update_fields=["a", "b", "table", "kept", "seats", "match"])


def plays_in_app(event: Event, players: Collection[Player]) -> bool:
    """The event is played there, all have accounts, and their number is one for the game."""
    numbers = GAMES[event.game].rules.OPTIONS["players"].values
    if not event.in_app or len(players) not in numbers:
        return False
    return all(player.user_id for player in players)


def match_opening(event: Event, opened: Round, players: Sequence[Player]) -> Opening:
    sitters = []
    for player in players:
        assert player.user_id is not None
        sitters.append(Sitter(player.user_id, player.name))
    return Opening(
        event.game,
        opened.options | {"players": len(players)},
        sitters,
        turn_seconds=event.turn_seconds,
        words=event.words,
    )


def seed_of_round(snapshot: EventSnapshot, opened: Round) -> bytes:
    """The seed of the draw from which the round came."""
    index = format_of(opened.stage).draw_index(opened.number)
    draws = snapshot.draws_of_stage(opened.stage.number)
    draw = draws[index]
    names = [name for _, name in draw.field]
    secret = bytes(draw.secret)
    beacon = draw.beacon.encode()
    return draw_seed(draw.public_id, names, secret, beacon)


def seat_entries(
    opened: Round, pairing: Pairing, entries: Sequence[Entry], seed: bytes
) -> list[Player]:
    """The players in seat order."""
    if pairing.several:
        # The draw of a multiplayer table has given the seats already.
        return [entry.players.all()[0] for entry in entries]
    return seat_sides(opened, pairing, entries, seed)


def seat_sides(
    opened: Round, pairing: Pairing, entries: Sequence[Entry], seed: bytes
) -> list[Player]:
    """MUS-10, drawn from the published seed of the draw; kept in `pairing.seats`."""
    players, keys = [], []
    for entry in entries:
        for player in entry.players.all():
            players.append(player)
            keys.append([entry.number, player.place])
    kings = int(opened.options.get("kings", 8))
    drawn = draw_table_seats(seed, opened.number, pairing.slot, kings)
    stored: dict[str, list[Any]] = {"players": [], "cards": []}
    for number in drawn.seats:
        stored["players"].append(keys[number])
        stored["cards"].append(list(drawn.cards[number]))
    pairing.seats = stored
    return [players[number] for number in drawn.seats]
