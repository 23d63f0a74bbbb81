"""Tallies add up what was played."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.rules.events import by_chance, field, play, stream
from tournaments.rules.brackets.bracket import bracket, byes, decisions, rounds
from tournaments.rules.tables.results import DOUBLE_WALKOVER, PLAYED, VOID, WALKOVER
from tournaments.rules.tables.tallies import ConfirmedResult, Tally, tally

ONE = ConfirmedResult(1, 0, 1, 2, PLAYED, 1, 2, 1, ((30, 12), (29, 30), (30, 0)))


def test_a_match_counts_for_both_sides():
    assert tally([ONE]) == {
        1: Tally(
            played=1,
            won=1,
            sets_for=2,
            sets_against=1,
            tantos_for=89,
            tantos_against=42,
        ),
        2: Tally(
            played=1,
            lost=1,
            sets_for=1,
            sets_against=2,
            tantos_for=42,
            tantos_against=89,
        ),
    }


def test_tantos_are_unknown_once_those_of_a_match_played_are():
    both = tally([ONE, ConfirmedResult(2, 0, 1, 3, PLAYED, 3, 0, 2)])
    assert (both[1].sets_for, both[1].tantos_for, both[1].tantos_against) == (
        2,
        None,
        None,
    )
    assert both[2].tantos_for == 42
    assert both[3].tantos_for is None


@pytest.mark.parametrize("kind", [WALKOVER, DOUBLE_WALKOVER])
def test_a_match_not_played_has_neither_sets_nor_tantos(kind):
    winner = 1 if kind == WALKOVER else None
    both = tally([ConfirmedResult(1, 0, 1, 2, kind, winner, 3, 0)])
    assert both[2] == Tally(lost=1, walkovers=1)
    assert both[1] == (
        Tally(won=1, walkovers=1) if winner else Tally(lost=1, walkovers=1)
    )


def test_a_void_match_counts_for_nobody():
    assert tally([ConfirmedResult(1, 0, 1, 2, VOID, None, 3, 0)]) == {}


def test_a_bye_is_not_a_match_won():
    assert tally([], byes=[7, 7]) == {7: Tally(byes=2)}


@settings(max_examples=30, deadline=None)
@given(size=st.integers(2, 100), seed=st.integers(), absent=st.integers(0, 30))
def test_what_one_side_wins_the_other_loses(size, seed, absent):
    leaves = bracket(field(size), stream(seed))
    facts = play(leaves, by_chance(stream(seed), absent))
    tallies = tally(facts, byes(rounds(leaves, decisions(facts)))).values()
    doubles = sum(fact.kind == DOUBLE_WALKOVER for fact in facts)
    assert sum(one.sets_for for one in tallies) == sum(
        one.sets_against for one in tallies
    )
    assert (
        sum(one.lost for one in tallies)
        == sum(one.won for one in tallies) + 2 * doubles
    )
    assert all(one.played + one.walkovers == one.won + one.lost for one in tallies)


@given(
    st.permutations(
        [
            ONE,
            ConfirmedResult(2, 0, 1, 3, PLAYED, 3, 0, 2),
            ConfirmedResult(3, 0, 3, 4, WALKOVER, 4),
        ]
    )
)
def test_the_order_of_the_facts_does_not_matter(facts):
    assert tally(facts) == tally(sorted(facts))
