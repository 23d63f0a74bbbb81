"""The state of a match of Mus, and the moves: values that never change."""

from typing import Final, Literal, NamedTuple, TypeVar

from games.mus.rules.hand import Worth
from games.mus.rules.options import Options
from games.rules.base import CHANCE, Score, Seat, Side
from games.rules.cards import Cards

Phase = Literal[
    "draw", "deal", "redeal", "decide", "mus", "discard", "visto", "stock",
    "pares", "juego", "open", "offer", "ordago", "over",
]  # fmt: skip
"""What is to be done. `draw`: a card for the first mano; `redeal`: show a 4-5-6-7 or not; `decide`: mano's word on a
card that was seen; `visto`: the exchange after it; `stock`: a new one, to go on serving; `pares`, `juego`: say whether
one has it; in a lance `open` comes before any offer, then `offer` or `ordago` is to be answered."""

NO_CARDS: Final = ("draw", "deal", "over")
"""The phases in which nobody holds cards; a view calls them so, too."""

LanceName = Literal["grande", "chica", "pares", "juego", "punto"]
Word = Literal[
    "draw", "deal", "exposed", "redeal", "keep", "visto", "no visto", "mus", "no mus", "wait", "discard",
    "pares si", "pares no", "juego si", "juego no", "paso", "envido", "quiero", "no quiero", "ordago",
]  # fmt: skip

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
    """What a seat says, lays down or draws, the order in which chance deals, or whose card was seen."""

    say: Word
    amount: int = 0
    """For `envido`: the offer, or how much more a raise offers. For `exposed`: the seat whose card was seen."""
    cards: Cards = ()
    """For `discard` in canonical order; for `deal` in the order of the shuffle; for `draw` the card drawn."""


Said = tuple[Seat, Move, LanceName | None]
"""Who said, announced, laid down or drew something in this deal, and in which lance."""


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
    """What was accepted or refused, once the lance is closed."""
    out: tuple[Seat, ...] = ()
    """Who passed after an offer: out of this lance for good (MUS-43)."""
    side: int | None = None
    """Whose lance it is, where everybody knows it: after a refusal, or alone."""
    paid: int = 0
    """Points due at once for a refusal."""
    reply: tuple[Seat, Move] | None = None
    """Where both partners reply: what the first of them has replied (MUS-B14)."""


class Award(NamedTuple):
    """Points taken from the pot."""

    lance: LanceName
    side: int
    points: int
    why: Literal["bet", "waited", "refused", "bonus", "ordago", "false"]
    """`false`: the other side announced what it does not hold (MUS-60)."""


NOTHING: Final[tuple[Cards, ...]] = ((),) * 4


class Table(NamedTuple):
    """Where the forty cards are."""

    hands: tuple[Cards, ...] = NOTHING
    """By seat, each in canonical order."""
    order: Cards = ()
    """The last shuffle."""
    dealt: int = 0
    """How many cards of `order` have been dealt; the rest is the stock."""
    received: tuple[tuple[int, ...], ...] = NOTHING
    """By seat: the places in `order` of the cards dealt to it."""
    laid: tuple[Cards, ...] = NOTHING
    """By seat: the discards of the exchange in progress."""
    pile: tuple[Cards, ...] = NOTHING
    """By seat: its discards of earlier exchanges that no new stock was made of."""
    shown: tuple[Cards, ...] = NOTHING
    """By seat: those of its discards that all have seen (MUS-B8)."""
    discarded: tuple[int | None, ...] = (None,) * 4
    """By seat: how many cards were laid down in the latest exchange of this deal."""
    drawing: tuple[Seat, ...] = ORDER[0]
    """Before the first deal: who draw a card for mano (MUS-10)."""

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
    """The lances of this deal so far; while one is bet it is the last."""
    bet: Bet | None = None
    """The offer that stands in the last lance."""
    awards: tuple[Award, ...] = ()
    """Points taken in this deal so far."""
    last_deal: LastDeal | None = None
    worths: tuple[Worth, ...] = ()
    """By seat what the hands are worth, worked out when the bets begin."""

    @property
    def speaker(self) -> Seat:
        """The seat to act, when it is a seat."""
        assert self.turn is not None
        return self.turn


def start(options: Options) -> State:
    """The state before the first deal: seats are given, seat 0 is mano unless cards decide (MUS-B1, MUS-V7)."""
    return State(options, phase="deal" if options.opening == "given" else "draw")


quickly = tuple.__new__
"""`quickly(State, (...))` builds a value in half the time of `State(...)`, for the moves that are made most."""

T = TypeVar("T")


def replaced(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """`values` with the one of this seat replaced."""
    return (*values[:seat], value, *values[seat + 1 :])
