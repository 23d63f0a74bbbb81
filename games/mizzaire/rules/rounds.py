"""The eighteen rounds: how many cards, what is special, who deals, and who gets which card."""

from typing import Final, Literal

from games.mizzaire.rules.options import Options
from games.rules.base import Card, Seat
from games.rules.cards import Cards
from games.rules.tricks import mask

Kind = Literal["plain", "half_blind", "full_blind", "no_trumps", "mizzaire"]

LAST: Final = 18
"""The number of rounds (MIZ-1)."""

_SIZES: Final = (1, 2, 3, 4, 5, 6, 7, 7, 7, 7, 7, 7, 6, 5, 4, 3, 2, 1)
MOST_CARDS: Final = max(_SIZES)
_KINDS: Final[dict[int, Kind]] = {
    8: "half_blind",
    9: "full_blind",
    10: "no_trumps",
    11: "mizzaire",
}


def size(number: int) -> int:
    """The cards of each player in this round, counted from 1 (MIZ-3, MIZ-14)."""
    return _SIZES[number - 1]


def kind(number: int) -> Kind:
    """What is special about this round (MIZ-10 to MIZ-14)."""
    return _KINDS.get(number, "plain")


def dealer(number: int, players: int) -> Seat:
    """One seat further each round (MIZ-5).

    The last seat deals first, so that seat 0 speaks first (MIZ-B12).
    """
    return (number - 2) % players


def after(seat: Seat, players: int) -> Seat:
    """The next seat clockwise."""
    return (seat + 1) % players


def first_caller(number: int, players: int) -> Seat:
    """The seat that calls first (MIZ-7)."""
    return after(dealer(number, players), players)


def leader(number: int, options: Options) -> Seat:
    """The seat that leads to the first trick (MIZ-B2)."""
    if options.first_lead == "dealer":
        return dealer(number, options.players)
    return first_caller(number, options.players)


def dealt_slice(number: int, players: int, seat: Seat) -> slice:
    """The slice of the shuffled pack that this seat is dealt.

    Cards are dealt one at a time clockwise, to the dealer last (MIZ-4).
    """
    first = (seat - first_caller(number, players)) % players
    return slice(first, players * size(number), players)


def hands(number: int, players: int, order: Cards) -> tuple[int, ...]:
    """By seat: the hand that this order of the pack gives, as a set of cards."""
    seats = range(players)
    return tuple([mask(order[dealt_slice(number, players, seat)]) for seat in seats])


def turned_up(number: int, options: Options, order: Cards) -> Card | None:
    """The card after those dealt, whose suit is trump (MIZ-6), None in a round without trumps."""
    special = kind(number)
    if special == "no_trumps":  # MIZ-12
        return None
    if special == "mizzaire" and not options.round11_trump:
        return None
    return order[options.players * size(number)]
