"""The pack and the deal: MU-1 to MU-6."""

from collections import Counter

import pytest

from core.refusals import BadOption
from games.mu import rules
from games.mu.rules.masks import POINTS
from games.mu.rules.score import CARDS_EACH
from games.rules.cards import MU, MU_COLOURS, MU_DIGITS
from tests.games.rules.mu.tables import PLAYERS, begun, hand, passed, shuffled

POINTS_OF = {
    "0": 1,
    "1": 0,
    "2": 1,
    "3": 1,
    "4": 1,
    "5": 1,
    "6": 2,
    "7": 2,
    "8": 1,
    "9": 0,
}


@pytest.mark.parametrize("players", [0, 1, 2, 7])
def test_mu_1_three_to_six_play(players: int) -> None:
    with pytest.raises(BadOption):
        rules.options({"players": players})


def test_mu_2_five_colours_of_twelve_the_digits_1_and_7_twice() -> None:
    found = Counter(MU.texts)
    assert len(MU.texts) == 60
    assert found == Counter(
        colour + digit for colour in "RBGYK" for digit in "0123456789" + "17"
    )
    assert (MU_COLOURS, MU_DIGITS) == ("RBGYK", "011234567789")


def test_mu_3_the_points_of_the_cards() -> None:
    assert {MU.text(card)[1]: POINTS[card] for card in MU.cards} == POINTS_OF
    assert sum(POINTS[:12]) == 12
    assert sum(POINTS) == 60


@pytest.mark.parametrize(
    ("players", "worth"),
    [(3, (9, 18, 9)), (4, (15, 30, 15)), (5, (15, 30, 15)), (6, (15, 30, 15))],
)
def test_mu_3_and_4_how_many_cards_are_worth_0_1_and_2_in_the_pack(
    players: int, worth: tuple[int, ...]
) -> None:
    """MU-3, MU-4, MU-B2: three players use the first three colours."""
    pack = rules.pack(begun(players))
    assert (
        tuple(Counter(POINTS[card] for card in pack)[points] for points in (0, 1, 2))
        == worth
    )
    assert {MU.text(card)[0] for card in pack} == set(
        "RBG" if players == 3 else "RBGYK"
    )


@pytest.mark.parametrize(("players", "each"), [(3, 12), (4, 15), (5, 12), (6, 10)])
def test_mu_5_all_cards_are_dealt_evenly(players: int, each: int) -> None:
    """MU-5, MU-B1: no card is ever left over."""
    state = shuffled(begun(players))
    hands = [hand(state, seat) for seat in range(players)]
    assert [len(cards) for cards in hands] == [each] * players
    assert Counter(card for cards in hands for card in cards) == Counter(
        MU.text(c) for c in rules.pack(begun(players))
    )
    assert CARDS_EACH[players] == each
    assert rules.pack(state) == ()


@pytest.mark.parametrize("players", PLAYERS)
def test_mu_6_and_46_the_deal_goes_to_the_left_also_after_a_stalemate(
    players: int,
) -> None:
    """MU-6, MU-18, MU-46, MU-B3: seat 0 deals first; new cards come after a stalemate."""
    state, dealers = begun(players), []
    for seed in range(2 * players):
        dealers.append(state.deal.dealer)
        state = passed(shuffled(state, seed))
        assert len(rules.pack(state)) == players * CARDS_EACH[players]
    assert dealers == [*range(players), *range(players)]


@pytest.mark.parametrize("players", PLAYERS)
def test_each_seat_may_check_the_places_that_it_was_dealt(players: int) -> None:
    state = begun(players)
    assert rules.positions(state, 0) == ()
    for _ in range(2):
        order = rules.deal_move(rules.pack(state)[::-1]).order
        state = rules.play(state, rules.deal_move(order))
        for over in (state, passed(state)):
            for seat in range(players):
                cards = sorted(order[place] for place in rules.positions(over, seat))
                assert [MU.text(card) for card in cards] == hand(state, seat)
        state = passed(state)
