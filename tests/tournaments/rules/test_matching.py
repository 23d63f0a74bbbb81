"""Pairs of least cost: equal to trying all, near or far, odd or even, and always the same."""

from collections.abc import Callable, Sequence
from itertools import combinations

import pytest
import rustworkx
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.rules.events import stream
from tests.tournaments.rules.pairings import every_pairing
from tournaments.rules.draws import matching
from tournaments.rules.draws.matching import Pair, perfect


def costs(places: int, most: int, seed: object) -> Callable[[int, int], int]:
    """A cost from 0 for any two of so many places, and for being free."""
    chance = stream(seed)
    table = {
        pair: chance.below(most + 1) for pair in combinations(range(places + 1), 2)
    }
    return lambda a, b: table[a, b]


def total(pairs: Sequence[Pair], cost: Callable[[int, int], int]) -> int:
    return sum(cost(*pair) for pair in pairs)


@settings(max_examples=60, deadline=None)
@given(
    places=st.integers(0, 10),
    most=st.sampled_from([0, 1, 3, 1000, 1 << 66]),
    seed=st.integers(),
)
def test_no_pairing_of_up_to_ten_costs_less(places: int, most: int, seed: int) -> None:
    cost = costs(places, most, seed)
    everybody = range(places + places % 2)
    assert total(perfect(places, cost), cost) == min(
        total(pairs, cost) for pairs in every_pairing(everybody)
    )


@settings(max_examples=40, deadline=None)
@given(
    places=st.integers(0, 60), most=st.sampled_from([1, 5, 1000]), seed=st.integers()
)
def test_everybody_is_paired_once_and_one_of_an_odd_number_is_free(
    places: int, most: int, seed: int
) -> None:
    pairs = perfect(places, costs(places, most, seed))
    assert sorted(place for pair in pairs for place in pair) == list(
        range(places + places % 2)
    )
    assert all(a < b for a, b in pairs)


@settings(max_examples=20, deadline=None)
@given(
    places=st.integers(14, 60), most=st.sampled_from([1, 5, 1000]), seed=st.integers()
)
def test_looking_near_first_costs_no_more_than_looking_at_everybody(
    places: int, most: int, seed: int
) -> None:
    cost = costs(places, most, seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matching, "WINDOW", 99)
        best = total(perfect(places, cost), cost)
    assert (
        total(perfect(places, cost), cost)
        == total(perfect(places, cost, best), cost)
        == best
    )


@settings(max_examples=40, deadline=None)
@given(places=st.integers(2, 30), most=st.sampled_from([0, 1, 3]), seed=st.integers())
def test_only_one_way_is_the_best_so_that_any_search_finds_it(
    places: int, most: int, seed: int
) -> None:
    """The places numbered from the other end are another graph to the search, and the same one to
    the rules.
    """
    cost, last = costs(places, most, seed), places + places % 2 - 1
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(last + 1))
    for a, b in combinations(range(last, -1, -1), 2):
        graph.add_edge(last - a, last - b, -matching._weight(b, a, cost))
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    backwards = sorted((last - max(pair), last - min(pair)) for pair in found)
    assert sorted(matching._cheapest(places, cost, places)) == backwards


def test_two_pairs_that_may_not_be_exchange_their_places() -> None:
    """Neighbours suit each other but for the last two, who have to be found others without a
    search.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matching, "_cheapest", None)
        pairs = perfect(40, lambda a, b: 1 if (a, b) == (38, 39) else 0)
    assert (38, 39) not in pairs
    assert sum(b - a == 1 for a, b in pairs) == 18


def test_whoever_can_only_be_met_from_far_is_found() -> None:
    def cost(a: int, b: int) -> int:
        return 0 if b - a == 30 else 1

    assert perfect(60, cost) == [(place, place + 30) for place in range(30)]


@pytest.mark.parametrize("places", [6, 7, 40, 41])
def test_of_pairs_that_cost_the_same_the_nearest_meet(places: int) -> None:
    neighbours = [(place, place + 1) for place in range(0, places, 2)]
    assert perfect(places, lambda a, b: 0) == neighbours


def test_nobody_looks_further_when_no_pairs_can_cost_less() -> None:
    asked: list[int] = []

    def cost(a: int, b: int) -> int:
        asked.append(b - a)
        return 7

    perfect(60, cost, 30 * 7)
    assert max(asked) < 3 * matching.WINDOW < 59
    perfect(60, cost, 30 * 7 - 1)
    assert max(asked) == 59
