"""Mizzaire by rules of thumb: call what the cards should take, take tricks while they are wanted, and no more."""

from functools import cache
from math import prod
from typing import Final

from games.bots.search import measure_lead as lead
from games.mizzaire.rules import rounds
from games.mizzaire.rules.legality import legal_moves, plays
from games.mizzaire.rules.state import SUIT, Move, State
from games.mizzaire.rules.trick import ahead
from games.rules.base import Below, Card, Json
from games.rules.cards import FRENCH
from games.rules.tricks import mask

HIGHER: Final = tuple(SUIT[card] >> card + 1 << card + 1 for card in FRENCH.cards)
"""For each card the higher ones of its suit."""

LASTS: Final = 0.45
"""How often a high card that is no trump takes its trick: others take it with trumps, or it is never led."""

RUFFS: Final = 0.55
"""How often a trump that is not the highest takes a trick."""


@cache
def over(turned: Card | None) -> tuple[int, ...]:
    """For each card those that would take the trick from it, when this card is turned up."""
    trumps = SUIT[turned] if turned is not None else 0
    return tuple(
        HIGHER[card] | (0 if trumps >> card & 1 else trumps) for card in FRENCH.cards
    )


def choose_move(state: State, below: Below) -> Move:
    """What the seat to act does by rules of thumb; it looks at its own hand and at what is public."""
    if state.phase == "call":
        worth = (
            _blind_worth(state) if _sees_nothing(state) else _worth(state, state.seat)
        )
        return min(legal_moves(state), key=lambda call: abs(call.n - worth))
    return _card(state)


def _card(state: State) -> Move:
    """Wanted: the strongest card that takes the trick, else the weakest. Not wanted: the strongest that does not."""
    unseen, above = _unseen(state, state.seat), over(state.turned)
    cards = sorted(
        legal_moves(state), key=lambda card: (above[card.n] & unseen).bit_count()
    )
    wanted = _wants_tricks(state)
    if not state.trick:
        return cards[0] if wanted else cards[-1]
    best = above[state.trick[ahead(state.trick, mask(state.trick), state.turned)]]
    takes = [card for card in cards if best >> card.n & 1]
    leaves = [card for card in cards if not best >> card.n & 1]
    if wanted:
        return takes[0] if takes else leaves[-1]
    return leaves[0] if leaves else takes[-1]


def _wants_tricks(state: State) -> bool:
    """Until the call is met; none at all in the Mizzaire round (MIZ-13)."""
    return (state.calls[state.seat] or 0) > state.tricks[state.seat]


def _unseen(state: State, seat: int) -> int:
    """The cards that this seat has not seen: in the other hands, or not dealt."""
    turned = None if _trump_hidden(state) else state.turned
    return (
        state.unplayed
        & ~state.hands[seat]
        & ~(1 << turned if turned is not None else 0)
    )


def _worth(state: State, seat: int) -> float:
    """How many tricks a seat's hand should take: each card the more, the fewer of those that beat it may be around."""
    hand, unseen, turned = state.hands[seat], _unseen(state, seat), state.turned
    others = sum(cards.bit_count() for cards in state.hands) - hand.bit_count()
    absent = 1 - others / unseen.bit_count()
    if _trump_hidden(state):
        return (
            sum(_worth_of(hand, unseen, suit, absent) for suit in range(0, 52, 13)) / 4
        )
    return _worth_of(hand, unseen, turned, absent)


def _worth_of(hand: int, unseen: int, turned: Card | None, absent: float) -> float:
    """`absent` is the share of the unseen cards that lie in no hand."""
    trumps = SUIT[turned] if turned is not None else 0
    worth = 0.0
    for _, card, _ in plays(hand):
        highest = absent ** (HIGHER[card] & unseen).bit_count()
        worth += (
            highest + RUFFS * (1 - highest)
            if trumps >> card & 1
            else highest * (LASTS if trumps else 1)
        )
    return worth


def _sees_nothing(state: State) -> bool:
    """In round 9 calls are made before anybody looks at his cards (MIZ-11)."""
    return rounds.kind(state.round.number) == "full_blind"


def _trump_hidden(state: State) -> bool:
    """In round 8 the trump card is turned up after the calls (MIZ-10)."""
    return state.phase == "call" and rounds.kind(state.round.number) == "half_blind"


def _blind_worth(state: State) -> float:
    """An even share of the tricks."""
    return rounds.size(state.round.number) / len(state.hands)


def candidate_moves(state: State) -> tuple[Move, ...]:
    """All that is legal: there are never more than eight."""
    return legal_moves(state)


def plausibility(view: Json, state: State) -> float:
    """The nearer the others' cards are to what they have called and not taken yet, the likelier this deal."""
    if _sees_nothing(state):
        return 1.0
    return prod(
        1 / (1 + (call - state.tricks[seat] - _worth(state, seat)) ** 2)
        for seat, call in enumerate(state.calls)
        if call is not None and seat != view["seat"]
    )


def measure_gain(before: State, after: State, seat: int) -> float:
    """The points of the round, beside what the others get on average."""
    return lead(before.round.won, after.round.won, seat)
