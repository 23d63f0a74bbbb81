"""Mü by rules of thumb: bid what the hand should reach, name what pays best, take tricks for one's team."""

from functools import lru_cache, reduce
from math import exp
from operator import or_
from typing import Final, NamedTuple

from games.bots.search import measure_lead as lead
from games.mu.rules.auction import hidden, highest, leaders
from games.mu.rules.legality import (
    PARTNERS,
    PLAYS,
    TRUMPS,
    legal_moves,
    nameable,
    partners,
)
from games.mu.rules.masks import DIGIT, POINTS, Mask, members, named
from games.mu.rules.score import bonus, goal
from games.mu.rules.state import PASS, Move, State
from games.mu.rules.trumps import CARDS, NO_TRUMP, Trump, trumps
from games.rules.base import Below, Card, Json, Seat
from games.rules.cards import MU
from games.rules.tricks import mask
from games.rules.tricks import winning_index as taker

EXPECTED: Final = {3: (2.0, 2.9), 4: (17.7, 3.3), 5: (12.6, 4.8), 6: (4.1, 7.0)}
"""By the number of players the card points that a boss and a partner took in trial deals: with nothing, and for each
card that should take a trick more."""

TRUMPS_TAKE, OTHERS_TAKE = 0.9, 0.5
"""How often a trump, or another card, takes a trick for each card above it; the others once less, since trumps do."""

AVERAGE: Final = 0.3
"""What a card is worth that nobody has seen."""

FEW: Final = 2
"""So many cards above one's own are a risk worth taking."""


class Sense(NamedTuple):
    """What two trumps make of the cards; the tables go by card."""

    over: tuple[Mask, ...]
    """The cards that would take the trick from it."""
    strong: tuple[int, ...]
    """The higher, the stronger; of equals the one with more points."""
    cheap: tuple[int, ...]
    """The higher, the better thrown away: few points, then weak."""
    rich: tuple[int, ...]
    """The higher, the better given to one's team: many points, then weak."""


@lru_cache(maxsize=256)
def sense(boss: Trump, vice: Trump) -> Sense:
    """The tables for these trumps."""
    strengths = trumps(boss, vice).strengths
    over = tuple(
        mask(card for card in MU.cards if strengths[own][card] > strengths[own][own])
        for own in MU.cards
    )
    weak = tuple(cards.bit_count() for cards in over)
    return Sense(
        over,
        tuple(
            points - 10 * rivals for points, rivals in zip(POINTS, weak, strict=True)
        ),
        tuple(
            rivals - 100 * points for points, rivals in zip(POINTS, weak, strict=True)
        ),
        tuple(
            rivals + 100 * points for points, rivals in zip(POINTS, weak, strict=True)
        ),
    )


def choose_move(state: State, below: Below) -> Move:
    """What the seat to act does by rules of thumb; it looks at its own hand and at what is public."""
    match state.phase:
        case "auction":
            return _bid(state)
        case "vice":
            return TRUMPS[
                max(
                    nameable(state),
                    key=lambda trump: _power(state.hands[state.seat], trump, NO_TRUMP),
                )
            ]
        case "boss":
            return TRUMPS[
                max(nameable(state), key=lambda trump: _prospect(state, trump))
            ]
        case "partner":
            return PARTNERS[max(partners(state), key=lambda seat: _shown(state, seat))]
    cards = state.playable
    return PLAYS[_card(state) if cards & cards - 1 else cards.bit_length() - 1]


# --- the auction ---


def _bid(state: State) -> Move:
    """Goes above the others with cards of the trump that promises most, as far as the hand should reach."""
    rows, seat = state.deal.rows, state.seat
    top, own = highest(rows), rows[seat].bit_count()
    if own and leaders(rows) == (seat,):
        return PASS
    rank, trump = max(_reach(state, trump) for trump in range(NO_TRUMP))
    if rank <= top:
        return PASS
    return _reveal(hidden(state, seat), trump, top + 1 - own)


def _reach(state: State, trump: Trump) -> tuple[float, Trump]:
    """The rank, in fractions, that this hand should reach with this trump."""
    players = state.options.players
    base, step = goal(players, 0), goal(players, 1) - goal(players, 0)
    return (_expected(state, trump, NO_TRUMP) - base) / step, trump


def _reveal(cards: Mask, trump: Trump, number: int) -> Move:
    """So many cards: the highest of the trump first, then the highest of all."""
    best = sorted(
        members(cards),
        key=lambda card: (CARDS[trump] >> card & 1, DIGIT[card]),
        reverse=True,
    )
    return Move("reveal", named(mask(best[:number]))) if number <= len(best) else PASS


# --- what a hand is worth ---


def _expected(state: State, trump: Trump, vice: Trump) -> float:
    """The card points that the seat to act, as boss, and a partner should take together."""
    base, more = EXPECTED[state.options.players]
    return base + more * _power(state.hands[state.seat], trump, vice)


@lru_cache(maxsize=1 << 14)
def _power(hand: Mask, trump: Trump, vice: Trump) -> float:
    """The cards that should take a trick: the more, the fewer there are above them elsewhere."""
    over, suits, all_trumps = (
        sense(trump, vice).over,
        trumps(trump, vice).suits,
        CARDS[trump] | CARDS[vice],
    )
    worth = 0.0
    for card in members(hand):
        rivals = (over[card] & ~hand & suits[card]).bit_count()
        worth += (
            TRUMPS_TAKE**rivals
            if all_trumps >> card & 1
            else OTHERS_TAKE ** (rivals + 1)
        )
    return worth


def _prospect(state: State, trump: Trump) -> float:
    """What naming this trump should bring: the bonus times the chance to reach the goal."""
    rank = state.deal.rows[state.seat].bit_count()
    beyond = _expected(state, trump, state.deal.trumps.vice) - goal(
        state.options.players, rank
    )
    return bonus(rank, trump) / (1 + exp(-beyond / 4))


def _shown(state: State, seat: Seat) -> float:
    """How much better a seat's open cards are than as many hidden ones."""
    row, named = state.deal.rows[seat], state.deal.trumps
    return _power(row, named.boss, named.vice) - AVERAGE * row.bit_count()


# --- the tricks ---


def _card(state: State) -> Card:
    """Leads what nobody can beat; else takes what is worth it, gives points to one's team and saves them otherwise."""
    chosen, unseen = state.deal.trumps, _unseen(state)
    over, strong, cheap, rich = sense(chosen.boss, chosen.vice)
    if not state.trick:
        best = _most(state.playable, strong)
        return _most(state.playable, cheap) if over[best] & unseen else best
    winning = _winning(state)
    takes, leaves = state.playable & over[winning], state.playable & ~over[winning]
    is_last = len(state.trick) == len(state.hands) - 1
    if _is_ours(state, winning):
        if leaves and (is_last or not over[winning] & unseen):
            return _most(leaves, rich)
    elif takes:
        if is_last:
            return _most(takes, rich)
        best = _most(takes, strong)
        if (over[best] & unseen).bit_count() <= FEW:
            return best
    return _most(leaves or takes, cheap)


def _most(cards: Mask, table: tuple[int, ...]) -> Card:
    """The card that stands highest in this table."""
    return max(members(cards), key=table.__getitem__)


def _unseen(state: State) -> Mask:
    """The cards in the other hands."""
    return reduce(or_, state.hands) & ~state.hands[state.seat]


def _winning(state: State) -> Card:
    """The card that would take the trick as it is."""
    return state.trick[taker(state.trick, state.deal.trumps.strengths[state.trick[0]])]


def _is_ours(state: State, winning: Card) -> bool:
    """Whether that card is of one's own team."""
    owner = (state.seat - len(state.trick) + state.trick.index(winning)) % len(
        state.hands
    )
    team = (state.deal.boss, state.deal.partner)
    return (owner in team) == (state.seat in team)


def candidate_moves(state: State) -> tuple[Move, ...]:
    """The likeliest bids; every trump and partner; of each suit the strongest card, the poorest and the richest."""
    if state.phase == "auction":
        return _bids(state)
    if state.phase != "tricks":
        return legal_moves(state)
    chosen = state.deal.trumps
    _, *tables = sense(chosen.boss, chosen.vice)
    suits = dict.fromkeys(chosen.suits[card] for card in members(state.playable))
    return tuple(
        PLAYS[_most(state.playable & suit, table)] for suit in suits for table in tables
    )


def _bids(state: State) -> tuple[Move, ...]:
    """Passing, one card, or going above all for one of the best trumps."""
    top, own, cards = (
        highest(state.deal.rows),
        state.deal.rows[state.seat].bit_count(),
        hidden(state, state.seat),
    )
    best = sorted((_reach(state, trump) for trump in range(NO_TRUMP)), reverse=True)[:3]
    return PASS, *(
        _reveal(cards, trump, number)
        for _, trump in best
        for number in {1, top + 1 - own}
    )


def plausibility(view: Json, state: State) -> float:
    """Cards are revealed for all to see; those that are not tell little."""
    return 1.0


def measure_gain(before: State, after: State, seat: Seat) -> float:
    """The points of the deal, beside what the others get on average."""
    return lead(before.totals, after.totals, seat)
