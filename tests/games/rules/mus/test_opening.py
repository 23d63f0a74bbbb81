"""Who begins: given seats, the highest card, or mus corrido."""

from typing import Any

import pytest

from core.refusals import IllegalMove
from games.mus import rules
from games.mus.rules.state import State
from games.rules.base import CHANCE
from games.rules.cards import SPANISH, Cards
from games.verification import verify
from tests.games.rules.matches import recorded
from tests.games.rules.mus.tables import (
    PLAIN,
    SEATS,
    all_wait,
    cards,
    hands,
    order,
    said,
)


def start(opening: str, **options: Any) -> State:
    return rules.start(rules.options({"opening": opening, **options}))


def drawn(state: State, texts: str) -> State:
    """These cards come first in the shuffle by which is drawn."""
    first = cards(texts)
    assert rules.to_act(state) == CHANCE
    rest = tuple(card for card in SPANISH.cards if card not in first)
    return rules.play(state, rules.deal_move(first + rest))


def deal(state: State, dealt: tuple[Cards, ...] = hands(*PLAIN)) -> State:
    """The hands by seat, whoever deals."""
    return rules.play(state, rules.deal_move(order(dealt, state.mano)))


def at(state: State) -> tuple[str, str | None, str]:
    """Phase, who is mano if anybody is, and who is to act."""
    view, turn = rules.view(state, None), rules.to_act(state)
    mano = view["mano"]
    return (
        view["phase"],
        None if mano is None else SEATS[mano],
        "chance" if turn == CHANCE else SEATS[turn or 0],
    )


def test_mus_b1_without_a_draw_seat_0_is_mano() -> None:
    assert at(deal(rules.start(rules.options({})))) == ("mus", "A1", "A1")


# --- by card ---


@pytest.mark.parametrize(
    ("texts", "mano"),
    [
        ("Ko Ho So 7o", "A1"),
        ("Ho Ko So 7o", "B1"),
        ("4o 5o 6o 7o", "B2"),
        pytest.param("Ho So 3o 7o", "A2", id="MUS-B1 a three is a king"),
        pytest.param("2o 4o Ao 5o", "B2", id="MUS-B1 a two is an ace"),
    ],
)
def test_mus_10_the_highest_card_is_mano(texts: str, mano: str) -> None:
    state = drawn(start("card"), texts)
    assert at(state) == ("deal", mano, "chance")
    assert at(deal(state)) == ("mus", mano, mano)


def test_mus_b1_the_tied_draw_again_until_one_is_highest() -> None:
    state = drawn(start("card"), "Ko Ho 3o 7o")
    assert at(state) == ("draw", None, "chance")
    state = drawn(state, "5o 5c")
    assert at(state) == ("draw", None, "chance")
    state = drawn(state, "5o 7c")
    assert at(state) == ("deal", "A2", "chance"), "A1 drew 5, A2 7"
    talk = rules.view(state, None)["talk"]
    assert "".join(SEATS[line["seat"]] for line in talk) == "A1B1A2B2" + "A1A2" * 2, (
        "all draws were seen"
    )


def test_mus_b1_with_four_kings_a_three_does_not_tie_with_a_king() -> None:
    assert at(drawn(start("card", kings=4), "3o Ho Ko 7o"))[:2] == ("deal", "A2")


def test_the_cards_drawn_are_seen_by_all_and_can_be_checked() -> None:
    state = drawn(start("card"), "Ko Ho So 7o")
    assert [rules.positions(state, seat) for seat in range(4)] == [
        (0,),
        (1,),
        (2,),
        (3,),
    ]
    talk = rules.view(deal(state), None)["talk"]
    assert [(line["seat"], line["say"], SPANISH.text(line["n"])) for line in talk] == [
        (0, "draw", "Ko"), (1, "draw", "Ho"), (2, "draw", "So"), (3, "draw", "7o"),
    ]  # fmt: skip


def test_mus_v7_only_the_whole_pack_is_drawn_from() -> None:
    with pytest.raises(IllegalMove) as refused:
        rules.play(start("card"), rules.deal_move(SPANISH.cards[:4]))
    assert refused.value.code == "mus.wrong_pack"


def test_mus_58_the_draw_is_for_the_first_deal_only() -> None:
    state = all_wait(said(deal(drawn(start("card"), "4o 5o 6o 7o")), "B2 no mus"))
    assert at(deal(state)) == ("mus", "A1", "A1")


# --- mus corrido ---


def corrido(opening: str = "corrido", **options: Any) -> State:
    """B1 has drawn the highest card and deals."""
    return deal(drawn(start(opening, **options), "Ho Ko So 7o"))


def test_mus_v7_the_highest_card_deals_and_looks_first() -> None:
    assert at(corrido()) == ("mus", None, "B1")
    assert rules.view(corrido(), None)["dealer"] == 1


@pytest.mark.parametrize(
    ("talk", "mano", "dealer"),
    [
        ("B1 no mus", "B1", "A1"),
        ("B1 mus, A2 no mus", "A2", "B1"),
        ("B1 mus, A2 mus, B2 no mus", "B2", "A2"),
        ("B1 mus, A2 mus, B2 mus, A1 no mus", "A1", "B2"),
    ],
)
def test_mus_b10_who_keeps_the_pack_is_mano_and_his_left_neighbour_the_dealer(
    talk: str, mano: str, dealer: str
) -> None:
    state = said(corrido(), talk)
    assert at(state) == ("bet", mano, mano)
    assert SEATS[rules.view(state, None)["dealer"]] == dealer


def exchanged(state: State, *numbers: int) -> State:
    """In turn each lays down so many cards, or one."""
    for number in numbers or (1, 1, 1, 1):
        seat = rules.to_act(state)
        assert seat is not None
        state = rules.play(
            state, rules.Move("discard", cards=state.table.hands[seat][:number])
        )
    return state


def test_mus_b10_when_all_pass_it_on_the_next_to_the_right_deals_the_exchange_and_looks_first() -> (
    None
):
    state = said(corrido(), "B1 mus, A2 mus, B2 mus, A1 mus")
    assert rules.view(state, None)["dealer"] == 2, "A2, to the right of B1"
    assert at(state) == ("discard", None, "B2"), "served from the dealer's right"
    state = exchanged(state)
    assert at(state) == ("mus", None, "A2")
    assert at(said(state, "A2 mus, B2 no mus")) == ("bet", "B2", "B2")


@pytest.mark.parametrize(
    "talk", ["", "B1 mus", "B1 mus, A2 mus", "B1 mus, A2 mus, B2 mus"]
)
def test_mus_v8_nothing_is_said_while_the_pack_goes_round(talk: str) -> None:
    state = said(corrido(wait_word=True), talk)
    assert "wait" not in map(rules.text, rules.legal_moves(state))
    with pytest.raises(IllegalMove):
        rules.play(state, rules.parse("wait"))


def test_mus_21_a_card_seen_in_mus_corrido_forces_an_exchange_as_always() -> None:
    state = rules.play(corrido(), rules.parse("exposed 3"))
    assert at(state) == ("discard", None, "A2")
    assert at(exchanged(state)) == ("mus", None, "B1"), (
        "all have exchanged: the dealer looks first, as before"
    )


def test_mus_22_if_one_stands_in_mus_corrido_the_dealers_right_neighbour_is_mano() -> (
    None
):
    state = rules.play(corrido(), rules.parse("exposed 3"))
    assert at(exchanged(state, 1, 0, 1, 1)) == ("bet", "A2", "A2")


def test_mus_v5_in_mus_corrido_the_dealers_right_neighbour_decides() -> None:
    state = rules.play(corrido(mus_visto="mano"), rules.parse("exposed 1"))
    assert at(state) == ("decide", None, "A2")
    assert at(said(state, "A2 visto")) == ("discard", None, "A2")
    assert at(said(state, "A2 no visto")) == ("mus", None, "B1"), (
        "the dealer looks first"
    )


def test_mus_v6_in_mus_corrido_a_4567_is_asked_for_before_the_dealer_looks() -> None:
    state = corrido(redeal_4567=True)
    assert at(state) == ("redeal", None, "A2")
    assert at(said(state, "A2 keep, B2 keep, A1 keep, B1 keep")) == ("mus", None, "B1")


def test_mus_19_the_stock_of_mus_corrido_ends_while_the_third_dealer_serves() -> None:
    state = exchanged(said(corrido(), "B1 mus, A2 mus, B2 mus, A1 mus"), 4, 4, 4, 4)
    state = exchanged(said(state, "A2 mus, B2 mus, A1 mus, B1 mus"), 4, 4, 4, 4)
    assert rules.to_act(state) == CHANCE
    assert [len(hand) for hand in state.table.hands] == [4, 4, 0, 0], (
        "B2 deals and serves A1 first"
    )
    state = rules.play(state, rules.deal_move(rules.pack(state)))
    assert [len(hand) for hand in state.table.hands] == [4] * 4
    assert at(state) == ("mus", None, "B2")


def test_mus_b10_it_holds_for_the_first_deal_of_the_match() -> None:
    state = all_wait(said(corrido(), "B1 no mus"))
    assert at(deal(state)) == ("mus", "A2", "A2")


@pytest.mark.parametrize(
    ("opening", "mano", "asked"),
    [("corrido", "A2", "A2"), ("corrido_each_set", None, "B1")],
)
def test_mus_b10_or_of_each_set(opening: str, mano: str | None, asked: str) -> None:
    """MUS-B33: after the set B1, who was mano, deals as always."""
    state = said(corrido(opening), "B1 no mus, B1 ordago, A2 quiero")
    assert at(deal(state)) == ("mus", mano, asked)


def test_mus_b10_of_each_set_but_not_of_each_deal() -> None:
    state = all_wait(said(corrido("corrido_each_set"), "B1 no mus"))
    assert at(deal(state)) == ("mus", "A2", "A2")


@pytest.mark.parametrize("opening", ["card", "corrido", "corrido_each_set"])
def test_mus_v7_the_draw_stands_in_the_record_as_a_shuffle_of_its_own(
    opening: str,
) -> None:
    record = recorded(
        "mus",
        {"opening": opening, "sets_to_win": 2},
        ["Ane", "Beñat", "Ainhoa", "Bixente"],
    )
    assert [move.seat for move in record.moves[:2]] == [None, None], (
        "the draw, then the deal"
    )
    assert verify(record).ok
