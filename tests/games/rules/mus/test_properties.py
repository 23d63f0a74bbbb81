"""What holds in every match, however it is played."""

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.refusals import IllegalMove
from games.mus import rules
from games.mus.rules.hand import hand_strength
from games.mus.rules.legality import refusal
from games.mus.rules.state import Move, State
from games.rules.base import CHANCE
from games.rules.cards import SPANISH, Cards
from tests.games.rules.mus.tables import played
from tests.games.rules.mus.whims import OPTIONS, SEEDS, Whim

MATCHES = settings(max_examples=40, deadline=None)


def steps(options: dict[str, Any], seed: int) -> Iterable[tuple[State, Move, State]]:
    whim = Whim(seed)
    return played(
        rules.start(rules.options(options)), whim, whim.random.shuffle, whim.see
    )


@MATCHES
@given(OPTIONS, SEEDS)
def test_mus_2_the_forty_cards_are_conserved_through_discards_and_new_stocks(
    options: dict[str, Any], seed: int
) -> None:
    for _, _, state in steps(options, seed):
        if any(state.table.hands):
            table = state.table
            everywhere = sum(table.hands + table.laid + table.pile, table.stock)
            assert sorted(everywhere) == list(SPANISH.cards)


@MATCHES
@given(OPTIONS, SEEDS)
def test_each_seat_may_check_exactly_the_cards_it_was_given_since_the_last_shuffle(
    options: dict[str, Any], seed: int
) -> None:
    given_out: list[set[int]] = [set() for _ in range(4)]
    for before, move, state in steps(options, seed):
        if move.say == "deal":
            given_out = [set() for _ in range(4)]
        if any(state.table.hands):
            for seat in range(4):
                kept = (
                    ()
                    if move.say == "deal" and before.phase == "deal"
                    else before.table.hands[seat]
                )
                given_out[seat] |= set(state.table.hands[seat]) - set(kept)
                assert {
                    state.table.order[place] for place in rules.positions(state, seat)
                } == given_out[seat]


@MATCHES
@given(OPTIONS, SEEDS)
def test_mus_57_the_set_stops_the_instant_a_side_reaches_the_target(
    options: dict[str, Any], seed: int
) -> None:
    target = options["points_per_set"]
    for _, _, state in steps(options, seed):
        assert all(0 <= points < target for points in rules.score(state).running)
        assert all(
            max(points) == target and min(points) < target
            for points in rules.score(state).sets
        )
        assert rules.score(state).won == tuple(
            sum(points[side] == target for points in rules.score(state).sets)
            for side in (0, 1)
        )


def how_it_ended(talk: list[dict[str, Any]], lance: str) -> str | int | None:
    """From what was said alone: accepted, the side whose offer was refused, or None when all
    waited.
    """
    words = [
        said
        for said in talk
        if said["lance"] == lance and said["say"] not in ("pares", "juego")
    ]
    offers = [
        place for place, said in enumerate(words) if said["say"] in ("envido", "ordago")
    ]
    if not offers:
        return None
    side = int(words[offers[-1]]["seat"] % 2)
    replies = [said["say"] for said in words[offers[-1] :] if said["seat"] % 2 != side]
    return "accepted" if "quiero" in replies else side


def best_side(hands: list[Cards], lance: str, mano: int, options: Any) -> int:
    order = [(mano + turn) % 4 for turn in range(4)]
    strengths = [
        getattr(hand_strength(hands[seat], options.kings, options.royal), lance)
        for seat in order
    ]
    return order[strengths.index(max(strengths))] % 2


@MATCHES
@given(OPTIONS, SEEDS)
def test_points_come_only_from_a_lance_that_the_side_has_won(
    options: dict[str, Any], seed: int
) -> None:
    for before, _, state in steps(options, seed):
        if not state.last_deal or state.last_deal is before.last_deal:
            continue
        last = rules.view(state, None)["last_deal"]
        for award in last["awards"]:
            ended = how_it_ended(last["talk"], award["lance"])
            if award["why"] == "false":
                assert last["talk"][-1]["seat"] % 2 != award["side"]
                continue
            if award["why"] == "refused" or isinstance(ended, int):
                assert ended == award["side"]
            else:
                assert award["side"] == best_side(
                    list(before.table.hands), award["lance"], before.mano, state.options
                )
            assert (ended == "accepted") == (
                award["why"] in ("bet", "ordago")
            ) or award["why"] == "bonus"
            assert award["points"] > 0


@MATCHES
@given(OPTIONS, SEEDS)
def test_the_awards_of_a_deal_are_the_whole_change_of_the_score(
    options: dict[str, Any], seed: int
) -> None:
    total = [0, 0]
    for before, _, state in steps(options, seed):
        if state.last_deal and state.last_deal is not before.last_deal:
            for award in state.last_deal.awards:
                total[award.side] += award.points
            score = rules.score(state)
            assert total == [
                score.running[side] + sum(points[side] for points in score.sets)
                for side in (0, 1)
            ]


WORDS = [
    "mus",
    "no mus",
    "paso",
    "envido 0",
    "envido 1",
    "envido 2",
    "envido 7",
    "quiero",
    "no quiero",
    "ordago",
    "discard",
]
DISCARDS = st.lists(st.sampled_from(SPANISH.texts), max_size=5, unique=True).map(
    lambda some: " ".join(["discard", *some])
)


@MATCHES
@given(OPTIONS, SEEDS, st.lists(DISCARDS, max_size=10))
def test_a_legal_move_is_accepted_and_any_other_refused_with_its_code(
    options: dict[str, Any], seed: int, discards: list[str]
) -> None:
    for state, _, _ in steps(options, seed):
        legal = set(rules.legal_moves(state))
        for move in {*map(rules.parse, WORDS + discards)} - legal:
            if (
                move.say == "envido"
                and move.amount >= 2
                and any(other.say == "envido" for other in legal)
            ):
                rules.play(
                    state, move
                )  # above what legal_moves lists, but without an upper limit (MUS-39)
                continue
            with pytest.raises(IllegalMove) as refused:
                rules.play(state, move)
            assert refused.value.code in rules.REFUSALS
            assert str(refused.value.fields["rule"]).startswith("MUS-")
        for move in legal:
            assert rules.play(state, move) != state


@MATCHES
@given(OPTIONS, SEEDS)
def test_mus_21_and_22_a_card_that_was_seen_forces_an_exchange_and_standing_in_it_ends_them(
    options: dict[str, Any], seed: int
) -> None:
    """Foretold from what was said alone."""
    forced, stood = False, False
    for _, move, state in steps(options, seed):
        forced = (forced or move.say == "exposed") and move.say != "no visto"
        last = [other for _, other, _ in state.talk[-4:] if other.say == "discard"]
        if move.say == "discard" and len(last) == 4:
            forced, stood = False, any(not other.cards for other in last)
        if forced and state.phase != "decide":
            assert state.phase == "visto"
            assert rules.view(state, None)["seen"]
        elif (
            move.say in ("discard", "deal")
            and rules.to_act(state) != CHANCE
            and state.phase != "discard"
        ):
            assert (state.phase in ("mus", "redeal")) != stood
        stood = stood and any(state.table.hands)


@MATCHES
@given(OPTIONS, SEEDS)
def test_the_choices_shown_are_the_legal_moves(
    options: dict[str, Any], seed: int
) -> None:
    for state, _, _ in steps(options, seed):
        words = {move.say for move in rules.legal_moves(state)}
        for seat in range(4):
            shown = {
                choice["say"]
                for choice in rules.view(state, seat)["choices"]
                if choice["legal"]
            }
            assert shown == (words if seat == rules.to_act(state) else set())


@MATCHES
@given(OPTIONS, SEEDS)
def test_the_recorded_moves_played_again_give_the_same_state(
    options: dict[str, Any], seed: int
) -> None:
    record, final = [], None
    for _, move, state in steps(options, seed):
        record.append(rules.text(move))
        assert rules.parse(record[-1]) == move
        final = state
    again = rules.start(rules.options(options))
    for text in record:
        again = rules.play(again, rules.parse(text))
    assert again == final
    assert rules.to_act(again) is None


def is_still_hidden(view: dict[str, Any]) -> bool:
    return view["last_deal"] is None or view["last_deal"]["hands"] is None


@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
@settings(max_examples=60, deadline=None)
@given(OPTIONS, SEEDS, SEEDS, st.booleans())
def test_cards_unknown_to_a_seat_change_nothing_in_its_view(
    seat: int | None, options: dict[str, Any], seed: int, swap: int, only_suits: bool
) -> None:
    """One deal played twice, the second time with the cards that this seat never sees exchanged
    among themselves.

    Both must look the same to it until the others announce or show something else or the cards
    are laid open.
    """
    deal = [
        (before.phase, move, state)
        for before, move, state in steps(options, seed)
        if before.deal == 1
    ]
    known = {
        card
        for _, _, state in deal
        for card in (state.table.hands[seat] if seat is not None else ())
    }
    known |= {
        card for _, _, state in deal for hand in state.table.shown for card in hand
    }
    unknown = [card for card in SPANISH.cards if card not in known]
    swapped = Random(swap).sample(unknown, len(unknown))
    if only_suits:  # the same ranks: so the announcements are the same, too, and the two stay alike to the end
        swapped.sort(key=lambda card: card // 4)
    other_card = {card: card for card in known} | dict(
        zip(unknown, swapped, strict=True)
    )
    other = rules.start(rules.options(options))
    for phase, move, state in deal:
        cards = tuple(
            card if phase == "draw" else other_card[card] for card in move.cards
        )
        other_move = move._replace(
            cards=tuple(sorted(cards)) if move.say == "discard" else cards
        )
        if refusal(other, other_move):
            return  # a 4-5-6-7 that is another hand now
        other = rules.play(other, other_move)
        seen, seen_otherwise = rules.view(state, seat), rules.view(other, seat)
        if (
            not is_still_hidden(seen)
            or not is_still_hidden(seen_otherwise)
            or announced(seen) != announced(seen_otherwise)
        ):
            return
        assert seen == seen_otherwise


def announced(view: dict[str, Any]) -> list[Any]:
    return [
        (said["seat"], said["say"], said["n"])
        for said in view["talk"]
        if said["say"] in ("pares", "juego")
    ]


@MATCHES
@given(OPTIONS, SEEDS)
def test_mus_7_a_match_ends_with_one_winner(options: dict[str, Any], seed: int) -> None:
    *_, (_, _, final) = steps(options, seed)
    outcome = rules.outcome(final)
    assert outcome is not None
    assert sorted(outcome.places) == [1, 2]
    assert (
        outcome.score[outcome.places.index(1)]
        == options["sets_to_win"]
        > min(outcome.score)
    )


def test_a_state_is_never_changed_by_a_move() -> None:
    states = [(before, repr(before)) for before, _, _ in steps({}, 7)]
    assert all(repr(state) == written for state, written in states)


def test_chance_acts_only_when_cards_are_to_be_dealt() -> None:
    for state, move, _ in steps({}, 11):
        assert (
            (move.say == "deal")
            == (rules.to_act(state) == CHANCE)
            == bool(rules.pack(state))
        )
