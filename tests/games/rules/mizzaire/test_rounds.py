"""The eighteen rounds: who deals, how many cards, which card is turned up, and what is special."""

from random import Random

import pytest

from games.mizzaire import rules
from games.mizzaire.rules import rounds
from games.rules.base import CHANCE
from games.rules.cards import FRENCH
from tests.games.rules.mizzaire.tables import (
    PLAYERS,
    before,
    called,
    deal,
    dealt,
    hands,
    played,
    said,
    says,
    shuffled,
)

NUMBERS = range(1, 19)
SIZES = [1, 2, 3, 4, 5, 6, 7, 7, 7, 7, 7, 7, 6, 5, 4, 3, 2, 1]


@pytest.mark.parametrize("players", PLAYERS)
def test_miz_1_two_to_seven_play_eighteen_rounds_each_for_himself(players: int) -> None:
    """MIZ-1"""
    options = rules.options({"players": players})
    assert rules.sides(options) == tuple((seat,) for seat in range(players))
    *_, (_, _, last) = played(rules.start(options), Random(players))
    assert rules.to_act(last) is None
    assert len(rules.score(last).sets) == 18


@pytest.mark.parametrize("number", NUMBERS)
def test_miz_2_miz_b13_every_round_is_dealt_from_all_52_cards(number: int) -> None:
    """MIZ-2, MIZ-B1, MIZ-B13: no jokers, four suits of thirteen ranks, reshuffled for each round."""
    pack = rules.pack(before(number))
    assert {rules.card_text(card) for card in pack} == {
        r + s for r in "AKQJT98765432" for s in "CDHS"
    }
    assert len(pack) == 52


@pytest.mark.parametrize("players", PLAYERS)
def test_miz_3_miz_t10_the_hands_have_one_to_seven_cards_and_down_again(
    players: int,
) -> None:
    """MIZ-3, MIZ-14, MIZ-T10"""
    held = [
        [hand.bit_count() for hand in dealt(number, players=players).hands]
        for number in NUMBERS
    ]
    assert held == [[size] * players for size in SIZES]
    assert SIZES[11:] == SIZES[:7][::-1]


def test_miz_4_cards_are_dealt_one_at_a_time_clockwise_the_dealer_last() -> None:
    """MIZ-4: in round 2 of three seat 0 deals, so seat 1 gets the first card and the fourth."""
    state = deal(
        before(2, players=3),
        FRENCH.read(["2C", "3C", "4C", "2D", "3D", "4D", *FRENCH.texts[3:13], *rest()]),
    )
    assert [rules.view(state, seat)["hand"] for seat in range(3)] == [
        ["4C", "4D"],
        ["2C", "2D"],
        ["3C", "3D"],
    ]


def rest() -> list[str]:
    return [text for text in FRENCH.texts[13:] if text not in ("2D", "3D", "4D")]


@pytest.mark.parametrize("players", PLAYERS)
def test_miz_5_miz_b12_the_last_seat_deals_first_and_the_deal_moves_on_clockwise(
    players: int,
) -> None:
    """MIZ-5, MIZ-B12: in the first round seat 0 speaks first."""
    dealers = [
        rules.view(before(number, players=players), None)["dealer"]
        for number in NUMBERS
    ]
    assert dealers == [(players - 1 + turn) % players for turn in range(18)]
    assert rules.to_act(dealt(1, players=players)) == 0


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("number", NUMBERS)
def test_miz_6_the_card_after_those_dealt_is_turned_up_except_in_round_10(
    number: int, players: int
) -> None:
    """MIZ-6, MIZ-12: its suit is trump; in rounds 8 and 9 it shows after the calls."""
    view = rules.view(called(dealt(number, players=players)), None)
    turned = FRENCH.text(shuffled()[players * SIZES[number - 1]])
    assert (view["turned"], view["trump"]) == (
        (None, None) if number == 10 else (turned, turned[1])
    )


def test_miz_t12_with_seven_players_and_seven_cards_the_trump_card_is_the_fiftieth_and_two_are_left() -> (
    None
):
    """MIZ-T12, MIZ-B1"""
    state = dealt(7, players=7)
    assert sum(state.dealt).bit_count() == 49
    assert state.turned == shuffled()[49]
    assert len(FRENCH.cards) - 49 - 1 == 2


@pytest.mark.parametrize("number", [8, 9])
def test_miz_10_miz_11_miz_b7_the_trump_card_is_turned_up_after_the_last_call_and_before_the_first_lead(
    number: int,
) -> None:
    """MIZ-10, MIZ-11, MIZ-B7"""
    state = dealt(number, players=3)
    for _ in range(3):
        assert [rules.view(state, seat)["turned"] for seat in (0, 1, 2, None)] == [
            None
        ] * 4
        state = rules.play(state, rules.legal_moves(state)[0])
    assert (state.phase, rules.view(state, None)["turned"]) == (
        "play",
        FRENCH.text(shuffled()[21]),
    )


@pytest.mark.parametrize("number", [n for n in NUMBERS if n not in (8, 9)])
def test_miz_6_in_all_other_rounds_it_is_visible_before_the_first_call(
    number: int,
) -> None:
    """MIZ-6"""
    view = rules.view(dealt(number), None)
    assert bool(view["turned"]) == (number != 10)


def test_miz_12_without_trumps_only_the_highest_card_of_the_suit_led_takes_the_trick() -> (
    None
):
    """MIZ-12: seven cards, with calls; whatever else is played, the suit led wins."""
    low, high = "2H 3H 4H 5H 6H 7H 8H", "AS AC AD KS KC KD QS"
    state = called(hands(10, low, high, turned="QC"))
    assert rules.view(state, None)["kind"] == "no_trumps"
    assert said(state, "play 2H, play AS").lead.last_trick[2] == rules.to_act(state)


def test_miz_13_in_round_11_nobody_calls() -> None:
    """MIZ-13"""
    state = dealt(11)
    assert (state.phase, state.calls) == ("play", (None,) * 4)
    assert {say.split()[0] for say in says(state)} == {"play"}


@pytest.mark.parametrize("number", NUMBERS)
def test_miz_14_every_other_round_begins_with_calls(number: int) -> None:
    """MIZ-7, MIZ-14"""
    assert dealt(number).phase == ("play" if number == 11 else "call")


@pytest.mark.parametrize("trump", [True, False])
def test_miz_b3_round_11_has_a_trump_card_unless_it_is_agreed_otherwise(
    trump: bool,
) -> None:
    """MIZ-B3"""
    for number in NUMBERS:
        turned = called(dealt(number, round11_trump=trump)).turned
        assert (turned is not None) == (number != 10 and (trump or number != 11))


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize(("first_lead", "after"), [("after_dealer", 1), ("dealer", 0)])
@pytest.mark.parametrize("number", NUMBERS)
def test_miz_b2_the_seat_after_the_dealer_leads_or_the_dealer_as_agreed(
    number: int, first_lead: str, after: int, players: int
) -> None:
    """MIZ-B2: the same seat that calls first, also where nobody calls."""
    state = called(dealt(number, players=players, first_lead=first_lead))
    dealer = rules.view(state, None)["dealer"]
    assert rules.to_act(state) == (dealer + after) % players


def test_the_special_rounds_have_names() -> None:
    """MIZ-10 to MIZ-13"""
    named = {
        number: rounds.kind(number)
        for number in NUMBERS
        if rounds.kind(number) != "plain"
    }
    assert named == {8: "half_blind", 9: "full_blind", 10: "no_trumps", 11: "mizzaire"}


def test_before_each_round_chance_is_to_act() -> None:
    """MIZ-B13"""
    deals = [
        state for state, move, _ in played(before(1), Random(5)) if move.say == "deal"
    ]
    assert [state.round.number for state in deals] == list(NUMBERS)
    assert {rules.to_act(state) for state in deals} == {CHANCE}
