"""The state of a match of Mizzaire, and the moves: values that never change.

Hands are sets of cards as bit masks (games.rules.tricks); all that is kept by seat is a tuple with a place for each.
"""

from typing import Final, Literal, NamedTuple, TypeVar

from games.mizzaire.rules import rounds
from games.mizzaire.rules.options import Options
from games.rules.base import CHANCE, Card, Seat
from games.rules.cards import FRENCH, Cards
from games.rules.tricks import mask

T = TypeVar("T")
Phase = Literal["deal", "call", "play", "over"]
Numbers = tuple[int, ...]
"""A number for each seat."""
Calls = tuple[int | None, ...]
"""By seat the call, None before it is made."""

BIT: Final = tuple(1 << card for card in FRENCH.cards)
"""For each card the set of it alone."""

SUIT: Final = tuple(
    mask(range(card // 13 * 13, card // 13 * 13 + 13)) for card in FRENCH.cards
)
"""For each card all the cards of its suit."""

PACK: Final = mask(FRENCH.cards)
"""All cards."""


class Move(NamedTuple):
    """What a seat calls or plays, or the order in which chance deals."""

    say: Literal["call", "play", "deal"]
    n: int = 0
    """For `call` the number of tricks, for `play` the card."""
    cards: Cards = ()
    """For `deal` the whole pack in the order of the shuffle."""


class Trick(NamedTuple):
    """A finished trick."""

    leader: Seat
    cards: Cards
    """In the order in which they were played."""
    taker: Seat


class LastDeal(NamedTuple):
    """How the round that ended last went, by seat."""

    deal: int
    calls: Calls
    """None in the round without calls (MIZ-13)."""
    tricks: Numbers
    points: Numbers
    trick: Trick
    """The last one."""


class Round(NamedTuple):
    """What all know of a round before its cards are dealt."""

    options: Options
    number: int
    """The round in progress, or the one to come while the pack is awaited."""
    won: Numbers
    """The totals of the finished rounds."""
    sets: tuple[Numbers, ...]
    """The points of each finished round."""
    last_deal: LastDeal | None


class Lead(NamedTuple):
    """What all know when a seat is to call or to lead; nothing of it changes until the trick is taken."""

    round: Round
    phase: Phase
    calls: Calls
    """By seat the call, None before it is made."""
    tricks: Numbers
    """By seat: tricks taken in this round."""
    last_trick: Trick | None
    """The one taken last in this round."""
    unplayed: int
    """The cards that were in no trick yet, whether they were dealt or not."""
    voids: Numbers
    """By seat: the cards of the suits that it has shown not to hold."""


class State(NamedTuple):
    """A match at one moment."""

    lead: Lead
    turn: int | None
    """The seat to act, CHANCE for a shuffle, None when the match is over."""
    may: tuple[Move, ...]
    """What `turn` may call or play."""
    dealt: Numbers
    """By seat the cards that it was dealt; those that `unplayed` has no longer are played."""
    turned: Card | None
    """The card turned up; while calls are made in rounds 8 and 9 nobody sees it (MIZ-10, MIZ-11)."""
    unplayed: int
    """The cards that nobody has played, whether they were dealt or not."""
    trick: Cards
    """The cards on the table, in the order in which they were played."""

    @property
    def seat(self) -> Seat:
        """The seat to act, when it is a seat."""
        assert self.turn is not None
        return self.turn

    @property
    def round(self) -> Round:
        """What all know of this round."""
        return self.lead.round

    @property
    def phase(self) -> Phase:
        """What is awaited."""
        return self.lead.phase

    @property
    def hands(self) -> Numbers:
        """By seat the cards that it holds now."""
        return tuple([cards & self.unplayed for cards in self.dealt])

    @property
    def calls(self) -> Calls:
        """By seat the call, None before it is made."""
        return self.lead.calls

    @property
    def tricks(self) -> Numbers:
        """By seat: tricks taken in this round."""
        return self.lead.tricks


made: Final = tuple.__new__
"""`made(State, (...))` is `State(...)` in half the time, for what is made at every move."""


def start(options: Options) -> State:
    """The state before the first deal: seats are given, seat 0 speaks first (MIZ-B12)."""
    return between(Round(options, 1, (0,) * options.players, (), None))


def between(round: Round) -> State:
    """Before this round's deal, or at the end when all have been played (MIZ-1): nobody holds a card."""
    nothing, no_calls = (0,) * round.options.players, (None,) * round.options.players
    over = len(round.sets) == rounds.LAST
    lead = Lead(
        round, "over" if over else "deal", no_calls, nothing, None, PACK, nothing
    )
    return State(lead, None if over else CHANCE, (), nothing, None, PACK, ())


def replaced(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """`values` with the one of this seat replaced."""
    new = [*values]
    new[seat] = value
    return (*new,)
