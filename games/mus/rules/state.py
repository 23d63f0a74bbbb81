"""The state of a match of Mus, and its moves: immutable values."""

from typing import Final, Literal, NamedTuple, TypeVar

from games.mus.rules.hand import HandStrength
from games.mus.rules.options import Options
from games.rules.base import CHANCE, Score, Seat, Side, fast_new
from games.rules.cards import Cards

Phase = Literal[
    "draw", "deal", "redeal", "decide", "mus", "discard", "visto", "stock",
    "pares", "juego", "open", "offer", "ordago", "over",
]  # fmt: skip
"""What has to be done next.

`draw`: draw cards for the first mano. `redeal`: show a 4-5-6-7 or keep the hand.
`decide`: mano rules on a card that was seen; `visto`: the exchange after that.
`stock`: shuffle a new stock in order to go on serving.
`pares`, `juego`: announce whether one has it.
`open`: bet in a lance that has no offer yet; `offer`, `ordago`: answer the offer.
"""

NO_CARDS: Final = ("draw", "deal", "over")
"""The phases in which no seat holds cards. A view uses the same names."""

LanceName = Literal["grande", "chica", "pares", "juego", "punto"]
Word = Literal[
    "draw", "deal", "exposed", "redeal", "keep", "visto", "no visto", "mus", "no mus",
    "wait", "discard", "pares si", "pares no", "juego si", "juego no", "paso", "envido",
    "quiero", "no quiero", "ordago",
]  # fmt: skip

SIDES: Final[tuple[Side, ...]] = ((0, 2), (1, 3))
"""Partners sit opposite (MUS-1)."""

ORDER: Final = ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))
"""The order of play for each mano: to the right (MUS-8)."""


def side_of(seat: Seat) -> int:
    """The index in SIDES of this seat's side."""
    return seat % 2


def right_of(seat: Seat) -> Seat:
    """The next seat in the order of play (MUS-8)."""
    return (seat + 1) % 4


class Move(NamedTuple):
    """Something a seat says, lays down or draws; a deal; or an exposed card."""

    say: Word
    amount: int = 0
    """`envido`: the offer, or the amount of a raise. `exposed`: the seat whose card was seen."""
    cards: Cards = ()
    """`discard`: in canonical order. `deal`: in shuffled order. `draw`: the card drawn."""


TalkEntry = tuple[Seat, Move, LanceName | None]
"""A seat, what it said, announced, laid down or drew, and the lance in which it did."""


class Bet(NamedTuple):
    """The standing offer in a lance."""

    amount: int
    """The total offered; an órdago does not change it."""
    before: int
    """The total before this offer, 0 for the first one."""
    seat: Seat
    """Who made the offer."""
    ordago: bool


class Lance(NamedTuple):
    """One of the four bets of a deal, open or closed."""

    name: LanceName
    players: tuple[Seat, ...]
    """The seats that may take part, in order from mano."""
    state: Literal["open", "accepted", "refused", "passed", "nobody", "alone"] = "open"
    """`passed`: every seat waited. `nobody`, `alone`: no side, or only one, may bet."""
    bet: Bet | None = None
    """The offer that was accepted or refused, once the lance is closed."""
    out: tuple[Seat, ...] = ()
    """The seats that passed after an offer: out of this lance for good (MUS-43)."""
    side: int | None = None
    """The side that has won, where it is public: after a refusal, or alone."""
    paid: int = 0
    """Points paid at once for a refusal."""
    reply: tuple[Seat, Move] | None = None
    """The first partner's reply, where both partners reply (MUS-B14)."""


class Award(NamedTuple):
    """Points that a side takes from the pot."""

    lance: LanceName
    side: int
    points: int
    why: Literal["bet", "waited", "refused", "bonus", "ordago", "false"]
    """`false`: the other side made a false announcement (MUS-60)."""


NOTHING: Final[tuple[Cards, ...]] = ((),) * 4


class Table(NamedTuple):
    """Where the forty cards lie."""

    hands: tuple[Cards, ...] = NOTHING
    """By seat, each in canonical order."""
    order: Cards = ()
    """The last shuffle."""
    dealt: int = 0
    """The number of cards dealt from `order`; the rest is the stock."""
    received: tuple[tuple[int, ...], ...] = NOTHING
    """By seat: the positions in `order` of the cards dealt to it."""
    laid: tuple[Cards, ...] = NOTHING
    """By seat: the discards of the exchange in progress."""
    pile: tuple[Cards, ...] = NOTHING
    """By seat: earlier discards that have not gone into a new stock."""
    shown: tuple[Cards, ...] = NOTHING
    """By seat: the discards that were shown to everyone (MUS-B8)."""
    discarded: tuple[int | None, ...] = (None,) * 4
    """By seat: the number of cards laid down in the latest exchange of this deal."""
    drawing: tuple[Seat, ...] = ORDER[0]
    """Before the first deal: the seats that draw a card for mano (MUS-10)."""

    @property
    def stock(self) -> Cards:
        """The cards not yet dealt, the next one first (MUS-20)."""
        return self.order[self.dealt :]


class LastDeal(NamedTuple):
    """The public result of the latest finished deal."""

    deal: int
    hands: tuple[Cards, ...] | None
    """By seat; None if the set ended before the hands were shown."""
    talk: tuple[TalkEntry, ...]
    awards: tuple[Award, ...]
    score: Score


class State(NamedTuple):
    """A match at one moment."""

    options: Options
    score: Score = Score(won=(0, 0), running=(0, 0), sets=())
    deal: int = 1
    """The number of the current deal, or of the next one before the shuffle."""
    mano: Seat = 0
    phase: Phase = "deal"
    turn: int | None = CHANCE
    """The seat to act, CHANCE before a shuffle, None when the match is over."""
    table: Table = Table()
    talk: tuple[TalkEntry, ...] = ()
    lances: tuple[Lance, ...] = ()
    """The lances of this deal so far; the last one may still be open."""
    bet: Bet | None = None
    """The standing offer in the last lance."""
    awards: tuple[Award, ...] = ()
    """Points taken so far in this deal."""
    last_deal: LastDeal | None = None
    strengths: tuple[HandStrength, ...] = ()
    """By seat: the strength of the hand, computed when the bets begin."""

    @property
    def speaker(self) -> Seat:
        """The seat to act, when it is a seat."""
        assert self.turn is not None
        return self.turn


def start(options: Options) -> State:
    """The state before the first deal: seat 0 is mano unless cards decide (MUS-B1, MUS-V7)."""
    if options.opening == "given":
        return State(options)
    return State(options, phase="draw")


# --- the changes made at almost every move: `_replace` takes three times as long ---

_MANO: Final = State._fields.index("mano")
_TURN: Final = State._fields.index("turn")
_TALK: Final = State._fields.index("talk")
_AWARDS: Final = State._fields.index("awards")


def with_turn(state: State, turn: Seat) -> State:
    """The state with another seat to act."""
    return fast_new(State, (*state[:_TURN], turn, *state[_TURN + 1 :]))


def with_talk(state: State, entry: TalkEntry) -> State:
    """The state after one more thing was said."""
    return fast_new(State, (*state[:_TALK], (*state.talk, entry), *state[_TALK + 1 :]))


def with_bets_open(state: State, mano: Seat) -> State:
    """The state at the beginning of the bets, with this mano."""
    return fast_new(State, (*state[:_MANO], mano, "open", *state[_MANO + 2 :]))


def with_lance(
    state: State,
    phase: Phase,
    turn: Seat | None,
    talk: tuple[TalkEntry, ...],
    lances: tuple[Lance, ...],
    bet: Bet | None,
) -> State:
    """The state with these lances and this standing offer."""
    fields = (
        state.options,
        state.score,
        state.deal,
        state.mano,
        phase,
        turn,
        state.table,
        talk,
        lances,
        bet,
        state.awards,
        state.last_deal,
        state.strengths,
    )
    return fast_new(State, fields)


def with_score(state: State, score: Score, awards: tuple[Award, ...]) -> State:
    """The state after points were taken."""
    fields = (state.options, score, *state[2:_AWARDS], awards, *state[_AWARDS + 1 :])
    return fast_new(State, fields)


def with_strengths(state: State, strengths: tuple[HandStrength, ...]) -> State:
    """The state with the strengths of the hands, at the beginning of the bets."""
    return fast_new(State, (*state[:-1], strengths))


T = TypeVar("T")


def replaced(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """`values` with the value of this seat replaced."""
    return (*values[:seat], value, *values[seat + 1 :])
