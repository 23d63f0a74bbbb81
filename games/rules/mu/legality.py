"""Which moves are legal now, and the reason why another is not."""

from typing import Final

from games.rules.base import CHANCE
from games.rules.cards import MU, Cards
from games.rules.errors import IllegalMove
from games.rules.mu.auction import room
from games.rules.mu.masks import COLOURS, DIGITS, FIRST, Mask, kinds, meant, members, named
from games.rules.mu.state import PASS, Deal, Move, Phase, State, Word
from games.rules.mu.trumps import NO_TRUMP, Trump, on_row, ranking
from games.rules.tricks import follow, picks

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
PLAYS: Final = tuple(Move("play", card) for card in MU.cards)
_R, _B, _G, _Y, _K = (picks(PLAYS[first : first + 12]) for first in range(0, 60, 12))


def pack(state: State) -> Cards:
    """The cards to be shuffled: all sixty, or three colours for three players (MU-4, MU-B2); () when none are."""
    if state.turn != CHANCE:
        return ()
    return MU.cards[:36] if state.options.players == 3 else MU.cards


def legal_moves(state: State) -> tuple[Move, ...]:
    """Every legal move of the seat to act; of the reveals, which are as many as sets of cards, only a family.

    The family: each single card, and of each colour and each digit the two, three ... highest that may be revealed
    now. `play` takes any other set that is not too large (MU-8, MU-10).
    """
    match state.phase:
        case "tricks":
            return _plays(kinds(playable(state.deal, state.turn or 0)))
        case "auction":
            return PASS, *_reveals(state.deal, state.turn or 0)
        case "vice" | "boss":
            return tuple(TRUMPS[trump] for trump in trumps(state))
        case "partner":
            return tuple(PARTNERS[seat] for seat in partners(state.deal))
    return ()


def _plays(cards: Mask) -> tuple[Move, ...]:
    return _R[cards & 4095] + _B[cards >> 12 & 4095] + _G[cards >> 24 & 4095] + _Y[cards >> 36 & 4095] + _K[cards >> 48]


def playable(deal: Deal, seat: int) -> Mask:
    """The cards of this seat that may be played: of the suit led, if it has any, whatever it is (MU-31 to MU-35)."""
    trick = deal.trick
    if not trick:
        return deal.hands[seat]
    return follow(deal.hands[seat], ranking(deal.contract.boss_trump, deal.contract.vice_trump).suits[trick[0]])


def _reveals(deal: Deal, seat: int) -> tuple[Move, ...]:
    hidden, most = deal.hands[seat] & ~deal.rows[seat], room(deal, seat)
    if not most:
        return ()
    sets = {1 << card for card in members(kinds(hidden))}
    if most > 1:
        for group in COLOURS + DIGITS:
            sets.update(_highest(hidden & group, most))
    return tuple(Move("reveal", cards) for cards in sorted(sets))


def _highest(cards: Mask, most: int) -> list[Mask]:
    """Of these cards the two, three ... highest, `most` at most."""
    sets = []
    for count in range(cards.bit_count(), 1, -1):
        if count <= most:
            sets.append(named(cards))
        cards &= cards - 1
    return sets


def trumps(state: State) -> tuple[Trump, ...]:
    """The trumps that may be named: those of one's row, and for the boss none at all (MU-23 to MU-26, MU-B14)."""
    deal = state.deal
    named = on_row(deal.rows[state.turn or 0])
    if state.phase == "vice":
        return named
    if not state.options.allow_same_trump:
        named = tuple(trump for trump in named if trump != deal.contract.vice_trump)
    return (*named, NO_TRUMP)


def partners(deal: Deal) -> tuple[int, ...]:
    """Whom the boss may choose: anybody but himself and the vice (MU-28, MU-B27)."""
    return tuple(seat for seat in range(len(deal.hands)) if seat not in (deal.contract.boss, deal.contract.vice))


def card_meant(hand: Mask, card: int) -> int:
    """The card of the hand that a move names: of twins the first, or the second where the first is gone."""
    return card if hand >> card & 1 or not FIRST >> card & 1 else card + 1


def refusal(state: State, move: Move) -> IllegalMove | None:
    """Why `to_act` may not make this move, None if it is legal."""
    phase = state.phase
    if move.say not in SAY[phase]:
        return _out_of_place(phase, move.say)
    match move.say:
        case "play":
            return _bad_card(state.deal, state.turn or 0, move.n)
        case "reveal":
            return _bad_reveal(state.deal, state.turn or 0, move.n)
        case "trump":
            return _bad_trump(state, move.n)
        case "partner" if move.n not in partners(state.deal):
            return IllegalMove("mu.not_a_partner", rule="MU-28")
        case "deal" if tuple(sorted(move.order)) != pack(state):
            return IllegalMove("mu.wrong_pack", rule="MU-4" if state.options.players == 3 else "MU-2")
    return None


def _out_of_place(phase: Phase, say: Word) -> IllegalMove:
    if say == "deal" and phase != "over":
        return IllegalMove("mu.already_dealt", rule="MU-5")
    code, rule = _OUT_OF_PLACE[phase]
    return IllegalMove(code, rule=rule)


def _bad_card(deal: Deal, seat: int, card: int) -> IllegalMove | None:
    hand = deal.hands[seat]
    card = card_meant(hand, card)
    if playable(deal, seat) >> card & 1:
        return None
    if not hand >> card & 1:
        return IllegalMove("mu.not_held", rule="MU-32")
    return IllegalMove("mu.follow_suit", rule="MU-34")


def _bad_reveal(deal: Deal, seat: int, cards: Mask) -> IllegalMove | None:
    if not cards:
        return IllegalMove("mu.reveal_at_least_one", rule="MU-8")
    hidden = deal.hands[seat] & ~deal.rows[seat]
    found = meant(cards, hidden) & hidden
    if found.bit_count() < cards.bit_count():
        return IllegalMove("mu.not_in_hand", rule="MU-8")
    most = room(deal, seat)
    return IllegalMove("mu.too_many", rule="MU-10", max=most) if found.bit_count() > most else None


def _bad_trump(state: State, trump: Trump) -> IllegalMove | None:
    if trump in trumps(state):
        return None
    if trump == NO_TRUMP:
        return IllegalMove("mu.vice_must_name", rule="MU-23")
    if trump in on_row(state.deal.rows[state.turn or 0]):
        return IllegalMove("mu.same_trump", rule="MU-B15")
    return IllegalMove("mu.not_on_row", rule="MU-25")


def least_committing(state: State) -> Move:
    """For a seat whose time is up: pass; the first trump, for the boss none; the weakest card, of few points."""
    match state.phase:
        case "auction":
            return PASS
        case "boss":
            return TRUMPS[NO_TRUMP]
        case "tricks":
            return _weakest(state.deal, legal_moves(state))
    return legal_moves(state)[0]


def _weakest(deal: Deal, moves: tuple[Move, ...]) -> Move:
    ranks = ranking(deal.contract.boss_trump, deal.contract.vice_trump)
    return min(moves, key=lambda move: ranks.strengths[deal.trick[0] if deal.trick else move.n][move.n])
