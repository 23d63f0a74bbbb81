"""The best way to pair everybody: perfect matchings of least cost."""

from collections.abc import Callable
from typing import Final

import rustworkx

Cost = Callable[[int, int], int]
"""What it costs that two places meet, the smaller one first; who meets the place after the last one is free."""
Pair = tuple[int, int]

WINDOW: Final = 12
"""So many places after its own each place looks at first."""
FURTHEST: Final = 600
"""Nobody looks further, so that the largest fields do not wait for minutes."""
STEPS: Final = 1 << 24
"""More than all pairs of 5,000 places together stand apart."""


def perfect(places: int, cost: Cost, least: int = 0) -> list[Pair]:
    """Pairs of the places from 0 whose costs together are as small as can be; of an odd number one is free.

    Who would meet cheaply should stand near each other: each place looks at the next few only, and at everybody if the
    pairs then cost more than `least`, which none can be under. So these are the best there are; only of more places
    than FURTHEST, when they miss `least`, they are the best of those that stand so near. Of pairs that cost the same
    those that stand nearer are taken: chance decides where it made the order. Costs are integers from 0, together
    below 2**96. The same arguments give the same pairs.
    """
    pairs = _cheapest(places, cost, WINDOW)
    if places > WINDOW and sum(cost(*pair) for pair in pairs) > least:
        pairs = _cheapest(places, cost, FURTHEST)
    return pairs


def _cheapest(places: int, cost: Cost, window: int) -> list[Pair]:
    """The pairs of least cost among those that stand no further apart than `window`; there are always some.

    That nearer ones are better spares the search: where all is equal it would look at every way around.
    """
    near = [(a, b) for a in range(places) for b in range(a + 1, min(a + window + 1, places))]
    if places % 2:
        near += [(a, places) for a in range(places)]
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(places + places % 2))
    graph.add_edges_from([(a, b, a - b - STEPS * cost(a, b)) for a, b in near])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in found)
