"""Hands, auctions and tricks in short writing, so that a test reads like a page of the rule book."""

from collections.abc import Iterator
from random import Random
from typing import Any

from games.mu import rules
from games.mu.rules.masks import texts
from games.mu.rules.state import Deal, State
from games.mu.rules.trumps import TEXTS, trumps
from games.rules.base import CHANCE
from games.rules.cards import MU
from games.rules.tricks import mask

SEATS = "ABCDEF"
"""Seat 0, the first dealer, is A."""

PLAYERS = (3, 4, 5, 6)


def begun(players: int = 4, **options: Any) -> State:
    """A match before its first deal."""
    return rules.start(rules.options({"players": players, **options}))


def dealt(state: State, *rows: str) -> State:
    """The next deal; these cards are in the hands of A, B, C ..., the others lie anywhere."""
    players = state.options.players
    hands = [row.split() for row in (*rows, *[""] * (players - len(rows)))]
    left = [MU.text(card) for card in rules.pack(state)]
    for card in [card for hand in hands for card in hand]:
        left.remove(card)
    for hand in hands:
        missing = len(rules.pack(state)) // players - len(hand)
        hand += left[:missing]
        del left[:missing]
    first = state.deal.dealer
    order = [
        hands[(first + turn) % players][card]
        for card in range(len(hands[0]))
        for turn in range(players)
    ]
    return rules.play(state, rules.parse(" ".join(["deal", *order])))


def shuffled(state: State, seed: int = 1) -> State:
    """The next deal from some order of the pack."""
    order = list(rules.pack(state))
    Random(seed).shuffle(order)
    return rules.play(state, rules.deal_move(tuple(order)))


def said(state: State, talk: str) -> State:
    """The state after `A reveal R1 R7, B pass`: checks that each is said by the seat whose turn it
    is.
    """
    for line in filter(None, map(str.strip, talk.split(","))):
        seat, text = line.split(" ", 1)
        assert rules.to_act(state) == SEATS.index(seat), (
            f"{line}: it is the turn of {rules.to_act(state)}"
        )
        state = rules.play(state, rules.parse(text))
    return state


def passed(state: State) -> State:
    """All pass until the auction is over."""
    number = state.deal.number
    while state.phase == "auction" and state.deal.number == number:
        state = rules.play(state, rules.parse("pass"))
    return state


def bids(state: State) -> str:
    """How many cards each seat has revealed: `3 1 3 4 0`."""
    return " ".join(str(row.bit_count()) for row in state.deal.rows)


def rows(*cards: str) -> tuple[int, ...]:
    """By seat these cards, all different ones: of twins the first is that which is named first."""
    numbers = iter(MU.read(" ".join(cards).split()))
    return tuple(mask([next(numbers) for _ in row.split()]) for row in cards)


def in_tricks(
    *hands: str, boss: str = "none", vice: str = "none", leader: int = 0, **options: Any
) -> State:
    """The boss A, or another leader, is to lead; these are all the cards that are left."""
    state = begun(len(hands), **options)
    held, named = rows(*hands), trumps(TEXTS.index(boss), TEXTS.index(vice))
    nothing = (0,) * len(hands)
    deal = Deal(
        1,
        0,
        nothing,
        (),
        leader,
        (leader + 1) % len(hands),
        (leader + 2) % len(hands),
        named,
    )
    return state._replace(
        phase="tricks", turn=leader, deal=deal, hands=held, playable=held[leader]
    )


def taken_by(state: State, cards: str) -> str:
    """The seat that takes the trick of these cards, played from the leader on."""
    for text in cards.split():
        state = rules.play(state, rules.parse(f"play {text}"))
    return SEATS[state.tricks[-1].taker]


def says(state: State) -> list[str]:
    """The texts of all legal moves."""
    return [rules.text(move) for move in rules.legal_moves(state)]


def hand(state: State, seat: int) -> list[str]:
    """All cards that the seat holds, revealed ones too."""
    return texts(state.hands[seat])


Steps = Iterator[tuple[State, Any, State]]


def played(seed: int, options: dict[str, Any]) -> Steps:
    """A match to its end, by whim: each state, the move made in it, and the state after; passes
    are liked.
    """
    random = Random(seed)
    state = rules.start(rules.options(options))
    while (turn := rules.to_act(state)) is not None:
        if turn == CHANCE:
            order = list(rules.pack(state))
            random.shuffle(order)
            move = rules.deal_move(tuple(order))
        else:
            moves = rules.legal_moves(state)
            move = (
                moves[0]
                if state.phase == "auction" and random.random() < 0.6
                else random.choice(moves)
            )
        before, state = state, rules.play(state, move)
        yield before, move, state
