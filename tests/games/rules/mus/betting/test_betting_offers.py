"""Betting: offers, answers and raises."""

import pytest

from core.refusals import IllegalMove
from games.mus import rules
from tests.games.rules.mus.betting.bets import grande, lance, turn
from tests.games.rules.mus.tables import (
    SEATS,
    all_wait,
    awards,
    dealt,
    points,
    said,
    waited_until,
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
