"""Which moves are legal now, and the reason why another is not."""

from functools import lru_cache
from typing import Final

from core.refusals import IllegalMove
from games.mu.rules.auction import hidden, room
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
from games.rules.tricks import mask
from games.rules.tricks import subsets as picks

SAY: Final[dict[Phase, frozenset[Word]]] = {
    "deal": frozenset({"deal"}),
    "auction": frozenset({"reveal", "pass"}),
    "vice": frozenset({"trump"}),
    "boss": frozenset({"trump"}),
    "partner": frozenset({"partner"}),
    "tricks": frozenset({"play"}),
    "over": frozenset(),
}
"""What may be said when."""

_OUT_OF_PLACE: Final[dict[Phase, tuple[str, str]]] = {
    "deal": ("mu.waiting_for_deal", "MU-5"),
    "auction": ("mu.reveal_or_pass", "MU-8"),
    "vice": ("mu.name_trump", "MU-23"),
    "boss": ("mu.name_trump", "MU-24"),
    "partner": ("mu.choose_partner", "MU-28"),
    "tricks": ("mu.play_a_card", "MU-31"),
    "over": ("mu.over", "MU-45"),
}

TRUMPS: Final = tuple(Move("trump", trump) for trump in range(NO_TRUMP + 1))
PARTNERS: Final = tuple(Move("partner", seat) for seat in range(6))
PLAYS: Final = tuple(Move("play", card - (SECOND >> card & 1)) for card in MU.cards)
"""By card the move that plays it."""


def _plays(first: int) -> tuple[tuple[Move, ...], ...]:
    """For each set of cards of a colour, as twelve bits, the moves that play them, one for both twins."""
    return tuple(
        tuple(dict.fromkeys(moves)) for moves in picks(PLAYS[first : first + 12])
    )


_R, _B, _G, _Y, _K = map(_plays, range(0, 60, 12))


def pack(state: State) -> Cards:
    """The cards to be shuffled: all sixty, or three colours for three players (MU-4, MU-B2); () when none are."""
    if state.turn != CHANCE:
        return ()
    return MU.cards[:36] if state.options.players == 3 else MU.cards


def legal_moves(state: State) -> tuple[Move, ...]:
    """Every legal move of the seat to act; of the reveals, which are as many as sets of cards, only a family.

    The family: each single card; of each colour the two, three ... highest, as many as may be revealed now; and of
    each digit two, three ... of it. `play` takes any other set that is not too large (MU-8, MU-10).
    """
    if cards := state.playable:
        red, blue, green, yellow = (
            cards & 4095,
            cards >> 12 & 4095,
            cards >> 24 & 4095,
            cards >> 36 & 4095,
        )
        return _R[red] + _B[blue] + _G[green] + _Y[yellow] + _K[cards >> 48]
    match state.phase:
        case "auction":
            return _reveals(hidden(state, seat := state.seat), room(state, seat))
        case "vice" | "boss":
            return tuple([TRUMPS[trump] for trump in nameable(state)])
        case "partner":
            return tuple([PARTNERS[seat] for seat in partners(state)])
    return ()


def _reveals(hand: Mask, most: int) -> tuple[Move, ...]:
    if not most:
        return (PASS,)
    more, moves = most - 1, [PASS]
    for colour in COLOURS:
        single, sets = _of_colour(hand & colour)
        moves += single
        moves += sets[:more]
    if more:
        for digit in DIGITS:
            moves += _of_digit(hand & digit)[:more]
    return tuple(moves)


@lru_cache(maxsize=1 << 15)
def _of_colour(cards: Mask) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
    """Each card, and the two, three ... highest."""
    return tuple(Move("reveal", 1 << card) for card in members(kinds(cards))), _firsts(
        members(cards)[::-1]
    )


@lru_cache(maxsize=1 << 12)
def _of_digit(cards: Mask) -> tuple[Move, ...]:
    """Two, three ... of it, if it comes in two colours or more; a second twin comes last."""
    second = (cards & FIRST) << 1 & cards
    colours = members(cards & ~second)
    return _firsts(colours + members(second)) if len(colours) > 1 else ()


def _firsts(cards: Cards) -> tuple[Move, ...]:
    """The reveals of the first two, three ... of these cards."""
    return tuple(
        Move("reveal", named(mask(cards[:count]))) for count in range(2, len(cards) + 1)
    )


def nameable(state: State) -> tuple[Trump, ...]:
    """The trumps that may be named: those of one's row, and for the boss none at all (MU-23 to MU-26, MU-B14)."""
    row, deal = on_row(state.deal.rows[state.seat]), state.deal
    if state.phase == "vice":
        return row
    if not state.options.allow_same_trump:
        row = tuple(trump for trump in row if trump != deal.trumps.vice)
    return (*row, NO_TRUMP)


def partners(state: State) -> tuple[int, ...]:
    """Whom the boss may choose: anybody but himself and the vice (MU-28, MU-B27)."""
    return tuple(
        seat
        for seat in range(state.options.players)
        if seat not in (state.deal.boss, state.deal.vice)
    )


def refusal(state: State, move: Move) -> IllegalMove | None:
    """Why `to_act` may not make this move, None if it is legal."""
    say, phase = move.say, state.phase
    if say not in SAY[phase]:
        return _out_of_place(phase, say)
    if say == "pass":
        return None
    if say == "play":
        return _bad_card(state, move.n)
    if say == "reveal":
        return _bad_reveal(state, move.n)
    if say == "trump":
        return _bad_trump(state, move.n)
    if say == "partner" and move.n not in partners(state):
        return IllegalMove("mu.not_a_partner", rule="MU-28")
    if say == "deal" and tuple(sorted(move.order)) != pack(state):
        return IllegalMove(
            "mu.wrong_pack", rule="MU-4" if state.options.players == 3 else "MU-2"
        )
    return None


def _out_of_place(phase: Phase, say: Word) -> IllegalMove:
    if say == "deal" and phase != "over":
        return IllegalMove("mu.already_dealt", rule="MU-5")
    code, rule = _OUT_OF_PLACE[phase]
    return IllegalMove(code, rule=rule)


def _bad_card(state: State, named: int) -> IllegalMove | None:
    """A card that was led must be followed in its suit, if that can be done (MU-34, MU-35)."""
    card = card_meant(state.playable, named)
    if state.playable >> card & 1:
        return None
    hand = state.hands[state.seat]
    if not hand >> card_meant(hand, named) & 1:
        return IllegalMove("mu.not_held", rule="MU-32")
    return IllegalMove("mu.follow_suit", rule="MU-34")


def _bad_reveal(state: State, cards: Mask) -> IllegalMove | None:
    if not cards:
        return IllegalMove("mu.reveal_at_least_one", rule="MU-8")
    hand = hidden(state, state.seat)
    found, count = meant(cards, hand) & hand, cards.bit_count()
    if found.bit_count() < count:
        return IllegalMove("mu.not_in_hand", rule="MU-8")
    if count > 1 and count > (
        most := room(state, state.seat)
    ):  # a single card is never too many
        return IllegalMove("mu.too_many", rule="MU-10", max=most)
    return None


def _bad_trump(state: State, trump: Trump) -> IllegalMove | None:
    if trump in nameable(state):
        return None
    if trump == NO_TRUMP:
        return IllegalMove("mu.vice_must_name", rule="MU-23")
    if trump in on_row(state.deal.rows[state.seat]):
        return IllegalMove("mu.same_trump", rule="MU-B15")
    return IllegalMove("mu.not_on_row", rule="MU-25")


def least_committing(state: State) -> Move:
    """For a seat whose time is up: pass; the first trump, for the boss none; the weakest card."""
    match state.phase:
        case "auction":
            return PASS
        case "boss":
            return TRUMPS[NO_TRUMP]
        case "tricks":
            return _weakest(state)
    return legal_moves(state)[0]


def _weakest(state: State) -> Move:
    """The card that would do least in the trick, as a lead each by itself."""
    strengths = state.deal.trumps.strengths
    return min(
        legal_moves(state),
        key=lambda move: strengths[state.trick[0] if state.trick else move.n][move.n],
    )
