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
    """So many of the best events of each count; 0: all of them."""


class Finish(NamedTuple):
    """Where somebody, a player or a pair known by a number over all events, came in one of them: `rank` to `shared_to`
    are shared with others."""

    who: int
    rank: int
    shared_to: int


class Ranked(NamedTuple):
    """A line of the ranking: the points that count, the most first and none of them 0, and their sum."""

    who: int
    rank: int
    shared_to: int
    total: Fraction
    counted: tuple[Fraction, ...]
    why: Reason


def points_for(circuit: Circuit, finish: Finish) -> Fraction:
    """The points of the places that are shared, divided evenly among all who share them.

    So an event hands out the same points however many end level in it.
    """
    places = range(finish.rank, finish.shared_to + 1)
    points = [
        circuit.points[place - 1] for place in places if place <= len(circuit.points)
    ]
    return Fraction(sum(points), len(places))


def ranking(circuit: Circuit, events: Iterable[Iterable[Finish]]) -> tuple[Ranked, ...]:
    """Everybody who finished an event, by the total of the points that count, then by the best single ones of them.

    Reasons, each but `last` with the line below: `total`, with `own` and `other`; `best_events`, with `number`, the
    first of the counted points that differ, `own` and `other`; `shared`. Those who share a place stand in the order of
    their numbers.
    """
    lines = sorted(
        _lines(circuit, events),
        key=lambda line: (-line.total, [-one for one in line.counted], line.who),
    )
    groups = [
        list(level)
        for _, level in groupby(lines, key=lambda line: (line.total, line.counted))
    ]
    whys = [*(_above(upper[0], lower[0]) for upper, lower in pairwise(groups)), LAST]
    ranked: list[Ranked] = []
    for level, why in zip(groups, whys, strict=False):
        first, last = len(ranked) + 1, len(ranked) + len(level)
        reasons = [SHARED] * (len(level) - 1) + [why]
        ranked += [
            line._replace(rank=first, shared_to=last, why=why)
            for line, why in zip(level, reasons, strict=True)
        ]
    return tuple(ranked)


def _lines(circuit: Circuit, events: Iterable[Iterable[Finish]]) -> Iterator[Ranked]:
    """Everybody with their points, before they have a rank."""
    points: defaultdict[int, list[Fraction]] = defaultdict(list)
    for event in events:
        for finish in event:
            points[finish.who].append(points_for(circuit, finish))
    for who, own in points.items():
        counted = tuple(
            one for one in sorted(own, reverse=True)[: circuit.best or None] if one
        )
        yield Ranked(who, 0, 0, sum(counted, Fraction()), counted, LAST)


def _above(upper: Ranked, lower: Ranked) -> Reason:
    """What puts one line above another that is not level with it."""
    if upper.total != lower.total:
        return Reason("total", {"own": upper.total, "other": lower.total})
    # With the same total neither can be the other's beginning.
    each = enumerate(zip(upper.counted, lower.counted, strict=False), start=1)
    number, (own, other) = next(
        (number, both) for number, both in each if both[0] != both[1]
    )
    return Reason("best_events", {"number": number, "own": own, "other": other})
