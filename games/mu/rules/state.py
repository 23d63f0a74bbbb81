"""The state of a match of Mü, and the moves: values that never change."""

from typing import Final, Literal, NamedTuple, TypeVar

from games.mu.rules.masks import FIRST, Mask
from games.mu.rules.options import Options
from games.mu.rules.trumps import Trumps, trumps
from games.rules.base import CHANCE, Seat
from games.rules.cards import Cards

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


UNNAMED: Final = trumps()


class Deal(NamedTuple):
    """What a deal is played for: the auction, and what was named and chosen after it."""

    number: int
    dealer: Seat
    rows: tuple[Mask, ...]
    """By seat all cards revealed in the auction, played since or not (MU-14)."""
    bids: tuple[Bid, ...] = ()
    """The auction, turn by turn."""
    boss: Seat | None = None
    vice: Seat | None = None
    partner: Seat | None = None
    trumps: Trumps = UNNAMED
    """What boss and vice have named so far."""


class State(NamedTuple):
    """A match at one moment."""

    options: Options
    phase: Phase
    turn: int | None
    """The seat to act, CHANCE for a shuffle, None when the match is over."""
    deal: Deal
    """The deal in progress, or the one to come while the pack is awaited."""
    hands: tuple[Mask, ...]
    """By seat the cards still held, in the hand or revealed."""
    playable: Mask
    """The cards of the seat to act that may be played to the trick; worked out once for all who ask."""
    trick: Cards
    """The cards of the trick being played, in the order of play."""
    tricks: tuple[Trick, ...]
    """The finished tricks of this deal."""
    totals: Points
    """By seat the points of all finished deals."""
    sheet: tuple[Points, ...]
    """By finished deal the points of each seat."""
    last: "State | None"
    """How the deal that ended last lay on the table; the cards left in hands are forgotten (a stalemate)."""

    @property
    def seat(self) -> Seat:
        """The seat to act, when it is a seat."""
        assert self.turn is not None
        return self.turn


def start(options: Options) -> State:
    """The state before the first deal: seats are given, seat 0 deals (MU-B3)."""
    nothing = (0,) * options.players
    return State(
        options,
        "deal",
        CHANCE,
        Deal(1, 0, nothing),
        nothing,
        0,
        (),
        (),
        nothing,
        (),
        None,
    )


PASS: Final = Move("pass")


def card_meant(held: Mask, named: int) -> int:
    """The card that a move names: of twins the first, or the second where only that is held."""
    return named if held >> named & 1 or not FIRST >> named & 1 else named + 1


T = TypeVar("T")


def replaced(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """`values` with the one of this seat replaced."""
    changed = list(values)
    changed[seat] = value
    return tuple(changed)
