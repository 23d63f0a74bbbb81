"""In a tournament where everybody plays twice whoever loses the first match has another bracket to
win.
"""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.refusals import Refusal
from tests.tournaments.rules.events import (
    by_chance,
    field,
    lower_number_wins,
    neither_comes,
    stream,
    win,
)
from tests.tournaments.rules.trees import meetings, played
from tournaments.rules.formats import consolation
from tournaments.rules.formats.base import StageSettings

SETUP = StageSettings()
EIGHT = {"leaves": [1, 2, 3, 4, 5, 6, 7, 8]}
FIVE = {"leaves": [1, None, 4, 5, 2, None, 3, None]}


def event(size, seed):
    tree = consolation.FORMAT.draw(field(size), stream(seed), SETUP)
    return tree, played(
        consolation.FORMAT, tree, SETUP, by_chance(stream(("results", seed)))
    )


def second(tree, facts):
    """The pairings of the second bracket."""
    return [
        pairing
        for pairing in meetings(consolation.FORMAT, tree, facts, SETUP)
        if pairing.section == "b"
    ]


def places(rows):
    return [(row.group, row.entry, row.rank, row.shared_to) for row in rows]


@settings(max_examples=40, deadline=None)
@given(size=st.integers(4, 100), seed=st.integers())
def test_everybody_plays_at_least_twice(size, seed):
    _, facts = event(size, seed)
    played = Counter(entry for fact in facts for entry in (fact.a, fact.b))
    assert len(played) == size
    assert min(played.values()) >= 2


@settings(max_examples=40, deadline=None)
@given(size=st.integers(4, 100), seed=st.integers())
def test_in_the_second_bracket_are_those_who_lost_their_first_match(size, seed):
    tree, facts = event(size, seed)
    first: dict[int, bool] = {}
    for fact in sorted(facts):
        for entry in (fact.a, fact.b):
            first.setdefault(entry, entry == fact.winner)
    there = {
        entry
        for pairing in second(tree, facts)
        for entry in pairing.entries
        if entry is not None
    }
    assert there == {entry for entry, won in first.items() if not won}


@settings(max_examples=40, deadline=None)
@given(size=st.integers(4, 100), seed=st.integers())
def test_nobody_in_the_second_bracket_meets_somebody_again(size, seed):
    _, facts = event(size, seed)
    assert max(Counter(frozenset((fact.a, fact.b)) for fact in facts).values()) == 1


@pytest.mark.parametrize("size", range(4, 65))
def test_byes_of_the_second_bracket_go_first_to_those_without_one(size):
    tree, facts = event(size, size)
    exempt = {
        leaf
        for pair in zip(tree["leaves"][::2], tree["leaves"][1::2], strict=True)
        if None in pair
        for leaf in pair
    }
    first = min(pairing.round for pairing in second(tree, facts))
    sides = [pairing for pairing in second(tree, facts) if pairing.round == first]
    drawn = [pairing.winner for pairing in sides if pairing.match is None]
    others = [
        entry
        for pairing in sides
        if pairing.match
        for entry in pairing.entries
        if entry is not None
    ]
    if exempt & set(drawn):
        assert set(others) <= exempt


def test_both_brackets_have_a_champion():
    facts = played(consolation.FORMAT, EIGHT, SETUP)
    rows = consolation.FORMAT.standings(EIGHT, facts, SETUP, {})
    assert places(rows) == [
        (1, 1, 1, 1), (1, 5, 2, 2), (1, 3, 3, 4), (1, 7, 3, 4),
        (2, 2, 1, 1), (2, 4, 2, 2), (2, 8, 3, 4), (2, 6, 3, 4),
    ]  # fmt: skip
    assert (rows[0].why.code, rows[4].why.code) == ("champion", "champion")
    assert [one.code for one in consolation.FORMAT.plan(EIGHT, facts, SETUP)] == [
        "quarterfinal",
        "semifinal",
        "final",
    ]


def test_whoever_had_a_bye_and_loses_has_lost_the_first_match_too():
    codes = [one.code for one in consolation.FORMAT.plan(FIVE, (), SETUP)]
    assert codes == ["quarterfinal", "semifinal", "final", "final_b"]
    facts = played(
        consolation.FORMAT, FIVE, SETUP, lambda one: win(one, max(one.entries))
    )
    assert {entry for one in second(FIVE, facts) for entry in one.entries} - {None} == {
        4,
        1,
        2,
    }


def test_who_has_won_a_match_before_losing_does_not_go_there():
    facts = played(consolation.FORMAT, FIVE, SETUP)
    assert {entry for one in second(FIVE, facts) for entry in one.entries} - {None} == {
        5,
        3,
    }
    rows = consolation.FORMAT.standings(FIVE, facts, SETUP, {})
    assert places(rows) == [
        (1, 1, 1, 1),
        (1, 2, 2, 2),
        (1, 4, 3, 3),
        (2, 3, 1, 1),
        (2, 5, 2, 2),
    ]


def test_nobody_is_out_after_the_first_round():
    rows = consolation.FORMAT.standings(
        EIGHT, played(consolation.FORMAT, EIGHT, SETUP)[:4], SETUP, {}
    )
    assert [(row.group, row.entry, row.why.code) for row in rows] == [
        (group, entry, "playing")
        for group, entries in ((1, (1, 3, 5, 7)), (2, (2, 8, 4, 6)))
        for entry in entries
    ]


def test_both_who_stay_away_are_out_of_the_first_bracket_behind_all_others():
    facts = played(
        consolation.FORMAT,
        EIGHT,
        SETUP,
        lambda one: neither_comes(one) if one.a == 1 else lower_number_wins(one),
    )
    rows = consolation.FORMAT.standings(EIGHT, facts, SETUP, {})
    assert places(rows)[:5] == [
        (1, 3, 1, 1),
        (1, 5, 2, 2),
        (1, 7, 3, 3),
        (1, 1, 4, 5),
        (1, 2, 4, 5),
    ]
    assert rows[3].why.code == "double_walkover"


@settings(max_examples=30, deadline=None)
@given(size=st.integers(4, 100), seed=st.integers())
def test_in_each_bracket_who_shares_a_place_fills_all_the_places_that_are_shared(
    size, seed
):
    rows = consolation.FORMAT.standings(*event(size, seed), SETUP, {})
    assert sorted(row.entry for row in rows) == list(range(1, size + 1))
    for row in rows:
        own = [one for one in rows if one.group == row.group]
        assert row.rank == 1 + sum(one.shared_to < row.rank for one in own)
        assert sum(one.rank == row.rank for one in own) == row.shared_to - row.rank + 1


@pytest.mark.parametrize(
    ("size", "code"),
    [(3, "consolation.too_few_entries"), (1025, "knockout.too_many_entries")],
)
def test_it_takes_4_to_1024_entries(size, code):
    with pytest.raises(Refusal, match=code):
        consolation.FORMAT.draw(field(size), stream(), SETUP)
