"""The state of a match of Mizzaire, and its moves: immutable values.

Hands are sets of cards as bit masks (games.rules.tricks).
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
"""By seat: the call, None before it is made."""

BIT: Final = tuple(1 << card for card in FRENCH.cards)
"""By card: the set of this card alone."""

SUIT: Final = tuple(
    mask(range(card // 13 * 13, card // 13 * 13 + 13)) for card in FRENCH.cards
)
"""By card: all cards of its suit."""

PACK: Final = mask(FRENCH.cards)
"""All cards."""


class Move(NamedTuple):
    """A call or a card of a seat, or a deal."""

    say: Literal["call", "play", "deal"]
    n: int = 0
    """`call`: the number of tricks. `play`: the card."""
    cards: Cards = ()
    """`deal`: the whole pack in shuffled order."""


class Trick(NamedTuple):
    """A finished trick."""

    leader: Seat
    cards: Cards
    """In the order in which they were played."""
    taker: Seat


class LastDeal(NamedTuple):
    """The result of the previous round."""

    deal: int
    calls: Calls
    """None in the round without calls (MIZ-13)."""
    tricks: Numbers
    points: Numbers
    trick: Trick
    """The last trick of the round."""


class Round(NamedTuple):
    """What all know before the cards of a round are dealt."""

    options: Options
    number: int
    """The current round, or the next one before the shuffle."""
    won: Numbers
    """The totals of the finished rounds."""
    sets: tuple[Numbers, ...]
    """The points of each finished round."""
    last_deal: LastDeal | None


class Lead(NamedTuple):
    """What all know when a seat has to call or to lead.

    It stays the same until the trick is taken, so that all states of a trick share it.
    """

    round: Round
    phase: Phase
    calls: Calls
    tricks: Numbers
    """By seat: the tricks taken in this round."""
    last_trick: Trick | None
    """The previous trick of this round."""
    unplayed: int
    """The cards that have not been in a trick, dealt or not."""
    voids: Numbers
    """By seat: the cards of the suits that it has shown to lack."""


class State(NamedTuple):
    """A match at one moment."""

    lead: Lead
    turn: int | None
    """The seat to act, CHANCE before a shuffle, None when the match is over."""
    legal: tuple[Move, ...]
    """What `turn` may call or play."""
    dealt: Numbers
    """By seat: the cards that it was dealt; it has played those that are not in `unplayed`."""
    turned: Card | None
    """The trump card, hidden during the calls of rounds 8 and 9 (MIZ-10, MIZ-11)."""
    unplayed: int
    """The cards that have not been played, dealt or not."""
    trick: Cards
    """The cards of the current trick, in the order of play."""

    @property
    def seat(self) -> Seat:
        """The seat to act, when it is a seat."""
        assert self.turn is not None
        return self.turn

    @property
    def round(self) -> Round:
        return self.lead.round

    @property
    def phase(self) -> Phase:
        return self.lead.phase

    @property
    def hands(self) -> Numbers:
        """By seat: the cards that it holds now."""
        return tuple([cards & self.unplayed for cards in self.dealt])

    @property
    def calls(self) -> Calls:
        return self.lead.calls

    @property
    def tricks(self) -> Numbers:
        return self.lead.tricks


def start(options: Options) -> State:
    """The state before the first deal; seat 0 speaks first (MIZ-B12)."""
    return between_rounds(Round(options, 1, (0,) * options.players, (), None))


def between_rounds(round: Round) -> State:
    """The state before this round is dealt, or after all rounds have been played (MIZ-1)."""
    phase: Phase = "deal"
    turn: int | None = CHANCE
    if len(round.sets) == rounds.LAST:
        phase, turn = "over", None
    nothing = (0,) * round.options.players
    no_calls = (None,) * round.options.players
    lead = Lead(round, phase, no_calls, nothing, None, PACK, nothing)
    return State(lead, turn, (), nothing, None, PACK, ())


def replaced(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """`values` with the value of this seat replaced."""
    new = [*values]
    new[seat] = value
    return (*new,)
