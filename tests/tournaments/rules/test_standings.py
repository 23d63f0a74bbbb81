"""The standings of a knockout: the champion first, losers of a round share their places, and each
row says why.
"""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.rules.events import (
    by_chance,
    champion,
    field,
    lower_number_wins,
    neither_comes,
    play,
    stream,
    win,
)
from tournaments.rules.brackets.bracket import bracket, decisions
from tournaments.rules.formats.knockout import knockout_standings
from tournaments.rules.tables.results import DOUBLE_WALKOVER, WALKOVER

FOUR = (1, 2, 3, 4)
EIGHT = (1, 2, 3, 4, 5, 6, 7, 8)


def places(rows):
    return [(row.entry, row.rank, row.shared_to) for row in rows]


def reasons(rows):
    return {row.entry: (row.why.code, row.why.fields.get("opponent")) for row in rows}


def test_losers_of_a_round_share_their_places():
    rows = knockout_standings(EIGHT, play(EIGHT))
    assert places(rows) == [
        (1, 1, 1),
        (5, 2, 2),
        (3, 3, 4),
        (7, 3, 4),
        (2, 5, 8),
        (4, 5, 8),
        (6, 5, 8),
        (8, 5, 8),
    ]
    assert [row.round_reached for row in rows] == [3, 3, 2, 2, 1, 1, 1, 1]
    assert rows[0].why == ("champion", {"round": 3, "opponent": 5})
    assert rows[2].why == ("lost", {"round": 2, "opponent": 1})


def test_a_match_for_third_place_divides_third_and_fourth():
    rows = knockout_standings(EIGHT, play(EIGHT, third_place=True), third_place=True)
    assert places(rows)[:5] == [(1, 1, 1), (5, 2, 2), (3, 3, 3), (7, 4, 4), (2, 5, 8)]
    assert rows[2].why == ("third", {"round": 3, "opponent": 7})
    assert rows[3].why == ("fourth", {"round": 3, "opponent": 3})
    assert rows[2].tally.played == 3


def test_before_the_first_result_everybody_plays():
    rows = knockout_standings(EIGHT, [])
    assert [row.entry for row in rows] == list(EIGHT)
    assert {
        (row.rank, row.shared_to, row.round_reached, row.why.code) for row in rows
    } == {(None, None, 1, "playing")}


def test_of_those_still_in_whoever_came_further_stands_first():
    (second,) = (fact for fact in play(EIGHT)[:4] if fact.slot == 2)
    assert places(knockout_standings(EIGHT, [second]))[:2] == [
        (5, None, None),
        (1, None, None),
    ]


def test_the_places_of_a_loser_are_known_at_once():
    rows = knockout_standings(EIGHT, play(EIGHT)[:1])
    assert places(rows)[0] == (1, None, None)
    assert places(rows)[-1] == (2, 5, 8)


def test_losers_of_the_semifinals_have_their_places_while_they_play_for_third():
    rows = knockout_standings(FOUR, play(FOUR)[:2], third_place=True)
    assert places(rows) == [(1, None, None), (3, None, None), (2, 3, 4), (4, 3, 4)]
    assert reasons(rows)[2] == ("plays_for_third", 4)


def test_a_loser_of_a_semifinal_waits_for_the_other_one():
    rows = knockout_standings(FOUR, play(FOUR)[:1], third_place=True)
    assert reasons(rows)[2] == ("plays_for_third", None)


def test_third_place_can_be_decided_before_the_final():
    facts = [
        fact
        for fact in play(FOUR, third_place=True)
        if (fact.round, fact.slot) != (2, 0)
    ]
    rows = knockout_standings(FOUR, facts, third_place=True)
    assert places(rows) == [(1, None, None), (3, None, None), (2, 3, 3), (4, 4, 4)]


def test_byes_count_in_the_tally_and_not_as_a_round_lost():
    rows = knockout_standings((1, None, 2, 3), play((1, None, 2, 3)))
    assert places(rows) == [(1, 1, 1), (2, 2, 2), (3, 3, 3)]
    assert (rows[0].tally.byes, rows[0].tally.played) == (1, 1)


def test_a_walkover_is_named_as_such():
    facts = play(FOUR, lambda pairing: win(pairing, pairing.a, WALKOVER))
    assert reasons(knockout_standings(FOUR, facts))[2] == ("lost_walkover", 1)


def test_both_who_stayed_away_share_the_places_of_their_round():
    facts = play(
        EIGHT,
        lambda pairing: (
            neither_comes(pairing) if pairing.a == 1 else lower_number_wins(pairing)
        ),
    )
    rows = knockout_standings(EIGHT, facts)
    assert places(rows)[:3] == [(3, 1, 1), (5, 2, 2), (7, 3, 3)]
    assert places(rows)[3:] == [(entry, 4, 8) for entry in (1, 2, 4, 6, 8)]
    assert reasons(rows)[1] == ("double_walkover", 2)
    assert rows[0].tally.byes == 1


def test_first_place_stays_empty_when_nobody_wins_the_final():
    facts = play(
        FOUR,
        lambda pairing: (
            neither_comes(pairing) if pairing.round == 2 else lower_number_wins(pairing)
        ),
    )
    rows = knockout_standings(FOUR, facts)
    assert places(rows) == [(1, 2, 2), (3, 2, 2), (2, 3, 4), (4, 3, 4)]


def test_when_nobody_ever_comes_all_share_the_places_after_the_first():
    rows = knockout_standings(FOUR, play(FOUR, neither_comes), third_place=True)
    assert places(rows) == [(entry, 2, 4) for entry in FOUR]


def test_third_place_is_shared_when_neither_comes_to_play_for_it():
    facts = play(
        FOUR,
        lambda pairing: (
            neither_comes(pairing)
            if (pairing.round, pairing.slot) == (2, 1)
            else lower_number_wins(pairing)
        ),
        True,
    )
    rows = knockout_standings(FOUR, facts, third_place=True)
    assert places(rows)[-2:] == [(2, 3, 4), (4, 3, 4)]
    assert reasons(rows)[2] == ("lost", 1)


def test_a_semifinal_without_players_leaves_third_place_to_the_other_loser():
    facts = play(
        FOUR,
        lambda pairing: (
            neither_comes(pairing) if pairing.a == 1 else lower_number_wins(pairing)
        ),
        True,
    )
    rows = knockout_standings(FOUR, facts, third_place=True)
    assert places(rows) == [(3, 1, 1), (4, 2, 2), (1, 3, 4), (2, 3, 4)]
    assert reasons(rows)[4] == ("third", None)


@pytest.mark.parametrize(
    "third", [False, True], ids=["shared third", "match for third"]
)
@settings(max_examples=25, deadline=None)
@given(size=st.integers(2, 200), seed=st.integers())
def test_the_groups_of_a_finished_event_fill_all_places_once(third, size, seed):
    leaves = bracket(field(size), stream(seed))
    rows = knockout_standings(
        leaves, play(leaves, by_chance(stream(seed)), third), third
    )
    groups = Counter((row.rank, row.shared_to) for row in rows)
    assert sorted(row.entry for row in rows) == list(range(1, size + 1))
    assert all(count == last - first + 1 for (first, last), count in groups.items())
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)


@settings(max_examples=40, deadline=None)
@given(
    size=st.integers(2, 100),
    seed=st.integers(),
    absent=st.integers(1, 45),
    third=st.booleans(),
)
def test_whoever_stays_away_everybody_has_a_place_and_at_most_one_is_first(
    size, seed, absent, third
):
    leaves = bracket(field(size), stream(seed))
    facts = play(leaves, by_chance(stream(seed), absent), third)
    rows = knockout_standings(leaves, facts, third)
    winner = champion(leaves, decisions(facts))
    assert [row.entry for row in rows if row.rank == 1] == (
        [] if winner is None else [winner]
    )
    assert all(1 <= row.rank <= row.shared_to <= size for row in rows)
    assert all(row.tally.lost or row.entry == winner for row in rows)


@settings(max_examples=25, deadline=None)
@given(size=st.integers(2, 64), seed=st.integers(), data=st.data())
def test_places_once_known_stay_while_the_event_goes_on(size, seed, data):
    leaves = bracket(field(size), stream(seed))
    facts = play(leaves, by_chance(stream(seed)))
    early = knockout_standings(leaves, facts[: data.draw(st.integers(0, len(facts)))])
    late = {row.entry: row for row in knockout_standings(leaves, facts)}
    assert all(row.rank in (None, late[row.entry].rank) for row in early)
    assert all(row.shared_to in (None, late[row.entry].shared_to) for row in early)


@settings(max_examples=25, deadline=None)
@given(size=st.integers(2, 64), seed=st.integers(), absent=st.integers(0, 30))
def test_a_row_says_who_decided_it(size, seed, absent):
    leaves = bracket(field(size), stream(seed))
    facts = play(leaves, by_chance(stream(seed), absent))
    by_loser = {
        entry: fact
        for fact in facts
        for entry in (fact.a, fact.b)
        if entry != fact.winner
    }
    for row in knockout_standings(leaves, facts)[
        0 if champion(leaves, decisions(facts)) is None else 1 :
    ]:
        fact = by_loser[row.entry]
        assert row.why.fields == {
            "round": fact.round,
            "opponent": fact.b if row.entry == fact.a else fact.a,
        }
        assert row.why.code == {
            WALKOVER: "lost_walkover",
            DOUBLE_WALKOVER: "double_walkover",
        }.get(fact.kind, "lost")
