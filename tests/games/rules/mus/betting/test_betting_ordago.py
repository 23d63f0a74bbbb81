"""Betting: órdago, equal hands and who may speak."""

import pytest

from core.refusals import IllegalMove
from games.mus import rules
from tests.games.rules.mus.betting.bets import grande, turn
from tests.games.rules.mus.tables import (
    PLAIN,
    awards,
    dealt,
    last_deal,
    points,
    said,
    waited_until,
)

PARES = "KK54", "HH64", "SS75", "7764"
"""All have a pair, nobody juego; the order is A1, B1, A2, B2."""


@pytest.mark.parametrize("answer", ["B1 envido 2", "B1 ordago", "B1 paso"])
def test_mus_b19_an_ordago_can_only_be_accepted_or_passed(answer: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        said(grande(), f"A1 ordago, {answer}")
    assert refused.value.code == (
        "mus.must_answer" if "paso" in answer else "mus.ordago_only_answer"
    )


@pytest.mark.parametrize(
    "talk",
    [
        "A1 ordago",
        "A1 paso, B1 ordago",
        "A1 envido 2, B1 ordago",
        "A1 envido 2, B1 envido 2, A2 ordago",
    ],
)
def test_mus_b19_an_ordago_may_be_said_at_any_turn(talk: str) -> None:
    assert rules.view(said(grande(), talk), None)["bet"]["ordago"] is True


def test_mus_49_an_accepted_ordago_decides_the_set_whatever_the_score() -> None:
    state = said(
        dealt(*PLAIN, running=(3, 29)),
        "A1 no mus, A1 envido 20, B1 quiero, A1 ordago, B1 no quiero, B2 quiero",
    )
    assert rules.score(state).won == (1, 0)
    assert awards(state) == [("chica", "A", 27, "ordago")], (
        "MUS-B20: the bet accepted before is void"
    )
    assert rules.score(state).sets == ((30, 29),)
    assert last_deal(state)["hands"][0] == ["Ko", "Ho", "6o", "4o"]


def test_mus_x5_an_ordago_in_chica_goes_to_the_hand_of_two_aces() -> None:
    state = dealt("KKK5", "3H54", "AA4K", "HS64")
    state = said(
        state, "A1 no mus, A1 ordago, B1 no quiero, B2 no quiero, A1 ordago, B1 quiero"
    )
    assert rules.score(state) == ((1, 0), (0, 0), ((30, 0),))
    assert awards(state) == [
        ("grande", "A", 1, "refused"),
        ("chica", "A", 29, "ordago"),
    ]


@pytest.mark.parametrize(
    ("dealt_hands", "won"),
    [
        pytest.param(
            ("KH64", "KH64", "HS54", "HS54"), (1, 0), id="MUS-11 mano wins the equality"
        ),
        pytest.param(
            ("HS54", "KH64", "KH64", "HS54"), (0, 1), id="MUS-B27 then who sits first"
        ),
        pytest.param(
            ("HS54", "HS54", "KH64", "KH64"), (1, 0), id="MUS-B27 A2 before B2"
        ),
    ],
)
def test_mus_11_equal_hands_are_decided_by_seat_order(
    dealt_hands: tuple[str, ...], won: tuple[int, int]
) -> None:
    state = said(dealt(*dealt_hands), "A1 no mus, A1 ordago, B1 quiero")
    assert rules.score(state).won == won


def test_mus_31_equal_pares_go_by_seat_order() -> None:
    state = waited_until("pares", dealt("KH64", "KK54", "3376", "HS64"))
    assert rules.score(said(state, "B1 ordago, A2 quiero")).won == (0, 1), (
        "B1 sits before A2"
    )


@pytest.mark.parametrize(
    ("royal", "won"),
    [
        pytest.param("any", (0, 1), id="MUS-T9 MUS-35"),
        pytest.param("coins", (1, 0), id="MUS-T9b MUS-V9"),
    ],
)
def test_mus_b20_the_royal_rule_holds_in_an_ordago(
    royal: str, won: tuple[int, int]
) -> None:
    state = dealt(
        "KKKA", "S654", "654H", "777S", royal=royal
    )  # the first sota, that of coins, goes to B1
    state = said(waited_until("juego", state), "A1 ordago, B2 quiero")
    assert rules.score(state).won == won


def test_mus_50_a_bet_of_thirty_does_not_end_the_set_at_once() -> None:
    state = said(grande(), "A1 envido 30, B1 quiero")
    assert (rules.view(state, None)["lance"], points(state)) == ("chica", (0, 0)), (
        "MUS-B21"
    )


@pytest.mark.parametrize(
    ("hands", "begins"),
    [
        pytest.param(PARES, "A1", id="mano"),
        pytest.param(
            ("KH64", "HH64", "SS75", "7754"), "B1", id="the first who may take part"
        ),
        pytest.param(("KH64", "KH54", "SS75", "7764"), "A2", id="the first of two"),
    ],
)
def test_mus_b16_the_first_participant_begins_in_pares(
    hands: tuple[str, ...], begins: str
) -> None:
    assert turn(waited_until("pares", dealt(*hands))) == begins


def test_mus_b16_only_holders_act() -> None:
    state = waited_until("pares", dealt("KH64", "HH64", "SS54", "K754"))
    assert turn(state) == "B1"
    state = said(state, "B1 paso, A2 envido 2")
    assert turn(state) == "B1", "A1 and B2 have no pares"
    assert points(said(state, "B1 no quiero")) == (1, 0), (
        "all participating opponents, here one, have passed"
    )


def test_mus_b16_a_lone_opponent_between_two_partners_speaks_in_his_turn() -> None:
    state = waited_until("pares", dealt("KK64", "HH54", "SS75", "H764"))
    assert turn(state) == "A1"
    assert turn(said(state, "A1 paso")) == "B1"


@pytest.mark.parametrize(
    "talk",
    [
        "A1 mus",
        "A1 no mus",
        "A1 discard Ko",
        "A1 envido 2, B1 mus",
        "A1 ordago, B1 no mus",
    ],
)
def test_mus_14_after_no_mus_there_is_no_more_mus(talk: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        said(grande(), talk)
    assert refused.value.code == "mus.mus_is_over"
