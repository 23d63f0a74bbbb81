"""What do we need to qualify? The same as by trying every way, by bounds where there are too many."""

from collections.abc import Mapping, Sequence
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rules.forecasts.scenarios import (
    MAX_EXACT_MATCHES,
    Match,
    Need,
    bounds,
    needs,
)

leagues = st.integers(2, 6).flatmap(
    lambda size: st.tuples(
        st.lists(st.integers(0, 5), min_size=size, max_size=size).map(
            lambda scores: dict(enumerate(scores))
        ),
        st.lists(
            st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)).filter(
                lambda match: match[0] != match[1]
            ),
            max_size=7,
        ),
        st.integers(1, size),
    )
)


def ends(
    scores: Mapping[int, int], left: Sequence[Match]
) -> list[tuple[tuple[int, ...], dict[int, int]]]:
    """Every way in which the matches can go: who wins each, and the scores then."""
    found = []
    for winners in product(*left):
        final = dict(scores)
        for winner in winners:
            final[winner] += 1
        found.append((winners, final))
    return found


def by_trying(
    entry: int, scores: Mapping[int, int], left: Sequence[Match], places: int
) -> Need:
    """What the rules of a table say, read literally."""
    ways = ends(scores, left)
    sure = [
        w
        for w, final in ways
        if sum(final[o] >= final[entry] for o in final if o != entry) < places
    ]
    possible = [
        w for w, final in ways if sum(final[o] > final[entry] for o in final) < places
    ]
    if len(sure) == len(ways):
        return Need("clinched")
    if not possible:
        return Need("out")
    own = [n for n, match in enumerate(left) if entry in match]
    enough: list[tuple[int, ...]] = []
    for size in range(1, len(own) + 1):
        for way in combinations(own, size):
            so = [
                winners for winners, _ in ways if all(winners[n] == entry for n in way)
            ]
            if all(winners in sure for winners in so) and not any(
                set(less) <= set(way) for less in enough
            ):
                enough.append(way)
    must = [n for n in own if all(winners[n] == entry for winners in possible)]
    return Need(
        "needs" if enough else "depends",
        tuple(tuple(left[n] for n in way) for way in enough),
        tuple(left[n] for n in must),
    )


@settings(max_examples=150)
@given(leagues)
def test_it_is_the_same_as_by_trying_every_way(
    league: tuple[dict[int, int], list[Match], int],
) -> None:
    scores, left, places = league
    found = needs(scores, left, places)
    assert found == {entry: by_trying(entry, scores, left, places) for entry in scores}


def test_before_the_last_round_of_a_group_of_four() -> None:
    """Two go on: the first is through, who beats the other of the two in the middle goes on, the
    last is out.
    """
    found = needs({1: 2, 2: 1, 3: 1, 4: 0}, [(1, 4), (2, 3)], 2)
    assert found == {
        1: Need("clinched"),
        2: Need("needs", (((2, 3),),), ((2, 3),)),
        3: Need("needs", (((2, 3),),), ((2, 3),)),
        4: Need("out"),
    }


def test_who_cannot_do_it_alone_is_told_what_must_not_be_lost() -> None:
    found = needs({1: 2, 2: 1, 3: 0}, [(1, 3), (2, 3)], 1)
    assert found[2] == Need("depends", (), ((2, 3),))
    assert found[1] == Need("needs", (((1, 3),),))


def test_a_tie_is_neither_enough_nor_the_end() -> None:
    found = needs({1: 1, 2: 1}, [], 1)
    assert found == {1: Need("depends"), 2: Need("depends")}


@pytest.mark.parametrize("places", [2, 3])
def test_where_there_is_a_place_for_everybody_all_are_through(places: int) -> None:
    assert set(needs({1: 0, 2: 5}, [(1, 2)], places).values()) == {Need("clinched")}


# --- bounds ---


@settings(max_examples=150)
@given(leagues)
def test_bounds_never_say_what_is_not_so(
    league: tuple[dict[int, int], list[Match], int],
) -> None:
    scores, left, places = league
    highest = {
        entry: score + sum(entry in match for match in left)
        for entry, score in scores.items()
    }
    exact = needs(scores, left, places)
    for entry, state in bounds(scores, highest, places).items():
        assert state in {"depends", exact[entry].state}


@pytest.mark.parametrize(
    ("lowest", "highest", "places", "expected"),
    [
        ({1: 5, 2: 2, 3: 1}, {1: 7, 2: 4, 3: 3}, 1, ["clinched", "out", "out"]),
        ({1: 5, 2: 2, 3: 1}, {1: 7, 2: 5, 3: 3}, 1, ["depends", "depends", "out"]),
        ({1: 5, 2: 5, 3: 1}, {1: 5, 2: 5, 3: 5}, 2, ["depends", "depends", "depends"]),
        ({1: 5, 2: 5, 3: 1}, {1: 5, 2: 5, 3: 4}, 2, ["clinched", "clinched", "out"]),
        ({1: 0, 2: 0}, {1: 9, 2: 9}, 2, ["clinched", "clinched"]),
    ],
)
def test_whom_too_few_can_reach_is_through_and_who_cannot_reach_enough_is_out(
    lowest: dict[int, int], highest: dict[int, int], places: int, expected: list[str]
) -> None:
    assert list(bounds(lowest, highest, places).values()) == expected


# --- many matches left ---


def many() -> tuple[dict[int, int], list[Match]]:
    """Two far ahead, two far behind, and between them six who all still meet."""
    scores = {1: 20, 2: 20, 9: 0, 10: 0} | dict.fromkeys(range(3, 9), 5)
    return scores, [*combinations(range(3, 9), 2), (9, 10), (1, 2)]


def test_with_too_many_matches_left_only_bounds_are_told() -> None:
    scores, left = many()
    assert len(left) > MAX_EXACT_MATCHES
    found = needs(scores, left, 4)
    assert {entry: found[entry].state for entry in (1, 2, 9, 10)} == {
        1: "clinched",
        2: "clinched",
        9: "out",
        10: "out",
    }
    assert {found[entry] for entry in range(3, 9)} == {Need("depends")}


def test_as_many_matches_as_can_be_looked_at_are_no_matter_of_chance() -> None:
    """The one has to win all its matches while its rival loses all of twelve, to be level at
    least.
    """
    own, others = (
        [(1, entry) for entry in range(3, 7)],
        [(2, entry) for entry in range(7, 19)],
    )
    assert len(own + others) == MAX_EXACT_MATCHES
    found = needs(dict.fromkeys(range(1, 19), 0) | {2: 4}, own + others, 1)
    assert found[1] == Need("depends", (), tuple(own))
    assert found[2] == Need("needs", tuple((match,) for match in others))
    assert {found[entry] for entry in range(3, 19)} == {Need("out")}
