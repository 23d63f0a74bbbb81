"""What a seat and the public may know."""

import json
import re
from random import Random
from typing import Any

import pytest
from hypothesis import given

from games.mizzaire import rules
from games.mizzaire.rules.state import Move, State
from games.rules.cards import FRENCH, Cards
from tests.games.rules.mizzaire.random_matches import MATCHES, OPTIONS, SEEDS
from tests.games.rules.mizzaire.tables import before, called, dealt, hands, played

KEYS = {
    "game", "phase", "deal", "kind", "size", "to_act", "dealer", "sides", "first_lead", "round11_trump", "score",
    "turned", "trump", "trick", "winning", "last_trick", "gone", "seats", "last_deal", "outcome",
}  # fmt: skip
MOMENTS = [before(1), dealt(2), called(dealt(2)), dealt(9)]


def test_the_public_sees_these_things_and_no_others() -> None:
    assert all(set(rules.view(state, None)) == KEYS for state in MOMENTS)


def test_a_seat_sees_its_own_hand_and_its_choices_besides() -> None:
    view = rules.view(hands(2, "AC KC", "2D 3D", turned="4S"), 1)
    assert set(view) - KEYS == {"seat", "hand", "choices"}
    assert (view["seat"], view["hand"]) == (1, ["KC", "AC"])


def test_an_observation_for_the_public_has_nobodys_hand_and_one_for_a_seat_its_own() -> (
    None
):
    state = dealt(3)
    assert rules.observe(state, None)[-3:] == (None, 0, ())
    for seat in range(4):
        may = rules.legal_moves(state) if seat == rules.to_act(state) else ()
        assert rules.observe(state, seat)[-3:] == (seat, state.hands[seat], may)


def test_only_the_seat_to_act_has_choices() -> None:
    state = dealt(3)
    assert [len(rules.view(state, seat)["choices"]) for seat in range(4)] == [
        0,
        0,
        4,
        0,
    ]


@MATCHES
@given(OPTIONS, SEEDS)
def test_a_view_is_plain_json(options: dict[str, Any], seed: int) -> None:
    random = Random(seed)
    for _, _, state in played(before(1, **options), random):
        view = rules.view(state, random.choice([None, *range(options["players"])]))
        assert json.loads(json.dumps(view)) == view


def cards_in(view: dict[str, Any]) -> set[str]:
    """Every card that is named anywhere in the view."""
    return set(re.findall(r"\b[2-9TJQKA][CDHS]\b", json.dumps(view)))


@pytest.mark.parametrize("number", range(1, 19))
def test_miz_8_each_sees_his_own_cards_before_he_calls_except_in_round_9(
    number: int,
) -> None:
    """MIZ-8, MIZ-11"""
    state = dealt(number)
    for seat in range(4):
        assert len(rules.view(state, seat)["hand"]) == (
            0 if number == 9 else state.hands[seat].bit_count()
        )


def test_miz_11_miz_b8_in_round_9_no_view_names_any_card_before_all_calls_are_in() -> (
    None
):
    """MIZ-11, MIZ-B8: neither a hand nor the trump card, nor may a card be checked; hands show
    with the trump card.
    """
    state = dealt(9)
    while state.phase == "call":
        for seat in (*range(4), None):
            assert cards_in(rules.view(state, seat) | {"last_deal": None}) == set()
        assert [rules.positions(state, seat) for seat in range(4)] == [()] * 4
        state = rules.play(state, rules.legal_moves(state)[0])
    for seat in range(4):
        view = rules.view(state, seat)
        assert cards_in(view) == {*view["hand"], view["turned"]}
        assert len(view["hand"]) == len(rules.positions(state, seat)) == 7


def test_miz_11_in_round_9_a_choice_does_not_depend_on_the_cards() -> None:
    """MIZ-11, MIZ-B8: two deals that differ in every card give the same view."""
    one, other = (rules.view(dealt(9, seed), 0) for seed in (1, 2))
    assert one == other


def test_miz_10_in_round_8_each_sees_his_own_cards_and_nobody_the_trump_card() -> None:
    """MIZ-8, MIZ-10"""
    state = dealt(8)
    for seat in range(4):
        view = rules.view(state, seat)
        assert len(view["hand"]) == 7
        assert cards_in(view) == set(view["hand"])
        assert len(rules.positions(state, seat)) == 7


@MATCHES
@given(OPTIONS, SEEDS)
def test_no_view_names_a_card_in_anybody_elses_hand_or_in_the_rest_of_the_pack(
    options: dict[str, Any], seed: int
) -> None:
    """MIZ-6: the rest stays face down."""
    random = Random(seed)
    for _, _, state in played(before(1, **options), random):
        if state.phase not in ("call", "play") or random.randrange(4):
            continue
        for seat in (*range(options["players"]), None):
            view = rules.view(state, seat)
            shown = {
                *view["gone"],
                *view["trick"],
                *view.get("hand", []),
                *filter(None, [view["turned"]]),
            }
            last = (view["last_trick"] or {"cards": []})["cards"]
            assert cards_in(view | {"last_deal": None}) == shown
            assert set(last) <= set(view["gone"])


@MATCHES
@given(OPTIONS, SEEDS)
def test_each_seat_may_check_exactly_the_cards_it_was_dealt(
    options: dict[str, Any], seed: int
) -> None:
    order: tuple[int, ...] = ()
    own: list[set[str]] = []
    for _, move, state in played(before(1, **options), Random(seed)):
        if move.say == "deal":
            order, own = move.cards, []
        if not own and rules.view(state, 0)["hand"]:
            own = [
                set(rules.view(state, seat)["hand"])
                for seat in range(options["players"])
            ]
        for seat, held in enumerate(own):
            assert {
                FRENCH.text(order[place]) for place in rules.positions(state, seat)
            } == held


def test_before_the_first_deal_nobody_has_a_card_to_check() -> None:
    assert rules.positions(before(1), 0) == ()


@MATCHES
@given(OPTIONS, SEEDS)
def test_a_view_is_the_same_wherever_the_cards_lie_that_the_seat_cannot_know(
    options: dict[str, Any], seed: int
) -> None:
    """Two unseen cards of a suit change places in the pack; all that was said and played since
    stays as it was.
    """
    random = Random(seed)
    since: list[tuple[State, Move]] = []
    for before_it, move, state in played(before(1, **options), random):
        since = (
            [(before_it, move)] if move.say == "deal" else [*since, (before_it, move)]
        )
        if state.phase not in ("call", "play") or random.randrange(4):
            continue
        seat = random.choice([*range(options["players"]), None])
        seen = cards_in(rules.view(state, seat))
        other = replayed(since, exchanged(since[0][1].cards, seen, random))
        assert rules.observe(other, seat) == rules.observe(state, seat)
        assert rules.view(other, seat) == rules.view(state, seat)


def exchanged(order: Cards, seen: set[str], random: Random) -> Cards:
    """The order of the pack with two cards of a suit exchanged that are not seen."""
    suit = random.choice("CDHS")
    unseen = [
        place
        for place, card in enumerate(order)
        if FRENCH.text(card)[1] == suit and FRENCH.text(card) not in seen
    ]
    new = list(order)
    if len(unseen) > 1:
        one, other = random.sample(unseen, 2)
        new[one], new[other] = new[other], new[one]
    return tuple(new)


def replayed(since: list[tuple[State, Move]], order: Cards) -> State:
    state = rules.play(since[0][0], rules.deal_move(order))
    for _, move in since[1:]:
        state = rules.play(state, move)
    return state
