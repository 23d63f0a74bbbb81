"""What a seat and the public may know."""

import json
from typing import Any

import pytest

from games.mus import rules
from games.mus.rules.state import State
from tests.games.rules.mus.tables import (
    PLAIN,
    all_wait,
    cards,
    dealt,
    hands,
    said,
    waited_until,
)

KEYS = {
    "game", "phase", "seen", "deal", "mano", "dealer", "to_act", "lance", "sides", "score", "target", "sets_to_win",
    "kings", "royal", "options", "stock", "stones", "seats", "bet", "lances", "talk", "last_deal", "outcome",
}  # fmt: skip
WORDS = ["mus", "no mus", "discard", "paso", "envido", "quiero", "no quiero", "ordago"]


def choices(state: State, seat: int) -> dict[str, dict[str, Any]]:
    return {choice["say"]: choice for choice in rules.view(state, seat)["choices"]}


def test_the_public_sees_these_things_and_no_others() -> None:
    for state in (
        rules.start(rules.options({})),
        dealt(*PLAIN),
        all_wait(waited_until("grande", dealt(*PLAIN))),
    ):
        assert set(rules.view(state, None)) == KEYS


def test_a_seat_sees_its_own_hand_and_its_choices_besides() -> None:
    view = rules.view(dealt(*PLAIN), 2)
    assert set(view) - KEYS == {"seat", "hand", "discards", "choices"}
    assert (view["seat"], view["hand"]) == (2, ["Ke", "So", "5c", "4e"])


def test_a_view_is_plain_json() -> None:
    for state in (dealt(*PLAIN), all_wait(waited_until("grande", dealt(*PLAIN)))):
        view = rules.view(state, 0)
        assert json.loads(json.dumps(view)) == view


def test_mus_37_no_card_of_another_seat_is_in_a_view_while_the_bets_run() -> None:
    state = waited_until("punto", dealt(*PLAIN))
    for seat in (0, 1, 2, 3, None):
        written = json.dumps(rules.view(state, seat))
        seen = {
            text
            for other in range(4)
            for text in rules.view(state, other)["hand"]
            if f'"{text}"' in written
        }
        assert seen == (set() if seat is None else set(rules.view(state, seat)["hand"]))


def test_mus_51_all_hands_are_laid_open_at_the_count() -> None:
    last = rules.view(all_wait(waited_until("grande", dealt(*PLAIN))), None)[
        "last_deal"
    ]
    assert [tuple(cards(" ".join(hand))) for hand in last["hands"]] == list(
        hands(*PLAIN)
    )
    assert last["score"] == {"won": [0, 0], "running": [3, 0], "sets": []}
    assert last["deal"] == 1
    assert last["talk"][0] == {"seat": 0, "say": "no mus", "n": None, "lance": None}


def test_mus_27_pares_are_announced_in_order_from_mano_before_their_lance_and_not_earlier() -> (
    None
):
    state = waited_until("chica", dealt("KK54", "HH64", "S754", "7664"))
    assert [seat["pares"] for seat in rules.view(state, None)["seats"]] == [None] * 4
    state = waited_until("pares", dealt("KK54", "HH64", "S754", "7764"))
    view = rules.view(state, None)
    assert [seat["pares"] for seat in view["seats"]] == [True, True, False, True]
    assert [seat["juego"] for seat in view["seats"]] == [None] * 4
    assert view["talk"][-4:] == [
        {"seat": 0, "say": "pares", "n": 1, "lance": "pares"},
        {"seat": 1, "say": "pares", "n": 1, "lance": "pares"},
        {"seat": 2, "say": "pares", "n": 0, "lance": "pares"},
        {"seat": 3, "say": "pares", "n": 1, "lance": "pares"},
    ]


def test_mus_32_juego_is_announced_in_order_from_mano_before_its_lance() -> None:
    view = rules.view(
        waited_until("juego", dealt("KKK1", "HHH1", "S654", "7654")), None
    )
    assert [(said["seat"], said["say"], said["n"]) for said in view["talk"][-4:]] == [
        (0, "juego", 1), (1, "juego", 1), (2, "juego", 0), (3, "juego", 0),
    ]  # fmt: skip


def test_mus_b28_juego_is_announced_even_if_nobody_has_it() -> None:
    view = rules.view(waited_until("punto", dealt(*PLAIN)), None)
    assert [seat["juego"] for seat in view["seats"]] == [False] * 4
    assert [(said["say"], said["n"], said["lance"]) for said in view["talk"][-4:]] == [
        ("juego", 0, "juego")
    ] * 4


def test_a_set_that_ends_before_pares_announces_nothing() -> None:
    state = said(
        dealt("KK54", "HH64", "SS54", "7764", running=(29, 0)),
        "A1 no mus, A1 envido 2, B1 no quiero, B2 no quiero",
    )
    last = rules.view(state, None)["last_deal"]
    assert [said["say"] for said in last["talk"]] == [
        "no mus",
        "envido",
        "no quiero",
        "no quiero",
    ]
    assert last["hands"] is None


@pytest.mark.parametrize(
    ("dealt_hands", "lances"),
    [
        pytest.param(
            PLAIN,
            [
                ("grande", "passed"),
                ("chica", "passed"),
                ("pares", "nobody"),
                ("punto", "open"),
            ],
            id="plain",
        ),
        pytest.param(
            ("KK54", "KH64", "HS54", "KS64"),
            [
                ("grande", "passed"),
                ("chica", "passed"),
                ("pares", "alone"),
                ("punto", "open"),
            ],
            id="pares alone",
        ),
    ],
)
def test_the_lances_so_far_are_shown_with_how_they_ended(
    dealt_hands: Any, lances: list[tuple[str, str]]
) -> None:
    view = rules.view(waited_until("punto", dealt(*dealt_hands)), None)
    assert [(lance["lance"], lance["state"]) for lance in view["lances"]] == lances
    assert [lance["side"] for lance in view["lances"]] == [
        None,
        None,
        0 if lances[2][1] == "alone" else None,
        None,
    ]


def test_the_side_of_an_accepted_lance_is_not_shown_before_the_count() -> None:
    lance = rules.view(said(dealt(*PLAIN), "A1 no mus, A1 envido 4, B1 quiero"), None)[
        "lances"
    ][0]
    assert lance == {
        "lance": "grande",
        "state": "accepted",
        "amount": 4,
        "side": None,
        "paid": 0,
    }


@pytest.mark.parametrize("seat", range(4))
def test_every_word_is_always_listed(seat: int) -> None:
    for state in (
        rules.start(rules.options({})),
        dealt(*PLAIN),
        said(dealt(*PLAIN), "A1 no mus, A1 envido 2"),
    ):
        assert list(choices(state, seat)) == WORDS


def test_the_choices_of_the_seat_to_act_say_what_is_legal_and_why_the_rest_is_not() -> (
    None
):
    offered = choices(said(dealt(*PLAIN), "A1 no mus, A1 envido 2"), 1)
    assert [say for say in WORDS if offered[say]["legal"]] == [
        "envido",
        "quiero",
        "no quiero",
        "ordago",
    ]
    assert offered["paso"] == {
        "say": "paso", "legal": False, "code": "mus.must_answer", "rule": "MUS-41", "min": None, "max": None,
    }  # fmt: skip
    assert offered["envido"] == {
        "say": "envido",
        "legal": True,
        "code": None,
        "rule": None,
        "min": 2,
        "max": 30,
    }


def test_a_seat_that_is_not_to_act_is_told_so() -> None:
    told = choices(said(dealt(*PLAIN), "A1 no mus, A1 envido 2"), 2)
    assert {(choice["legal"], choice["code"]) for choice in told.values()} == {
        (False, "mus.not_your_turn")
    }


def test_in_the_exchange_one_to_four_cards_may_go() -> None:
    told = choices(said(dealt(*PLAIN), "A1 mus, B1 mus, A2 mus, B2 mus"), 0)
    assert [say for say in WORDS if told[say]["legal"]] == ["discard"]
    assert (told["discard"]["min"], told["discard"]["max"]) == (1, 4)


@pytest.mark.parametrize(
    ("state", "code"),
    [
        pytest.param(
            rules.start(rules.options({})), "mus.waiting_for_deal", id="before the deal"
        ),
        pytest.param(
            said(dealt(*PLAIN, sets_to_win=1), "A1 no mus, A1 ordago, B1 quiero"),
            "mus.over",
            id="at the end",
        ),
    ],
)
def test_nobody_can_say_anything_before_the_deal_or_after_the_match(
    state: State, code: str
) -> None:
    for seat in range(4):
        assert {choice["code"] for choice in choices(state, seat).values()} == {code}


@pytest.mark.parametrize(
    ("state", "text"),
    [
        pytest.param(dealt(*PLAIN), "no mus", id="asked for mus"),
        pytest.param(
            said(dealt(*PLAIN), "A1 mus, B1 mus, A2 mus, B2 mus"),
            "discard 4o",
            id="exchange",
        ),
        pytest.param(said(dealt(*PLAIN), "A1 no mus"), "paso", id="before an offer"),
        pytest.param(
            said(dealt(*PLAIN), "A1 no mus, A1 envido 2"), "no quiero", id="offer"
        ),
        pytest.param(
            said(dealt(*PLAIN), "A1 no mus, A1 ordago"), "no quiero", id="ordago"
        ),
    ],
)
def test_when_time_is_up_the_least_committing_move_is_made(
    state: State, text: str
) -> None:
    assert rules.text(rules.least_committing(state)) == text
    assert rules.least_committing(state) in rules.legal_moves(state)
