"""What the cards of a trick tell all who see them: whose it is, and who has none of the suit led."""

from games.mizzaire.rules.state import BIT, SUIT, Numbers
from games.rules.base import Card, Seat
from games.rules.cards import Cards


def ahead(trick: Cards, laid: int, turned: Card | None) -> int:
    """The place in the trick of its highest trump, or without one of the highest card of the suit led (MIZ-18).

    `laid` is the trick as a set; in a suit the higher card has the higher bit.
    """
    trumps = laid & SUIT[turned] if turned is not None else 0
    return trick.index((trumps or laid & SUIT[trick[0]]).bit_length() - 1)


def shown(voids: Numbers, leader: Seat, trick: Cards, laid: int) -> Numbers:
    """By seat the cards of the suits that it has shown not to hold, now that this trick was seen too (MIZ-16)."""
    led, players = SUIT[trick[0]], len(voids)
    if not laid & ~led:
        return voids
    more = [*voids]
    for seat, card in enumerate(trick, leader):
        if not led & BIT[card]:
            more[seat % players] |= led
    return tuple(more)
