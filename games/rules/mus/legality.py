"""Which moves are legal now, and the reason why another is not."""

from functools import cache, lru_cache
from itertools import combinations
from typing import Final, Literal

from games.rules.base import CHANCE
from games.rules.cards import SPANISH, Cards
from games.rules.errors import IllegalMove
from games.rules.mus.betting import MINIMUM
from games.rules.mus.discard import pack
from games.rules.mus.hand import HEIGHT, is_4567, worth
from games.rules.mus.lances import NAMES, strength
from games.rules.mus.opening import first_asked, is_corrido
from games.rules.mus.state import Move, State, Word, right_of

Moment = Literal[
    "over", "deal", "redeal", "decide", "mus", "wait", "discard", "visto", "pares", "juego", "open", "offer", "ordago"
]  # fmt: skip
"""What is to be done. `wait`: mus may also be said as a wait; `visto`: the exchange after a card was seen; `pares` and
`juego` are to be announced; in a lance `open` comes before any offer, then `offer` or `ordago` is to be answered."""

MUS, NO_MUS, WAIT = Move("mus"), Move("no mus"), Move("wait")
PASO, QUIERO, NO_QUIERO, ORDAGO = Move("paso"), Move("quiero"), Move("no quiero"), Move("ordago")
REDEAL, KEEP, VISTO, NO_VISTO = Move("redeal"), Move("keep"), Move("visto"), Move("no visto")
PARES_SI, PARES_NO = Move("pares si"), Move("pares no")
JUEGO_SI, JUEGO_NO = Move("juego si"), Move("juego no")
WORDS: Final = (
    *(MUS, NO_MUS, WAIT, PASO, QUIERO, NO_QUIERO, ORDAGO, REDEAL, KEEP, VISTO, NO_VISTO),
    *(PARES_SI, PARES_NO, JUEGO_SI, JUEGO_NO),
)
"""The moves that are words and nothing else."""

LEGAL: Final[dict[Moment, frozenset[Word]]] = {
    "over": frozenset(),
    "deal": frozenset({"deal"}),
    "redeal": frozenset({"redeal", "keep"}),
    "decide": frozenset({"visto", "no visto"}),
    "mus": frozenset({"mus", "no mus"}),
    "wait": frozenset({"mus", "no mus", "wait"}),
    "discard": frozenset({"discard"}),
    "visto": frozenset({"discard"}),
    "pares": frozenset({"pares si", "pares no"}),
    "juego": frozenset({"juego si", "juego no"}),
    "open": frozenset({"paso", "envido", "ordago"}),
    "offer": frozenset({"quiero", "no quiero", "envido", "ordago"}),
    "ordago": frozenset({"quiero", "no quiero"}),
}

_AS_THEY_ARE: Final[dict[Moment, tuple[Move, ...]]] = {
    "over": (),
    "deal": (),
    "decide": (NO_VISTO, VISTO),
    "mus": (MUS, NO_MUS),
    "wait": (MUS, NO_MUS, WAIT),
    "pares": (PARES_SI, PARES_NO),
    "juego": (JUEGO_SI, JUEGO_NO),
    "ordago": (QUIERO, NO_QUIERO),
}
"""The moves of those moments in which they do not depend on cards or points."""


def moment(state: State) -> Moment:
    """What `to_act` is asked to do."""
    phase = state.phase
    if phase == "bet":
        bet = state.lances[-1].bet
        if bet is None:
            return "open"
        return "ordago" if bet.ordago else "offer"
    if state.turn == CHANCE or phase == "deal" or phase == "draw":
        return "deal"
    if phase == "mus":
        return "wait" if may_wait(state) else "mus"
    if phase == "discard":
        return "visto" if state.table.seen else "discard"
    if phase == "announce":
        return "pares" if NAMES[len(state.lances)] == "pares" else "juego"
    return phase


def may_wait(state: State) -> bool:
    """Mano and the next seat may say that they wait (MUS-V8, MUS-B11); in mus corrido nothing is said (MUS-V7)."""
    if not state.options.wait_word or is_corrido(state):
        return False
    return state.turn in (state.mano, right_of(state.mano))


def refusal(state: State, move: Move) -> IllegalMove | None:
    """Why this move may not be made, None if it is legal: for `to_act`, or for whoever saw a card (`exposed`)."""
    now, say = moment(state), move.say
    if say not in LEGAL[now]:
        return _no_exposure(state, now) if say == "exposed" else _out_of_place(now, say)
    match say:
        case "envido":
            return _bad_offer(now, move.amount)
        case "discard":
            return _bad_discard(state, move)
        case "redeal":
            return None if is_4567(state.table.hands[state.speaker]) else IllegalMove("mus.not_4567", rule="MUS-V6")
        case "deal" if tuple(sorted(move.cards)) != pack(state):
            return IllegalMove("mus.wrong_pack", rule="MUS-19" if state.phase == "discard" else "MUS-2")
    return None


_REFUSALS: Final[dict[Moment, tuple[str, str]]] = {
    "over": ("mus.over", "MUS-7"),
    "deal": ("mus.waiting_for_deal", "MUS-13"),
    "redeal": ("mus.keep_or_show", "MUS-V6"),
    "decide": ("mus.mano_decides", "MUS-V5"),
    "mus": ("mus.mus_or_no_mus", "MUS-14"),
    "wait": ("mus.mus_or_no_mus", "MUS-14"),
    "discard": ("mus.must_discard", "MUS-16"),
    "visto": ("mus.card_seen", "MUS-21"),
    "pares": ("mus.announce_pares", "MUS-27"),
    "juego": ("mus.announce_juego", "MUS-32"),
    "ordago": ("mus.ordago_only_answer", "MUS-49"),
}
"""By moment: what is to be done instead, and the rule that says so."""

BEFORE_THE_BETS: Final[frozenset[Word]] = frozenset(
    {"mus", "no mus", "wait", "discard", "redeal", "keep", "visto", "no visto"}
)
ANNOUNCEMENTS: Final[frozenset[Word]] = frozenset({"pares si", "pares no", "juego si", "juego no"})


def _out_of_place(now: Moment, say: Word) -> IllegalMove:
    code, rule = _REFUSALS.get(now, ("", ""))
    if say == "deal" and now not in ("deal", "over"):
        code, rule = "mus.already_dealt", "MUS-13"
    elif now in ("open", "offer", "ordago"):
        if say in BEFORE_THE_BETS:
            code, rule = "mus.mus_is_over", "MUS-14"
        elif say in ANNOUNCEMENTS:
            code, rule = "mus.nothing_to_announce", "MUS-B28"
        elif now == "open":
            code, rule = "mus.nothing_to_answer", "MUS-39"
        elif say == "paso":
            code, rule = "mus.must_answer", "MUS-41"
    return IllegalMove(code, rule=rule)


def _no_exposure(state: State, now: Moment) -> IllegalMove | None:
    """A card can be seen only while cards are dealt: before anybody has spoken since (MUS-21, MUS-B6)."""
    if now == "over":
        return _out_of_place(now, "exposed")
    if now in ("mus", "wait") and state.turn == first_asked(state) and _last_word(state) != "no visto":
        return None
    return IllegalMove("mus.nothing_dealt", rule="MUS-21")


def _last_word(state: State) -> str | None:
    return state.talk[-1].say if state.talk else None


def _bad_offer(now: Moment, amount: int) -> IllegalMove | None:
    if amount >= MINIMUM:
        return None
    return IllegalMove("mus.bet_too_small", rule="MUS-39" if now == "open" else "MUS-45", min=MINIMUM)


def _bad_discard(state: State, move: Move) -> IllegalMove | None:
    if len(move.cards) < least_discard(state):
        return IllegalMove("mus.discard_at_least_one", rule="MUS-16", min=1)
    left = list(state.table.hands[state.speaker])
    for card in move.cards:
        if card not in left:
            return IllegalMove("mus.not_in_hand", rule="MUS-16", card=SPANISH.text(card))
        left.remove(card)
    return None


def least_discard(state: State) -> int:
    """How many cards must go at least: one, but none after a card was seen (MUS-16, MUS-21, MUS-B9)."""
    return 0 if state.table.seen else 1


def legal_moves(state: State) -> tuple[Move, ...]:
    """Every legal move of the seat to act; of the offers those up to the points of a set (MUS-39: no upper limit)."""
    now = moment(state)
    match now:
        case "open" | "offer":
            return _bets(now, state.options.points_per_set)
        case "discard" | "visto":
            return _discards(state.table.hands[state.speaker], least_discard(state))
        case "redeal":
            return (KEEP, REDEAL) if is_4567(state.table.hands[state.speaker]) else (KEEP,)
    return _AS_THEY_ARE[now]


@cache
def _bets(now: Literal["open", "offer"], points_per_set: int) -> tuple[Move, ...]:
    offers = [offer(amount) for amount in range(MINIMUM, largest_offer(points_per_set) + 1)]
    return (PASO, *offers, ORDAGO) if now == "open" else (QUIERO, NO_QUIERO, *offers, ORDAGO)


@lru_cache(1024)
def _discards(hand: Cards, least: int) -> tuple[Move, ...]:
    return tuple(discard(cards) for number in range(least, 5) for cards in combinations(hand, number))


@lru_cache(1024)
def offer(amount: int) -> Move:
    """An offer of so many points, or a raise by so many: the same number is the same move."""
    return Move("envido", amount)


@lru_cache(4096)
def discard(cards: Cards) -> Move:
    """Laying down these cards, in canonical order."""
    return Move("discard", cards=cards)


def largest_offer(points_per_set: int) -> int:
    """The largest offer that could matter: a whole set, and never less than the least offer."""
    return max(MINIMUM, points_per_set)


def least_committing(state: State) -> Move:
    """For a seat whose time is up: no mus, paso, no quiero, the truth, no card away or the lowest; never an offer."""
    now = moment(state)
    match now:
        case "redeal":
            return KEEP
        case "decide":
            return NO_VISTO
        case "mus" | "wait":
            return NO_MUS
        case "discard":
            height = HEIGHT[state.options.kings]
            lowest = min(state.table.hands[state.speaker], key=lambda card: height[SPANISH.text(card)[0]])
            return discard((lowest,))
        case "visto":
            return discard(())
        case "pares" | "juego":
            return announcement(state, now)
        case "open":
            return PASO
    return NO_QUIERO


def announcement(state: State, lance: Literal["pares", "juego"]) -> Move:
    """What the seat to act must announce to be truthful (MUS-27, MUS-32)."""
    options = state.options
    holds = strength(lance, worth(state.table.hands[state.speaker], options.kings, options.royal))
    if lance == "pares":
        return PARES_SI if holds else PARES_NO
    return JUEGO_SI if holds else JUEGO_NO
