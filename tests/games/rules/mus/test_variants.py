"""What tables agree on besides: 4-5-6-7, waiting words, announcing oneself, the higher reply of
two partners.
"""

from typing import Any, get_args

import pytest

from core.refusals import IllegalMove
from games.mus import rules
from games.mus.rules.state import State, Word
from games.rules import dealing
from games.rules.cards import SPANISH
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


def legal(state: State) -> set[str]:
    return {move.say for move in rules.legal_moves(state)}


def refused(state: State, text: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        rules.play(state, rules.parse(text))
    return caught.value.code


# --- MUS-V6: 4-5-6-7 ---

WORST = "7654", "KH54", "7654", "HS64"
"""A1 and A2 hold 4-5-6-7."""


def worst() -> State:
    return dealt(*WORST, redeal_4567=True)


def test_mus_v6_each_in_turn_shows_a_4567_or_keeps_the_hand_before_anybody_speaks() -> (
    None
):
    state = worst()
    assert (state.phase, legal(state)) == ("redeal", {"redeal", "keep"})
    state = said(state, "A1 redeal")
    assert legal(state) == {"keep"}, (
        "B1 has none to show, and nobody can tell from the question"
    )
    assert rules.to_act(said(state, "B1 keep, A2 keep, B2 keep")) == 0


def test_mus_b8_it_is_the_holders_choice() -> None:
    state = said(worst(), "A1 keep, B1 keep, A2 keep, B2 keep")
    assert (state.phase, state.table.hands) == ("mus", dealt(*WORST).table.hands)


def test_mus_b8_those_who_showed_are_served_in_order_from_mano() -> None:
    state = worst()
    stock = state.table.stock
    state = said(state, "A1 redeal, B1 keep, A2 redeal, B2 keep")
    assert [sorted(state.table.hands[seat]) for seat in (0, 2)] == [
        sorted(stock[:4]),
        sorted(stock[4:8]),
    ]
    assert (state.phase, rules.to_act(state)) == ("mus", 0)


def test_mus_b8_the_cards_shown_are_seen_by_all_and_go_to_the_discards() -> None:
    state = said(worst(), "A1 redeal, B1 keep, A2 keep, B2 keep")
    assert rules.view(state, None)["seats"][0]["shown"] == ["7o", "6o", "5o", "4o"]
    assert state.table.pile[0] == dealt(*WORST).table.hands[0]


def test_mus_b8_another_4567_is_not_replaced_again() -> None:
    state = said(worst(), "A1 redeal, B1 keep, A2 keep, B2 keep")
    assert refused(state, "redeal") == "mus.mus_or_no_mus"


def test_mus_b8_only_the_first_four_cards_count() -> None:
    state = said(
        worst(), "A1 keep, B1 keep, A2 keep, B2 keep, A1 mus, B1 mus, A2 mus, B2 mus"
    )
    for _ in range(4):
        state = rules.play(state, rules.least_committing(state))
    assert state.phase == "mus"
    assert refused(state, "redeal") == "mus.mus_or_no_mus"


def test_mus_b6_a_card_that_was_seen_is_told_once_all_have_kept_their_hands_or_shown_them() -> (
    None
):
    state = worst()
    assert refused(state, "exposed 1") == "mus.keep_or_show"
    state = said(state, "A1 redeal, B1 keep, A2 keep, B2 keep")
    state = rules.play(state, rules.parse("exposed 1"))
    assert (
        state.phase,
        rules.to_act(state),
        [len(hand) for hand in state.table.hands],
    ) == ("visto", 0, [4] * 4)


def test_mus_19_a_4567_that_was_shown_goes_into_the_new_stock_and_lies_open_no_more() -> (
    None
):
    state = said(worst(), "A1 redeal, B1 keep, A2 keep, B2 keep")
    for _ in range(2):  # 20 cards are left, then 4
        state = said(state, "A1 mus, B1 mus, A2 mus, B2 mus")
        for seat in range(4):
            state = rules.play(
                state, rules.Move("discard", cards=state.table.hands[seat])
            )
    assert rules.view(state, None)["seats"][0]["shown"] == ["7o", "6o", "5o", "4o"]
    assert set(rules.pack(state)) >= set(state.table.shown[0])
    state = rules.play(state, rules.deal_move(rules.pack(state)))
    assert [seat["shown"] for seat in rules.view(state, None)["seats"]] == [[]] * 4


def test_mus_v6_without_the_option_nothing_is_asked() -> None:
    assert dealt(*WORST).phase == "mus"


# --- MUS-V8: the waiting word ---


def test_mus_b11_mano_and_the_next_may_wait_and_it_is_a_mus() -> None:
    state = dealt(*PLAIN, wait_word=True)
    waited, with_mus = said(state, "A1 wait, B1 wait"), said(state, "A1 mus, B1 mus")
    assert waited._replace(talk=()) == with_mus._replace(talk=())
    assert [line["say"] for line in rules.view(waited, None)["talk"]] == [
        "wait",
        "wait",
    ]
    assert legal(waited) == {"mus", "no mus"}
    assert refused(waited, "wait") == "mus.mus_or_no_mus"


def test_mus_v8_without_the_option_nobody_waits() -> None:
    assert refused(dealt(*PLAIN), "wait") == "mus.mus_or_no_mus"


# --- MUS-B28: announcing oneself ---

MIXED = "KK64", "333A", "HH54", "HS75"
"""Pares: A1, B1, A2. Juego: B1 and B2 (31, 32)."""
TO_PARES = "A1 no mus, " + "A1 paso, B1 paso, A2 paso, B2 paso, " * 2


def announcing() -> State:
    return said(dealt(*MIXED, announcements="manual"), TO_PARES)


def test_mus_27_each_seat_in_order_from_mano_says_whether_it_has_pares() -> None:
    state = announcing()
    for seat, word in enumerate(["si", "si", "si", "no"]):
        assert rules.to_act(state) == seat
        assert legal(state) == {"pares si", "pares no"}
        assert rules.text(rules.least_committing(state)) == f"pares {word}"
        state = rules.play(state, rules.parse(f"pares {word}"))
    view = rules.view(state, None)
    assert (view["phase"], view["lance"], view["to_act"]) == ("bet", "pares", 0)
    assert [seat["pares"] for seat in view["seats"]] == [True, True, True, False]


def test_mus_27_what_has_been_said_so_far_is_shown() -> None:
    view = rules.view(said(announcing(), "A1 pares si, B1 pares si"), None)
    assert [seat["pares"] for seat in view["seats"]] == [True, True, None, None]
    assert (view["phase"], view["lance"]) == ("announce", "pares")


def test_mus_43_whoever_passed_in_chica_is_not_out_while_pares_are_announced() -> None:
    chica = "A1 no mus, A1 paso, B1 paso, A2 paso, B2 paso, A1 envido 2, B1 no quiero"
    state = said(dealt(*MIXED, announcements="manual"), chica)
    assert [seat["out"] for seat in rules.view(state, None)["seats"]] == [
        False,
        True,
        False,
        False,
    ]
    view = rules.view(said(state, "B2 no quiero"), None)
    assert (view["phase"], view["lance"]) == ("announce", "pares")
    assert [seat["out"] for seat in view["seats"]] == [False] * 4


def test_mus_32_and_then_whether_it_has_juego() -> None:
    """MUS-33: only one side has it, so that the count follows."""
    state = said(
        announcing(),
        "A1 pares si, B1 pares si, A2 pares si, B2 pares no, A1 paso, B1 paso, A2 paso",
    )
    assert legal(state) == {"juego si", "juego no"}
    state = said(state, "A1 juego no, B1 juego si, A2 juego no, B2 juego si")
    assert ("juego", "B", 5, "bonus") in awards(state)


def test_said_by_the_seats_or_by_the_service_a_deal_ends_the_same() -> None:
    by_seats = said(
        announcing(),
        "A1 pares si, B1 pares si, A2 pares si, B2 pares no, A1 paso, B1 paso, A2 paso",
    )
    by_seats = said(by_seats, "A1 juego no, B1 juego si, A2 juego no, B2 juego si")
    by_service = all_wait(said(dealt(*MIXED), "A1 no mus"))
    assert awards(by_seats) == awards(by_service)
    assert last_deal(by_seats)["talk"] == last_deal(by_service)["talk"]


@pytest.mark.parametrize(
    ("talk", "winner"),
    [
        pytest.param("A1 pares no", "B", id="denied"),
        pytest.param(
            "A1 pares si, B1 pares si, A2 pares si, B2 pares si", "A", id="claimed"
        ),
        pytest.param("A1 pares si, B1 pares no", "A", id="by the second seat"),
        pytest.param(
            "A1 pares si, B1 pares si, A2 pares si, B2 pares no, A1 paso, B1 paso, A2 paso, A1 juego si",
            "B",
            id="of juego",
        ),
    ],
)
def test_mus_60_a_false_word_loses_the_set_at_once(talk: str, winner: str) -> None:
    state = said(announcing(), talk)
    assert rules.score(state).sets == ((30, 0),) if winner == "A" else ((0, 30),)
    assert awards(state) == [
        ("pares" if "juego" not in talk else "juego", winner, 30, "false")
    ]
    assert last_deal(state)["hands"] is not None, "the cards show that it was false"


# --- MUS-B14: the higher reply ---


def offered(talk: str = "A1 envido 2") -> State:
    return said(dealt(*PLAIN, team_reply="highest"), f"A1 no mus, {talk}")


def turn(state: State) -> str:
    return SEATS[rules.to_act(state) or 0]


def bet(state: State) -> tuple[Any, ...]:
    view = rules.view(state, None)
    return view["lance"], view["bet"] and (
        view["bet"]["amount"],
        SEATS[view["bet"]["seat"]],
        view["bet"]["ordago"],
    )


@pytest.mark.parametrize(
    ("replies", "then", "asked"),
    [
        pytest.param("B1 quiero, B2 quiero", ("chica", None), "A1", id="both accept"),
        pytest.param(
            "B1 quiero, B2 no quiero",
            ("chica", None),
            "A1",
            id="one accepts, the second passes",
        ),
        pytest.param(
            "B1 no quiero, B2 quiero",
            ("chica", None),
            "A1",
            id="one accepts, the first has passed",
        ),
        pytest.param(
            "B1 quiero, B2 envido 5",
            ("grande", (7, "B2", False)),
            "A1",
            id="the second raises",
        ),
        pytest.param(
            "B1 envido 5, B2 quiero",
            ("grande", (7, "B1", False)),
            "A2",
            id="the first raises",
        ),
        pytest.param(
            "B1 envido 5, B2 no quiero",
            ("grande", (7, "B1", False)),
            "A2",
            id="a raise above a pass",
        ),
        pytest.param(
            "B1 envido 2, B2 envido 5",
            ("grande", (7, "B2", False)),
            "A1",
            id="the higher raise",
        ),
        pytest.param(
            "B1 envido 5, B2 envido 5",
            ("grande", (7, "B1", False)),
            "A2",
            id="of equal ones the first",
        ),
        pytest.param(
            "B1 envido 5, B2 ordago",
            ("grande", (2, "B2", True)),
            "A1",
            id="ordago is above all",
        ),
        pytest.param(
            "B1 ordago",
            ("grande", (2, "B1", True)),
            "A2",
            id="above an ordago there is nothing",
        ),
    ],
)
def test_mus_b14_both_partners_reply_and_the_higher_reply_stands(
    replies: str, then: tuple[Any, ...], asked: str
) -> None:
    state = said(offered(), replies)
    assert (bet(state), turn(state)) == (then, asked)


def test_mus_b14_the_partner_is_asked_when_the_first_has_accepted() -> None:
    state = said(offered(), "B1 quiero")
    assert (bet(state), turn(state)) == (("grande", (2, "A1", False)), "B2")


def test_mus_46_when_both_pass_it_is_refused() -> None:
    assert points(said(offered(), "B1 no quiero, B2 no quiero")) == (1, 0)


def test_mus_43_who_has_passed_is_not_asked_again() -> None:
    state = said(offered(), "B1 no quiero, B2 envido 2, A1 envido 2, A2 quiero")
    assert turn(state) == "B2"
    assert bet(said(state, "B2 quiero")) == ("chica", None), (
        "alone, B2's word stands at once"
    )


def test_mus_43_who_passed_while_the_partners_raise_stands_is_out() -> None:
    state = said(offered(), "B1 envido 2, B2 no quiero, A2 envido 2, A1 quiero")
    assert turn(state) == "B1"
    assert [seat["out"] for seat in rules.view(state, None)["seats"]] == [
        False,
        False,
        False,
        True,
    ]


def test_mus_b16_a_lone_opponent_replies_alone() -> None:
    state = waited_until(
        "pares", dealt("KK64", "HH54", "SS75", "H764", team_reply="highest")
    )
    state = said(state, "A1 envido 2, B1 quiero")
    assert rules.view(state, None)["lance"] != "pares"


def test_mus_49_both_reply_to_an_ordago() -> None:
    state = said(offered("A1 ordago"), "B1 quiero")
    assert turn(state) == "B2"
    assert rules.score(said(state, "B2 no quiero")).won == (1, 0)


# --- what the service has no word for ---


def test_mus_12_a_cut_is_a_seats_own_seed_which_changes_the_order() -> None:
    """The dealer's left neighbour may cut or not; here any seat may add a seed of its own, or
    none.
    """
    seed = bytes(32)
    uncut = dealing.shuffle(SPANISH.cards, seed, {})
    assert dealing.shuffle(SPANISH.cards, seed, {2: "cut"}) != uncut
    assert dealing.shuffle(SPANISH.cards, seed, {}) == uncut


def test_mus_20_in_the_bets_stock_and_discards_stay_where_they_are() -> None:
    state = said(dealt(*PLAIN), "A1 mus, B1 mus, A2 mus, B2 mus")
    for _ in range(4):
        state = rules.play(state, rules.least_committing(state))
    state = said(state, "A1 no mus")
    table = state.table
    assert len(table.stock) + sum(map(len, table.pile)) == 24
    assert said(state, "A1 envido 2, B1 quiero, A1 paso, B1 paso").table is table


def test_mus_b36_points_cannot_be_forgotten_since_nobody_claims_them() -> None:
    assert points(all_wait(said(dealt(*PLAIN), "A1 no mus"))) == (3, 0)
    assert not {word for word in get_args(Word) if "claim" in word or "count" in word}
