"""How many tricks a seat may call."""

import pytest

from core.refusals import IllegalMove
from games.mizzaire import rules
from tests.games.rules.mizzaire.tables import PLAYERS, dealt, hands, said, says

CALLING = [number for number in range(1, 19) if number != 11]


def numbers(texts: list[str]) -> list[int]:
    return [int(text.removeprefix("call ")) for text in texts]


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("number", CALLING)
def test_miz_7_each_calls_once_clockwise_from_the_seat_after_the_dealer(
    number: int, players: int
) -> None:
    """MIZ-7: the dealer is last; calls are public."""
    state, order = dealt(number, players=players), []
    while state.phase == "call":
        order.append(rules.to_act(state))
        move = rules.legal_moves(state)[-1]
        before, state = state, rules.play(state, move)
        assert rules.view(state, None)["seats"][before.turn]["call"] == move.n
    dealer = rules.view(state, None)["dealer"]
    assert order == [(dealer + 1 + turn) % players for turn in range(players)]


@pytest.mark.parametrize(
    ("calls", "allowed"),
    [
        pytest.param(
            "call 1, call 2, call 1", [0, 2, 3, 4, 5], id="MIZ-T1: 4 called of 5"
        ),
        pytest.param(
            "call 1, call 2, call 3", [0, 1, 2, 3, 4, 5], id="MIZ-T2: 6 called of 5"
        ),
        pytest.param(
            "call 0, call 5, call 0",
            [1, 2, 3, 4, 5],
            id="MIZ-T2b, MIZ-B5: 5 called of 5",
        ),
        pytest.param(
            "call 0, call 0, call 0", [0, 1, 2, 3, 4], id="MIZ-T2b: none called of 5"
        ),
    ],
)
def test_miz_9_the_dealer_may_not_make_all_calls_sum_up_to_the_tricks(
    calls: str, allowed: list[int]
) -> None:
    """MIZ-9, MIZ-B5"""
    assert numbers(says(said(dealt(5), calls))) == allowed


@pytest.mark.parametrize("number", [8, 9])
def test_miz_b4_this_holds_for_the_blind_dealer_too(number: int) -> None:
    """MIZ-B4: in round 9 he knows no card, but he has heard the others."""
    assert numbers(says(said(dealt(number), "call 1, call 1, call 1"))) == [
        0,
        1,
        2,
        3,
        5,
        6,
        7,
    ]


@pytest.mark.parametrize("number", CALLING)
def test_miz_9_nobody_but_the_dealer_is_restricted(number: int) -> None:
    """MIZ-9, MIZ-B6: 0 to all tricks."""
    state = dealt(number)
    for _ in range(3):
        assert numbers(says(state)) == list(range(rules.view(state, None)["size"] + 1))
        state = rules.play(state, rules.legal_moves(state)[0])


@pytest.mark.parametrize("first", [0, 1])
def test_miz_b6_a_legal_call_always_remains(first: int) -> None:
    """MIZ-B6: with one card there are two numbers, of which one is forbidden."""
    assert numbers(says(said(dealt(1, players=2), f"call {first}"))) == [first]


def test_miz_b14_of_two_players_one_is_restricted() -> None:
    """MIZ-B14"""
    assert numbers(says(said(dealt(3, players=2), "call 1"))) == [0, 1, 3]


@pytest.mark.parametrize(
    ("calls", "call", "code", "rule"),
    [
        ("", "call 6", "mizzaire.call_too_high", "MIZ-B6"),
        ("", "call 99", "mizzaire.call_too_high", "MIZ-B6"),
        ("call 1, call 2, call 1", "call 1", "mizzaire.forbidden_call", "MIZ-9"),
        ("call 1, call 2, call 1", "call 6", "mizzaire.call_too_high", "MIZ-B6"),
        ("call 5, call 0, call 0", "call 0", "mizzaire.forbidden_call", "MIZ-9"),
        ("call 0, call 0, call 0", "call 5", "mizzaire.forbidden_call", "MIZ-9"),
    ],
)
def test_a_call_that_is_not_allowed_is_refused_with_its_rule(
    calls: str, call: str, code: str, rule: str
) -> None:
    """MIZ-9, MIZ-B6"""
    with pytest.raises(IllegalMove) as refused:
        said(dealt(5), f"{calls}, {call}")
    assert (refused.value.code, refused.value.fields) == (
        code,
        {"rule": rule, "tricks": 5},
    )


def test_the_forbidden_call_is_shown_to_the_dealer_with_its_reason() -> None:
    """MIZ-9"""
    choices = rules.view(said(dealt(2), "call 1, call 0, call 0"), 0)["choices"]
    assert choices == [
        {"say": "call 0", "legal": True, "code": None, "rule": None},
        {
            "say": "call 1",
            "legal": False,
            "code": "mizzaire.forbidden_call",
            "rule": "MIZ-9",
        },
        {"say": "call 2", "legal": True, "code": None, "rule": None},
    ]


def test_when_time_is_up_the_lowest_call_is_made() -> None:
    state = hands(1, "2C", "3C", turned="4C")
    assert rules.text(rules.least_committing(state)) == "call 0"
    assert rules.text(rules.least_committing(said(state, "call 1"))) == "call 1"
