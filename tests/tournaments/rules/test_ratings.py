"""Ratings are those of the published model, come from what was really played, and say how sure
they are.
"""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.rules.events import table
from tournaments.rules.seasons.ratings import (
    Met,
    Rating,
    of_side,
    played,
    ranking,
    rated,
)
from tournaments.rules.tables.results import (
    DOUBLE_WALKOVER,
    PLAYED,
    RETIRED,
    VOID,
    WALKOVER,
)
from tournaments.rules.tables.tallies import ConfirmedResult

KNOWN = table("ratings_kat.json")


def pairs(fact, entry):
    return 10 * entry + 1, 10 * entry + 2


def singles(fact, entry):
    return (entry,)


@pytest.mark.parametrize(
    ("met", "name"),
    [
        (Met(((1, 2), (3, 4)), (1, 2)), "2v2_first_wins"),
        (Met(((1,), (2,), (3,), (4,), (5,)), (1, 2, 3, 4, 5)), "5player_ranked_1_to_5"),
    ],
    ids=["two pairs", "a table of five"],
)
def test_a_first_match_gives_the_known_ratings(met, name):
    ratings = rated({}, [met])
    for player, (mean, deviation) in enumerate(KNOWN[name], start=1):
        assert ratings[player] == pytest.approx(Rating(mean, deviation), abs=1e-6)


def test_a_newcomer_has_shown_nothing_yet():
    assert Rating() == pytest.approx((25, 25 / 3))
    assert Rating().at_least == pytest.approx(0)
    assert Rating().spread == pytest.approx(25)


@pytest.mark.parametrize("order", permutations(range(3)))
def test_the_order_in_which_players_sit_changes_nothing(order):
    ranks = (1, 2, 2)
    ratings = rated(
        {},
        [Met(tuple((seat,) for seat in order), tuple(ranks[seat] for seat in order))],
    )
    assert ratings[0].mean > ratings[1].mean == pytest.approx(ratings[2].mean)


def test_who_shares_a_place_shares_what_it_comes_to():
    ratings = rated({}, [Met(((1,), (2,), (3,)), (1, 1, 3))])
    assert ratings[1] == pytest.approx(ratings[2])
    assert ratings[1].mean > 25 > ratings[3].mean


def test_events_one_after_another_are_one_long_event():
    first, second = Met(((1, 2), (3, 4)), (1, 2)), Met(((1, 3), (2, 4)), (2, 1))
    assert rated(rated({}, [first]), [second]) == rated({}, [first, second])
    assert rated({}, [first, second]) != rated({}, [second, first])


def test_who_did_not_play_keeps_the_rating():
    before = {9: Rating(30.0, 2.0)}
    assert rated(before, [Met(((1,), (2,)), (1, 2))])[9] == before[9]
    assert before == {9: Rating(30.0, 2.0)}


@settings(max_examples=50, deadline=None)
@given(st.lists(st.permutations(range(1, 7)), min_size=1, max_size=12))
def test_who_wins_goes_up_who_loses_goes_down_and_all_become_surer(tables):
    ratings = {}
    for a, b, c, d, *_ in tables:
        after = rated(ratings, [Met(((a, b), (c, d)), (1, 2))])
        assert all(
            after[player].mean > ratings.get(player, Rating()).mean for player in (a, b)
        )
        assert all(
            after[player].mean < ratings.get(player, Rating()).mean for player in (c, d)
        )
        ratings = after
    assert all(rating.deviation < Rating().deviation for rating in ratings.values())


def test_the_list_is_by_what_is_sure_not_by_one_lucky_night():
    assert ranking({1: Rating(30, 8), 2: Rating(27, 2), 3: Rating(27, 2)}) == [2, 3, 1]


def test_a_pair_is_as_strong_as_both_and_less_sure_than_one():
    pair = of_side({1: Rating(30, 3), 2: Rating(20, 4)}, [1, 2])
    assert pair == pytest.approx((50, 5))
    assert of_side({}, [1, 2]).mean == pytest.approx(50)
    assert ranking({(1, 2): Rating(50, 12), (1, 3): Rating(48, 3)}) == [(1, 3), (1, 2)]


FIRST, SECOND = Met(((11, 12), (21, 22)), (1, 2)), Met(((11, 12), (21, 22)), (2, 1))


@pytest.mark.parametrize(
    ("fact", "met"),
    [
        (ConfirmedResult(1, 0, 1, 2, PLAYED, 1, 3, 1), [FIRST]),
        (ConfirmedResult(1, 0, 1, 2, PLAYED, 2, 1, 3), [SECOND]),
        (ConfirmedResult(1, 0, 1, 2, RETIRED, 2, 1, 3), [SECOND]),
        (ConfirmedResult(1, 0, 1, 2, PLAYED, 1, 3, 1, penalties=(0, 1)), [FIRST]),
        (ConfirmedResult(1, 0, 1, 2, PLAYED, 1, 3, 0, penalties=(0, 3)), []),
        (ConfirmedResult(1, 0, 1, 2, WALKOVER, 1), []),
        (ConfirmedResult(1, 0, 1, 2, DOUBLE_WALKOVER, None), []),
        (ConfirmedResult(1, 0, 1, 2, VOID, None), []),
    ],
    ids=[
        "won",
        "lost",
        "given up",
        "a set docked",
        "all docked",
        "walkover",
        "both lose",
        "void",
    ],
)
def test_only_what_was_played_at_the_table_says_how_strong_anybody_is(fact, met):
    assert list(played([fact], pairs)) == met


def test_who_sat_at_the_table_is_rated_and_not_who_came_later():
    sat = {1: {1: (11, 12), 2: (21, 22)}, 2: {1: (11, 13), 2: (21, 22)}}
    facts = [ConfirmedResult(number, 0, 1, 2, PLAYED, 1, 3, 1) for number in sat]
    assert list(played(facts, lambda fact, entry: sat[fact.round][entry])) == [
        FIRST,
        Met(((11, 13), (21, 22)), (1, 2)),
    ]


def test_a_table_of_several_is_ranked_by_its_points():
    fact = ConfirmedResult(1, 0, 0, 0, PLAYED, None, points=((4, 30), (5, 50), (6, 30)))
    assert list(played([fact], singles)) == [Met(((4,), (5,), (6,)), (2, 1, 2))]
    assert list(played([fact._replace(kind=VOID)], singles)) == []


def test_partners_of_one_night_win_together():
    fact = ConfirmedResult(
        1, 0, 0, 0, PLAYED, None, points=((1, 3), (2, 1), (3, 3), (4, 1))
    )
    assert list(played([fact], singles, seats=((0, 2), (1, 3)))) == [
        Met(((1, 3), (2, 4)), (1, 2))
    ]
