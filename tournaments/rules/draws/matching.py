"""The best way to pair everybody: perfect matchings at the least cost."""

from collections.abc import Callable
from functools import partial
from itertools import starmap
from typing import Final

import rustworkx

Cost = Callable[[int, int], int]
"""The cost of a meeting of two places, the smaller first. The place after the last means a bye."""
Pair = tuple[int, int]

WINDOW: Final = 12
"""How many neighbouring places each place considers first."""
FURTHEST: Final = 600
"""The most that any place considers, or the largest fields would take minutes."""
STEPS: Final = 1 << 24
"""More than the sum of all distances in pairs of 4,096 places."""
LOTS: Final = 1 << 32
"""More than the sum of the lots of that many pairs."""


def perfect(places: int, cost: Cost, least: int = 0) -> list[Pair]:
    """Pairs of the places from 0 at the least total cost. One of an odd number gets a bye.

    `least` is a lower bound of the total. Places that are cheap to pair should be near each other:
    suitable neighbours are tried first, and a total of `least` cannot be improved. Otherwise the
    best pairs of nearby places are found, and if these miss `least` too, the best of all (within
    the distance FURTHEST). At equal cost nearer places meet, so chance decides if it made the
    order. Costs are integers from 0 with a sum below 2**70. The same arguments always give the
    same pairs, in every implementation.
    """
    pairs = _neighbours(places, cost)
    for window in (WINDOW, FURTHEST):
        total = sum(starmap(cost, pairs))
        if total <= least:
            break
        pairs = _cheapest(places, cost, window)
    return sorted(pairs)


def _neighbours(places: int, cost: Cost) -> list[Pair]:
    """Each place with the cheapest one near it, improved by exchanges."""
    rest = list(range(places))
    byes = []
    if places % 2:
        last_first = reversed(rest)
        free = min(
            last_first,
            key=lambda place: cost(place, places),
        )
        rest.remove(free)
        bye = (free, places)
        byes.append(bye)
    pairs = []
    while rest:
        one = rest.pop(0)
        near = rest[:WINDOW]
        other = min(near, key=partial(cost, one))
        rest.remove(other)
        pair = (one, other)
        pairs.append(pair)
    improved = _exchanged(pairs, cost)
    return improved + byes


def _exchanged(pairs: list[Pair], cost: Cost) -> list[Pair]:
    """Each pair that costs something exchanges with the first nearby pair that lowers the cost."""
    for index, pair in enumerate(pairs):
        if not cost(*pair):
            continue
        first = max(0, index - WINDOW)
        last = min(len(pairs) - 1, index + WINDOW)
        for near in range(first, last + 1):
            if near == index:
                continue
            better = _better(pair, pairs[near], cost)
            if better:
                pairs[index], pairs[near] = better
                break
    return pairs


def _better(one: Pair, two: Pair, cost: Cost) -> tuple[Pair, Pair] | None:
    """The first other way to pair these four places that costs less."""
    a, b = one
    c, d = two
    now = cost(a, b) + cost(c, d)
    across = _ordered(a, c), _ordered(b, d)
    crossed = _ordered(a, d), _ordered(b, c)
    for pairs in (across, crossed):
        total = sum(starmap(cost, pairs))
        if total < now:
            return pairs
    return None


def _ordered(a: int, b: int) -> Pair:
    return min(a, b), max(a, b)


def _cheapest(places: int, cost: Cost, window: int) -> list[Pair]:
    """The cheapest pairs of places no further apart than `window`. Such pairs always exist."""
    nodes = places
    edges = []
    for a in range(places):
        end = min(a + window + 1, places)
        for b in range(a + 1, end):
            weight = _weight(a, b, cost)
            edges.append((a, b, -weight))
    if places % 2:
        bye = places
        nodes += 1
        for a in range(places):
            weight = _weight(a, bye, cost)
            edges.append((a, bye, -weight))
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from(edges)
    found = rustworkx.max_weight_matching(
        graph,
        max_cardinality=True,
        weight_fn=int,
    )
    return list(starmap(_ordered, found))


def _weight(a: int, b: int, cost: Cost) -> int:
    """Orders pairs by cost, then by distance, which shortens the search, then by a lot.

    The lots leave a single best solution, so every implementation in any language finds it.
    """
    mixed = a * 0x9E3779B1 ^ b * 0x85EBCA6B
    lot = mixed & 0xFFFFF
    distance = b - a
    weight = cost(a, b) * STEPS
    weight += distance
    weight *= LOTS
    return weight + lot
