"""Whatever is corrected, and whatever is kept for it, a bracket goes on to its end with nobody in
it twice.
"""

from functools import partial

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.tournaments.rules.events import (
    by_chance,
    field,
    lower_number_wins,
    neither_comes,
    stream,
    win,
)
from tests.tournaments.rules.trees import alone, corrected, meetings, played
from tournaments.rules.brackets import wiring
from tournaments.rules.brackets.bracket import (
    Decision,
    after,
    bracket,
    decisions,
    known,
    leads,
    rounds,
)
from tournaments.rules.formats import consolation, double_elimination, knockout
from tournaments.rules.formats.base import StageSettings

TREES = [knockout.FORMAT, double_elimination.FORMAT, consolation.FORMAT]
ALL = StageSettings(third_place=True, fifth_place=True, second_final=True)
FOUR = (1, 2, 3, 4)
EIGHT = (1, 2, 3, 4, 5, 6, 7, 8)


def drawn(*leaves, **more):
    return {"leaves": list(leaves), **more}


def at(format, drawn, facts, setup, round, slot):
    (found,) = [
        one
        for one in meetings(format, drawn, facts, setup)
        if (one.round, one.slot) == (round, slot)
    ]
    return found


@pytest.mark.parametrize("format", TREES, ids=lambda format: format.code)
@settings(max_examples=60, deadline=None)
@given(size=st.integers(4, 40), seed=st.integers(), absent=st.integers(0, 30))
def test_every_place_is_decided_in_the_end_whoever_stays_away(
    format, size, seed, absent
):
    draw = format.draw(field(size), stream(seed), ALL)
    facts = played(format, draw, ALL, by_chance(stream(("results", seed)), absent))
    assert all(pairing.decided for pairing in meetings(format, draw, facts, ALL))
    assert sorted(row.entry for row in format.standings(draw, facts, ALL, {})) == list(
        range(1, size + 1)
    )


@pytest.mark.parametrize("format", TREES, ids=lambda format: format.code)
@settings(max_examples=120, deadline=None)
@given(size=st.integers(4, 24), seed=st.integers(), absent=st.integers(0, 30))
@example(size=6, seed=499, absent=6)
def test_after_any_correction_with_anything_kept_the_event_goes_on_to_its_end(
    format, size, seed, absent
):
    chance = stream(seed)
    draw = format.draw(field(size), chance, ALL)
    facts = played(format, draw, ALL, by_chance(chance, absent))
    left, kept = corrected(format, draw, ALL, facts, chance)
    draw |= {"kept": kept}
    alone(format, draw, left, ALL)
    end = played(format, draw, ALL, by_chance(chance, absent), left)
    assert set(left) <= set(end)
    assert all(pairing.decided for pairing in meetings(format, draw, end, ALL))
    rows = format.standings(draw, end, ALL, {})
    assert sorted(row.entry for row in rows) == list(range(1, size + 1))
    assert all(
        row.rank is not None and 1 <= row.rank <= row.shared_to <= size for row in rows
    )


@pytest.mark.parametrize("format", TREES, ids=lambda format: format.code)
@settings(max_examples=25, deadline=None)
@given(size=st.integers(4, 40), seed=st.integers())
def test_a_pairing_kept_that_the_bracket_makes_anyway_changes_nothing(
    format, size, seed
):
    draw = format.draw(field(size), stream(seed), ALL)
    facts = played(format, draw, ALL, by_chance(stream(seed)))
    kept = [[fact.round, fact.slot, fact.a, fact.b] for fact in facts]
    assert format.plan(draw | {"kept": kept}, facts, ALL) == format.plan(
        draw, facts, ALL
    )


def test_whoever_is_kept_plays_on_although_the_first_result_was_wrong():
    facts = [
        fact
        for fact in played(knockout.FORMAT, drawn(*EIGHT), StageSettings())
        if fact.round < 3
    ]
    facts[0] = win(at(knockout.FORMAT, drawn(*EIGHT), (), StageSettings(), 1, 0), 2)
    tree = drawn(*EIGHT, kept=[[2, 0, 1, 3]])
    assert at(knockout.FORMAT, drawn(*EIGHT), facts, StageSettings(), 2, 0).entries == (
        2,
        3,
    )
    assert at(knockout.FORMAT, tree, facts, StageSettings(), 2, 0).winner == 1
    assert at(knockout.FORMAT, tree, facts, StageSettings(), 3, 0).entries == (1, 5)


def test_who_was_replaced_shares_the_places_of_those_who_lost_then_and_is_told_why():
    first = win(at(knockout.FORMAT, drawn(*FOUR), (), StageSettings(), 1, 0), 2)
    other, final = [
        fact
        for fact in played(knockout.FORMAT, drawn(*FOUR), StageSettings())
        if fact.slot == 1 or fact.round == 2
    ]
    rows = knockout.FORMAT.standings(
        drawn(*FOUR, kept=[[2, 0, 1, 3]]), [first, other, final], StageSettings(), {}
    )
    assert [(row.entry, row.rank, row.shared_to) for row in rows] == [
        (1, 1, 1),
        (3, 2, 2),
        (2, 3, 4),
        (4, 3, 4),
    ]
    assert rows[2].why == ("replaced", {"round": 1, "opponent": 1})


def test_who_is_replaced_in_the_final_plays_for_third_place():
    setup = StageSettings(third_place=True)
    facts = played(knockout.FORMAT, drawn(*FOUR), setup)[1:3]
    facts.append(win(at(knockout.FORMAT, drawn(*FOUR), (), setup, 1, 0), 2))
    tree = drawn(*FOUR, kept=[[2, 0, 1, 3]])
    assert at(knockout.FORMAT, tree, facts, setup, 2, 1).entries == (2, 4)


def test_who_is_replaced_among_the_winners_plays_among_the_losers():
    tree, setup = drawn(*EIGHT), StageSettings()
    facts = [
        win(at(double_elimination.FORMAT, tree, (), setup, 1, 0), 2),
        win(at(double_elimination.FORMAT, tree, (), setup, 1, 1), 3),
    ]
    assert at(double_elimination.FORMAT, tree, facts, setup, 2, 2).entries == (1, 4)
    assert at(
        double_elimination.FORMAT,
        drawn(*EIGHT, kept=[[2, 0, 1, 3]]),
        facts,
        setup,
        2,
        2,
    ).entries == (2, 4)


def test_a_pairing_may_be_kept_while_the_match_before_it_is_open_again():
    tree = drawn(*EIGHT, kept=[[2, 0, 1, 3]])
    facts = [
        fact
        for fact in played(double_elimination.FORMAT, drawn(*EIGHT), StageSettings())
        if (fact.round, fact.slot) != (1, 0)
    ]
    assert at(double_elimination.FORMAT, tree, facts, StageSettings(), 1, 0).ready
    assert at(double_elimination.FORMAT, tree, facts, StageSettings(), 2, 0).winner == 1
    assert (
        at(double_elimination.FORMAT, tree, facts, StageSettings(), 2, 2).a_from.match
        == 1
    )


def test_a_pairing_kept_after_neither_came_is_there_all_the_same():
    first = neither_comes(at(knockout.FORMAT, drawn(*FOUR), (), StageSettings(), 1, 0))
    _, other, final = played(knockout.FORMAT, drawn(*FOUR), StageSettings())
    facts = [first, other, final]
    assert at(knockout.FORMAT, drawn(*FOUR), facts, StageSettings(), 2, 0).bye
    assert (
        at(
            knockout.FORMAT,
            drawn(*FOUR, kept=[[2, 0, 1, 3]]),
            facts,
            StageSettings(),
            2,
            0,
        ).winner
        == 1
    )


# Places 5 to 8


def test_those_who_lose_the_quarterfinals_play_for_the_places_from_5_to_8():
    setup = StageSettings(third_place=True, fifth_place=True)
    facts = played(knockout.FORMAT, drawn(*EIGHT), setup)
    rows = knockout.FORMAT.standings(drawn(*EIGHT), facts, setup, {})
    assert [(row.entry, row.rank, row.shared_to) for row in rows] == [
        (entry, place, place)
        for place, entry in enumerate((1, 5, 3, 7, 2, 6, 4, 8), start=1)
    ]
    assert [row.why.code for row in rows] == [
        "champion", "lost", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
    ]  # fmt: skip
    assert len(facts) == 12
    assert {row.tally.played for row in rows} == {3}


@pytest.mark.parametrize(
    ("size", "numbers"),
    [(4, 4), (5, 5), (6, 7), (7, 9), (8, 12), (11, 15), (115, 119)],
    ids=str,
)
def test_as_many_matches_for_places_as_there_are_who_lost_a_quarterfinal(size, numbers):
    setup = StageSettings(third_place=True, fifth_place=True)
    draw = knockout.FORMAT.draw(field(size), stream(size), setup)
    facts = played(knockout.FORMAT, draw, setup)
    assert len(facts) == numbers
    rows = knockout.FORMAT.standings(draw, facts, setup, {})
    assert [(row.rank, row.shared_to) for row in rows][: min(size, 8)] == [
        (n, n) for n in range(1, min(size, 8) + 1)
    ]


@pytest.mark.parametrize(
    ("over", "places"),
    [
        (4, {2: (5, 8, "plays_for_fifth"), 8: (5, 8, "plays_for_fifth")}),
        (8, {2: (5, 6, "plays_for_fifth"), 4: (7, 8, "plays_for_seventh")}),
    ],
    ids=["after the quarterfinals", "after the semifinals"],
)
def test_while_they_play_for_them_they_share_the_places(over, places):
    setup = StageSettings(fifth_place=True)
    rows = knockout.FORMAT.standings(
        drawn(*EIGHT), played(knockout.FORMAT, drawn(*EIGHT), setup)[:over], setup, {}
    )
    told = {row.entry: (row.rank, row.shared_to, row.why.code) for row in rows}
    assert {entry: told[entry] for entry in places} == places


def test_who_does_not_come_to_a_quarterfinal_stands_behind_those_who_did():
    setup = StageSettings(fifth_place=True)
    facts = played(
        knockout.FORMAT,
        drawn(*EIGHT),
        setup,
        lambda one: neither_comes(one) if one.a == 1 else lower_number_wins(one),
    )
    rows = {
        row.entry: (row.rank, row.shared_to)
        for row in knockout.FORMAT.standings(drawn(*EIGHT), facts, setup, {})
    }
    assert [rows[entry] for entry in (4, 6, 8, 1, 2)] == [
        (4, 4),
        (5, 5),
        (6, 6),
        (7, 8),
        (7, 8),
    ]


@settings(max_examples=60, deadline=None)
@given(size=st.integers(2, 40), seed=st.integers(), absent=st.integers(0, 40))
def test_the_champion_alone_is_first_and_all_places_lie_in_the_field(
    size, seed, absent
):
    setup = StageSettings(third_place=True, fifth_place=True)
    draw = knockout.FORMAT.draw(field(size), stream(seed), setup)
    facts = played(knockout.FORMAT, draw, setup, by_chance(stream(seed), absent))
    rows = knockout.FORMAT.standings(draw, facts, setup, {})
    assert sum(row.rank == 1 for row in rows) <= 1
    assert all(1 <= row.rank <= row.shared_to <= size for row in rows)


# Why two meet


@pytest.mark.parametrize(
    ("draw", "where", "reason"),
    [
        (drawn(*EIGHT), (1, 1), ("leaves", {"places": [3, 4]})),
        (
            drawn(*EIGHT, seeds=[1, 5]),
            (1, 2),
            ("seeded", {"places": [5, 6], "seeds": [[5, 2]]}),
        ),
        (
            drawn(*EIGHT, mates=[[8, 7, "Haro", 5]]),
            (1, 3),
            ("club_mates", {"places": [7, 8], "club": "Haro", "entries": 5}),
        ),
        (drawn(*EIGHT, kept=[[2, 0, 1, 3]]), (2, 0), ("kept", {"round": 2})),
        (drawn(*EIGHT, kept=[[1, 0, 1, 9]]), (1, 0), ("late", {"round": 1})),
        (
            drawn(*EIGHT),
            (3, 1),
            (
                "feeds",
                {
                    "round": 3,
                    "from": [
                        {"round": 2, "slot": 0, "match": 5, "takes": "loser"},
                        {"round": 2, "slot": 1, "match": 6, "takes": "loser"},
                    ],
                },
            ),
        ),
    ],
    ids=["lot", "seeds", "club-mates", "kept", "late", "third place"],
)
def test_each_pairing_says_why(draw, where, reason):
    assert knockout.FORMAT.why(draw, (), ALL, *where) == reason


@pytest.mark.parametrize("format", TREES, ids=lambda format: format.code)
@pytest.mark.parametrize("size", [4, 5, 7, 11, 16])
def test_every_place_of_every_tree_can_say_why(format, size):
    draw = format.draw(field(size), stream(size), ALL)
    facts = played(format, draw, ALL)
    for pairing in meetings(format, draw, facts, ALL):
        why = format.why(draw, facts, ALL, pairing.round, pairing.slot)
        assert (why.code == "leaves") == (pairing.round == 1)


def test_a_side_is_named_by_the_match_that_will_really_be_played():
    facts = {(1, 0): Decision(None, None), (1, 1): Decision(3, 4)}
    final = rounds(EIGHT, facts)[-1][0]
    assert (final.a, final.b_from.match) == (3, 6)


def test_decisions_of_one_match_are_those_of_the_last_word():
    first, again = (win(rounds(FOUR, {})[0][0], winner) for winner in (1, 2))
    assert decisions([first, again])[1, 0] == Decision(2, 1)


def every_pairing(tree):
    return {(pairing.round, pairing.slot): pairing for one in tree for pairing in one}


WIRINGS = [
    wiring.single,
    partial(wiring.single, third_place=True, fifth_place=True),
    consolation.two_brackets,
]
WIRINGS += [
    double_elimination.double,
    partial(double_elimination.double, second_final=True),
]


@pytest.mark.parametrize(
    "made",
    WIRINGS,
    ids=["single", "places 3 to 8", "consolation", "double", "second final"],
)
@settings(max_examples=30, deadline=None)
@given(size=st.integers(4, 40), seed=st.integers(), absent=st.integers(0, 30))
def test_what_one_result_changes_is_what_the_whole_bracket_would_show(
    made, size, seed, absent
):
    chance = stream(seed)
    places = made(bracket(field(size), chance))
    decided, ways = {}, leads(places)
    met, fact = every_pairing(known(places, decided)), by_chance(chance, absent)
    while ready := [pairing for pairing in met.values() if pairing.ready]:
        new = fact(ready[chance.below(len(ready))])
        decided |= decisions([new])
        met |= after(met, ways, (new.round, new.slot), decided)
        assert met == every_pairing(known(places, decided))
    for key in chance.shuffled(list(decided))[:3]:
        corrected = Decision(
            decided[key].loser, decided[key].winner, decided[key].between
        )
        changed = after(met, ways, key, decided | {key: corrected})
        assert met | changed == every_pairing(known(places, decided | {key: corrected}))
