"""Rounds and hands in short writing, so that a test reads like a page of the rule book."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from games.mizzaire import rules
from games.mizzaire.rules.state import Move, State, between_rounds
from games.rules.base import CHANCE
from games.rules.cards import FRENCH, Cards

PLAYERS = range(2, 8)


def before(number: int, **options: Any) -> State:
    """A match just before the deal of this round."""
    return between_rounds(
        rules.start(rules.options(options)).round._replace(number=number)
    )


def deal(state: State, order: Cards) -> State:
    return rules.play(state, rules.deal_move(order))


def shuffled(seed: int = 1) -> Cards:
    order = list(FRENCH.cards)
    Random(seed).shuffle(order)
    return tuple(order)


def dealt(number: int, seed: int = 1, **options: Any) -> State:
    """This round dealt from some order of the pack."""
    return deal(before(number, **options), shuffled(seed))


def hands(number: int, *texts: str, turned: str, **options: Any) -> State:
    """This round with these hands, the dealer's last, and this card turned up."""
    served = [FRENCH.read(text.split()) for text in texts]
    first = [card for one_each in zip(*served, strict=True) for card in one_each]
    first.append(FRENCH.card(turned))
    rest = [card for card in FRENCH.cards if card not in first]
    return deal(before(number, players=len(texts), **options), (*first, *rest))


def said(state: State, moves: str) -> State:
    """The state after `call 1, call 0, play 7H`."""
    for text in filter(None, map(str.strip, moves.split(","))):
        state = rules.play(state, rules.parse(text))
    return state


def called(state: State) -> State:
    """All call the lowest number that they may."""
    while state.phase == "call":
        state = rules.play(state, rules.legal_moves(state)[0])
    return state


def says(state: State) -> list[str]:
    """The texts of all legal moves."""
    return [rules.text(move) for move in rules.legal_moves(state)]


Steps = Iterator[tuple[State, Move, State]]


def played(
    state: State, random: Random, choose: Callable[[State], Move] | None = None
) -> Steps:
    """A match to its end, by chance: each state, the move made in it, and the state after."""
    while (turn := rules.to_act(state)) is not None:
        if turn == CHANCE:
            order = list(rules.pack(state))
            random.shuffle(order)
            move = rules.deal_move(tuple(order))
        else:
            move = choose(state) if choose else random.choice(rules.legal_moves(state))
        before, state = state, rules.play(state, move)
        yield before, move, state
