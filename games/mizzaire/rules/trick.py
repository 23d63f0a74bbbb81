"""What the cards of a trick tell everyone: who is winning it, and who lacks the suit led."""

from games.mizzaire.rules.state import BIT, SUIT, Numbers
from games.rules.base import Card, Seat
from games.rules.cards import Cards


def winning_place(trick: Cards, played: int, turned: Card | None) -> int:
    """The index of the highest trump, or else of the highest card of the suit led (MIZ-18).

    `played` is the trick as a set. Within a suit the higher card has the higher bit.
    """
    candidates = 0
    if turned is not None:
        candidates = played & SUIT[turned]
    if not candidates:
        candidates = played & SUIT[trick[0]]
    return trick.index(candidates.bit_length() - 1)


def with_new_voids(voids: Numbers, leader: Seat, trick: Cards, played: int) -> Numbers:
    """By seat: the cards of the suits that it is known to lack after this trick (MIZ-16)."""
    led, players = SUIT[trick[0]], len(voids)
    if not played & ~led:
        return voids  # every seat has followed suit
    more = [*voids]
    for seat, card in enumerate(trick, leader):
        if not led & BIT[card]:
            more[seat % players] |= led
    return tuple(more)
