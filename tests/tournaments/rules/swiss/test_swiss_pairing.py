"""Swiss: who meets whom, and why."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.rules.chi_square import misfit
from tests.tournaments.rules.events import field, stream, table
from tests.tournaments.rules.swiss.swiss_rounds import (
    APART,
    SETUP,
    best,
    drawn_so,
    fact,
    played,
    weight,
)
from tournaments.rules.draws import matching
from tournaments.rules.formats import swiss
from tournaments.rules.formats.base import History, Json
from tournaments.rules.tables.results import WALKOVER
from tournaments.rules.tables.tallies import ConfirmedResult


def wins(entry: int, number: int) -> list[ConfirmedResult]:
    """So many matches won, against somebody who is not there any more."""
    return [fact(n, 0, entry, 0) for n in range(number)]


# --- who meets whom ---


@settings(max_examples=80, deadline=None)
@given(
    size=st.integers(2, 10),
    rounds=st.integers(0, 8),
    clubs=st.integers(0, 3),
    seed=st.integers(),
)
def test_no_round_of_up_to_ten_is_better(
    size: int, rounds: int, clubs: int, seed: int
) -> None:
    entrants = [
        one._replace(club=str(one.id % (clubs + 1) or "")) for one in field(size)
    ]
    setup = APART if clubs else SETUP
    before = played(seed, entrants, min(rounds, size - 1), setup)
    one = swiss.FORMAT.draw(entrants, stream(seed), setup._replace(rounds=1), before)
    assert weight(one, entrants, before, setup.apart) == best(
        entrants, before, setup.apart
    )


@settings(max_examples=25, deadline=None)
@given(
    size=st.integers(14, 60),
    rounds=st.integers(1, 12),
    clubs=st.sampled_from([0, 2, 9]),
    seed=st.integers(),
)
def test_looking_at_neighbours_first_finds_a_round_as_good_as_looking_at_all(
    size: int, rounds: int, clubs: int, seed: int
) -> None:
    entrants = [
        one._replace(club=str(one.id % clubs) if clubs else "") for one in field(size)
    ]
    setup = APART if clubs else SETUP
    before = played(seed, entrants, rounds, setup)
    near = swiss.FORMAT.draw(entrants, stream(seed), setup, before)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matching, "WINDOW", 99)
        everybody = swiss.FORMAT.draw(entrants, stream(seed), setup, before)
    assert weight(near, entrants, before, setup.apart) == weight(
        everybody, entrants, before, setup.apart
    )


def half_points(events: dict[str, list[tuple[int, str]]], rounds: int) -> History:
    """So many rounds of a published tournament, in which a draw counted half: each half point as a
    match won.
    """
    pairs = [
        {frozenset((int(one), own[n][0])) for one, own in events.items() if own[n][0]}
        for n in range(rounds)
    ]
    byes = [
        next((int(one) for one, own in events.items() if own[n][1] == "U"), None)
        for n in range(rounds)
    ]
    points = {"1": 2, "=": 1, "0": 0, "U": 1}  # a bye counts as one match won already
    halves = {
        int(one): sum(points[result] for _, result in own[:rounds])
        for one, own in events.items()
    }
    drawn = [
        drawn_so([sorted(pair) for pair in some], free)
        for some, free in zip(pairs, byes, strict=True)
    ]
    return History(
        drawn, [won for one, number in halves.items() for won in wins(one, number)]
    )


@pytest.mark.parametrize(
    "event",
    table("swiss_kat.json")["tournaments"],
    ids=lambda one: f"{one['players']}-{one['seed']}",
)
def test_points_are_as_near_as_in_published_tournaments(event: Any) -> None:
    entrants = field(event["players"])
    for n, known in enumerate(event["optimum"]):
        before = half_points(event["events"], n)
        one = swiss.FORMAT.draw(entrants, stream(n), SETUP._replace(rounds=1), before)
        found = weight(one, entrants, before)
        floats = sum(why["code"] == "float" for why in one["why"])
        assert (found[1], found[2], found[4], floats) == (
            0,
            2 * known["bye_score"],
            known["sum_d2"],
            known["floats"],
        )


# --- round 1 ---


def test_without_seeds_round_1_is_by_lot() -> None:
    opponents: Counter[object] = Counter()
    for seed in range(600):
        one = swiss.FORMAT.draw(field(4), stream(seed), SETUP)
        assert {why["code"] for why in one["why"]} == {"lot"}
        opponents[next(tuple(sorted(pair)) for pair in one["pairs"] if 1 in pair)] += 1
    assert misfit(opponents, 3) < 13.8  # 2 degrees of freedom, 0.1 %


def test_with_seeds_the_first_of_the_upper_half_meets_the_first_of_the_lower() -> None:
    entrants = [one._replace(seed=one.id) for one in reversed(field(9))]
    one = swiss.FORMAT.draw(entrants, stream(), SETUP._replace(seeds=9))
    assert (one["pairs"], one["bye"]) == ([[1, 5], [2, 6], [3, 7], [4, 8]], 9)
    assert one["why"][0] == {"code": "fold", "places": [1, 5]}


def test_those_after_the_seeds_follow_by_lot() -> None:
    entrants = [one._replace(seed=one.id) for one in field(8)]
    seen = Counter(
        tuple(
            swiss.FORMAT.draw(entrants, stream(n), SETUP._replace(seeds=2))["pairs"][0]
        )
        for n in range(600)
    )
    assert set(seen) == {(1, other) for other in range(3, 9)}
    assert misfit(seen, 6) < 20.5  # 5 degrees of freedom, 0.1 %


def test_club_mates_of_a_fold_meet_their_neighbours() -> None:
    entrants = [
        one._replace(seed=one.id, club="A" if one.id in {1, 5} else "")
        for one in field(8)
    ]
    one = swiss.FORMAT.draw(entrants, stream(), APART._replace(seeds=8))
    assert one["pairs"] in (
        [[1, 6], [2, 5], [3, 7], [4, 8]],
        [[1, 2], [3, 7], [4, 8], [5, 6]],
    )


def test_in_round_1_the_last_of_those_with_the_fewest_byes_is_free() -> None:
    entrants = [one._replace(seed=one.id, byes=one.id > 3) for one in field(5)]
    assert swiss.FORMAT.draw(entrants, stream(), SETUP._replace(seeds=5))["bye"] == 3


# --- reasons ---


def after(
    pairs: Sequence[Sequence[int]], points: dict[int, int], bye: int | None = None
) -> History:
    """One round with these pairs, and so many matches won by each."""
    return History(
        [drawn_so(pairs, bye)],
        [won for entry, number in points.items() for won in wins(entry, number)],
    )


def reasons(one: Json) -> list[tuple[str, Any]]:
    return [(why["code"], why.get("because")) for why in one["why"]]


def test_the_odd_one_of_a_group_floats() -> None:
    one = swiss.FORMAT.draw(field(6), stream(), SETUP, after([], {1: 2, 2: 2, 3: 2}))
    assert reasons(one) == [
        ("same_score", None),
        ("float", "odd"),
        ("same_score", None),
    ]
    assert {key: one["why"][1][key] for key in ("from", "to")} == {"from": 2, "to": 0}
    assert one["why"][1]["entry"] == one["pairs"][1][0]


def test_whoever_has_met_its_whole_group_floats() -> None:
    one = swiss.FORMAT.draw(
        field(4), stream(), SETUP, after([(1, 2), (3, 4)], {1: 2, 2: 2})
    )
    assert reasons(one) == [("float", "met"), ("float", "met")]


def test_one_floats_so_that_two_others_of_its_group_need_not_meet_again() -> None:
    """2 and 3 have met; 1 and 4 have met them both. So only 1 and 4 can stay together."""
    met = [(2, 3), (1, 2), (1, 3), (4, 2), (4, 3)]
    one = swiss.FORMAT.draw(
        field(6), stream(), SETUP, after(met, dict.fromkeys((1, 2, 3, 4), 1))
    )
    assert sorted(map(sorted, one["pairs"]))[0] == [1, 4]
    assert reasons(one) == [("same_score", None), ("float", "met"), ("float", "met")]


def test_a_float_that_its_group_could_have_kept_is_for_the_others() -> None:
    """3 and 4 have met everybody of their group but 1 and 2, and so have 5 and 6: 1 or 2 alone
    cannot help them all.
    """
    met = [(3, 4), (3, 5), (3, 6), (4, 5), (4, 6), (5, 6)]
    one = swiss.FORMAT.draw(
        field(8), stream(), SETUP, after(met, dict.fromkeys(range(1, 7), 1))
    )
    assert Counter(reasons(one)) == {("same_score", None): 2, ("float", "others"): 2}


def test_a_forced_rematch_says_how_often_they_have_met() -> None:
    before = History([drawn_so([(1, 2)])], [])
    one = swiss.FORMAT.draw(field(2), stream(), SETUP, before)
    assert one["why"] == [{"code": "rematch_forced", "met": 1}]


def test_when_all_have_met_those_who_met_least_often_meet_again() -> None:
    before = History(
        [
            drawn_so(pairs)
            for pairs in (
                [(1, 2), (3, 4)],
                [(1, 3), (2, 4)],
                [(1, 4), (2, 3)],
                [(1, 2), (3, 4)],
            )
        ]
    )
    one = swiss.FORMAT.draw(field(4), stream(), SETUP, before)
    assert sorted(map(sorted, one["pairs"])) != [[1, 2], [3, 4]]
    assert [why["met"] for why in one["why"]] == [1, 1]


def test_the_lowest_who_was_not_free_yet_is_free() -> None:
    before = after([(2, 3), (4, 5)], {2: 1, 4: 1}, bye=1)
    one = swiss.FORMAT.draw(field(5), stream(), SETUP, before)
    assert one["bye"] in {3, 5}
    assert one["why"][-1] == {"code": "bye", "score": 0, "had": 0}


def test_a_win_without_play_counts_as_having_been_free() -> None:
    before = History([drawn_so([(1, 2)], 3)], [fact(1, 0, 1, 2, WALKOVER)])
    assert swiss.FORMAT.draw(field(3), stream(), SETUP, before)["bye"] == 2


def test_byes_of_earlier_phases_count() -> None:
    entrants = [one._replace(byes=one.id != 2) for one in field(3)]
    assert {
        swiss.FORMAT.draw(entrants, stream(n), SETUP)["bye"] for n in range(20)
    } == {2}


def test_tables_are_numbered_from_the_most_points_down() -> None:
    before = played("tables", field(20), 4)
    score = Counter(fact.winner for fact in before.facts)
    one = swiss.FORMAT.draw(field(20), stream(), SETUP, before)
    assert all(score[a] >= score[b] for a, b in one["pairs"])
    assert all(
        score[above[0]] >= score[below[0]] for above, below in pairwise(one["pairs"])
    )
