"""The state of a match of Mü, and the moves: values that never change."""

from typing import Final, Literal, NamedTuple, TypeVar

from games.rules.base import CHANCE, Seat
from games.rules.cards import Cards
from games.rules.mu.masks import Mask
from games.rules.mu.options import Options
from games.rules.mu.trumps import NO_TRUMP, Trump

Phase = Literal["deal", "auction", "vice", "boss", "partner", "tricks", "over"]
"""`vice` and `boss`: who names a trump."""

Word = Literal["reveal", "pass", "trump", "partner", "play", "deal"]

Points = tuple[int, ...]
"""By seat."""


class Move(NamedTuple):
    """What a seat does, or the order in which chance deals."""

    say: Word
    n: int = 0
    """`play`: the card; `reveal`: the mask of the cards; `trump`: the trump; `partner`: the seat. Of twins the first
    is named, and means the first that the seat holds."""
    order: Cards = ()
    """`deal`: all cards in the order of the shuffle."""


class Bid(NamedTuple):
    """One turn of the auction: the cards revealed, none for a pass (MU-8)."""

    seat: Seat
    cards: Mask


class Trick(NamedTuple):
    """A finished trick."""

    leader: Seat
    cards: Cards
    """In the order of play."""
    taker: Seat


class Contract(NamedTuple):
    """Who plays with whom, and for which trumps; filled in as it is decided."""

    boss: Seat | None = None
    vice: Seat | None = None
    partner: Seat | None = None
    boss_trump: Trump = NO_TRUMP
    vice_trump: Trump = NO_TRUMP


class Deal(NamedTuple):
    """One deal: the auction, the trumps and the tricks."""

    number: int
    dealer: Seat
    hands: tuple[Mask, ...]
    """By seat the cards still held, in the hand or revealed."""
    rows: tuple[Mask, ...]
    """By seat all cards revealed in the auction, played since or not (MU-14)."""
    bids: tuple[Bid, ...]
    """The auction, turn by turn."""
    contract: Contract
    trick: Cards
    """The cards of the trick being played, in the order of play."""
    taken: Points
    """By seat the points on the cards of its tricks (MU-40)."""
    tricks: tuple[Trick, ...]
    """The finished tricks."""


class State(NamedTuple):
    """A match at one moment."""

    options: Options
    phase: Phase
    turn: int | None
    """The seat to act, CHANCE for a shuffle, None when the match is over."""
    deal: Deal
    """The deal in progress, or the one to come while the pack is awaited."""
    totals: Points
    """By seat the points of all finished deals."""
    sheet: tuple[Points, ...]
    """By finished deal the points of each seat."""
    last: Deal | None
    """The deal that ended last; of its hands nothing is kept."""


def start(options: Options) -> State:
    """The state before the first deal: seats are given, seat 0 deals (MU-B3)."""
    nothing = (0,) * options.players
    return State(options, "deal", CHANCE, new_deal(options.players, 1, 0), nothing, (), None)


def new_deal(players: int, number: int, dealer: Seat) -> Deal:
    """A deal of which no card has been dealt."""
    nothing = (0,) * players
    return Deal(number, dealer, nothing, nothing, (), Contract(), (), nothing, ())


PASS: Final = Move("pass")

T = TypeVar("T")


def replaced(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """`values` with the one of this seat replaced."""
    return (*values[:seat], value, *values[seat + 1 :])
