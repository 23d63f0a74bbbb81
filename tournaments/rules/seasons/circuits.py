"""Circuits: a ranking over several events, with points for each place."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from tournaments.rules.tables.standings import Reason

LAST: Final = Reason("last", {})
SHARED: Final = Reason("shared", {})


class Circuit(NamedTuple):
    """What a circuit's regulations say."""

    points: tuple[int, ...]
    """For the first place, the second, and so on; further places have none."""
    best: int = 0
    """How many of the best events of each count; 0: all of them."""


class Finish(NamedTuple):
    """Where a player or a pair finished in one event."""

    who: int
    """Known by this number over all events."""
    rank: int
    shared_to: int
    """The last of the ranks that it shares with others."""


class Ranked(NamedTuple):
    """A line of the ranking."""

    who: int
    rank: int
    shared_to: int
    total: Fraction
    counted: tuple[Fraction, ...]
    """The points that count, the most first; none is 0."""
    why: Reason


def points_for(circuit: Circuit, finish: Finish) -> Fraction:
    """The points of the shared ranks, divided evenly among all who share them.

    So an event gives out the same points however many end level in it.
    """
    shared = circuit.points[finish.rank - 1 : finish.shared_to]
    return Fraction(sum(shared), finish.shared_to - finish.rank + 1)


def ranking(circuit: Circuit, events: Iterable[Iterable[Finish]]) -> tuple[Ranked, ...]:
    """All who finished an event, by the total of the points that count, then by the best of them.

    Reasons, each but `last` in comparison with the line below: `total`, with `own` and `other`;
    `best_events`, with `number`, the first of the counted points that differ, `own` and `other`;
    `shared`. Those who share a rank are in the order of their numbers.
    """
    lines = sorted(_lines(circuit, events), key=_sort_key)
    levels: list[list[Ranked]] = []
    for _, equals in groupby(lines, key=lambda line: (line.total, line.counted)):
        levels.append(list(equals))
    reasons = [_above(upper[0], lower[0]) for upper, lower in pairwise(levels)]
    ranked: list[Ranked] = []
    for level, reason in zip(levels, [*reasons, LAST], strict=False):
        first, last = len(ranked) + 1, len(ranked) + len(level)
        for line in level:
            ranked.append(line._replace(rank=first, shared_to=last, why=SHARED))
        ranked[-1] = ranked[-1]._replace(why=reason)
    return tuple(ranked)


def _sort_key(line: Ranked) -> tuple[Fraction, list[Fraction], int]:
    return -line.total, [-points for points in line.counted], line.who


def _lines(circuit: Circuit, events: Iterable[Iterable[Finish]]) -> Iterator[Ranked]:
    """All with their points, before they have a rank."""
    points: defaultdict[int, list[Fraction]] = defaultdict(list)
    for event in events:
        for finish in event:
            points[finish.who].append(points_for(circuit, finish))
    for who, own in points.items():
        best = sorted(own, reverse=True)[: circuit.best or None]
        counted = tuple(filter(None, best))
        yield Ranked(who, 0, 0, sum(counted, Fraction()), counted, LAST)


def _above(upper: Ranked, lower: Ranked) -> Reason:
    """Why one line is above another that is not level with it."""
    if upper.total != lower.total:
        return Reason("total", {"own": upper.total, "other": lower.total})
    # With equal totals neither list can be the beginning of the other, so some points differ.
    both = zip(upper.counted, lower.counted, strict=False)
    for number, (own, other) in enumerate(both, start=1):
        if own != other:
            fields = {"number": number, "own": own, "other": other}
            return Reason("best_events", fields)
    raise ValueError("the two lines are level")
