"""Which moves are legal now, and the reason why another is not."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from core.refusals import IllegalMove
from games.mu.rules.auction import hidden_cards, most_to_reveal
from games.mu.rules.masks import (
    COLOURS,
    DIGITS,
    FIRST,
    SECOND,
    Mask,
    kinds,
    meant,
    members,
    named,
)
from games.mu.rules.state import PASS, Move, Phase, State, Word, card_meant
from games.mu.rules.trumps import NO_TRUMP, Trump, on_row
from games.rules.base import CHANCE
from games.rules.cards import MU, Cards
from games.rules.tricks import mask, subsets

LEGAL: Final[dict[Phase, frozenset[Word]]] = {
    "deal": frozenset({"deal"}),
    "auction": frozenset({"reveal", "pass"}),
    "vice": frozenset({"trump"}),
    "boss": frozenset({"trump"}),
    "partner": frozenset({"partner"}),
    "tricks": frozenset({"play"}),
    "over": frozenset(),
}

_INSTEAD: Final[dict[Phase, tuple[str, str]]] = {
    "deal": ("mu.waiting_for_deal", "MU-5"),
    "auction": ("mu.reveal_or_pass", "MU-8"),
    "vice": ("mu.name_trump", "MU-23"),
    "boss": ("mu.name_trump", "MU-24"),
    "partner": ("mu.choose_partner", "MU-28"),
    "tricks": ("mu.play_a_card", "MU-31"),
    "over": ("mu.over", "MU-45"),
}
"""By phase: the refusal that says what has to be done instead, and its rule."""

TRUMPS: Final = tuple(Move("trump", trump) for trump in range(NO_TRUMP + 1))
PARTNERS: Final = tuple(Move("partner", seat) for seat in range(6))
PLAYS: Final = tuple(Move("play", card - (SECOND >> card & 1)) for card in MU.cards)
"""By card: the move that plays it. Twins share a move."""


def _plays_of_colour(first: int) -> tuple[tuple[Move, ...], ...]:
    """The moves for each set of cards of a colour, indexed by its twelve bits."""
    table = subsets(PLAYS[first : first + 12])
    return tuple(tuple(dict.fromkeys(moves)) for moves in table)


_RED, _BLUE, _GREEN, _YELLOW, _BLACK = map(_plays_of_colour, range(0, 60, 12))


def pack(state: State) -> Cards:
    """The cards to shuffle: all sixty, or three colours for three players (MU-4, MU-B2)."""
    if state.turn != CHANCE:
        return ()
    if state.options.players == 3:
        return MU.cards[:36]
    return MU.cards


# --- legal moves ---


def legal_moves(state: State) -> tuple[Move, ...]:
    """Every legal move of the seat to act, but only a selection of the reveals.

    Any set of cards may be revealed if it is not too large (MU-8, MU-10). Listed are each
    single card, the two, three ... highest cards of each colour, and two, three ... cards
    of each digit.
    """
    if cards := state.playable:
        red = _RED[cards & 0xFFF]
        blue = _BLUE[cards >> 12 & 0xFFF]
        green = _GREEN[cards >> 24 & 0xFFF]
        yellow = _YELLOW[cards >> 36 & 0xFFF]
        return red + blue + green + yellow + _BLACK[cards >> 48]
    match state.phase:
        case "auction":
            seat = state.seat
            return _reveals(hidden_cards(state, seat), most_to_reveal(state, seat))
        case "vice" | "boss":
            return tuple([TRUMPS[trump] for trump in nameable_trumps(state)])
        case "partner":
            return tuple([PARTNERS[seat] for seat in possible_partners(state)])
    return ()


def _reveals(hand: Mask, most: int) -> tuple[Move, ...]:
    if not most:
        return (PASS,)
    more = most - 1
    moves = [PASS]
    for colour in COLOURS:
        single, sets = _reveals_of_colour(hand & colour)
        moves += single
        moves += sets[:more]
    if more:
        for digit in DIGITS:
            moves += _reveals_of_digit(hand & digit)[:more]
    return tuple(moves)


@lru_cache(maxsize=1 << 15)
def _reveals_of_colour(cards: Mask) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
    """Each single card, and the two, three ... highest."""
    single = tuple([Move("reveal", 1 << card) for card in members(kinds(cards))])
    return single, _reveals_of_first(members(cards)[::-1])


@lru_cache(maxsize=1 << 12)
def _reveals_of_digit(cards: Mask) -> tuple[Move, ...]:
    """Two, three ... cards of a digit that comes in two colours or more."""
    second_twins = (cards & FIRST) << 1 & cards
    one_of_each = members(cards & ~second_twins)
    if len(one_of_each) < 2:
        return ()
    return _reveals_of_first(one_of_each + members(second_twins))


def _reveals_of_first(cards: Cards) -> tuple[Move, ...]:
    """The reveals of the first two, three ... of these cards."""
    counts = range(2, len(cards) + 1)
    return tuple([Move("reveal", named(mask(cards[:count]))) for count in counts])


def nameable_trumps(state: State) -> tuple[Trump, ...]:
    """The trumps on the seat's row, and for the boss also no trump.

    MU-23 to MU-26, MU-B14.
    """
    row = on_row(state.deal.rows[state.seat])
    if state.phase == "vice":
        return row
    if not state.options.allow_same_trump:
        row = tuple([trump for trump in row if trump != state.deal.trumps.vice])
    return (*row, NO_TRUMP)


def possible_partners(state: State) -> tuple[int, ...]:
    """All seats but the boss and the vice (MU-28, MU-B27)."""
    excluded = (state.deal.boss, state.deal.vice)
    return tuple([s for s in range(state.options.players) if s not in excluded])


def least_committing(state: State) -> Move:
    """The move for a seat that has run out of time."""
    match state.phase:
        case "auction":
            return PASS
        case "boss":
            return TRUMPS[NO_TRUMP]
        case "tricks":
            return _weakest_play(state)
    return legal_moves(state)[0]


def _weakest_play(state: State) -> Move:
    """The card that is weakest in the trick, or when leading weakest in its own suit."""
    strengths = state.deal.trumps.strengths

    def strength(move: Move) -> int:
        led = move.n
        if state.trick:
            led = state.trick[0]
        return strengths[led][move.n]

    return min(legal_moves(state), key=strength)


# --- refusals ---


def refusal(state: State, move: Move) -> IllegalMove | None:
    """Why this move is illegal for `to_act`, None if it is legal."""
    if move.say not in LEGAL[state.phase]:
        return _refuse_word(state.phase, move.say)
    if move.say == "pass":
        return None
    if move.say == "deal":
        return _check_deal(state, move.order)
    return _CHECKS[move.say](state, move.n)


def _refuse_word(phase: Phase, say: Word) -> IllegalMove:
    if say == "deal" and phase != "over":
        return IllegalMove("mu.already_dealt", rule="MU-5")
    code, rule = _INSTEAD[phase]
    return IllegalMove(code, rule=rule)


def _check_card(state: State, named: int) -> IllegalMove | None:
    """A seat must follow the suit led if it can (MU-34, MU-35)."""
    card = card_meant(state.playable, named)
    if state.playable >> card & 1:
        return None
    hand = state.hands[state.seat]
    if not hand >> card_meant(hand, named) & 1:
        return IllegalMove("mu.not_held", rule="MU-32")
    return IllegalMove("mu.follow_suit", rule="MU-34")


def _check_reveal(state: State, cards: Mask) -> IllegalMove | None:
    if not cards:
        return IllegalMove("mu.reveal_at_least_one", rule="MU-8")
    hand = hidden_cards(state, state.seat)
    found = meant(cards, hand) & hand
    count = cards.bit_count()
    if found.bit_count() < count:
        return IllegalMove("mu.not_in_hand", rule="MU-8")
    most = most_to_reveal(state, state.seat)
    if count > 1 and count > most:  # a single card is never too many
        return IllegalMove("mu.too_many", rule="MU-10", max=most)
    return None


def _check_trump(state: State, trump: Trump) -> IllegalMove | None:
    if trump in nameable_trumps(state):
        return None
    if trump == NO_TRUMP:
        return IllegalMove("mu.vice_must_name", rule="MU-23")
    if trump in on_row(state.deal.rows[state.seat]):
        return IllegalMove("mu.same_trump", rule="MU-B15")
    return IllegalMove("mu.not_on_row", rule="MU-25")


def _check_partner(state: State, seat: int) -> IllegalMove | None:
    if seat in possible_partners(state):
        return None
    return IllegalMove("mu.not_a_partner", rule="MU-28")


def _check_deal(state: State, order: Cards) -> IllegalMove | None:
    if tuple(sorted(order)) == pack(state):
        return None
    rule = "MU-4" if state.options.players == 3 else "MU-2"
    return IllegalMove("mu.wrong_pack", rule=rule)


_CHECKS: Final[dict[Word, Callable[[State, int], IllegalMove | None]]] = {
    "play": _check_card,
    "reveal": _check_reveal,
    "trump": _check_trump,
    "partner": _check_partner,
}
