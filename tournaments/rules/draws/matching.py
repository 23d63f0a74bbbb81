"""The best way to pair everybody: perfect matchings of least cost."""

from collections.abc import Callable, Iterable
from typing import Final

import rustworkx

Cost = Callable[[int, int], int]
"""What it costs that two places meet, the smaller one first; who meets the place after the last one is free."""
Pair = tuple[int, int]

WINDOW: Final = 12
"""So many places around its own each place looks at first."""
FURTHEST: Final = 600
"""Nobody looks further, so that the largest fields do not wait for minutes."""
STEPS: Final = 1 << 24
"""More than all pairs of 4,096 places together stand apart."""
LOTS: Final = 1 << 32
"""More than the lots of so many pairs come to."""


def perfect(places: int, cost: Cost, least: int = 0) -> list[Pair]:
    """Pairs of the places from 0 whose costs together are as small as can be; of an odd number one is free.

    `least` is what none can be under. Who would meet cheaply should stand near each other: neighbours who suit each
    other are tried first, and when they come to `least` nothing can be better. Otherwise the best pairs of those near
    each other are found, and if these miss it too, the best of all; only of more places than FURTHEST the best of those
    who stand so near. Among equals nearer ones meet, so chance decides where it made the order. Costs are integers from
    0, together below 2**70. The same arguments give the same pairs, found in whatever way.
    """
    pairs = _neighbours(places, cost)
    for window in (WINDOW, FURTHEST):
        if _total(pairs, cost) <= least:
            break
        pairs = _cheapest(places, cost, window)
    return sorted(pairs)


def _total(pairs: Iterable[Pair], cost: Cost) -> int:
    return sum(cost(*pair) for pair in pairs)


def _neighbours(places: int, cost: Cost) -> list[Pair]:
    """For one place after the other the nearest of those near it that cost least; then exchanges where they help."""
    rest, pairs = list(range(places)), []
    if places % 2:
        free = min(reversed(rest), key=lambda place: cost(place, places))
        rest.remove(free)
        pairs.append((free, places))
    met = []
    while rest:
        one = rest.pop(0)
        other = min(rest[:WINDOW], key=lambda place: cost(one, place))
        rest.remove(other)
        met.append((one, other))
    return [*_exchanged(met, cost), *pairs]


def _exchanged(pairs: list[Pair], cost: Cost) -> list[Pair]:
    """Each pair that costs something exchanges with the first other near it by which both together cost less."""
    for place, (a, b) in enumerate(pairs):
        for near in (
            range(max(0, place - WINDOW), min(len(pairs), place + WINDOW + 1))
            if cost(a, b)
            else ()
        ):
            c, d = pairs[near]
            ways = (
                []
                if near == place
                else [
                    [_ordered(a, c), _ordered(b, d)],
                    [_ordered(a, d), _ordered(b, c)],
                ]
            )
            better = [
                way for way in ways if _total(way, cost) < cost(a, b) + cost(c, d)
            ]
            if better:
                pairs[place], pairs[near] = better[0]
                break
    return pairs


def _ordered(a: int, b: int) -> Pair:
    return min(a, b), max(a, b)


def _cheapest(places: int, cost: Cost, window: int) -> list[Pair]:
    """The pairs of least cost among those that stand no further apart than `window`; there are always some."""
    near = [
        (a, b) for a in range(places) for b in range(a + 1, min(a + window + 1, places))
    ]
    if places % 2:
        near += [(a, places) for a in range(places)]
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(places + places % 2))
    graph.add_edges_from([(a, b, -_weight(a, b, cost)) for a, b in near])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [_ordered(a, b) for a, b in found]


def _weight(a: int, b: int, cost: Cost) -> int:
    """By cost, then by steps apart, which spares the search, then by a lot for each pair: so only one way is the best.

    Whatever finds the best way, in any language, finds the same.
    """
    return (cost(a, b) * STEPS + b - a) * LOTS + (
        (a * 0x9E3779B1 ^ b * 0x85EBCA6B) & 0xFFFFF
    )
