"""Dealing, the question of mus, and the exchange of cards."""

import pytest

from core.refusals import IllegalMove
from games.mus import rules
from games.mus.rules.state import State
from games.rules.base import CHANCE
from games.rules.cards import SPANISH
from tests.games.rules.mus.tables import PLAIN, dealt, hands, said

EVERYBODY_MUS = "A1 mus, B1 mus, A2 mus, B2 mus"
ASCENDING = SPANISH.cards


def start() -> State:
    return rules.start(rules.options({}))


def freshly_dealt() -> State:
    """A1 holds cards 0, 4, 8, 12, B1 1, 5, 9, 13, and so on; the stock is 16 to 39 in order."""
    return rules.play(start(), rules.deal_move(ASCENDING))


def lay_down(state: State, *numbers: int) -> State:
    """All say mus; then each in order from A1 lays down so many cards, the lowest in canonical
    order.
    """
    state = said(state, EVERYBODY_MUS)
    for seat, number in enumerate(numbers):
        assert rules.to_act(state) == seat
        state = rules.play(
            state, rules.Move("discard", cards=state.table.hands[seat][:number])
        )
    return state


def test_mus_13_a_match_begins_by_dealing_the_whole_pack() -> None:
    assert rules.to_act(start()) == CHANCE
    assert rules.pack(start()) == SPANISH.cards
    assert rules.legal_moves(start()) == ()


def test_mus_13_each_gets_four_cards_one_at_a_time_from_mano_to_the_right() -> None:
    assert freshly_dealt().table.hands == tuple(
        (seat, seat + 4, seat + 8, seat + 12) for seat in range(4)
    )


def test_mus_13_the_deal_begins_with_the_mano_of_the_deal() -> None:
    state = rules.play(start()._replace(mano=2), rules.deal_move(ASCENDING))
    assert state.table.hands[2] == (0, 4, 8, 12)
    assert state.table.hands[1] == (3, 7, 11, 15)
    assert rules.to_act(state) == 2


@pytest.mark.parametrize(
    "cards",
    [
        SPANISH.cards[:39],
        (*SPANISH.cards[:39], 38),
        (*SPANISH.cards, 0),
        (),
        SPANISH.cards[:16],
    ],
    ids=["one missing", "one twice", "one too many", "none", "only the hands"],
)
def test_mus_2_only_the_whole_pack_can_be_dealt(cards: tuple[int, ...]) -> None:
    with pytest.raises(IllegalMove) as refused:
        rules.play(start(), rules.deal_move(cards))
    assert refused.value.code == "mus.wrong_pack"


def test_mus_14_mano_speaks_first_and_mus_passes_the_question_to_the_right() -> None:
    state = freshly_dealt()
    for seat in range(3):
        assert rules.to_act(state) == seat
        state = rules.play(state, rules.parse("mus"))
    assert rules.to_act(state) == 3


@pytest.mark.parametrize("yes", [0, 1, 2, 3])
def test_mus_b2_no_mus_by_anybody_begins_the_bets_at_once(yes: int) -> None:
    state = freshly_dealt()
    for _ in range(yes):
        state = rules.play(state, rules.parse("mus"))
    view = rules.view(rules.play(state, rules.parse("no mus")), None)
    assert (view["phase"], view["lance"], view["to_act"]) == ("bet", "grande", 0)


def test_mus_15_four_mus_begin_an_exchange_in_order_from_mano() -> None:
    state = said(freshly_dealt(), EVERYBODY_MUS)
    view = rules.view(state, None)
    assert (view["phase"], view["to_act"]) == ("discard", 0)
    assert len(rules.legal_moves(state)) == 15


def test_mus_16_and_b9_at_least_one_card_must_go() -> None:
    with pytest.raises(IllegalMove) as refused:
        rules.play(said(freshly_dealt(), EVERYBODY_MUS), rules.parse("discard"))
    assert (refused.value.code, refused.value.fields["rule"]) == (
        "mus.discard_at_least_one",
        "MUS-16",
    )


def test_mus_16_only_cards_of_the_own_hand_can_go() -> None:
    state = said(freshly_dealt(), EVERYBODY_MUS)
    for cards in [(1,), (0, 1), (0, 0)]:
        with pytest.raises(IllegalMove) as refused:
            rules.play(state, rules.Move("discard", cards=cards))
        assert refused.value.code == "mus.not_in_hand"


def test_mus_17_all_lay_down_before_anybody_is_served() -> None:
    state = said(freshly_dealt(), EVERYBODY_MUS)
    state = rules.play(state, rules.Move("discard", cards=(0, 4)))
    assert state.table.hands[0] == (8, 12)
    assert rules.view(state, None)["seats"][0] | {"pares": None} == {
        "cards": 2, "discarded": 2, "shown": [], "pares": None, "juego": None, "out": False,
    }  # fmt: skip
    assert rules.view(state, 0)["discards"] == ["Ko", "Ho"], (
        "who laid them down may remember them"
    )


def test_mus_17_replacements_come_in_one_packet_for_each_from_mano_on() -> None:
    table = lay_down(freshly_dealt(), 1, 2, 3, 4).table
    assert table.hands == (
        (4, 8, 12, 16),
        (9, 13, 17, 18),
        (14, 19, 20, 21),
        (22, 23, 24, 25),
    )
    assert table.pile == ((0,), (1, 5), (2, 6, 10), (3, 7, 11, 15))
    assert len(table.stock) == 14


def test_mus_b3_the_question_the_discards_and_the_serving_begin_with_the_mano_of_the_deal() -> (
    None
):
    state = rules.play(start()._replace(mano=2), rules.deal_move(ASCENDING))
    state = said(state, "A2 mus, B2 mus, A1 mus, B1 mus")
    for seat in (2, 3, 0, 1):
        assert rules.to_act(state) == seat
        state = rules.play(
            state, rules.Move("discard", cards=state.table.hands[seat][:1])
        )
    assert [hand[-1] for hand in state.table.hands] == [18, 19, 16, 17]
    assert (state.phase, rules.to_act(state)) == ("mus", 2)


def test_mus_18_after_the_exchange_mano_is_asked_again_without_limit() -> None:
    state = freshly_dealt()
    for _ in range(20):
        state = lay_down(state, 1, 1, 1, 1)
        if rules.to_act(state) == CHANCE:
            state = rules.play(state, rules.deal_move(rules.pack(state)))
        assert (state.phase, rules.to_act(state)) == ("mus", 0)


def test_mus_t19_the_new_stock_leaves_out_what_the_unserved_have_just_laid_down() -> (
    None
):
    state = lay_down(lay_down(freshly_dealt(), 4, 4, 4, 4), 4, 4, 4, 4)
    excluded = state.table.laid[2] + state.table.laid[3]
    assert rules.to_act(state) == CHANCE
    assert [len(hand) for hand in state.table.hands] == [4, 4, 0, 0]
    assert len(rules.pack(state)) == 24
    assert set(rules.pack(state)).isdisjoint(excluded)
    state = rules.play(state, rules.deal_move(rules.pack(state)[::-1]))
    assert (state.phase, rules.to_act(state)) == ("mus", 0)
    assert (len(state.table.stock), sorted(sum(state.table.pile, ()))) == (
        16,
        sorted(excluded),
    )
    assert [len(hand) for hand in state.table.hands] == [4, 4, 4, 4]


def test_mus_t20_who_was_served_in_part_counts_as_not_served() -> None:
    state = lay_down(lay_down(freshly_dealt(), 4, 4, 4, 4), 3, 3, 3, 3)
    excluded = state.table.laid[2] + state.table.laid[3]
    assert [len(hand) for hand in state.table.hands] == [4, 4, 3, 1], "MUS-B4"
    assert len(rules.pack(state)) == 22
    assert set(rules.pack(state)).isdisjoint(excluded)
    state = rules.play(state, rules.deal_move(rules.pack(state)))
    assert (len(state.table.stock), sorted(sum(state.table.pile, ()))) == (
        18,
        sorted(excluded),
    )
    assert [len(hand) for hand in state.table.hands] == [4, 4, 4, 4]


def test_mus_19_only_the_new_stock_can_be_dealt_then() -> None:
    state = lay_down(lay_down(freshly_dealt(), 4, 4, 4, 4), 4, 4, 4, 4)
    for cards in (SPANISH.cards, rules.pack(state)[:-1]):
        with pytest.raises(IllegalMove) as refused:
            rules.play(state, rules.deal_move(cards))
        assert (refused.value.code, refused.value.fields["rule"]) == (
            "mus.wrong_pack",
            "MUS-19",
        )


def test_mus_b5_a_stock_that_ends_exactly_is_made_anew_only_when_needed() -> None:
    state = lay_down(lay_down(freshly_dealt(), 4, 4, 4, 4), 2, 2, 2, 2)
    assert (state.table.stock, state.phase) == ((), "mus")
    state = lay_down(state, 1, 1, 1, 1)
    assert rules.to_act(state) == CHANCE
    assert [len(hand) for hand in state.table.hands] == [3, 3, 3, 3]
    assert len(rules.pack(state)) == 24, (
        "nobody was served: all four fresh discards stay out"
    )


def test_mus_b3_serving_goes_on_where_the_old_stock_ended() -> None:
    state = lay_down(lay_down(freshly_dealt(), 4, 4, 4, 4), 3, 3, 3, 3)
    new = rules.pack(state)
    before = state.table.hands
    after = rules.play(state, rules.deal_move(new)).table.hands
    assert after[:2] == before[:2]
    assert after[2] == tuple(sorted(before[2] + new[:1]))
    assert after[3] == tuple(sorted(before[3] + new[1:4]))


def test_a_seat_may_check_the_places_of_the_last_shuffle_that_it_was_dealt() -> None:
    state = freshly_dealt()
    assert [rules.positions(state, seat) for seat in (0, 3)] == [
        (0, 4, 8, 12),
        (3, 7, 11, 15),
    ]
    state = lay_down(state, 1, 2, 3, 4)
    assert rules.positions(state, 1) == (1, 5, 9, 13, 17, 18), (
        "the cards laid down since can be checked, too"
    )


def test_a_new_shuffle_has_its_own_places() -> None:
    state = lay_down(lay_down(freshly_dealt(), 4, 4, 4, 4), 3, 3, 3, 3)
    state = rules.play(state, rules.deal_move(rules.pack(state)[::-1]))
    assert [rules.positions(state, seat) for seat in range(4)] == [
        (),
        (),
        (0,),
        (1, 2, 3),
    ]


def test_the_last_shuffle_can_be_checked_until_the_next() -> None:
    state = said(dealt(*PLAIN), "A1 no mus, A1 ordago, B1 quiero")
    assert state.phase == "deal"
    assert rules.positions(state, 1) == (1, 5, 9, 13)


def test_a_discard_is_shown_by_its_number_until_the_next_exchange() -> None:
    state = lay_down(freshly_dealt(), 1, 2, 3, 4)
    assert [seat["discarded"] for seat in rules.view(state, None)["seats"]] == [
        1,
        2,
        3,
        4,
    ]
    state = said(state, EVERYBODY_MUS)
    assert [seat["discarded"] for seat in rules.view(state, None)["seats"]] == [
        None
    ] * 4


def test_mus_1_two_pairs_sit_opposite() -> None:
    assert rules.sides(rules.options({})) == ((0, 2), (1, 3))


@pytest.mark.parametrize("mano", range(4))
def test_mus_8_play_runs_to_the_right_from_whoever_is_mano(mano: int) -> None:
    """The question of mus, the discards, and the words before an offer."""
    state = rules.play(start()._replace(mano=mano), rules.deal_move(ASCENDING))
    turns = []
    for text in ["mus"] * 4 + [""] * 4 + ["no mus"] + ["paso"] * 4:
        turns.append(rules.to_act(state))
        state = rules.play(
            state, rules.parse(text) if text else rules.least_committing(state)
        )
    to_the_right = [(mano + turn) % 4 for turn in range(4)]
    assert turns == to_the_right * 2 + [mano] + to_the_right


def test_the_hands_that_a_test_names_are_dealt() -> None:
    assert dealt(*PLAIN).table.hands == hands(*PLAIN)
