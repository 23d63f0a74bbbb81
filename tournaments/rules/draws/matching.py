"""The best way to pair everybody: perfect matchings of least cost."""

from collections.abc import Callable, Iterable
from typing import Final

import rustworkx

Cost = Callable[[int, int], int]
"""What it costs that two places meet, the smaller one first; the place after the last means free."""
Pair = tuple[int, int]

WINDOW: Final = 12
"""How many places around its own each place looks at first."""
FURTHEST: Final = 600
"""The most that any place looks at, so that the largest fields do not wait for minutes."""
STEPS: Final = 1 << 24
"""More than all distances in pairs of 4,096 places together."""
LOTS: Final = 1 << 32
"""More than the lots of so many pairs together."""


def perfect(places: int, cost: Cost, least: int = 0) -> list[Pair]:
    """Pairs of the places from 0 at the least total cost; of an odd number one is free.

    No total can be below `least`. Places that would meet cheaply should be near each other:
    neighbours that suit each other are tried first, and if they reach `least`, nothing is better.
    Otherwise the best pairs of places near each other are found, and if these miss it too, the best
    of all; of more places than FURTHEST only the best within that distance. Among equals nearer
    places meet, so chance decides where it made the order. Costs are integers from 0, together below
    2**70. The same arguments give the same pairs, whatever finds them.
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
    """Each place with the cheapest near it, then exchanges where they help."""
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
    """Each pair that costs something exchanges with the first one near it if both then cost less."""
    for index, (a, b) in enumerate(pairs):
        if not cost(a, b):
            continue
        nearest, furthest = max(0, index - WINDOW), min(len(pairs), index + WINDOW + 1)
        for near in range(nearest, furthest):
            if near == index:
                continue
            better = _better(pairs[index], pairs[near], cost)
            if better:
                pairs[index], pairs[near] = better
                break
    return pairs


def _better(one: Pair, two: Pair, cost: Cost) -> tuple[Pair, Pair] | None:
    """The first other way to pair these four that costs less."""
    (a, b), (c, d) = one, two
    now = cost(a, b) + cost(c, d)
    for first, second in (
        (_ordered(a, c), _ordered(b, d)),
        (_ordered(a, d), _ordered(b, c)),
    ):
        if cost(*first) + cost(*second) < now:
            return first, second
    return None


def _ordered(a: int, b: int) -> Pair:
    return min(a, b), max(a, b)


def _cheapest(places: int, cost: Cost, window: int) -> list[Pair]:
    """The pairs of least cost among those no further apart than `window`; there are always some."""
    edges = []
    for a in range(places):
        for b in range(a + 1, min(a + window + 1, places)):
            edges.append((a, b, -_weight(a, b, cost)))
    if places % 2:
        for a in range(places):
            edges.append((a, places, -_weight(a, places, cost)))
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(places + places % 2))
    graph.add_edges_from(edges)
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [_ordered(a, b) for a, b in found]


def _weight(a: int, b: int, cost: Cost) -> int:
    """By cost, then by distance, which shortens the search, then by a lot for each pair.

    So only one way is the best, and whatever finds it, in any language, finds the same.
    """
    lot = (a * 0x9E3779B1 ^ b * 0x85EBCA6B) & 0xFFFFF
    return (cost(a, b) * STEPS + b - a) * LOTS + lot
