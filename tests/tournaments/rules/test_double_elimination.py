"""In a double elimination whoever is out has lost twice, and those who have met meet again as late
as can be.
"""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.refusals import Refusal
from tests.tournaments.rules.events import (
    by_chance,
    field,
    neither_comes,
    stream,
    table,
    win,
)
from tests.tournaments.rules.trees import meetings, played
from tournaments.rules.brackets.wiring import Way
from tournaments.rules.formats import double_elimination
from tournaments.rules.formats.base import StageSettings
from tournaments.rules.formats.double_elimination import CROSSINGS, FORMAT, double
from tournaments.rules.tables.results import WALKOVER

ONE, TWO = StageSettings(), StageSettings(second_final=True)
FOUR = {"leaves": [1, 2, 3, 4]}
PUBLISHED = table("brackets.json")["double_elimination"]["sizes"]


def draw(size):
    return double_elimination.FORMAT.draw(field(size), stream(size), ONE)


def losses(facts):
    """How often each entry has lost."""
    lost = [
        entry for fact in facts for entry in (fact.a, fact.b) if entry != fact.winner
    ]
    return {entry: lost.count(entry) for fact in facts for entry in (fact.a, fact.b)}


def standing(draw, facts, setup=ONE):
    return double_elimination.FORMAT.standings(draw, facts, setup, {})


def places(rows):
    return [(row.entry, row.rank, row.shared_to) for row in rows]


# The order in which losers drop


@pytest.mark.parametrize("size", [4, 8, 16, 32, 64])
def test_losers_cross_as_published(size):
    assert list(CROSSINGS[size]) == PUBLISHED[str(size)]["drop_xor_masks"]


def earliest_rematch(size):
    """The first round of the losers in which two may meet again, found by following every way."""
    places = double(tuple(range(1, size + 1)))
    leads = {
        source: (number, spot.slot)
        for number, spots in enumerate(places, start=1)
        for spot in spots
        for source in (spot.a, spot.b)
        if isinstance(source, Way)
    }

    def road(key, takes):
        """Where an entry comes to that leaves a match so and then wins."""
        found = []
        while (way := Way(*key, takes)) in leads:
            found.append(key := leads[way])
            takes = "winner"
        return found

    winners = {
        (n, spot.slot)
        for n, spots in enumerate(places, start=1)
        for spot in spots
        if spot.section == "winners"
    }
    again = [
        min(set(road(key, "loser")) & set(road(later, "loser")))[0]
        for key in winners
        for later in road(key, "winner")
        if later in winners
    ]
    return min(again) - 1


@pytest.mark.parametrize("size", [4, 8, 16, 32, 64])
def test_nobody_meets_again_before_the_published_round(size):
    assert earliest_rematch(size) == PUBLISHED[str(size)]["earliest_rematch_LB_round"]


@pytest.mark.parametrize(("size", "round"), [(128, 8), (256, 9)])
def test_in_larger_brackets_they_meet_again_later_still(size, round):
    assert earliest_rematch(size) == round


@pytest.mark.parametrize("size", [8, 16])
def test_no_other_crossing_is_better(size, monkeypatch):
    best = earliest_rematch(size)
    widths = [range(size >> number) for number in range(2, size.bit_length())]
    for crossing in product(*widths):
        double.cache_clear()
        monkeypatch.setitem(CROSSINGS, size, crossing)
        assert earliest_rematch(size) <= best
    double.cache_clear()


# What becomes of everybody


def every_way(draw, setup, facts=()):
    """All events that can come of a draw, each match won by either side."""
    ready = [
        pairing
        for pairing in meetings(double_elimination.FORMAT, draw, facts, setup)
        if pairing.ready
    ]
    if not ready:
        yield list(facts)
    for winners in product(*(pairing.entries for pairing in ready)) if ready else ():
        more = [
            win(pairing, winner) for pairing, winner in zip(ready, winners, strict=True)
        ]
        yield from every_way(draw, setup, [*facts, *more])


@pytest.mark.parametrize("setup", [ONE, TWO], ids=["one final", "second final"])
@pytest.mark.parametrize("size", [2, 3, 4, 5, pytest.param(6, marks=pytest.mark.slow)])
def test_whatever_happens_all_but_the_champion_have_lost_twice(size, setup):
    for facts in every_way(draw(size), setup):
        lost, rows = losses(facts), standing(draw(size), facts, setup)
        champion, second = rows[0].entry, rows[1].entry
        assert all(
            pairing.decided
            for pairing in meetings(double_elimination.FORMAT, draw(size), facts, setup)
        )
        assert [row.entry for row in rows if row.rank == 1] == [champion]
        assert all(lost[row.entry] == 2 for row in rows[2:])
        assert lost[champion] <= 1
        assert lost[second] == 2 or (setup is ONE and lost[champion] == 1)
        assert len(facts) == sum(lost.values())


@settings(max_examples=30, deadline=None)
@given(size=st.integers(2, 100), seed=st.integers(), second=st.booleans())
def test_n_entries_play_twice_n_less_two_matches_or_one_more(size, seed, second):
    setup = StageSettings(second_final=second)
    tree = double_elimination.FORMAT.draw(field(size), stream(seed), setup)
    facts = played(
        double_elimination.FORMAT, tree, setup, by_chance(stream(("results", seed)))
    )
    assert len(facts) in (2 * size - 2, 2 * size - 2 + second)
    rows = standing(tree, facts, setup)
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)
    numbers = [
        one.match
        for one in meetings(double_elimination.FORMAT, tree, facts, setup)
        if one.match is not None
    ]
    assert numbers == list(range(1, 2 * size - 1 + second))


@settings(max_examples=30, deadline=None)
@given(size=st.integers(3, 64), seed=st.integers())
def test_who_shares_a_place_fills_all_the_places_that_are_shared(size, seed):
    tree = double_elimination.FORMAT.draw(field(size), stream(seed), ONE)
    rows = standing(
        tree, played(double_elimination.FORMAT, tree, ONE, by_chance(stream(seed)))
    )
    assert [row.rank for row in rows] == [
        1 + sum(one.shared_to < row.rank for one in rows) for row in rows
    ]
    assert all(
        sum(one.rank == row.rank for one in rows) == row.shared_to - row.rank + 1
        for row in rows
    )


def test_winners_and_losers_play_side_by_side():
    plan = double_elimination.FORMAT.plan({"leaves": list(range(1, 9))}, (), TWO)
    assert [one.code for one in plan] == [
        *(f"round_{n}" for n in range(1, 6)),
        "final",
        "second_final",
    ]
    parts = [[pairing.section for pairing in one.meetings] for one in plan]
    assert [(one.count("winners"), one.count("losers")) for one in parts] == [
        (4, 0), (2, 2), (1, 2), (0, 1), (0, 1), (0, 0), (0, 0),
    ]  # fmt: skip
    assert all(
        len({pairing.slot for pairing in one.meetings}) == len(one.meetings)
        for one in plan
    )
    assert {
        one.code for one in double_elimination.FORMAT.plan(draw(256), (), TWO)
    } == set(FORMAT.round_codes)


def test_a_second_loss_names_the_first():
    facts = played(double_elimination.FORMAT, FOUR, ONE)
    rows = standing(FOUR, facts)
    assert places(rows) == [(1, 1, 1), (2, 2, 2), (3, 3, 3), (4, 4, 4)]
    assert rows[1].why == (
        "lost_twice",
        {"round": 4, "opponent": 1, "earlier": {"round": 1, "opponent": 1}},
    )
    assert rows[3].why == (
        "lost_twice",
        {"round": 2, "opponent": 2, "earlier": {"round": 1, "opponent": 3}},
    )


def test_nobody_is_out_after_one_loss():
    rows = standing(FOUR, played(double_elimination.FORMAT, FOUR, ONE)[:2])
    assert {(row.rank, row.why.code) for row in rows} == {(None, "playing")}


def beaten_in_the_final(pairing):
    return win(
        pairing, pairing.b if pairing.section == "final" else min(pairing.entries)
    )


def test_one_final_decides_even_against_who_had_not_lost():
    rows = standing(
        FOUR, played(double_elimination.FORMAT, FOUR, ONE, beaten_in_the_final)
    )
    assert places(rows)[:2] == [(2, 1, 1), (1, 2, 2)]
    assert rows[1].why == ("lost", {"round": 4, "opponent": 2})


def test_a_second_final_is_played_only_if_who_had_not_lost_loses_the_first():
    facts = played(double_elimination.FORMAT, FOUR, TWO)
    assert (len(facts), facts[-1].round) == (6, 4)
    (again,) = double_elimination.FORMAT.plan(FOUR, facts, TWO)[-1].meetings
    assert (again.a, again.b, again.decided, again.bye) == (None, None, True, False)
    facts = played(double_elimination.FORMAT, FOUR, TWO, beaten_in_the_final)
    assert (len(facts), facts[-1].round) == (7, 5)
    assert places(standing(FOUR, facts, TWO))[:2] == [(1, 1, 1), (2, 2, 2)]


def test_before_the_final_the_second_one_awaits_both():
    (again,) = double_elimination.FORMAT.plan(FOUR, (), TWO)[-1].meetings
    assert (again.a_from.takes, again.b_from.takes, again.decided) == (
        "winner",
        "loser",
        False,
    )


def test_who_stays_away_together_with_the_opponent_goes_on_nowhere():
    facts = played(
        double_elimination.FORMAT,
        FOUR,
        ONE,
        lambda one: neither_comes(one) if one.a == 1 else win(one, one.a),
    )
    rows = standing(FOUR, facts)
    assert places(rows) == [(3, 1, 1), (4, 2, 2), (1, 3, 4), (2, 3, 4)]
    assert rows[2].why.code == "double_walkover"


def test_a_second_loss_without_play_is_named_as_such():
    facts = played(
        double_elimination.FORMAT,
        FOUR,
        ONE,
        lambda one: win(one, min(one.entries), WALKOVER),
    )
    assert {row.why.code for row in standing(FOUR, facts)[1:]} == {"lost_walkover"}


@pytest.mark.parametrize(
    ("size", "code"), [(1, "too_few_entries"), (257, "too_many_entries")]
)
def test_a_double_elimination_takes_2_to_256_entries(size, code):
    with pytest.raises(Refusal, match=code):
        double_elimination.FORMAT.draw(field(size), stream(), ONE)
