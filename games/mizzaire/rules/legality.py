"""Which moves are legal now, and the reason why another is not."""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from core.refusals import IllegalMove
from games.mizzaire.rules import rounds
from games.mizzaire.rules.state import SUIT, Calls, Move, Phase, State
from games.rules.base import Card
from games.rules.cards import FRENCH
from games.rules.tricks import subsets

T = TypeVar("T")

CALLS: Final = tuple(Move("call", number) for number in range(rounds.MOST_CARDS + 1))
"""By number of tricks: the move that calls them. Each move exists only once."""

PLAYS: Final = tuple(Move("play", card) for card in FRENCH.cards)
"""By card: the move that plays it."""

Tables = tuple[tuple[tuple[T, ...], ...], ...]
"""By suit, and by set of its cards as a bit mask: the items of these cards."""


def tables_by_suit(items: Sequence[T]) -> Tables[T]:
    """Tables that look up the items of a set of cards; `items` has one for each card."""
    return tuple(subsets(items[first : first + 13]) for first in range(0, 52, 13))


def lookup_in(tables: Tables[T]) -> Callable[[int], tuple[T, ...]]:
    """The function that finds the items of any set of cards, in order."""
    clubs, diamonds, hearts, spades = tables

    def look_up(cards: int) -> tuple[T, ...]:
        low = clubs[cards & 0x1FFF] + diamonds[cards >> 13 & 0x1FFF]
        return low + hearts[cards >> 26 & 0x1FFF] + spades[cards >> 39]

    return look_up


_PLAYS: Final = tables_by_suit(PLAYS)

plays: Final = lookup_in(_PLAYS)
"""The moves that play one of these cards, in canonical order."""

_OF_SUIT: Final = [(_PLAYS[card // 13], 13 * (card // 13)) for card in FRENCH.cards]
"""By card: the table of its suit, and the suit's first bit in a set of cards."""


def plays_after_lead(hand: int, led: Card) -> tuple[Move, ...]:
    """The moves that follow suit, or all if the hand has none of the suit led (MIZ-16)."""
    table, first = _OF_SUIT[led]
    return table[hand >> first & 0x1FFF] or plays(hand)


def calls_allowed(number: int, calls: Calls) -> tuple[Move, ...]:
    """What the next seat may call in this round: at most all tricks (MIZ-B6)."""
    tricks = rounds.size(number)
    every = CALLS[: tricks + 1]
    if calls.count(None) > 1:
        return every
    # The dealer, who calls last, must not make the calls add up to the number of tricks
    # (MIZ-9, MIZ-B4, MIZ-B5).
    forbidden = tricks - sum(filter(None, calls))
    return tuple([call for call in every if call.n != forbidden])


def legal_moves(state: State) -> tuple[Move, ...]:
    """Every legal move of the seat to act."""
    return state.legal


# --- refusals ---

_PACK: Final = frozenset(FRENCH.cards)

FORBIDDEN: Final = ("mizzaire.forbidden_call", "MIZ-9")
FOLLOW: Final = ("mizzaire.follow_suit", "MIZ-16")


def refusal(state: State, move: Move) -> IllegalMove | None:
    """Why this move is illegal for `to_act`, None if it is legal."""
    if move.say != state.phase:
        return _refuse_word(state.phase, move)
    if move.say == "deal":
        return _check_deal(move)
    if move in state.legal:
        return None
    code, rule = _reason(state, move.n)
    return IllegalMove(code, rule=rule, tricks=rounds.size(state.round.number))


def _refuse_word(phase: Phase, move: Move) -> IllegalMove:
    if phase == "over":
        return IllegalMove("mizzaire.over", rule="MIZ-1")
    if phase == "deal":
        return IllegalMove("mizzaire.waiting_for_deal", rule="MIZ-4")
    if move.say == "deal":
        return IllegalMove("mizzaire.already_dealt", rule="MIZ-4")
    if phase == "call":
        return IllegalMove("mizzaire.call_first", rule="MIZ-7")
    return IllegalMove("mizzaire.calls_are_over", rule="MIZ-7")


def _check_deal(move: Move) -> IllegalMove | None:
    if len(move.cards) == len(FRENCH.cards) and set(move.cards) == _PACK:
        return None
    return IllegalMove("mizzaire.wrong_pack", rule="MIZ-2")


def _reason(state: State, number: int) -> tuple[str, str]:
    """The code and the rule that forbid this call, or playing this card."""
    if state.phase == "call":
        if number > rounds.size(state.round.number):
            return "mizzaire.call_too_high", "MIZ-B6"
        return FORBIDDEN
    if state.hands[state.seat] >> number & 1:
        return FOLLOW
    return "mizzaire.not_in_hand", "MIZ-16"


def least_committing(state: State) -> Move:
    """The lowest call, or the lowest card that may be played, trumps last."""
    trumps = 0
    if state.turned is not None:
        trumps = SUIT[state.turned]

    def height(move: Move) -> tuple[int, int]:
        if move.say == "call":
            return move.n, 0
        return trumps >> move.n & 1, move.n % 13

    return min(legal_moves(state), key=height)
