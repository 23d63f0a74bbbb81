"""The leaderboard of multiplayer tables: what each player got, added up, in order, and why."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from core.refusals import N_
from tournaments.rules.formats.base import Json
from tournaments.rules.tables import scales
from tournaments.rules.tables.standings import Reason, Row
from tournaments.rules.tables.tallies import ConfirmedResult, Tally

Seated = Sequence[Sequence[int]]
"""The entries of each table of a round, from the first to speak."""

REASONS: Final[Mapping[str, str]] = {
    "points": N_("Place {place} of {players} at table {table}."),
    "not_there": N_("Did not turn up at table {table}."),
    "so_far": N_("Still playing at table {table}."),
    "waiting": N_("No result yet from table {table}."),
}
"""Why a row stands where it is; `rounds` has only the sentences of each round."""
ROUND: Final = N_("{round}: {points} points, place {place} of {players}.")
ROUND_ON_SCALE: Final = N_(
    "{round}: {points} points, place {place} of {players}, which counts {counts}."
)
ROUND_MISSED: Final = N_("{round}: did not turn up, which counts {counts}.")


class Sitting(NamedTuple):
    """An entry at its table of a round, and what it got there once that is decided."""

    round: int
    table: int
    place: int = 0
    """0 before the table is decided."""
    players: int = 0
    """How many came."""
    points: int | None = None
    """None for a player who did not come, too."""
    counts: int | None = None
    """What the table counts for it, where that is not the points."""

    @property
    def is_decided(self) -> bool:
        return self.place > 0

    @property
    def value(self) -> int:
        counted = self.points if self.counts is None else self.counts
        return counted or 0

    def as_fields(self) -> Json:
        return {
            name: value for name, value in self._asdict().items() if value is not None
        }


def lines(
    rounds: Sequence[Seated],
    results: Iterable[ConfirmedResult],
    scale: str,
    running: Mapping[int, int],
    left: frozenset[int] = frozenset(),
) -> list[Row]:
    """A row for each seated player, without a rank: points and places, added up over the rounds.

    What the points of a table count is the scale of the event; where that is the place, no place
    counts twice. A player without points at a decided table did not come, and gets what the scale
    gives for that; a table that all have `left` is decided so. While a table plays, the points so
    far count, and the reason says so: `so_far`, with the table, against `points` with place and
    players too or `not_there`; over several rounds `rounds`, and in both `each` round that is
    decided, with what it `counts` unless that is the points. A player who is `waiting` for a first
    number has none.
    """
    points_at = {}
    for result in results:
        if result.points is not None:
            points_at[result.round, result.slot] = dict(result.points)
    sittings: dict[int, list[Sitting]] = {}
    so_far: dict[int, int] = {}
    for at, players in _tables(rounds):
        points = points_at.get((at.round, at.table - 1))
        if points is None and left.issuperset(players):
            points = {}
        if points is None:
            here = dict.fromkeys(players, at)
            playing = {who: running[who] for who in players if who in running}
            # The first table that is still played counts, should a player sit at two.
            so_far = scales.counted(playing, scale) | so_far
        else:
            here = _decided(at, {who: points.get(who) for who in players}, scale)
        for player, sitting in here.items():
            sittings.setdefault(player, []).append(sitting)
    rows = []
    for player, own in sittings.items():
        rows.append(_line(player, own, so_far.get(player), scale))
    return rows


def ranked(lines: Iterable[Row]) -> tuple[Row, ...]:
    """The rows in order with shared ranks: by points, then by places.

    A player who waits for a first number stands last, without a rank.
    """
    order = sorted(lines, key=merit)
    first: dict[Any, int] = {}
    last: dict[Any, int] = {}
    for number, row in enumerate(order, start=1):
        first.setdefault(merit(row), number)
        last[merit(row)] = number
    rows = []
    for row in order:
        if row.points is None:
            rows.append(row)
        else:
            own = merit(row)
            rows.append(row._replace(rank=first[own], shared_to=last[own]))
    return tuple(rows)


def merit(row: Row) -> tuple[bool, int, bool, int]:
    """The best first; a player without a place comes after those with the same points and a
    place."""
    return row.points is None, -(row.points or 0), row.placing is None, row.placing or 0


def placing(points: Sequence[int | None]) -> tuple[int, ...]:
    """The place of each at a table, 1 for the most points, shared by equals.

    A player who did not come has the last.
    """
    came = [own for own in points if own is not None]
    places = []
    for own in points:
        if own is None:
            places.append(len(points))
        else:
            places.append(1 + sum(other > own for other in came))
    return tuple(places)


def _tables(rounds: Sequence[Seated]) -> Iterator[tuple[Sitting, Sequence[int]]]:
    """Each table of each round, with its players."""
    for number, tables in enumerate(rounds, start=1):
        for table, players in enumerate(tables, start=1):
            yield Sitting(number, table), players


def _decided(
    at: Sitting, points: Mapping[int, int | None], scale: str
) -> dict[int, Sitting]:
    """The sitting of each player at the table once that is decided."""
    values = scales.counted(points, scale)
    came = sum(own is not None for own in points.values())
    places = placing(list(points.values()))
    sittings = {}
    for (player, own), place in zip(points.items(), places, strict=True):
        counts: int | None = values[player]
        if scale == scales.POINTS and own is not None:
            counts = None
        sittings[player] = Sitting(at.round, at.table, place, came, own, counts)
    return sittings


def _line(
    entry: int, sittings: Sequence[Sitting], running: int | None, scale: str
) -> Row:
    over = [sitting for sitting in sittings if sitting.is_decided]
    played = [sitting for sitting in over if sitting.points is not None]
    won = sum(sitting.place == 1 for sitting in played)
    tally = Tally(
        played=len(played),
        won=won,
        lost=len(over) - won,
        walkovers=len(over) - len(played),
    )
    points = None
    if over or running is not None:
        points = sum(sitting.value for sitting in over) + (running or 0)
    placing = None
    if over and scale != scales.PLACE:
        placing = sum(sitting.place for sitting in over)
    now = _current(sittings)
    why = _reason(sittings, over, now, running)
    return Row(entry, None, None, now.round, tally, why, points, placing)


def _current(sittings: Sequence[Sitting]) -> Sitting:
    """The first table that is not decided, else the last one."""
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
        code = "not_there" if over[0].points is None else "points"
        return Reason(code, over[0].as_fields())
    each = [sitting.as_fields() for sitting in over]
    if running is None and over:
        return Reason("rounds", {"round": over[-1].round, "each": each})
    fields: dict[str, Any] = {"round": now.round, "table": now.table}
    if over:
        fields["each"] = each
    return Reason("waiting" if running is None else "so_far", fields)
