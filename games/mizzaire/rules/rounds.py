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
_KINDS: Final[dict[int, Kind]] = {
    8: "half_blind",
    9: "full_blind",
    10: "no_trumps",
    11: "mizzaire",
}


def size(number: int) -> int:
    """How many cards each player gets in this round, from 1: up to seven and down again (MIZ-3, MIZ-14)."""
    return _SIZES[number - 1]


def kind(number: int) -> Kind:
    """What is special about this round (MIZ-10 to MIZ-14)."""
    return _KINDS.get(number, "plain")


def dealer(number: int, players: int) -> Seat:
    """One seat further each round; the last seat deals first, so that seat 0 speaks first (MIZ-5, MIZ-B12)."""
    return (number - 2) % players


def after(seat: Seat, players: int) -> Seat:
    """The next seat clockwise."""
    return (seat + 1) % players


def first_caller(number: int, players: int) -> Seat:
    """Who calls first (MIZ-7)."""
    return after(dealer(number, players), players)


def leader(number: int, options: Options) -> Seat:
    """Who leads to the first trick (MIZ-B2)."""
    players = options.players
    return (
        dealer(number, players)
        if options.first_lead == "dealer"
        else first_caller(number, players)
    )


def places(number: int, players: int, seat: Seat) -> slice:
    """Where in the order of the pack this seat's cards are: one at a time clockwise, the dealer last (MIZ-4)."""
    return slice(
        (seat - first_caller(number, players)) % players,
        players * size(number),
        players,
    )


def hands(number: int, players: int, order: Cards) -> tuple[int, ...]:
    """The hands that this order of the pack gives, by seat, as sets of cards."""
    return tuple(
        [mask(order[places(number, players, seat)]) for seat in range(players)]
    )


def turned_up(number: int, options: Options, order: Cards) -> Card | None:
    """The card after those dealt, whose suit is trump (MIZ-6); none in round 10 (MIZ-12), in round 11 as agreed."""
    special = kind(number)
    if special == "no_trumps" or (special == "mizzaire" and not options.round11_trump):
        return None
    return order[options.players * size(number)]
