"""The state of a match of Mus, and the moves: values that never change."""

from typing import Final, Literal, NamedTuple, TypeVar

from games.rules.base import CHANCE, Score, Seat, Side
from games.rules.cards import Cards
from games.rules.mus.options import Options

Phase = Literal["deal", "mus", "discard", "bet", "over"]
LanceName = Literal["grande", "chica", "pares", "juego", "punto"]
Word = Literal["mus", "no mus", "discard", "paso", "envido", "quiero", "no quiero", "ordago", "deal"]

SIDES: Final[tuple[Side, ...]] = ((0, 2), (1, 3))
"""Partners sit opposite (MUS-1)."""

ORDER: Final = ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))
"""For each mano the order of play, to the right (MUS-8)."""


def side_of(seat: Seat) -> int:
    """The index in SIDES of this seat's side."""
    return seat % 2


def right_of(seat: Seat) -> Seat:
    """The next seat in the order of play (MUS-8)."""
    return (seat + 1) % 4


class Move(NamedTuple):
    """What a seat says or lays down, or the order in which chance deals."""

    say: Word
    amount: int = 0
    """For `envido`: the offer, or how much more a raise offers."""
    cards: Cards = ()
    """For `discard` in canonical order; for `deal` in the order of the shuffle."""
    seen: Cards = ()
    """For `deal`: those of `cards` that everybody sees by accident when they are dealt, in the same order (MUS-21)."""


class Said(NamedTuple):
    """One thing said aloud in this deal, the announcements of pares and juego included."""

    seat: Seat
    say: Word | Literal["pares", "juego"]
    n: int | None = None
    """`envido`: points; `discard`: how many cards; `pares` and `juego`: 1 for yes, 0 for no."""
    lance: LanceName | None = None


class Bet(NamedTuple):
    """The offer that stands in a lance."""

    amount: int
    """The total offered; an ordago leaves it as it was."""
    before: int
    """The total before this offer, 0 if it is the first."""
    seat: Seat
    ordago: bool


class Lance(NamedTuple):
    """One of the four bets of a deal, open or closed."""

    name: LanceName
    players: tuple[Seat, ...]
    """Who may take part, in order from mano."""
    state: Literal["open", "accepted", "refused", "passed", "nobody", "alone"] = "open"
    """`passed`: all waited. `nobody`, `alone`: no bet since no side, or one side only, holds the cards for it."""
    bet: Bet | None = None
    out: tuple[Seat, ...] = ()
    """Who passed after an offer: out of this lance for good (MUS-43)."""
    side: int | None = None
    """Whose lance it is, where everybody knows it: after a refusal, or alone."""
    paid: int = 0
    """Points due at once for a refusal."""


class Award(NamedTuple):
    """Points taken from the pot."""

    lance: LanceName
    side: int
    points: int
    why: Literal["bet", "waited", "refused", "bonus", "ordago"]


class Table(NamedTuple):
    """Where the forty cards are."""

    hands: tuple[Cards, ...] = ((),) * 4
    """By seat, each in canonical order."""
    order: Cards = ()
    """The last shuffle."""
    dealt: int = 0
    """How many cards of `order` have been dealt; the rest is the stock."""
    received: tuple[tuple[int, ...], ...] = ((),) * 4
    """By seat: the places in `order` of the cards dealt to it."""
    exposed: Cards = ()
    """The cards of `order` that are seen by accident when they are dealt."""
    seen: bool = False
    """One of them was dealt since the last exchange (MUS-21)."""
    laid: tuple[Cards, ...] = ((),) * 4
    """By seat: the discards of the exchange in progress."""
    pile: Cards = ()
    """The discards of earlier exchanges."""
    discarded: tuple[int | None, ...] = (None,) * 4
    """By seat: how many cards were laid down in the latest exchange of this deal."""

    @property
    def stock(self) -> Cards:
        """The cards not yet dealt, the next one first; with the pile they are out of play in the bets (MUS-20)."""
        return self.order[self.dealt :]


class LastDeal(NamedTuple):
    """What is known to all of the deal that ended last."""

    deal: int
    hands: tuple[Cards, ...] | None
    """By seat; None if the set ended before the cards were laid open."""
    talk: tuple[Said, ...]
    awards: tuple[Award, ...]
    score: Score


class State(NamedTuple):
    """A match at one moment."""

    options: Options
    score: Score = Score(won=(0, 0), running=(0, 0), sets=())
    deal: int = 1
    """The number of the deal in progress, or of the one to come while the pack is awaited."""
    mano: Seat = 0
    phase: Phase = "deal"
    turn: int | None = CHANCE
    """The seat to act, CHANCE for a shuffle, None when the match is over."""
    table: Table = Table()
    talk: tuple[Said, ...] = ()
    lances: tuple[Lance, ...] = ()
    """The lances of this deal so far; in the phase `bet` the last one is open."""
    awards: tuple[Award, ...] = ()
    """Points taken in this deal so far."""
    last_deal: LastDeal | None = None

    @property
    def speaker(self) -> Seat:
        """The seat to act, when it is a seat."""
        assert self.turn is not None
        return self.turn


def start(options: Options) -> State:
    """The state before the first deal: seats are given, seat 0 is mano (MUS-B1)."""
    return State(options)


T = TypeVar("T")


def replaced(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """`values` with the one of this seat replaced."""
    return (*values[:seat], value, *values[seat + 1 :])
