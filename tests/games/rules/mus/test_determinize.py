"""A seat that imagines the cards it cannot see never contradicts what it has seen."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from games.mus import rules
from games.mus.rules.state import State
from games.rules.cards import SPANISH
from tests.games.rules.mus.tables import PLAIN, dealt, played, said, waited_until
from tests.games.rules.mus.whims import OPTIONS, SEEDS, Whim


def views(options: dict[str, Any], seed: int) -> Any:
    """What some seat sees after each move of a match."""
    whim = Whim(seed)
    for _, _, state in played(
        rules.start(rules.options(options)), whim, whim.random.shuffle, whim.see
    ):
        yield rules.view(state, whim.random.randrange(4))


@settings(max_examples=25, deadline=None)
@given(OPTIONS, SEEDS)
def test_what_is_imagined_looks_the_same_to_the_seat(
    options: dict[str, Any], seed: int
) -> None:
    below = Random(seed).randrange
    for view in views(options, seed):
        assert rules.view(rules.determinize(view, below), view["seat"]) == view


@settings(max_examples=10, deadline=None)
@given(OPTIONS, SEEDS)
def test_mus_2_all_forty_cards_are_somewhere_in_what_is_imagined(
    options: dict[str, Any], seed: int
) -> None:
    for view in views(options, seed):
        table = rules.determinize(view, Random(seed).randrange).table
        everywhere = sum(table.hands + table.laid + table.pile, table.stock)
        assert sorted(everywhere) == (
            [] if view["phase"] in ("draw", "deal", "over") else list(SPANISH.cards)
        )


@pytest.mark.parametrize(
    "talk",
    [
        "",
        "A1 redeal",
        "A1 redeal, B1 keep, A2 redeal",
        "A1 redeal, B1 keep, A2 redeal, B2 keep",
    ],
)
@pytest.mark.parametrize("seat", range(4))
def test_mus_v6_the_cards_shown_for_a_new_hand_are_imagined_where_they_lie(
    talk: str, seat: int
) -> None:
    """MUS-V6, MUS-B8: laid down until those who showed are served, out of play after it."""
    state = said(dealt("7654", "KK11", "7654", "HH54", redeal_4567=True), talk)
    table = rules.determinize(rules.view(state, seat), Random(seat).randrange).table
    assert sorted(sum(table.hands + table.laid + table.pile, table.stock)) == list(
        SPANISH.cards
    )
    assert (table.laid, table.shown) == (state.table.laid, state.table.shown)


@settings(max_examples=10, deadline=None)
@given(OPTIONS, SEEDS)
def test_what_was_said_has_been_said_in_what_is_imagined(
    options: dict[str, Any], seed: int
) -> None:
    """Which cards were laid down is not known, only how many."""
    whim = Whim(seed)
    for _, _, state in played(
        rules.start(rules.options(options)), whim, whim.random.shuffle, whim.see
    ):
        if not whim.random.randrange(5):
            imagined = rules.determinize(
                rules.view(state, whim.random.randrange(4)), whim.random.randrange
            )
            assert heard(imagined) == heard(state)


def heard(state: State) -> list[Any]:
    """All that was said in the deal; of a discard the number of cards."""
    return [
        (
            seat,
            move.say,
            move.amount,
            move.cards if move.say == "draw" else len(move.cards),
            lance,
        )
        for seat, move, lance in state.talk
    ]


@settings(max_examples=10, deadline=None)
@given(OPTIONS, SEEDS)
def test_a_match_can_be_played_on_from_what_is_imagined(
    options: dict[str, Any], seed: int
) -> None:
    whim = Whim(seed)
    for view in list(views(options, seed))[::11]:
        state = rules.determinize(view, whim.random.randrange)
        *_, (_, _, final) = [(0, 0, state), *played(state, whim, whim.random.shuffle)]
        assert rules.outcome(final) is not None


@pytest.mark.parametrize("seat", range(4))
def test_mus_19_when_all_have_laid_everything_down_and_the_stock_is_at_its_end(
    seat: int,
) -> None:
    state = dealt(*PLAIN)
    for number in (4, 2, 4):  # 24 - 16 - 8 cards, then none for anybody
        state = said(state, "A1 mus, B1 mus, A2 mus, B2 mus")
        for turn in range(4):
            state = rules.play(
                state, rules.Move("discard", cards=state.table.hands[turn][:number])
            )
    view = rules.view(state, seat)
    assert ([told["cards"] for told in view["seats"]], view["stock"]) == ([0] * 4, 0)
    imagined = rules.determinize(view, Random(seat).randrange)
    assert rules.view(imagined, seat) == view
    assert len(rules.pack(imagined)) == len(rules.pack(state)) == 24


def test_every_card_that_a_seat_cannot_see_may_be_in_every_other_hand() -> None:
    view, below = rules.view(dealt(*PLAIN), 0), Random(1).randrange
    imagined = [rules.determinize(view, below).table.hands for _ in range(400)]
    unseen = set(SPANISH.cards) - set(imagined[0][0])
    for seat in (1, 2, 3):
        assert {card for hands in imagined for card in hands[seat]} == unseen


def test_every_card_that_a_seat_cannot_see_comes_from_every_place_of_the_stock_alike() -> (
    None
):
    """MUS-17, MUS-20: 24 of 36 cards; each is drawn from each place about 100 times in 3600."""
    view, below = rules.view(dealt(*PLAIN), 0), Random(2).randrange
    stocks = [rules.determinize(view, below).table.stock for _ in range(3600)]
    drawn = Counter(
        (place, card) for stock in stocks for place, card in enumerate(stock)
    )
    assert len(drawn) == 24 * 36
    assert 50 < min(drawn.values()) <= max(drawn.values()) < 150


@pytest.mark.parametrize(("lance", "drawn"), [("grande", 20), ("punto", 10)])
def test_mus_27_and_mus_32_what_was_announced_narrows_what_is_imagined(
    lance: str, drawn: int
) -> None:
    """All four deny pares, then juego: of so many hands drawn for a seat most differ, and all fit."""
    view, below = rules.view(waited_until(lance, dealt(*PLAIN)), 1), Random(1).randrange
    hands = [rules.determinize(view, below).table.hands[0] for _ in range(40)]
    assert len(set(hands)) > drawn
    if lance == "punto":
        assert not any(
            rules.hand_strength(hand).pares or rules.hand_strength(hand).juego
            for hand in hands
        )


def test_the_same_chance_imagines_the_same() -> None:
    view = rules.view(said(dealt(*PLAIN), "A1 mus, B1 mus"), 2)
    assert rules.determinize(view, Random(5).randrange) == rules.determinize(
        view, Random(5).randrange
    )
