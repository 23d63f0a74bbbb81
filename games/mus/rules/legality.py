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
PASO, ORDAGO = Move("paso"), Move("ordago")
QUIERO, NO_QUIERO = Move("quiero"), Move("no quiero")
REDEAL, KEEP = Move("redeal"), Move("keep")
VISTO, NO_VISTO = Move("visto"), Move("no visto")
WORDS: Final = (
    *(MUS, NO_MUS, WAIT),
    *(PASO, QUIERO, NO_QUIERO, ORDAGO),
    *(REDEAL, KEEP, VISTO, NO_VISTO),
    *(PARES_SI, PARES_NO, JUEGO_SI, JUEGO_NO),
)
"""The moves that consist of words alone."""

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

_FIXED_MOVES: Final[dict[Phase, tuple[Move, ...]]] = {
    "decide": (NO_VISTO, VISTO),
    "pares": (PARES_SI, PARES_NO),
    "juego": (JUEGO_SI, JUEGO_NO),
    "ordago": (QUIERO, NO_QUIERO),
}
"""The legal moves of the phases in which they depend on neither cards nor options."""


def may_wait(state: State) -> bool:
    """Whether the seat to act may say that it waits: mano and the next one (MUS-V8, MUS-B11)."""
    if not state.options.wait_word or is_corrido(
        state
    ):  # nothing is said in mus corrido
        return False
    return state.turn in (state.mano, right_of(state.mano))


# --- refusals ---


def refusal(state: State, move: Move) -> IllegalMove | None:
    """Why this move is illegal for `to_act` (or as an event), None if it is legal."""
    phase, say = state.phase, move.say
    if say not in LEGAL[phase]:
        if say == "exposed":
            return _check_exposed(state)
        return _refuse_word(phase, say)
    check = _CHECKS.get(say)
    if check is None:
        return None
    return check(state, move)


_INSTEAD: Final[dict[Phase, tuple[str, str]]] = {
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
"""By phase: the refusal that says what has to be done instead, and its rule."""

BEFORE_THE_BETS: Final[frozenset[Word]] = frozenset(
    {"mus", "no mus", "wait", "discard", "redeal", "keep", "visto", "no visto"}
)
ANNOUNCEMENTS: Final[frozenset[Word]] = frozenset(
    {"pares si", "pares no", "juego si", "juego no"}
)


def _refuse_word(phase: Phase, say: Word) -> IllegalMove:
    if say == "deal" and phase != "over":
        return IllegalMove("mus.already_dealt", rule="MUS-13")
    if phase in ("open", "offer", "ordago"):
        return _refuse_word_in_bets(phase, say)
    code, rule = _INSTEAD[phase]
    return IllegalMove(code, rule=rule)


def _refuse_word_in_bets(phase: Phase, say: Word) -> IllegalMove:
    if say in BEFORE_THE_BETS:
        return IllegalMove("mus.mus_is_over", rule="MUS-14")
    if say in ANNOUNCEMENTS:
        return IllegalMove("mus.nothing_to_announce", rule="MUS-B28")
    if phase == "open":
        return IllegalMove("mus.nothing_to_answer", rule="MUS-39")
    if say == "paso":
        return IllegalMove("mus.must_answer", rule="MUS-41")
    code, rule = _INSTEAD[phase]
    return IllegalMove(code, rule=rule)


def _check_exposed(state: State) -> IllegalMove | None:
    """A card can be seen only while cards are dealt, before a word is said (MUS-21, MUS-B6)."""
    if state.phase == "over":
        return IllegalMove("mus.over", rule="MUS-7")
    if state.phase == "redeal":
        # Cards were dealt, but an exchange must wait for those who show theirs (MUS-V6).
        return IllegalMove("mus.keep_or_show", rule="MUS-V6")
    has_decided = state.talk and state.talk[-1][1].say == "no visto"
    if state.phase == "mus" and state.turn == first_asked(state) and not has_decided:
        return None
    return IllegalMove("mus.nothing_dealt", rule="MUS-21")


def _check_wait(state: State, move: Move) -> IllegalMove | None:
    if may_wait(state):
        return None
    return IllegalMove("mus.mus_or_no_mus", rule="MUS-V8")


def _check_offer(state: State, move: Move) -> IllegalMove | None:
    if move.amount >= MINIMUM:
        return None
    rule = "MUS-39" if state.phase == "open" else "MUS-45"
    return IllegalMove("mus.bet_too_small", rule=rule, min=MINIMUM)


def _check_discard(state: State, move: Move) -> IllegalMove | None:
    if len(move.cards) < least_discard(state):
        return IllegalMove("mus.discard_at_least_one", rule="MUS-16", min=1)
    left = list(state.table.hands[state.speaker])
    for card in move.cards:
        if card not in left:
            text = SPANISH.text(card)
            return IllegalMove("mus.not_in_hand", rule="MUS-16", card=text)
        left.remove(card)
    return None


def _check_redeal(state: State, move: Move) -> IllegalMove | None:
    if is_4567(state.table.hands[state.speaker]):
        return None
    return IllegalMove("mus.not_4567", rule="MUS-V6")


def _check_deal(state: State, move: Move) -> IllegalMove | None:
    if tuple(sorted(move.cards)) == pack(state):
        return None
    rule = "MUS-19" if state.phase == "stock" else "MUS-2"
    return IllegalMove("mus.wrong_pack", rule=rule)


_CHECKS: Final[dict[Word, Callable[[State, Move], IllegalMove | None]]] = {
    "envido": _check_offer,
    "discard": _check_discard,
    "wait": _check_wait,
    "redeal": _check_redeal,
    "deal": _check_deal,
}
"""What has to be checked for a word that fits the phase."""


def least_discard(state: State) -> int:
    """The fewest cards to lay down: one, or none after a card was seen.

    MUS-16, MUS-21, MUS-B9.
    """
    return 0 if state.phase == "visto" else 1


# --- legal moves ---


def legal_moves(state: State) -> tuple[Move, ...]:
    """Every legal move of the seat to act.

    Offers have no upper limit (MUS-39); those above the points of a set are left out.
    """
    phase = state.phase
    match phase:
        case "offer" | "open":
            return _betting_moves(phase, state.options.points_per_set)
        case "mus":
            return (MUS, NO_MUS, WAIT) if may_wait(state) else (MUS, NO_MUS)
        case "discard" | "visto":
            return _discards(state.table.hands[state.speaker], least_discard(state))
        case "redeal":
            can_show = is_4567(state.table.hands[state.speaker])
            return (KEEP, REDEAL) if can_show else (KEEP,)
    return _FIXED_MOVES.get(phase, ())


@cache
def _betting_moves(
    phase: Literal["open", "offer"], points_per_set: int
) -> tuple[Move, ...]:
    amounts = range(MINIMUM, largest_offer(points_per_set) + 1)
    offers = map(offer, amounts)
    if phase == "open":
        return (PASO, *offers, ORDAGO)
    return (QUIERO, NO_QUIERO, *offers, ORDAGO)


@lru_cache(1024)
def _discards(hand: Cards, least: int) -> tuple[Move, ...]:
    moves: list[Move] = []
    for number in range(least, 5):
        moves += map(discard, combinations(hand, number))
    return tuple(moves)


@lru_cache(1024)
def offer(amount: int) -> Move:
    """An offer of this many points, or a raise by as many."""
    return Move("envido", amount)


@lru_cache(4096)
def discard(cards: Cards) -> Move:
    """Laying down these cards, given in canonical order."""
    return Move("discard", cards=cards)


def largest_offer(points_per_set: int) -> int:
    """The largest offer that can make a difference: a whole set."""
    return max(MINIMUM, points_per_set)


def least_committing(state: State) -> Move:
    """The move for a seat that has run out of time; it never offers or accepts."""
    match state.phase:
        case "discard":
            return discard((_lowest_card(state),))
        case "pares" | "juego":
            return true_announcement(state)
    return _LEAST_COMMITTING[state.phase]


_LEAST_COMMITTING: Final[dict[Phase, Move]] = {
    "redeal": KEEP,
    "decide": NO_VISTO,
    "mus": NO_MUS,
    "visto": discard(()),
    "open": PASO,
    "offer": NO_QUIERO,
    "ordago": NO_QUIERO,
}


def _lowest_card(state: State) -> int:
    height = HEIGHT[state.options.kings]
    hand = state.table.hands[state.speaker]
    return min(hand, key=lambda card: height[SPANISH.text(card)[0]])


def true_announcement(state: State) -> Move:
    """The announcement that is true of the hand of the seat to act (MUS-27, MUS-32)."""
    strength = state.strengths[state.speaker]
    if state.phase == "pares":
        return PARES_SI if strength.pares else PARES_NO
    return JUEGO_SI if strength.juego else JUEGO_NO
