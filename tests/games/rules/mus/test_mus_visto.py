"""Mus visto: a card that everybody saw while it was dealt forces one exchange, in which one may stand."""

from pathlib import Path
from typing import Any

import pytest

from games.rules import mus
from games.rules.base import CHANCE
from games.rules.cards import SPANISH, Cards
from games.rules.errors import IllegalMove
from games.rules.mus.state import State
from games.rules.verify import verify
from tests.games.rules.mus.tables import SEATS, said

MUS_MATCH = (Path(__file__).parents[1] / "data" / "mus_match.txt").read_text()
EVERYBODY_MUS = "A1 mus, B1 mus, A2 mus, B2 mus"


def dealt(*exposed: int, mano: int = 0) -> State:
    """The pack in its own order: mano holds 0, 4, 8, 12, the next 1, 5, 9, 13; the stock is 16 to 39."""
    start = mus.start(mus.options({}))._replace(mano=mano)
    return mus.play(start, mus.Move("deal", cards=SPANISH.cards, seen=exposed))


def lay_down(state: State, *numbers: int) -> State:
    """In order from mano each lays down so many cards, the lowest in canonical order."""
    for turn, number in enumerate(numbers):
        seat = (state.mano + turn) % 4
        assert (state.phase, mus.to_act(state)) == ("discard", seat)
        state = mus.play(state, mus.Move("discard", cards=state.table.hands[seat][:number]))
    return state


def new_stock(state: State, *seen_places: int) -> State:
    order = mus.pack(state)
    assert mus.to_act(state) == CHANCE
    return mus.play(state, mus.Move("deal", cards=order, seen=tuple(order[place] for place in seen_places)))


def at(state: State) -> tuple[str, str | None, str, bool]:
    """Phase, lance, who is to act, whether a card was seen: as everybody sees it."""
    view = mus.view(state, None)
    return view["phase"], view["lance"], SEATS[view["to_act"]], view["seen"]


ASKED = ("mus", None, "A1", False)
BETS = ("bet", "grande", "A1", False)
FORCED = ("discard", None, "A1", True)


@pytest.mark.parametrize(
    ("numbers", "then"),
    [
        pytest.param((1, 2, 1, 3), ASKED, id="MUS-T17 all exchange: the question goes on"),
        pytest.param((1, 0, 1, 3), BETS, id="MUS-T17 one stands: the bets begin"),
        pytest.param((4, 4, 4, 4), ASKED, id="MUS-22 all exchange everything"),
        pytest.param((0, 4, 4, 4), BETS, id="MUS-22 mano stands"),
        pytest.param((4, 4, 4, 0), BETS, id="MUS-22 the dealer stands"),
        pytest.param((0, 0, 0, 0), BETS, id="MUS-22 all stand"),
    ],
)
def test_mus_t17_and_mus_22_whoever_stands_ends_the_exchanges(numbers: tuple[int, ...], then: tuple[Any, ...]) -> None:
    assert at(lay_down(dealt(5), *numbers)) == then


def test_mus_22_if_one_stands_the_others_are_served_all_the_same() -> None:
    table = lay_down(dealt(5), 1, 0, 1, 3).table
    assert table.hands == ((4, 8, 12, 16), (1, 5, 9, 13), (6, 10, 14, 17), (15, 18, 19, 20))
    assert table.pile == (0, 2, 3, 7, 11)


@pytest.mark.parametrize("place", [0, 7, 15])
def test_mus_21_a_card_seen_in_the_first_deal_forces_an_exchange(place: int) -> None:
    assert at(dealt(place)) == FORCED


@pytest.mark.parametrize("place", [16, 39])
def test_mus_21_a_card_that_is_still_in_the_stock_has_not_been_seen(place: int) -> None:
    assert at(dealt(place)) == ASKED
    assert [mus.view(dealt(place), seat) for seat in range(4)] == [mus.view(dealt(), seat) for seat in range(4)]


def test_mus_b6_a_card_seen_in_the_replacements_forces_an_exchange_as_well() -> None:
    state = lay_down(said(dealt(18), EVERYBODY_MUS), 1, 1, 1, 1)
    assert at(state) == FORCED
    assert at(lay_down(state, 1, 1, 1, 1)) == ASKED


def test_mus_b6_a_replacement_counts_when_it_is_dealt_and_not_before() -> None:
    state = lay_down(said(dealt(20), EVERYBODY_MUS), 1, 1, 1, 1)
    assert at(state) == ASKED
    assert at(lay_down(said(state, EVERYBODY_MUS), 1, 1, 1, 1)) == FORCED


def test_mus_21_it_forces_one_exchange_only() -> None:
    state = lay_down(dealt(5, 6), 1, 1, 1, 1)
    assert at(said(state, "A1 no mus")) == BETS
    state = said(state, EVERYBODY_MUS)
    assert mus.Move("discard") not in mus.legal_moves(state), "MUS-16: at least one card again"


def test_mus_21_a_card_seen_while_the_forced_exchange_is_served_forces_another() -> None:
    assert at(lay_down(dealt(5, 16), 1, 1, 1, 1)) == FORCED


def test_mus_b7_but_not_after_somebody_stood() -> None:
    state = lay_down(dealt(5, 16), 1, 0, 1, 1)
    assert at(state)[:3] == BETS[:3]
    for word in ("mus", "no mus", "discard"):
        with pytest.raises(IllegalMove) as refused:
            mus.play(state, mus.parse(word))
        assert refused.value.code == "mus.mus_is_over"


def test_mus_b7_the_next_deal_begins_with_the_question() -> None:
    state = said(lay_down(dealt(5), 1, 0, 1, 1), "A1 ordago, B1 quiero")
    state = mus.play(state, mus.deal_move(SPANISH.cards))
    assert at(state) == ("mus", None, "B1", False)


def test_mus_b3_the_mano_of_the_deal_lays_down_and_bets_first() -> None:
    assert at(dealt(5, mano=2)) == ("discard", None, "A2", True)
    assert at(lay_down(dealt(5, mano=2), 1, 0, 1, 1)) == ("bet", "grande", "A2", False)


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
@pytest.mark.parametrize("word", ["mus", "no mus"])
def test_mus_21_no_mus_cannot_stop_the_exchange(word: str, seat: int) -> None:
    state = lay_down(dealt(5), *[1, 0, 2][:seat])
    with pytest.raises(IllegalMove) as refused:
        mus.play(state, mus.parse(word))
    assert (refused.value.code, refused.value.fields["rule"]) == ("mus.card_seen", "MUS-21")


def test_mus_21_a_player_may_exchange_none_to_four_cards() -> None:
    state = dealt(5)
    assert sorted(len(move.cards) for move in mus.legal_moves(state)) == [0, *[1] * 4, *[2] * 6, *[3] * 4, 4]
    choices = {choice["say"]: choice for choice in mus.view(state, 0)["choices"]}
    assert [say for say, choice in choices.items() if choice["legal"]] == ["discard"]
    assert (choices["discard"]["min"], choices["discard"]["max"]) == (0, 4)
    assert {choices[say]["code"] for say in ("mus", "no mus", "paso", "ordago")} == {"mus.card_seen"}


def test_mus_21_only_cards_of_the_own_hand_can_go() -> None:
    with pytest.raises(IllegalMove) as refused:
        mus.play(dealt(5), mus.Move("discard", cards=(1,)))
    assert refused.value.code == "mus.not_in_hand"


def test_whoever_stands_is_seen_to_lay_down_nothing() -> None:
    view = mus.view(lay_down(dealt(5), 1, 0), None)
    assert [seat["discarded"] for seat in view["seats"]] == [1, 0, None, None]
    assert view["talk"][-1] == {"seat": 1, "say": "discard", "n": 0, "lance": None}


def test_when_time_is_up_nothing_is_laid_down() -> None:
    assert mus.text(mus.least_committing(dealt(5))) == "discard"


# --- when the stock runs out ---


def short_of_stock(*exposed: int) -> State:
    """An exchange of all sixteen cards behind: eight are left in the stock, 32 to 39."""
    return lay_down(said(dealt(*exposed), EVERYBODY_MUS), 4, 4, 4, 4)


def test_mus_19_the_stock_runs_out_in_a_forced_exchange() -> None:
    state = lay_down(short_of_stock(31), 4, 0, 4, 4)
    assert [len(hand) for hand in state.table.hands] == [4, 4, 4, 0]
    excluded = state.table.laid[3]
    assert len(mus.pack(state)) == 16 + 4 + 4, "what B2 has just laid down stays out"
    assert set(mus.pack(state)).isdisjoint(excluded)
    state = new_stock(state)
    assert at(state) == BETS
    assert state.table.pile == excluded


@pytest.mark.parametrize(
    ("seen_before", "seen_after", "then"),
    [
        pytest.param((), (), ASKED, id="no card seen"),
        pytest.param((33,), (), FORCED, id="in the last of the old stock"),
        pytest.param((), (0,), FORCED, id="in the new stock"),
        pytest.param((33,), (7,), FORCED, id="in both: one exchange"),
        pytest.param((), (8,), ASKED, id="a card of the new stock that is not dealt yet"),
    ],
)
def test_mus_b6_a_card_seen_before_or_after_a_new_stock_is_made(
    seen_before: tuple[int, ...], seen_after: tuple[int, ...], then: tuple[Any, ...]
) -> None:
    state = new_stock(lay_down(said(short_of_stock(*seen_before), EVERYBODY_MUS), 4, 4, 4, 4), *seen_after)
    assert at(state) == then


def test_mus_b7_a_card_seen_in_the_new_stock_after_somebody_stood_changes_nothing() -> None:
    assert at(new_stock(lay_down(short_of_stock(31), 4, 0, 4, 4), 0))[:3] == BETS[:3]


def test_a_card_that_nobody_came_to_see_is_forgotten_with_its_stock() -> None:
    state = new_stock(lay_down(short_of_stock(31), 4, 0, 4, 4), 20)
    assert state.table.exposed == (state.table.order[20],)
    assert not mus.view(state, None)["seen"]


# --- written down ---


def test_a_card_that_was_seen_is_marked_in_the_text_of_the_deal() -> None:
    order: Cards = SPANISH.cards[::-1]
    move = mus.Move("deal", cards=order, seen=(order[1], order[3]))
    assert mus.text(move).startswith("deal Ab Ae! Ac Ao! 2b ")
    assert mus.parse(mus.text(move)) == move


def test_mus_b6_our_own_dealing_lets_nobody_see_a_card() -> None:
    assert "!" not in mus.text(mus.deal_move(SPANISH.cards))


@pytest.mark.parametrize(
    ("line", "changed", "code"),
    [
        pytest.param("1 - deal {}", "1 - deal {}!", "record.order", id="a shuffle of ours with a card seen"),
        pytest.param("2 0 mus", "2 0 discard", "record.illegal", id="standing where no card was seen"),
    ],
)
def test_a_record_of_our_dealing_in_which_a_card_was_seen_does_not_agree(line: str, changed: str, code: str) -> None:
    first = MUS_MATCH.split("\n1 - deal ")[1][:2]
    assert f"\n{line.format(first)}" in MUS_MATCH
    verdict = verify(MUS_MATCH.replace(f"\n{line.format(first)}", f"\n{changed.format(first)}", 1))
    assert (verdict.ok, verdict.code) == (False, code)
