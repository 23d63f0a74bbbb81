"""What a round is worth, and who wins."""

import pytest

from core.refusals import Refusal
from games.mizzaire import rules
from games.mizzaire.rules.score import points
from tests.games.rules.mizzaire.tables import before, called, dealt, hands, said


@pytest.mark.parametrize(
    ("call", "tricks", "gained"),
    [
        pytest.param(2, 2, 4, id="MIZ-T8, MIZ-19: called 2, won 2"),
        pytest.param(0, 0, 2, id="MIZ-T8, MIZ-19: called 0, won 0"),
        pytest.param(7, 7, 9, id="MIZ-19: called 7, won 7"),
        pytest.param(2, 1, 0, id="MIZ-T8b, MIZ-20: one too few"),
        pytest.param(
            0, 3, 0, id="MIZ-T8b, MIZ-20, MIZ-B9: three too many count nothing"
        ),
    ],
)
def test_miz_19_miz_20_only_an_exact_call_is_worth_anything(
    call: int, tricks: int, gained: int
) -> None:
    """MIZ-19, MIZ-20, MIZ-B9: 2 points and one for each trick, or nothing at all."""
    for kind in ("plain", "half_blind", "full_blind", "no_trumps"):
        assert points(kind, call, tricks) == gained  # type: ignore[arg-type]


@pytest.mark.parametrize(("tricks", "gained"), [(0, 2), (1, -1), (2, -2), (7, -7)])
def test_miz_21_miz_t9_in_round_11_each_trick_costs_a_point_and_none_is_worth_two(
    tricks: int, gained: int
) -> None:
    """MIZ-21, MIZ-T9, MIZ-B10"""
    assert points("mizzaire", None, tricks) == gained


def test_miz_19_a_round_is_added_to_the_totals() -> None:
    """MIZ-19, MIZ-20: in round 2 of two, seat 1 leads; it wins both tricks, as it called."""
    state = hands(2, "AC KC", "2D 3D", turned="4S")
    state = said(state, "call 2, call 1, play AC, play 2D, play KC, play 3D")
    score = rules.score(state)
    assert (score.won, score.running, score.sets) == ((0, 4), (0, 0), ((0, 4),))
    assert rules.view(state, None)["last_deal"] | {"trick": None} == {
        "deal": 2, "calls": [1, 2], "tricks": [0, 2], "points": [0, 4], "trick": None,
    }  # fmt: skip


def test_tricks_of_the_round_being_played_are_public() -> None:
    state = said(called(hands(2, "AC KC", "2D 3D", turned="4S")), "play AC, play 2D")
    assert rules.score(state).running == (0, 1)


def test_miz_b15_totals_may_be_negative() -> None:
    """MIZ-B15, MIZ-21"""
    low, high = "2C 3C 4C 5C 6C 7C 8C", "AD KD QD JD TD 9D 8D"
    state = hands(11, high, low, turned="2S")
    while state.phase == "play":
        state = rules.play(state, rules.legal_moves(state)[0])
    assert sorted(rules.score(state).won) == [-7, 2]


def finished(*totals: int) -> rules.State:
    """Round 18 with these totals before it, in which nobody gets a point: all but the taker have
    called a trick.
    """
    cards = ["AS", *(f"{rank}C" for rank in "23456789"[: len(totals) - 1])]
    state = hands(18, *cards, turned="3D")
    round = state.round._replace(won=totals, sets=(totals,) * 17)
    state = state._replace(lead=state.lead._replace(round=round))
    calls = ["call 0"] + ["call 1"] * (len(totals) - 1)
    return said(state, ", ".join([*calls, *(f"play {card}" for card in cards)]))


@pytest.mark.parametrize(
    ("totals", "places"),
    [
        pytest.param((3, 9, 5), (3, 1, 2), id="MIZ-22"),
        pytest.param((9, 9, 5), (1, 1, 3), id="MIZ-B11: a shared win"),
        pytest.param((-1, -1, -1), (1, 1, 1), id="MIZ-B11, MIZ-B15: all alike"),
        pytest.param((5, 9, 5, 5), (2, 1, 2, 2), id="a shared second place"),
    ],
)
def test_miz_22_after_round_18_the_highest_total_wins(
    totals: tuple[int, ...], places: tuple[int, ...]
) -> None:
    """MIZ-22, MIZ-B11"""
    state = finished(*totals)
    assert rules.to_act(state) is None
    assert rules.outcome(state) == (totals, places)
    assert rules.view(state, None)["outcome"] == {
        "score": [*totals],
        "places": [*places],
    }


@pytest.mark.parametrize(
    ("totals", "code"),
    [
        pytest.param(
            (113, -7), None, id="one calls and takes all, the other all of round 11"
        ),
        pytest.param(
            (114, 0),
            "total",
            id="above 84 tricks and 18 times 2, less the 7 tricks of round 11",
        ),
        pytest.param((-8, 9), "total", id="below the 7 tricks of round 11"),
        pytest.param(
            (53, 53), None, id="two: 17 exact calls, 77 tricks, and 2 - 7 for round 11"
        ),
        pytest.param((53, 54), "sum", id="two: in each round one of them misses"),
        pytest.param(
            (45, 45, 44, 44),
            None,
            id="four: 51 exact calls, 77 tricks, and 6 - 7 for round 11",
        ),
        pytest.param((45, 45, 45, 44), "sum", id="four: one point above that"),
        pytest.param(
            (-1, -1, -1, -1, -1, -1, -1),
            None,
            id="seven: nobody calls exactly, one trick for each",
        ),
        pytest.param(
            (-2, -1, -1, -1, -1, -1, -1), "sum", id="seven: an eighth trick in round 11"
        ),
    ],
)
def test_miz_9_miz_19_miz_21_totals_that_no_match_ends_with_are_refused(
    totals: tuple[int, ...], code: str | None
) -> None:
    """MIZ-9, MIZ-19 to MIZ-21"""
    options = rules.options({"players": len(totals)})
    if code is None:
        rules.check_score(options, totals)
        return
    with pytest.raises(Refusal) as caught:
        rules.check_score(options, totals)
    assert caught.value.code == f"mizzaire.{code}_not_possible"


def test_there_is_no_result_before_the_end() -> None:
    for state in (before(18), dealt(18), called(dealt(18))):
        assert rules.outcome(state) is None
    assert rules.view(before(18), None)["outcome"] is None
