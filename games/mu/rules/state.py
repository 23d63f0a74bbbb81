"""The state of a match of Mü, and its moves: immutable values."""

from typing import Final, Literal, NamedTuple, TypeVar

from games.mu.rules.masks import FIRST, Mask
from games.mu.rules.options import Options
from games.mu.rules.trumps import Trumps, trumps
from games.rules.base import CHANCE, Seat, fast_new
from games.rules.cards import Cards

Phase = Literal["deal", "auction", "vice", "boss", "partner", "tricks", "over"]
"""In `vice` and `boss` that seat names a trump."""

Word = Literal["reveal", "pass", "trump", "partner", "play", "deal"]

Points = tuple[int, ...]
"""By seat."""


class Move(NamedTuple):
    """A move of a seat, or a deal."""

    say: Word
    n: int = 0
    """`play`: the card. `reveal`: the mask of the cards. `trump`: the trump. `partner`: the seat.

    The first twin stands for either: it means the first one that the seat holds.
    """
    order: Cards = ()
    """`deal`: all cards in shuffled order."""


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
    """The auction of a deal, and what was named and chosen after it."""

    number: int
    dealer: Seat
    rows: tuple[Mask, ...]
    """By seat: all cards revealed in the auction, even if played since (MU-14)."""
    bids: tuple[Bid, ...] = ()
    """The auction, turn by turn."""
    boss: Seat | None = None
    vice: Seat | None = None
    partner: Seat | None = None
    trumps: Trumps = UNNAMED
    """The trumps named so far."""


class State(NamedTuple):
    """A match at one moment."""

    options: Options
    phase: Phase
    turn: int | None
    """The seat to act, CHANCE before a shuffle, None when the match is over."""
    deal: Deal
    """The current deal, or the next one before the shuffle."""
    hands: tuple[Mask, ...]
    """By seat: the cards not yet played, in the hand or revealed."""
    playable: Mask
    """The cards that the seat to act may play to the trick."""
    trick: Cards
    """The cards of the current trick, in the order of play."""
    tricks: tuple[Trick, ...]
    """The finished tricks of this deal."""
    totals: Points
    """By seat: the points of all finished deals."""
    sheet: tuple[Points, ...]
    """For each finished deal: the points of each seat."""
    last: "State | None"
    """The state at the end of the previous deal, without the cards left in the hands."""

    @property
    def seat(self) -> Seat:
        """The seat to act, when it is a seat."""
        assert self.turn is not None
        return self.turn


def start(options: Options) -> State:
    """The state before the first deal; seat 0 deals (MU-B3)."""
    nothing = (0,) * options.players
    return State(
        options=options,
        phase="deal",
        turn=CHANCE,
        deal=Deal(number=1, dealer=0, rows=nothing),
        hands=nothing,
        playable=0,
        trick=(),
        tricks=(),
        totals=nothing,
        sheet=(),
        last=None,
    )


# --- the changes made at almost every move: `_replace` takes three times as long ---

_HANDS: Final = State._fields.index("hands")


def with_deal(state: State, deal: Deal, phase: Phase, turn: Seat) -> State:
    """The state after something was bid or named."""
    fields = (state.options, phase, turn, deal, *state[_HANDS:])
    return fast_new(State, fields)


def with_trick(
    state: State,
    turn: Seat,
    hands: tuple[Mask, ...],
    playable: Mask,
    trick: Cards,
    tricks: tuple[Trick, ...],
) -> State:
    """The state after a card was played."""
    options, phase, _, deal, _, _, _, _, totals, sheet, last = state
    fields = (
        options,
        phase,
        turn,
        deal,
        hands,
        playable,
        trick,
        tricks,
        totals,
        sheet,
        last,
    )
    return fast_new(State, fields)


PASS: Final = Move("pass")


def card_meant(held: Mask, named: int) -> int:
    """The card that a move names: the second twin if only that one is held."""
    is_first_twin = FIRST >> named & 1
    if is_first_twin and not held >> named & 1:
        return named + 1
    return named


T = TypeVar("T")


def replaced(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """`values` with the value of this seat replaced."""
    changed = list(values)
    changed[seat] = value
    return tuple(changed)
