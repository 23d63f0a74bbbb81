"""Which moves are legal now, and the reason why another is not."""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from core.refusals import IllegalMove
from games.mizzaire.rules import rounds
from games.mizzaire.rules.state import SUIT, Calls, Move, Phase, State
from games.rules.base import Card
from games.rules.cards import FRENCH
from games.rules.tricks import subsets as picks

T = TypeVar("T")

CALLS: Final = tuple(
    Move("call", number)
    for number in range(max(map(rounds.size, range(1, rounds.LAST + 1))) + 1)
)
"""The moves that call so many tricks, by number; every move exists once."""

PLAYS: Final = tuple(Move("play", card) for card in FRENCH.cards)
"""The moves that play a card, by card."""

Tables = tuple[tuple[tuple[T, ...], ...], ...]


def by_suit(items: Sequence[T]) -> Tables[T]:
    """Of 52 items that stand for the cards: for each suit, and in it for every set of its cards, the items in order."""
    return tuple(picks(items[first : first + 13]) for first in range(0, 52, 13))


def by_cards(tables: Tables[T]) -> Callable[[int], tuple[T, ...]]:
    """How to find in such tables the items of any set of cards, in order."""
    clubs, diamonds, hearts, spades = tables

    def found(cards: int) -> tuple[T, ...]:
        low = clubs[cards & 0x1FFF] + diamonds[cards >> 13 & 0x1FFF]
        return low + hearts[cards >> 26 & 0x1FFF] + spades[cards >> 39]

    return found


_PLAYS: Final = by_suit(PLAYS)

plays: Final = by_cards(_PLAYS)
"""The moves that play one of these cards, in canonical order."""

_LED: Final = [(_PLAYS[card // 13], 13 * (card // 13)) for card in FRENCH.cards]
"""For each card the moves that play cards of its suit, and where the suit begins in a set of cards."""


def follow(hand: int, led: Card) -> tuple[Move, ...]:
    """The moves that play a card of the suit led, or without one any card (MIZ-16)."""
    of_suit, first = _LED[led]
    return of_suit[hand >> first & 0x1FFF] or plays(hand)


def calls_allowed(number: int, calls: Calls) -> tuple[Move, ...]:
    """What may be called next in this round: up to all its tricks (MIZ-B6).

    The dealer, who calls last, may not make all calls sum up to the tricks (MIZ-9, MIZ-B4, MIZ-B5).
    """
    tricks = rounds.size(number)
    every = CALLS[: tricks + 1]
    if calls.count(None) > 1:
        return every
    forbidden = tricks - sum(filter(None, calls))
    return tuple([call for call in every if call.n != forbidden])


def legal_moves(state: State) -> tuple[Move, ...]:
    """Every legal move of the seat to act."""
    return state.may


def refusal(state: State, move: Move) -> IllegalMove | None:
    """Why `to_act` may not make this move, None if it is legal."""
    if move.say != state.phase:
        return _out_of_place(state.phase, move)
    if move.say == "deal":
        whole = len(move.cards) == len(FRENCH.cards) and set(move.cards) == _PACK
        return None if whole else IllegalMove("mizzaire.wrong_pack", rule="MIZ-2")
    if move in state.may:
        return None
    code, rule = why_not(state, move.n)
    return IllegalMove(code, rule=rule, tricks=rounds.size(state.round.number))


_PACK: Final = frozenset(FRENCH.cards)

FORBIDDEN: Final = ("mizzaire.forbidden_call", "MIZ-9")
FOLLOW: Final = ("mizzaire.follow_suit", "MIZ-16")
"""The code and the rule that bar a call, or a card of one's own."""


def _out_of_place(phase: Phase, move: Move) -> IllegalMove:
    if phase == "over":
        return IllegalMove("mizzaire.over", rule="MIZ-1")
    if phase == "deal":
        return IllegalMove("mizzaire.waiting_for_deal", rule="MIZ-4")
    if move.say == "deal":
        return IllegalMove("mizzaire.already_dealt", rule="MIZ-4")
    if phase == "call":
        return IllegalMove("mizzaire.call_first", rule="MIZ-7")
    return IllegalMove("mizzaire.calls_are_over", rule="MIZ-7")


def why_not(state: State, number: int) -> tuple[str, str]:
    """The code and the rule by which the seat to act may not call this number, or play this card."""
    if state.phase == "call":
        high = number > rounds.size(state.round.number)
        return ("mizzaire.call_too_high", "MIZ-B6") if high else FORBIDDEN
    held = state.hands[state.seat] >> number & 1
    return FOLLOW if held else ("mizzaire.not_in_hand", "MIZ-16")


def least_committing(state: State) -> Move:
    """For a seat whose time is up: the lowest call, or the lowest card that may be played, a trump last of all."""
    turned = state.turned
    trumps = SUIT[turned] if turned is not None else 0
    return min(
        legal_moves(state),
        key=lambda move: (move.n, 0) if move.say == "call" else _height(move.n, trumps),
    )


def _height(card: int, trumps: int) -> tuple[int, int]:
    return trumps >> card & 1, card % 13
