"""The leaderboard of multiplayer tables: the players in order of their totals, with reasons."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from core.refusals import N_
from tournaments.rules.formats.base import Json
from tournaments.rules.tables import scales
from tournaments.rules.tables.standings import Reason, Row
from tournaments.rules.tables.tallies import ConfirmedResult, Tally

Seated = Sequence[Sequence[int]]
"""The entries at each table of a round, the first to speak first."""

REASONS: Final[Mapping[str, str]] = {
    "points": N_("Place {place} of {players} at table {table}."),
    "not_there": N_("Did not turn up at table {table}."),
    "so_far": N_("Still playing at table {table}."),
    "waiting": N_("No result yet from table {table}."),
}
"""Why a row stands where it is. `rounds` has only the sentences of its rounds."""
ROUND: Final = N_("{round}: {points} points, place {place} of {players}.")
ROUND_ON_SCALE: Final = N_(
    "{round}: {points} points, place {place} of {players}, which counts {counts}."
)
ROUND_MISSED: Final = N_("{round}: did not turn up, which counts {counts}.")


class Sitting(NamedTuple):
    """An entry at its table in a round, and what it got there once the table is decided."""

    round: int
    table: int
    place: int = 0
    """0 before the table is decided."""
    players: int = 0
    """The number of players who came."""
    points: int | None = None
    """None before the table is decided, and for a player who did not come."""
    counts: int | None = None
    """What the table counts for it, if that is not the points."""

    @property
    def is_decided(self) -> bool:
        return self.place > 0

    @property
    def value(self) -> int:
        if self.counts is not None:
            return self.counts
        return self.points or 0

    def as_fields(self) -> Json:
        fields = {}
        for name, value in self._asdict().items():
            if value is not None:
                fields[name] = value
        return fields


def lines(
    rounds: Sequence[Seated],
    results: Iterable[ConfirmedResult],
    scale: str,
    running: Mapping[int, int],
    left: frozenset[int] = frozenset(),
) -> list[Row]:
    """A row without a rank for each seated player, with points and places summed over the rounds.

    The event's scale says what the points at a table count. If it counts the place, no place is
    counted twice. A player without points at a decided table did not come and gets what the scale
    gives for that. A table that all players have `left` is decided in this way.

    During play the points so far count, with the reason `so_far` and the table. Otherwise the
    reason is `points` with place and players, or `not_there`; over several rounds it is `rounds`.
    `rounds` and `so_far` list `each` decided round, with what it `counts` if that is not the
    points. A player who is `waiting` for a first score has none.
    """
    points_at = {}
    for result in results:
        if result.points is not None:
            points_at[result.round, result.slot] = dict(result.points)
    sittings: defaultdict[int, list[Sitting]] = defaultdict(list)
    so_far: dict[int, int] = {}
    for at, players in _tables(rounds):
        slot = at.table - 1
        points = points_at.get((at.round, slot))
        if points is None and left.issuperset(players):
            points = {}
        if points is None:
            here = dict.fromkeys(players, at)
            playing = {who: running[who] for who in players if who in running}
            counted = scales.counted(playing, scale)
            # If a player sits at two open tables, the first one counts.
            so_far = counted | so_far
        else:
            points_here = {who: points.get(who) for who in players}
            here = _decided(at, points_here, scale)
        for player, sitting in here.items():
            sittings[player].append(sitting)
    rows = []
    for player, own in sittings.items():
        running_total = so_far.get(player)
        row = _line(player, own, running_total, scale)
        rows.append(row)
    return rows


def ranked(lines: Iterable[Row]) -> tuple[Row, ...]:
    """The rows in order with shared ranks: by points, then by places.

    A player who waits for a first score comes last, without a rank.
    """
    order = sorted(lines, key=merit)
    first: dict[Any, int] = {}
    last: dict[Any, int] = {}
    for number, row in enumerate(order, start=1):
        own = merit(row)
        first.setdefault(own, number)
        last[own] = number
    rows = []
    for row in order:
        if row.points is not None:
            own = merit(row)
            row = row._replace(rank=first[own], shared_to=last[own])
        rows.append(row)
    return tuple(rows)


def merit(row: Row) -> tuple[bool, int, bool, int]:
    """A sort key, the best row first. A row without a place follows those with equal points."""
    points = row.points or 0
    placing = row.placing or 0
    return row.points is None, -points, row.placing is None, placing


def placing(points: Sequence[int | None]) -> tuple[int, ...]:
    """The place of each player at a table: 1 for the most points, and equal points share a place.

    A player who did not come gets the last place.
    """
    came = [own for own in points if own is not None]
    last_place = len(points)
    places = []
    for own in points:
        place = last_place
        if own is not None:
            better = sum(other > own for other in came)
            place = better + 1
        places.append(place)
    return tuple(places)


def _tables(rounds: Sequence[Seated]) -> Iterator[tuple[Sitting, Sequence[int]]]:
    """Each table of each round, with its players."""
    for number, tables in enumerate(rounds, start=1):
        for table, players in enumerate(tables, start=1):
            yield Sitting(number, table), players


def _decided(
    at: Sitting, points: Mapping[int, int | None], scale: str
) -> dict[int, Sitting]:
    """The sitting of each player at a decided table."""
    values = scales.counted(points, scale)
    own_points = list(points.values())
    came = sum(own is not None for own in own_points)
    places = placing(own_points)
    sittings = {}
    for player, place in zip(points, places, strict=True):
        own = points[player]
        counts: int | None = values[player]
        if scale == scales.POINTS and own is not None:
            counts = None
        sittings[player] = Sitting(
            at.round,
            at.table,
            place,
            came,
            own,
            counts,
        )
    return sittings


def _line(
    entry: int, sittings: Sequence[Sitting], running: int | None, scale: str
) -> Row:
    over = [sitting for sitting in sittings if sitting.is_decided]
    played = [sitting for sitting in over if sitting.points is not None]
    won = sum(sitting.place == 1 for sitting in played)
    absences = len(over) - len(played)
    tally = Tally(
        played=len(played),
        won=won,
        lost=len(over) - won,
        walkovers=absences,
    )
    points = None
    if over or running is not None:
        points = running or 0
        points += sum(sitting.value for sitting in over)
    placing = None
    if over and scale != scales.PLACE:
        placing = sum(sitting.place for sitting in over)
    now = _current(sittings)
    why = _reason(sittings, over, now, running)
    return Row(
        entry,
        rank=None,
        shared_to=None,
        round_reached=now.round,
        tally=tally,
        why=why,
        points=points,
        placing=placing,
    )


def _current(sittings: Sequence[Sitting]) -> Sitting:
    """The first table that is not decided, or the last one if all are."""
    for sitting in sittings:
        if not sitting.is_decided:
            return sitting
    return sittings[-1]


def _reason(
    sittings: Sequence[Sitting],
    over: Sequence[Sitting],
    now: Sitting,
    running: int | None,
) -> Reason:
    if over and len(sittings) == 1:
        only = over[0]
        fields = only.as_fields()
        if only.points is None:
            return Reason("not_there", fields)
        return Reason("points", fields)
    each = [sitting.as_fields() for sitting in over]
    if running is None and over:
        last_round = over[-1].round
        return Reason("rounds", {"round": last_round, "each": each})
    fields = {
        "round": now.round,
        "table": now.table,
    }
    if over:
        fields["each"] = each
    if running is None:
        return Reason("waiting", fields)
    return Reason("so_far", fields)
