"""Mizzaire by rules of thumb: call what the cards should take, and take no more than that."""

from functools import cache
from math import prod
from typing import Final

from games.bots.search import measure_lead
from games.mizzaire.rules import rounds
from games.mizzaire.rules.legality import legal_moves, plays
from games.mizzaire.rules.state import SUIT, Move, State
from games.mizzaire.rules.trick import winning_place
from games.rules.base import Below, Card, Json
from games.rules.cards import FRENCH
from games.rules.tricks import mask

HIGHER: Final = tuple(SUIT[card] >> card + 1 << card + 1 for card in FRENCH.cards)
"""By card: the higher cards of its suit."""

LASTS: Final = 0.45
"""How often a high card that is no trump wins a trick.

Often it is trumped, or its suit is never led.
"""

RUFFS: Final = 0.55
"""How often a trump that is not the highest wins a trick."""


def choose_move(state: State, below: Below) -> Move:
    """The move of the seat to act; it uses its own hand and public information only."""
    if state.phase == "call":
        return _choose_call(state)
    return _choose_card(state)


# --- the calls ---


def _choose_call(state: State) -> Move:
    if _sees_no_cards(state):
        # An even share of the tricks.
        expected = rounds.size(state.round.number) / len(state.hands)
    else:
        expected = _expected_tricks(state, state.seat)
    return min(legal_moves(state), key=lambda call: abs(call.n - expected))


def _expected_tricks(state: State, seat: int) -> float:
    """How many tricks the hand of a seat should take."""
    hand, unseen = state.hands[seat], _unseen(state, seat)
    in_others = sum(map(int.bit_count, state.hands)) - hand.bit_count()
    absent = 1 - in_others / unseen.bit_count()
    if not _is_trump_hidden(state):
        return _tricks_with_trump(hand, unseen, state.turned, absent)
    expected = 0.0
    for suit in range(0, 52, 13):  # each suit may be trump
        expected += _tricks_with_trump(hand, unseen, suit, absent)
    return expected / 4


def _tricks_with_trump(
    hand: int, unseen: int, turned: Card | None, absent: float
) -> float:
    """The tricks to expect when `turned` is the trump card.

    `absent` is the share of the unseen cards that are in no hand.
    """
    trumps = _trumps(turned)
    expected = 0.0
    for _, card, _ in plays(hand):
        # The chance that no higher card of the suit is in another hand.
        is_highest: float = absent ** (HIGHER[card] & unseen).bit_count()
        if trumps >> card & 1:
            expected += is_highest + RUFFS * (1 - is_highest)
        elif trumps:
            expected += is_highest * LASTS
        else:
            expected += is_highest
    return expected


def _trumps(turned: Card | None) -> int:
    if turned is None:
        return 0
    return SUIT[turned]


# --- the tricks ---


def _choose_card(state: State) -> Move:
    """Win with the strongest card while tricks are wanted, later lose with the strongest."""
    unseen, above = _unseen(state, state.seat), _cards_above(state.turned)
    strongest_first = sorted(
        legal_moves(state), key=lambda card: (above[card.n] & unseen).bit_count()
    )
    wants_tricks = _wants_tricks(state)
    if not state.trick:
        return strongest_first[0] if wants_tricks else strongest_first[-1]
    place = winning_place(state.trick, mask(state.trick), state.turned)
    beats = above[state.trick[place]]
    winners = [card for card in strongest_first if beats >> card.n & 1]
    losers = [card for card in strongest_first if not beats >> card.n & 1]
    if wants_tricks:
        return winners[0] if winners else losers[-1]
    return losers[0] if losers else winners[-1]


@cache
def _cards_above(turned: Card | None) -> tuple[int, ...]:
    """By card: the cards that would beat it, when this trump card is turned up."""
    trumps = _trumps(turned)
    above = []
    for card in FRENCH.cards:
        if trumps >> card & 1:
            above.append(HIGHER[card])
        else:
            above.append(HIGHER[card] | trumps)
    return tuple(above)


def _wants_tricks(state: State) -> bool:
    """Until the call is met; never in the Mizzaire round (MIZ-13)."""
    return (state.calls[state.seat] or 0) > state.tricks[state.seat]


# --- what a seat sees ---


def _unseen(state: State, seat: int) -> int:
    """The cards that this seat has not seen: in the other hands, or not dealt."""
    unseen = state.unplayed & ~state.hands[seat]
    if state.turned is not None and not _is_trump_hidden(state):
        unseen &= ~(1 << state.turned)
    return unseen


def _sees_no_cards(state: State) -> bool:
    """In round 9 the calls are made before the seats look at their cards (MIZ-11)."""
    return rounds.kind(state.round.number) == "full_blind"


def _is_trump_hidden(state: State) -> bool:
    """In round 8 the trump card is turned up after the calls (MIZ-10)."""
    return state.phase == "call" and rounds.kind(state.round.number) == "half_blind"


# --- what a search asks ---


def candidate_moves(state: State) -> tuple[Move, ...]:
    """All legal moves: there are never more than eight."""
    return legal_moves(state)


def plausibility(view: Json, state: State) -> float:
    """How well the hands of the others fit what they have called and not yet taken."""
    if _sees_no_cards(state):
        return 1.0
    factors = []
    for seat, call in enumerate(state.calls):
        if call is None or seat == view["seat"]:
            continue
        missing = call - state.tricks[seat] - _expected_tricks(state, seat)
        factors.append(1 / (1 + missing**2))
    return prod(factors, start=1.0)


def measure_gain(before: State, after: State, seat: int) -> float:
    """The points of the round, compared with what the others get on average."""
    return measure_lead(before.round.won, after.round.won, seat)
