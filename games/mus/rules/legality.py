"""Which moves are legal now, and the reason why another is not."""

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import combinations
from typing import Final, Literal

from core.refusals import IllegalMove
from games.mus.rules.betting import MINIMUM
from games.mus.rules.discard import pack
from games.mus.rules.hand import HEIGHT, is_4567
from games.mus.rules.lances import JUEGO_NO, JUEGO_SI, PARES_NO, PARES_SI
from games.mus.rules.opening import first_asked, is_corrido
from games.mus.rules.state import Move, Phase, State, Word, right_of
from games.rules.cards import SPANISH, Cards

MUS, NO_MUS, WAIT = Move("mus"), Move("no mus"), Move("wait")
PASO, QUIERO, NO_QUIERO, ORDAGO = (
    Move("paso"),
    Move("quiero"),
    Move("no quiero"),
    Move("ordago"),
)
REDEAL, KEEP, VISTO, NO_VISTO = (
    Move("redeal"),
    Move("keep"),
    Move("visto"),
    Move("no visto"),
)
WORDS: Final = (
    *(
        MUS,
        NO_MUS,
        WAIT,
        PASO,
        QUIERO,
        NO_QUIERO,
        ORDAGO,
        REDEAL,
        KEEP,
        VISTO,
        NO_VISTO,
    ),
    *(PARES_SI, PARES_NO, JUEGO_SI, JUEGO_NO),
)
"""The moves that are words and nothing else."""

LEGAL: Final[dict[Phase, frozenset[Word]]] = {
    "over": frozenset(),
    "draw": frozenset({"deal"}),
    "deal": frozenset({"deal"}),
    "stock": frozenset({"deal"}),
    "redeal": frozenset({"redeal", "keep"}),
    "decide": frozenset({"visto", "no visto"}),
    "mus": frozenset({"mus", "no mus", "wait"}),
    "discard": frozenset({"discard"}),
    "visto": frozenset({"discard"}),
    "pares": frozenset({"pares si", "pares no"}),
    "juego": frozenset({"juego si", "juego no"}),
    "open": frozenset({"paso", "envido", "ordago"}),
    "offer": frozenset({"quiero", "no quiero", "envido", "ordago"}),
    "ordago": frozenset({"quiero", "no quiero"}),
}

_AS_THEY_ARE: Final[dict[Phase, tuple[Move, ...]]] = {
    "decide": (NO_VISTO, VISTO),
    "pares": (PARES_SI, PARES_NO),
    "juego": (JUEGO_SI, JUEGO_NO),
    "ordago": (QUIERO, NO_QUIERO),
}
"""The moves of those phases in which they do not depend on cards or options; none where no seat is to act."""


def may_wait(state: State) -> bool:
    """Mano and the next seat may say that they wait (MUS-V8, MUS-B11); in mus corrido nothing is said (MUS-V7)."""
    if not state.options.wait_word or is_corrido(state):
        return False
    return state.turn in (state.mano, right_of(state.mano))


def refusal(state: State, move: Move) -> IllegalMove | None:
    """Why this move may not be made, None if it is legal: for `to_act`, or for whoever saw a card (`exposed`)."""
    phase, say = state.phase, move.say
    if say not in LEGAL[phase]:
        return _no_exposure(state) if say == "exposed" else _out_of_place(phase, say)
    check = _CHECKS.get(say)
    return check(state, move) if check else None


_REFUSALS: Final[dict[Phase, tuple[str, str]]] = {
    "over": ("mus.over", "MUS-7"),
    "draw": ("mus.waiting_for_deal", "MUS-10"),
    "deal": ("mus.waiting_for_deal", "MUS-13"),
    "stock": ("mus.waiting_for_deal", "MUS-19"),
    "redeal": ("mus.keep_or_show", "MUS-V6"),
    "decide": ("mus.mano_decides", "MUS-V5"),
    "mus": ("mus.mus_or_no_mus", "MUS-14"),
    "discard": ("mus.must_discard", "MUS-16"),
    "visto": ("mus.card_seen", "MUS-21"),
    "pares": ("mus.announce_pares", "MUS-27"),
    "juego": ("mus.announce_juego", "MUS-32"),
    "ordago": ("mus.ordago_only_answer", "MUS-49"),
}
"""By phase: what is to be done instead, and the rule that says so."""

BEFORE_THE_BETS: Final[frozenset[Word]] = frozenset(
    {"mus", "no mus", "wait", "discard", "redeal", "keep", "visto", "no visto"}
)
ANNOUNCEMENTS: Final[frozenset[Word]] = frozenset(
    {"pares si", "pares no", "juego si", "juego no"}
)


def _out_of_place(phase: Phase, say: Word) -> IllegalMove:
    code, rule = _REFUSALS.get(phase, ("", ""))
    if say == "deal" and phase != "over":
        code, rule = "mus.already_dealt", "MUS-13"
    elif phase in ("open", "offer", "ordago"):
        if say in BEFORE_THE_BETS:
            code, rule = "mus.mus_is_over", "MUS-14"
        elif say in ANNOUNCEMENTS:
            code, rule = "mus.nothing_to_announce", "MUS-B28"
        elif phase == "open":
            code, rule = "mus.nothing_to_answer", "MUS-39"
        elif say == "paso":
            code, rule = "mus.must_answer", "MUS-41"
    return IllegalMove(code, rule=rule)


def _no_exposure(state: State) -> IllegalMove | None:
    """A card can be seen only while cards are dealt: before anybody has spoken since (MUS-21, MUS-B6)."""
    if state.phase == "over":
        return _out_of_place(state.phase, "exposed")
    decided = state.talk and state.talk[-1][1].say == "no visto"
    if state.phase == "mus" and state.turn == first_asked(state) and not decided:
        return None
    return IllegalMove("mus.nothing_dealt", rule="MUS-21")


def _bad_wait(state: State, move: Move) -> IllegalMove | None:
    return None if may_wait(state) else IllegalMove("mus.mus_or_no_mus", rule="MUS-V8")


def _bad_offer(state: State, move: Move) -> IllegalMove | None:
    if move.amount >= MINIMUM:
        return None
    return IllegalMove(
        "mus.bet_too_small",
        rule="MUS-39" if state.phase == "open" else "MUS-45",
        min=MINIMUM,
    )


def _bad_discard(state: State, move: Move) -> IllegalMove | None:
    if len(move.cards) < least_discard(state):
        return IllegalMove("mus.discard_at_least_one", rule="MUS-16", min=1)
    left = list(state.table.hands[state.speaker])
    for card in move.cards:
        if card not in left:
            return IllegalMove(
                "mus.not_in_hand", rule="MUS-16", card=SPANISH.text(card)
            )
        left.remove(card)
    return None


def _bad_redeal(state: State, move: Move) -> IllegalMove | None:
    return (
        None
        if is_4567(state.table.hands[state.speaker])
        else IllegalMove("mus.not_4567", rule="MUS-V6")
    )


def _bad_deal(state: State, move: Move) -> IllegalMove | None:
    if tuple(sorted(move.cards)) == pack(state):
        return None
    return IllegalMove(
        "mus.wrong_pack", rule="MUS-19" if state.phase == "stock" else "MUS-2"
    )


_CHECKS: Final[dict[Word, Callable[[State, Move], IllegalMove | None]]] = {
    "envido": _bad_offer,
    "discard": _bad_discard,
    "wait": _bad_wait,
    "redeal": _bad_redeal,
    "deal": _bad_deal,
}
"""What else there is to ask of a word in its phase."""


def least_discard(state: State) -> int:
    """How many cards must go at least: one, but none after a card was seen (MUS-16, MUS-21, MUS-B9)."""
    return 0 if state.phase == "visto" else 1


def legal_moves(state: State) -> tuple[Move, ...]:
    """Every legal move of the seat to act; of the offers those up to the points of a set (MUS-39: no upper limit)."""
    phase = state.phase
    if phase == "offer" or phase == "open":
        return _bets(phase, state.options.points_per_set)
    match phase:
        case "mus":
            return (MUS, NO_MUS, WAIT) if may_wait(state) else (MUS, NO_MUS)
        case "discard" | "visto":
            return _discards(state.table.hands[state.speaker], least_discard(state))
        case "redeal":
            return (
                (KEEP, REDEAL) if is_4567(state.table.hands[state.speaker]) else (KEEP,)
            )
    return _AS_THEY_ARE.get(phase, ())


@cache
def _bets(phase: Literal["open", "offer"], points_per_set: int) -> tuple[Move, ...]:
    offers = [
        offer(amount) for amount in range(MINIMUM, largest_offer(points_per_set) + 1)
    ]
    return (
        (PASO, *offers, ORDAGO)
        if phase == "open"
        else (QUIERO, NO_QUIERO, *offers, ORDAGO)
    )


@lru_cache(1024)
def _discards(hand: Cards, least: int) -> tuple[Move, ...]:
    return tuple(
        discard(cards)
        for number in range(least, 5)
        for cards in combinations(hand, number)
    )


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
    match state.phase:
        case "redeal":
            return KEEP
        case "decide":
            return NO_VISTO
        case "mus":
            return NO_MUS
        case "discard":
            height = HEIGHT[state.options.kings]
            lowest = min(
                state.table.hands[state.speaker],
                key=lambda card: height[SPANISH.text(card)[0]],
            )
            return discard((lowest,))
        case "visto":
            return discard(())
        case "pares" | "juego":
            return announcement(state)
        case "open":
            return PASO
    return NO_QUIERO


def announcement(state: State) -> Move:
    """What the seat to act must announce to be truthful (MUS-27, MUS-32)."""
    if state.phase == "pares":
        return PARES_SI if state.worths[state.speaker].pares else PARES_NO
    return JUEGO_SI if state.worths[state.speaker].juego else JUEGO_NO
