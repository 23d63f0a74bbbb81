"""What one seat, or the public, may know of a state. Nothing else ever leaves the server."""

from typing import NamedTuple

from games.mizzaire.rules import rounds
from games.mizzaire.rules.state import Lead, Move, State
from games.rules.base import Card, Seat, check_seat, fast_new
from games.rules.cards import FRENCH, Cards


class Observation(NamedTuple):
    """What all know, and the cards in the observer's own hand."""

    lead: Lead
    turn: int | None
    trick: Cards
    turned: Card | None
    """The trump card; None also while it lies face down."""
    seat: Seat | None
    """The observer, None for the public."""
    hand: int
    """The observer's cards, as far as it may look at them."""
    legal: tuple[Move, ...]
    """What the observer may call or play, if it is to act."""


def observe(state: State, seat: Seat | None) -> Observation:
    """All that this seat may know, None for the public (MIZ-6, MIZ-8).

    Raises ValueError if there is no such seat.
    """
    lead, turn, legal, dealt, turned, unplayed, trick = state
    hand = 0
    if seat is not None:
        check_seat(seat, len(dealt))
        hand = dealt[seat] & unplayed
    if lead.phase == "call":
        if _is_blind(lead):  # the trump card is turned up after the calls
            turned = None
        if are_hands_hidden(lead):
            hand = 0
    if seat != turn:
        legal = ()
    return fast_new(Observation, (lead, turn, trick, turned, seat, hand, legal))


def _is_blind(lead: Lead) -> bool:
    """Whether the calls are made before the trump card is seen (MIZ-10, MIZ-11, MIZ-B7)."""
    return rounds.kind(lead.round.number) in ("half_blind", "full_blind")


def are_hands_hidden(lead: Lead) -> bool:
    """In round 9 the seats do not see their own cards before the last call (MIZ-11, MIZ-B8)."""
    return lead.phase == "call" and rounds.kind(lead.round.number) == "full_blind"


def positions(state: State, seat: Seat) -> tuple[int, ...]:
    """The positions in the last shuffle of the cards that this seat may look at."""
    last = len(state.round.sets)
    if state.phase in ("call", "play"):
        last = state.round.number
    if not last or are_hands_hidden(state.lead):
        return ()
    return FRENCH.cards[rounds.dealt_slice(last, len(state.dealt), seat)]
