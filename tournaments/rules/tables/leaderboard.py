"""The leaderboard of tables of several: what each got at its tables, added up, in order, and why it stands there."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tournaments.rules.formats.base import Json
from tournaments.rules.tables import scales
from tournaments.rules.tables.standings import Reason, Row
from tournaments.rules.tables.tallies import ConfirmedResult, Tally

Seated = Sequence[Sequence[int]]
"""The entries of each table of a round, from the first to speak."""


class Sitting(NamedTuple):
    """An entry at its table of a round, and what it got there once that is decided."""

    round: int
    table: int
    place: int = 0
    """0 before the table is decided."""
    players: int = 0
    """How many came."""
    points: int | None = None
    """None for who did not come, too."""
    counts: int | None = None
    """What the table is worth to it, where that is not the points."""

    @property
    def worth(self) -> int:
        return (self.points if self.counts is None else self.counts) or 0

    def told(self) -> Json:
        return {
            name: value for name, value in self._asdict().items() if value is not None
        }


def lines(
    rounds: Sequence[Seated],
    facts: Iterable[ConfirmedResult],
    scale: str,
    running: Mapping[int, int],
    left: frozenset[int] = frozenset(),
) -> list[Row]:
    """A row for each who sits at a table, without a rank: points and places, both added up over the rounds.

    What the points of a table count is the scale of the event; where that is the place, no place counts twice. Who has
    no points at a table that is decided did not come, and gets what the scale gives for that; a table that all have
    `left` is decided so. While a table plays, what its players have so far counts, and their reason says so: `so_far`,
    with the table, against `points` with place and players too or `not_there`; over several rounds `rounds`, and in
    both `each` round that is decided. What is not the points of a round says what it `counts`. Who is `waiting` for a
    first number has none.
    """
    known = {
        (fact.round, fact.slot): dict(fact.points)
        for fact in facts
        if fact.points is not None
    }
    sits: dict[int, list[Sitting]] = {}
    so_far: dict[int, int] = {}
    for at, who in _tables(rounds):
        got = known.get((at.round, at.table - 1), {} if left.issuperset(who) else None)
        if got is None:
            here = dict.fromkeys(who, at)
            so_far = (
                scales.counted(
                    {entry: running[entry] for entry in who if entry in running}, scale
                )
                | so_far
            )
        else:
            here = _decided(at, {entry: got.get(entry) for entry in who}, scale)
        for entry, sitting in here.items():
            sits.setdefault(entry, []).append(sitting)
    return [_line(entry, own, so_far.get(entry), scale) for entry, own in sits.items()]


def ranked(lines: Iterable[Row]) -> tuple[Row, ...]:
    """The rows in order with the ranks that they share: by points, then by places; who waits stands last, without."""
    order = sorted(lines, key=merit)
    merits = [merit(row) for row in order]
    first = {merit: n for n, merit in reversed(list(enumerate(merits, start=1)))}
    last = {merit: n for n, merit in enumerate(merits, start=1)}
    return tuple(
        row
        if row.points is None
        else row._replace(rank=first[merit], shared_to=last[merit])
        for row, merit in zip(order, merits, strict=True)
    )


def merit(row: Row) -> tuple[bool, int, bool, int]:
    """The best first; who has no place yet stands after those with the same points who have one."""
    return row.points is None, -(row.points or 0), row.placing is None, row.placing or 0


def placing(points: Sequence[int | None]) -> tuple[int, ...]:
    """The place of each at a table, 1 for the most points; equal points share it, who did not come has the last."""
    came = [own for own in points if own is not None]
    return tuple(
        len(points) if own is None else 1 + sum(other > own for other in came)
        for own in points
    )


def _tables(rounds: Sequence[Seated]) -> Iterator[tuple[Sitting, Sequence[int]]]:
    """Each table of each round, and who sits there."""
    for number, one in enumerate(rounds, start=1):
        for table, who in enumerate(one, start=1):
            yield Sitting(number, table), who


def _decided(
    at: Sitting, points: Mapping[int, int | None], scale: str
) -> dict[int, Sitting]:
    """The same sitting of each at the table once that is decided."""
    counts: dict[int, int | None] = {**scales.counted(points, scale)}
    if scale == scales.POINTS:
        counts |= {entry: None for entry, own in points.items() if own is not None}
    came = sum(own is not None for own in points.values())
    places = dict(zip(points, placing(list(points.values())), strict=True))
    return {
        entry: Sitting(*at[:2], places[entry], came, own, counts[entry])
        for entry, own in points.items()
    }


def _line(entry: int, sits: Sequence[Sitting], running: int | None, scale: str) -> Row:
    over = [sitting for sitting in sits if sitting.place]
    played = [sitting for sitting in over if sitting.points is not None]
    now = next((sitting for sitting in sits if not sitting.place), sits[-1])
    got = [sitting.worth for sitting in over] + ([] if running is None else [running])
    won = sum(sitting.place == 1 for sitting in played)
    tally = Tally(
        played=len(played),
        won=won,
        lost=len(over) - won,
        walkovers=len(over) - len(played),
    )
    placing = (
        sum(sitting.place for sitting in over)
        if over and scale != scales.PLACE
        else None
    )
    why = _reason(sits, over, now, running)
    return Row(
        entry, None, None, now.round, tally, why, sum(got) if got else None, placing
    )


def _reason(
    sits: Sequence[Sitting], over: Sequence[Sitting], now: Sitting, running: int | None
) -> Reason:
    fields: dict[str, Any] = {"round": now.round, "table": now.table}
    if over and len(sits) == 1:
        return Reason(
            "not_there" if over[0].points is None else "points", over[0].told()
        )
    if over:
        fields["each"] = [sitting.told() for sitting in over]
    if running is not None:
        return Reason("so_far", fields)
    return (
        Reason("rounds", {"round": over[-1].round, "each": fields["each"]})
        if over
        else Reason("waiting", fields)
    )
