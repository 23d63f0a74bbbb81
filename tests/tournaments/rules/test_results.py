"""Only results that the rules of the event allow can be entered."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.refusals import Refusal
from tournaments.rules.tables.results import (
    allowed_scores,
    check_penalties,
    check_score,
    check_tantos,
)


def refusal(call, *args, **kwargs):
    """The code of the refusal, None when there is none."""
    try:
        call(*args, **kwargs)
    except Refusal as refused:
        return refused.code
    return None


def race(winners, sets_to_win):
    """The score at which a match ends whose sets are won by `winners` in turn, and how many sets
    that took.
    """
    score = [0, 0]
    for number, side in enumerate(winners, start=1):
        score[side] += 1
        if score[side] == sets_to_win:
            return tuple(score), number
    return None


@pytest.mark.parametrize(
    ("sets_to_win", "scores"),
    [
        (1, ((1, 0), (0, 1))),
        (3, ((3, 0), (3, 1), (3, 2), (2, 3), (1, 3), (0, 3))),
        (4, ((4, 0), (4, 1), (4, 2), (4, 3), (3, 4), (2, 4), (1, 4), (0, 4))),
    ],
    ids=["one set", "first to 3", "first to 4"],
)
def test_allowed_scores_run_from_one_clear_win_to_the_other(sets_to_win, scores):
    assert allowed_scores(sets_to_win) == scores


@given(
    sets_to_win=st.integers(1, 9),
    winners=st.lists(st.integers(0, 1), min_size=17, max_size=17),
)
def test_every_way_to_win_the_sets_ends_in_an_allowed_score(sets_to_win, winners):
    assert race(winners, sets_to_win)[0] in allowed_scores(sets_to_win)


@pytest.mark.parametrize(
    "score",
    [(3, 3), (2, 1), (0, 0), (4, 0), (3, -1), (-1, 3), (10**30, 3)],
    ids=lambda score: f"{score[0]}-{score[1]}",
)
def test_a_score_at_which_no_match_ends_is_refused_with_those_that_are_allowed(score):
    with pytest.raises(Refusal) as refused:
        check_score(*score, 3)
    assert refused.value.code == "result.score_not_possible"
    assert refused.value.fields["allowed"] == allowed_scores(3)


def test_a_score_that_ends_the_match_is_accepted():
    assert all(refusal(check_score, *score, 3) is None for score in allowed_scores(3))


@pytest.mark.parametrize(
    ("tantos", "score", "code"),
    [
        ([(30, 12), (30, 0), (8, 30), (30, 29)], (3, 1), None),
        ([(12, 30), (29, 30)], (0, 2), None),
        ([(30, 12), (30, 0), (30, 29)], (3, 1), "result.tantos_of_each_set"),
        ([(30, 12), (30, 0), (8, 30), (30, 30)], (3, 1), "result.tantos_not_possible"),
        ([(31, 12), (30, 0), (8, 30), (30, 2)], (3, 1), "result.tantos_not_possible"),
        ([(30, -1), (30, 0), (8, 30), (30, 2)], (3, 1), "result.tantos_not_possible"),
        ([(29, 12), (30, 0), (8, 30), (30, 2)], (3, 1), "result.tantos_not_possible"),
        ([(30, 12), (30, 0), (30, 8), (30, 2)], (3, 1), "result.tantos_disagree"),
        ([(12, 30), (0, 30), (8, 30), (30, 2)], (3, 1), "result.tantos_disagree"),
        ([(30, 12), (30, 0), (30, 8), (2, 30)], (3, 1), "result.last_set_to_winner"),
    ],
    ids=[
        "sound",
        "sound for the second side",
        "a set missing",
        "both reach it",
        "above the target",
        "negative",
        "nobody reaches it",
        "too many for the winner",
        "too many for the loser",
        "match over before its last set",
    ],
)
def test_the_tantos_of_each_set_must_make_the_score(tantos, score, code):
    assert refusal(check_tantos, tantos, *score, 30) == code


@pytest.mark.parametrize(
    ("tantos", "code"),
    [
        ([(30, 12), (12, 20), (0, 0), (30, 4)], None),
        ([(30, 12), (8, 30), (30, 4), (12, 20)], None),
        ([(30, 12), (30, 4), (30, 5), (12, 20)], "result.last_set_to_winner"),
        ([(30, 12), (12, 20), (30, 4), (2, 30)], "result.last_set_to_winner"),
        ([(30, 12), (12, 31), (30, 4), (30, 4)], "result.tantos_not_possible"),
        ([(5, 30), (12, 30), (30, 4), (30, 4)], "result.tantos_disagree"),
    ],
    ids=[
        "anywhere",
        "in the last set",
        "after the match was over",
        "last set lost",
        "above the target",
        "too many for the loser",
    ],
)
def test_a_set_ended_by_ordago_may_stop_below_the_target(tantos, code):
    assert refusal(check_tantos, tantos, 3, 1, 30, ordago=True) == code


@given(
    winners=st.lists(st.integers(0, 1), min_size=17, max_size=17),
    loser=st.data(),
    sets=st.integers(1, 9),
)
def test_tantos_of_any_match_really_played_are_accepted(winners, loser, sets):
    score, number = race(winners, sets)
    lost = loser.draw(st.lists(st.integers(0, 29), min_size=number, max_size=number))
    tantos = [
        (30, few) if side == 0 else (few, 30)
        for side, few in zip(winners, lost, strict=False)
    ]
    assert refusal(check_tantos, tantos, *score, 30) is None


@given(
    winners=st.lists(st.integers(0, 1), min_size=17, max_size=17),
    data=st.data(),
    sets=st.integers(1, 9),
)
def test_with_ordagos_tantos_of_any_match_really_played_are_accepted(
    winners, data, sets
):
    score, number = race(winners, sets)
    below = st.tuples(st.integers(0, 29), st.integers(0, 29))
    tantos = []
    for side in winners[:number]:
        few = data.draw(below)
        tantos.append(
            few
            if data.draw(st.booleans())
            else (30, few[1])
            if side == 0
            else (few[0], 30)
        )
    assert refusal(check_tantos, tantos, *score, 30, ordago=True) is None


@pytest.mark.parametrize("sets_to_win", range(1, 6))
def test_nothing_played_is_no_score_at_which_a_match_ends(sets_to_win):
    """A match that is put off has no result until it is played: 0-0 says neither that nor that
    both lose.
    """
    assert refusal(check_score, 0, 0, sets_to_win) == "result.score_not_possible"


@pytest.mark.parametrize(
    ("penalties", "score", "code"),
    [
        ((0, 0), (3, 1), None),
        ((0, 1), (3, 1), None),
        ((1, 0), (3, 1), None),
        ((0, 3), (3, 0), None),
        ((2, 0), (3, 1), "result.too_many_docked"),
        ((0, 4), (3, 1), "result.too_many_docked"),
        ((-1, 0), (3, 1), "result.too_many_docked"),
    ],
    ids=[
        "none",
        "one of the loser",
        "one of the winner",
        "all",
        "more than the loser has",
        "more than all",
        "negative",
    ],
)
def test_docked_sets_are_among_those_of_the_other_side(penalties, score, code):
    assert refusal(check_penalties, penalties, *score) == code


@pytest.mark.parametrize(
    ("tantos", "score", "given", "code"),
    [
        ([(30, 12), (8, 30), (30, 29)], (3, 1), (1, 0), None),
        ([(30, 12), (30, 29), (8, 30)], (3, 1), (1, 0), None),
        ([(30, 12), (30, 4), (30, 29)], (3, 1), (0, 1), None),
        (
            [(30, 12), (30, 4), (30, 5), (8, 30)],
            (3, 2),
            (0, 1),
            "result.last_set_to_winner",
        ),
        ([], (3, 0), (3, 0), None),
        (
            [(30, 12), (8, 30), (30, 29), (30, 4)],
            (3, 1),
            (1, 0),
            "result.tantos_of_each_set",
        ),
        ([(30, 12), (30, 29), (30, 2)], (3, 1), (1, 0), "result.tantos_disagree"),
    ],
    ids=[
        "one was given to the winner",
        "the last was given",
        "one was given to the loser",
        "the winner was given none",
        "all were given",
        "tantos of the set that was given",
        "too many for what was played",
    ],
)
def test_sets_that_were_given_have_no_tantos(tantos, score, given, code):
    assert refusal(check_tantos, tantos, *score, 30, ordago=True, given=given) == code
