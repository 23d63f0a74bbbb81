"""What one seat, or the public, may know of a state; nothing else ever leaves the server."""

from typing import NamedTuple

from games.mizzaire.rules import rounds
from games.mizzaire.rules.state import Lead, Move, State, made
from games.rules.base import Card, Seat
from games.rules.cards import FRENCH, Cards


class Observation(NamedTuple):
    """What may be known: what all know, and of the cards those in the seat's own hand."""

    lead: Lead
    turn: int | None
    trick: Cards
    turned: Card | None
    """None also while it lies face down."""
    seat: Seat | None
    """Who sees this, None for the public."""
    hand: int
    """The cards that it holds, as far as it may look at them."""
    may: tuple[Move, ...]
    """What it may call or play, if it is to act."""


def observe(state: State, seat: Seat | None) -> Observation:
    """All that this seat may know, None for the public (MIZ-6, MIZ-8).

    Before the last call is made nobody sees the trump card in rounds 8 and 9, and in round 9 not even his own cards
    (MIZ-10, MIZ-11, MIZ-B7, MIZ-B8).
    """
    lead, turn, may, dealt, turned, unplayed, trick = state
    hand = 0 if seat is None else dealt[seat] & unplayed
    if lead.phase == "call":
        turned, hand = (
            None if _blind(lead) else turned,
            0 if hands_hidden(lead) else hand,
        )
    return made(
        Observation,
        (lead, turn, trick, turned, seat, hand, may if seat == turn else ()),
    )


def _blind(lead: Lead) -> bool:
    """Whether the round is one in which calls are made before all is seen."""
    return rounds.kind(lead.round.number) in ("half_blind", "full_blind")


def hands_hidden(lead: Lead) -> bool:
    """In round 9 nobody sees his own cards before the last call (MIZ-11, MIZ-B8)."""
    return lead.phase == "call" and rounds.kind(lead.round.number) == "full_blind"


def positions(state: State, seat: Seat) -> tuple[int, ...]:
    """Places in the order of the last shuffle whose cards this seat was dealt; none while it may not look at them."""
    last = (
        state.round.number if state.phase in ("call", "play") else len(state.round.sets)
    )
    if not last or hands_hidden(state.lead):
        return ()
    return tuple(range(len(FRENCH.texts))[rounds.places(last, len(state.dealt), seat)])
