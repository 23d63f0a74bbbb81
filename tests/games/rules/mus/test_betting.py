"""One lance: waiting, offering, passing, accepting, raising, ordago."""

from typing import Any

import pytest

from core.refusals import IllegalMove
from games.mus import rules
from games.mus.rules.state import State
from tests.games.rules.mus.tables import (
    PLAIN,
    SEATS,
    all_wait,
    awards,
    dealt,
    last_deal,
    points,
    said,
    waited_until,
)

PARES = "KK54", "HH64", "SS75", "7764"
"""All have a pair, nobody juego; the order is A1, B1, A2, B2."""


def grande() -> State:
    return said(dealt(*PLAIN), "A1 no mus")


def turn(state: State) -> str:
    return SEATS[rules.to_act(state) or 0]


def lance(state: State) -> dict[str, Any]:
    """The last lance that is closed."""
    return dict(
        [
            lance
            for lance in rules.view(state, None)["lances"]
            if lance["state"] != "open"
        ][-1]
    )


def test_mus_38_mano_begins_each_lance_and_waiting_goes_to_the_right() -> None:
    state = said(grande(), "A1 paso, B1 paso, A2 paso, B2 paso")
    assert (rules.view(state, None)["lance"], turn(state)) == ("chica", "A1")


def test_mus_40_when_all_wait_there_is_no_bet() -> None:
    assert (
        lance(said(grande(), "A1 paso, B1 paso, A2 paso, B2 paso"))["state"] == "passed"
    )


@pytest.mark.parametrize(
    ("seat", "waits"), [("A1", 0), ("B1", 1), ("A2", 2), ("B2", 3)]
)
def test_mus_39_whoever_is_asked_before_any_offer_may_offer(
    seat: str, waits: int
) -> None:
    state = grande()
    for _ in range(waits):
        state = rules.play(state, rules.parse("paso"))
    state = said(state, f"{seat} envido 2")
    assert rules.view(state, None)["bet"] == {
        "amount": 2,
        "before": 0,
        "seat": SEATS.index(seat),
        "ordago": False,
    }


@pytest.mark.parametrize(
    ("talk", "rule"), [("A1 envido 1", "MUS-39"), ("A1 envido 0", "MUS-39")]
)
def test_mus_39_the_least_offer_is_two(talk: str, rule: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        said(grande(), talk)
    assert (refused.value.code, refused.value.fields) == (
        "mus.bet_too_small",
        {"rule": rule, "min": 2},
    )


def test_mus_45_the_least_raise_is_two_more() -> None:
    with pytest.raises(IllegalMove) as refused:
        said(grande(), "A1 envido 5, B1 envido 1")
    assert (refused.value.code, refused.value.fields["rule"]) == (
        "mus.bet_too_small",
        "MUS-45",
    )


def test_mus_39_there_is_no_upper_limit() -> None:
    assert rules.view(said(grande(), "A1 envido 9999"), None)["bet"]["amount"] == 9999


def test_mus_41_after_an_offer_nobody_can_wait() -> None:
    with pytest.raises(IllegalMove) as refused:
        said(grande(), "A1 envido 2, B1 paso")
    assert (refused.value.code, refused.value.fields["rule"]) == (
        "mus.must_answer",
        "MUS-41",
    )


@pytest.mark.parametrize("talk", ["A1 quiero", "A1 no quiero"])
def test_before_an_offer_there_is_nothing_to_answer(talk: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        said(grande(), talk)
    assert refused.value.code == "mus.nothing_to_answer"


@pytest.mark.parametrize(
    ("talk", "asked"),
    [
        pytest.param(
            "A1 envido 2", "B1", id="MUS-42 the next opponent, never the partner"
        ),
        pytest.param("A1 envido 2, B1 no quiero", "B2", id="MUS-42 then the other one"),
        pytest.param(
            "A1 envido 2, B1 no quiero, B2 envido 5",
            "A1",
            id="MUS-B13 T10 after B2 first A1",
        ),
        pytest.param(
            "A1 envido 2, B1 no quiero, B2 envido 5, A1 no quiero",
            "A2",
            id="MUS-B13 T10 then A2",
        ),
        pytest.param("A1 envido 2, B1 envido 3", "A2", id="MUS-T11b after B1 first A2"),
        pytest.param(
            "A1 envido 2, B1 envido 3, A2 no quiero", "A1", id="MUS-T11b then A1"
        ),
        pytest.param(
            "A1 envido 2, B1 envido 3, A2 no quiero, A1 envido 3",
            "B1",
            id="MUS-T11b B2 is not first",
        ),
        pytest.param(
            "A1 envido 2, B1 envido 3, A2 no quiero, A1 envido 3, B1 envido 10",
            "A1",
            id="MUS-T11b MUS-43 A2 is out",
        ),
        pytest.param(
            "A1 paso, B1 paso, A2 paso, B2 envido 2",
            "A1",
            id="MUS-B12 who waited may answer",
        ),
        pytest.param(
            "A1 paso, B1 envido 2, A2 envido 2",
            "B2",
            id="MUS-B15 who has not spoken may answer a raise",
        ),
        pytest.param(
            "A1 paso, B1 envido 2, A2 no quiero, A1 envido 2",
            "B1",
            id="MUS-B12 who waited may raise",
        ),
    ],
)
def test_who_is_asked(talk: str, asked: str) -> None:
    assert turn(said(grande(), talk)) == asked


T10 = "A1 envido 2, B1 no quiero, B2 envido 5, A1 no quiero, A2 no quiero"
T11 = "A1 envido 2, B1 envido 3, A2 no quiero, A1 envido 3, B1 envido 10, A1 no quiero"


@pytest.mark.parametrize(
    ("talk", "paid"),
    [
        pytest.param(T10, (0, 2), id="MUS-T10 MUS-47"),
        pytest.param(T11, (0, 8), id="MUS-T11 MUS-B17"),
        pytest.param(
            "A1 envido 2, B1 no quiero, B2 no quiero", (1, 0), id="MUS-T12 MUS-46"
        ),
        pytest.param(
            "A1 envido 25, B1 no quiero, B2 no quiero",
            (1, 0),
            id="MUS-T12 whatever the height",
        ),
        pytest.param(
            "A1 paso, B1 paso, A2 paso, B2 envido 7, A1 no quiero, A2 no quiero",
            (0, 1),
            id="MUS-T12 last",
        ),
        pytest.param(
            "A1 envido 2, B1 envido 5, A2 envido 10, B2 envido 10, A1 no quiero, A2 no quiero",
            (0, 17),
            id="MUS-X10 refused",
        ),
        pytest.param(
            "A1 envido 2, B1 envido 3, A2 envido 2, B2 no quiero, B1 no quiero",
            (5, 0),
            id="MUS-X10 open-mus",
        ),
        pytest.param(
            "A1 ordago, B1 no quiero, B2 no quiero",
            (1, 0),
            id="MUS-X5 MUS-B18 a first ordago refused",
        ),
        pytest.param(
            "A1 envido 5, B1 ordago, A2 no quiero, A1 no quiero",
            (0, 5),
            id="MUS-B18 as a raise",
        ),
        pytest.param(
            "A1 envido 2, B1 envido 3, A2 no quiero, A1 ordago, B1 no quiero, B2 no quiero",
            (5, 0),
            id="MUS-B18 as a second raise",
        ),
    ],
)
def test_a_refusal_is_paid_at_once(talk: str, paid: tuple[int, int]) -> None:
    state = said(grande(), talk)
    assert points(state) == paid
    assert lance(state) | {"amount": None} == {
        "lance": "grande", "state": "refused", "amount": None, "side": int(paid[1] > 0), "paid": sum(paid),
    }  # fmt: skip
    assert rules.view(state, None)["lance"] == "chica"


def test_mus_44_and_x10_an_accepted_bet_is_closed_at_its_height_and_paid_later() -> (
    None
):
    state = said(
        grande(), "A1 envido 2, B1 envido 5, A2 envido 10, B2 envido 10, A1 quiero"
    )
    assert (lance(state)["state"], lance(state)["amount"]) == ("accepted", 27)
    assert points(state) == (0, 0)


def test_mus_b14_one_partner_accepts_and_the_other_may_not_raise_any_more() -> None:
    state = said(grande(), "A1 envido 2, B1 quiero")
    assert (rules.view(state, None)["lance"], turn(state)) == ("chica", "A1")


def test_mus_43_who_passed_is_shown_as_out_in_this_lance_only() -> None:
    state = said(grande(), "A1 envido 2, B1 no quiero")
    assert [seat["out"] for seat in rules.view(state, None)["seats"]] == [
        False,
        True,
        False,
        False,
    ]
    state = said(state, "B2 quiero")
    assert [seat["out"] for seat in rules.view(state, None)["seats"]] == [False] * 4


def test_mus_43_the_cards_of_who_passed_still_count() -> None:
    state = waited_until("grande", dealt("KH64", "KKK5", "HS64", "HS54"))
    state = said(state, "A1 envido 2, B1 no quiero, B2 quiero")
    assert ("grande", "B", 2, "bet") in awards(all_wait(state))


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
