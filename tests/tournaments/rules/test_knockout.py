"""A knockout gives one champion, fair byes and no second meeting, whatever its size and whoever
stays away.
"""

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.refusals import Refusal
from tests.tournaments.rules.chi_square import misfit
from tests.tournaments.rules.events import (
    by_chance,
    champion,
    field,
    lower_number_wins,
    neither_comes,
    play,
    stream,
    table,
    win,
)
from tournaments.rules.brackets import seeding
from tournaments.rules.brackets.bracket import (
    Decision,
    Feed,
    bracket,
    byes,
    decisions,
    round_name,
    rounds,
)
from tournaments.rules.field import Entrant
from tournaments.rules.formats.base import StageSettings
from tournaments.rules.tables.results import VOID

SIZES = st.integers(2, 600)
FOUR = (1, 2, 3, 4)
EIGHT = (1, 2, 3, 4, 5, 6, 7, 8)


def check(leaves, entrants):
    return seeding.check({"leaves": leaves}, entrants, StageSettings())


def codes(problems):
    return [problem.code for problem in problems]


@settings(max_examples=30, deadline=None)
@given(size=SIZES, seed=st.integers())
def test_a_field_of_n_plays_n_minus_one_matches_to_a_champion(size, seed):
    leaves = bracket(field(size), stream(seed))
    facts = play(leaves, by_chance(stream(("results", seed))))
    meetings = Counter(frozenset((fact.a, fact.b)) for fact in facts)
    assert len(facts) == size - 1
    assert champion(leaves, decisions(facts)) == facts[-1].winner
    assert max(meetings.values()) == 1


@settings(max_examples=30, deadline=None)
@given(size=SIZES, seed=st.integers())
def test_byes_are_in_the_first_round_only_and_nobody_has_two(size, seed):
    leaves = bracket(field(size), stream(seed))
    first, *later = rounds(leaves, decisions(play(leaves, by_chance(stream(seed)))))
    exempt = byes((first,))
    assert len(exempt) == len(set(exempt)) == len(leaves) - size
    assert byes(tuple(later)) == ()


@pytest.mark.parametrize(
    "size", [*range(2, 130), 255, 256, 257, 511, 512, 513, 1023, 1024]
)
def test_every_draw_passes_its_checks_and_spreads_its_byes(size):
    leaves = bracket(field(size), stream(size))
    assert check(leaves, field(size)) == []
    for parts in (2, 4, 8):
        part = max(len(leaves) // parts, 2)
        free = [
            leaves[start : start + part].count(None)
            for start in range(0, len(leaves), part)
        ]
        assert max(free) - min(free) <= 1


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32, 64])
def test_places_are_those_of_the_published_fold(size):
    fold = table("brackets.json")["seed_order"][str(size)]["fold"]
    drawn = stream(size).shuffled(field(size))
    assert bracket(field(size), stream(size)) == tuple(
        drawn[place - 1].id for place in fold
    )


@pytest.mark.parametrize(
    ("size", "code"),
    [(0, "too_few_entries"), (1, "too_few_entries"), (1025, "too_many_entries")],
)
def test_a_knockout_takes_2_to_1024_entries(size, code):
    with pytest.raises(Refusal, match=code):
        bracket(field(size), stream())


def test_each_of_five_entrants_is_equally_often_exempt():
    free = (rounds(bracket(field(5), stream(seed)), {})[0] for seed in range(2000))
    assert (
        misfit(Counter(frozenset(byes((first,))) for first in free), 10) < 27.9
    )  # 9 degrees of freedom, 0.1 %


def test_each_first_match_of_six_is_equally_likely_for_those_without_a_bye():
    seen = Counter(
        frozenset((pairing.a, pairing.b))
        for seed in range(2000)
        for pairing in rounds(bracket(field(6), stream(seed)), {})[0]
        if pairing.ready
    )
    assert misfit(seen, 15) < 36.1


@settings(max_examples=30, deadline=None)
@given(history=st.lists(st.integers(0, 2), min_size=2, max_size=60), seed=st.integers())
def test_nobody_has_a_second_bye_until_all_have_had_one(history, seed):
    entrants = [
        Entrant(number, str(number), byes=had) for number, had in enumerate(history)
    ]
    leaves = bracket(entrants, stream(seed))
    exempt = set(byes(rounds(leaves, {})[:1]))
    others = [had for number, had in enumerate(history) if number not in exempt]
    assert max((history[entry] for entry in exempt), default=0) <= min(others)
    assert check(leaves, entrants) == []


def test_argi_berri_2016_needs_114_matches_and_13_byes():
    event = table("argi_berri_2016.json")
    names = [f"Pair {number:03}" for number in range(1, event["pairs"] + 1)]
    entrants = [Entrant(number, name) for number, name in enumerate(names, start=1)]
    leaves = bracket(entrants, stream("Argi Berri"))
    facts = play(leaves, lower_number_wins)
    tree = rounds(leaves, decisions(facts))
    assert (len(facts), len(byes(tree)), len(tree)) == (114, 13, 7)
    assert (
        names[(champion(leaves, decisions(facts)) or 0) - 1] == event["final"]["winner"]
    )
    assert (facts[-1].sets_a, facts[-1].sets_b) in (
        tuple(event["final"]["games"]),
        tuple(event["final"]["games"][::-1]),
    )


# The tree, as far as it is known


def test_matches_are_numbered_in_reading_order_without_the_byes():
    tree = rounds((1, None, 2, 3, 4, None, 5, 6), {}, third_place=True)
    assert [[pairing.match for pairing in one] for one in tree] == [
        [None, 1, None, 2],
        [3, 4],
        [5, 6],
    ]


def test_an_unknown_side_names_the_match_it_comes_from():
    semifinals, (final, third) = rounds(FOUR, {}, third_place=True)
    assert (final.a, final.a_from) == (None, Feed(1, 0, 1, "winner"))
    assert third.b_from == Feed(1, 1, 2, "loser")
    assert all(pairing.ready and pairing.a_from is None for pairing in semifinals)


def test_a_winner_goes_to_the_next_round_at_once():
    final = rounds(FOUR, {(1, 1): Decision(4, 3)})[-1][0]
    assert (final.a, final.b, final.b_from, final.ready) == (None, 4, None, False)


def test_whoever_has_a_bye_waits_in_the_second_round():
    first, second = rounds((1, None, 2, 3), {})
    assert (first[0].bye, first[0].decided, first[0].winner, first[0].loser) == (
        True,
        True,
        1,
        None,
    )
    assert (second[0].a, second[0].b_from) == (1, Feed(1, 1, 1, "winner"))


def test_the_losers_of_the_semifinals_play_for_third_place():
    facts = play(FOUR, third_place=True)
    third = rounds(FOUR, decisions(facts), third_place=True)[-1][1]
    assert (third.a, third.b, third.winner, third.loser) == (2, 4, 2, 4)
    assert len(facts) == 4


@pytest.mark.parametrize("size", [2, 3])
def test_with_fewer_than_four_entries_there_is_no_match_for_third_place(size):
    leaves = bracket(field(size), stream())
    assert len(rounds(leaves, {}, third_place=True)[-1]) == 1


def test_after_a_double_walkover_the_next_opponent_goes_through_without_play():
    facts = {(1, 0): Decision(None, None), (1, 1): Decision(3, 4)}
    final = rounds(FOUR, facts)[-1][0]
    assert (final.a, final.a_from, final.b, final.bye, final.decided) == (
        None,
        None,
        3,
        True,
        True,
    )
    assert byes(rounds(FOUR, facts)) == (3,)
    assert champion(FOUR, facts) == 3


def test_an_opponent_of_nobody_still_has_to_win_its_own_match():
    final = rounds(FOUR, {(1, 0): Decision(None, None)})[-1][0]
    assert (final.decided, final.bye, final.b_from) == (
        False,
        False,
        Feed(1, 1, 2, "winner"),
    )


def test_when_nobody_comes_at_all_there_is_no_champion():
    facts = play(EIGHT, neither_comes)
    tree = rounds(EIGHT, decisions(facts))
    assert len(facts) == 4
    assert all(
        pairing.decided and pairing.winner is None for one in tree for pairing in one
    )
    assert champion(EIGHT, decisions(facts)) is None


def test_a_loser_of_nobody_is_third_without_play():
    facts = {(1, 0): Decision(None, None), (1, 1): Decision(3, 4)}
    third = rounds(FOUR, facts, third_place=True)[-1][1]
    assert (third.bye, third.winner) == (True, 4)


def test_a_void_match_is_open_again():
    pairing = rounds(FOUR, {})[0][0]
    void = win(pairing, 1)._replace(kind=VOID, winner=None)
    assert rounds(FOUR, decisions([void]))[0][0].ready


@settings(max_examples=40, deadline=None)
@given(size=SIZES, seed=st.integers(), absent=st.integers(1, 40), third=st.booleans())
def test_whoever_stays_away_every_place_of_the_tree_is_decided_in_the_end(
    size, seed, absent, third
):
    leaves = bracket(field(size), stream(seed))
    facts = play(leaves, by_chance(stream(seed), absent), third)
    tree = rounds(leaves, decisions(facts), third)
    numbered = [pairing for one in tree for pairing in one if pairing.match is not None]
    without_play = [
        pairing for pairing in numbered if pairing.a is None or pairing.b is None
    ]
    assert all(pairing.decided for one in tree for pairing in one)
    assert len(numbered) == len(facts) + len(without_play)
    assert [pairing.match for pairing in numbered] == list(range(1, len(numbered) + 1))


@settings(max_examples=40, deadline=None)
@given(size=st.integers(2, 64), seed=st.integers(), absent=st.integers(0, 40))
def test_only_winners_reach_the_next_round(size, seed, absent):
    leaves = bracket(field(size), stream(seed))
    tree = rounds(leaves, decisions(play(leaves, by_chance(stream(seed), absent))))
    for earlier, later in pairwise(tree):
        went_on = [pairing.winner for pairing in earlier]
        assert went_on == [side for pairing in later for side in (pairing.a, pairing.b)]


# Corrections


def test_a_corrected_result_sets_aside_what_was_built_on_it_and_nothing_else():
    facts = decisions(play(EIGHT))
    tree = rounds(EIGHT, facts | {(1, 0): Decision(2, 1)})
    undecided = [
        (pairing.round, pairing.slot)
        for one in tree
        for pairing in one
        if not pairing.decided
    ]
    assert undecided == [(2, 0), (3, 0)]
    assert (tree[1][0].a, tree[1][0].b, tree[1][0].ready) == (2, 3, True)


def test_a_double_walkover_of_others_does_not_strike_who_comes_in_their_place():
    facts = play(
        EIGHT,
        lambda pairing: (
            neither_comes(pairing) if pairing.round == 2 else lower_number_wins(pairing)
        ),
    )
    corrected = decisions(facts) | {(1, 0): Decision(2, 1)}
    assert rounds(EIGHT, decisions(facts))[1][0].decided
    assert rounds(EIGHT, corrected)[1][0].ready


def test_a_correction_taken_back_restores_the_tree():
    facts = decisions(play(EIGHT))
    assert rounds(
        EIGHT, facts | {(1, 0): Decision(2, 1)} | {(1, 0): Decision(1, 2)}
    ) == rounds(EIGHT, facts)


@pytest.mark.parametrize(
    "stray", [Decision(9, 1), Decision(1, 9), Decision(None, None, (1, 9))], ids=str
)
def test_a_decision_about_somebody_else_counts_for_nothing(stray):
    assert rounds(FOUR, {(1, 0): stray}) == rounds(FOUR, {})


def test_a_decision_about_a_match_still_awaited_counts_for_nothing():
    assert rounds(FOUR, {(2, 0): Decision(1, 3)}) == rounds(FOUR, {})


# Checks before publishing


@pytest.mark.parametrize(
    ("leaves", "problems"),
    [
        ((1, None, 2, 3), []),
        ((1, 2, 3), ["draw.wrong_size"]),
        ((1, None, 2, None, 3, None, None, None), ["draw.wrong_size", "draw.two_byes"]),
        ((1, None, 2, 2), ["draw.entry_missing", "draw.entry_twice"]),
        ((1, 2, 3, 9), ["draw.entry_unknown"]),
        ((1, 2, None, None), ["draw.entry_missing", "draw.two_byes"]),
        (
            (),
            [
                "draw.wrong_size",
                "draw.entry_missing",
                "draw.entry_missing",
                "draw.entry_missing",
            ],
        ),
    ],
    ids=[
        "sound",
        "too short",
        "too long",
        "one twice",
        "a stranger",
        "two byes together",
        "nothing",
    ],
)
def test_a_draw_is_checked_before_it_is_published(leaves, problems):
    assert sorted(codes(check(leaves, field(3)))) == sorted(problems)


def test_a_second_bye_before_others_had_one_is_a_problem():
    entrants = [Entrant(1, "Ane", byes=1), Entrant(2, "Jon"), Entrant(3, "Iker")]
    assert codes(check((1, None, 2, 3), entrants)) == ["draw.bye_before_others"]
    assert check((2, None, 1, 3), entrants) == []


@settings(max_examples=30, deadline=None)
@given(size=st.integers(3, 64), seed=st.integers(), data=st.data())
def test_two_entries_may_change_places_but_one_may_not_take_anothers(size, seed, data):
    leaves = list(bracket(field(size), stream(seed)))
    places = [place for place, leaf in enumerate(leaves) if leaf is not None]
    one, other = data.draw(st.sampled_from(list(combinations(places, 2))))
    leaves[one], leaves[other] = leaves[other], leaves[one]
    assert check(leaves, field(size)) == []
    leaves[one] = leaves[other]
    assert set(codes(check(leaves, field(size)))) == {
        "draw.entry_missing",
        "draw.entry_twice",
    }


@pytest.mark.parametrize(
    ("rounds", "names"),
    [
        (1, ["final"]),
        (4, ["round_of_16", "quarterfinal", "semifinal", "final"]),
        (
            6,
            ["round_1", "round_2", "round_of_16", "quarterfinal", "semifinal", "final"],
        ),
    ],
    ids=["2 entries", "16 entries", "64 entries"],
)
def test_rounds_are_named_from_the_final_back(rounds, names):
    assert [round_name(round, rounds) for round in range(1, rounds + 1)] == names
