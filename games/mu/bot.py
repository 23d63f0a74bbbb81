"""Mü by rules of thumb: bid what the hand should reach, name what pays best, help the team."""

from functools import lru_cache, reduce
from math import exp
from operator import or_
from typing import Final, NamedTuple

from games.bots.search import measure_lead
from games.mu.rules.auction import hidden_cards, highest_bid, leaders
from games.mu.rules.legality import (
    PARTNERS,
    PLAYS,
    TRUMPS,
    legal_moves,
    nameable_trumps,
    possible_partners,
)
from games.mu.rules.masks import DIGIT, POINTS, Mask, members, named
from games.mu.rules.score import bonus, goal
from games.mu.rules.state import PASS, Move, State
from games.mu.rules.trumps import CARDS, NO_TRUMP, Trump, trumps
from games.rules.base import Below, Card, Json, Seat
from games.rules.cards import MU
from games.rules.tricks import mask, winning_index

EXPECTED: Final = {3: (2.0, 2.9), 4: (17.7, 3.3), 5: (12.6, 4.8), 6: (4.1, 7.0)}
"""By number of players: the card points that a boss and a partner take.

The first number is for a hand without power, the second for each expected trick more;
measured in trial deals.
"""

TRUMPS_TAKE, OTHERS_TAKE = 0.9, 0.5
"""How much one card above it lowers the chance that a trump, or another card, wins a trick."""

AVERAGE_POWER: Final = 0.3
"""The power of a card that is hidden."""

FEW_RIVALS: Final = 2
"""As many cards above one's own are a risk worth taking."""


class CardTables(NamedTuple):
    """What two trumps make of the cards. All tables are indexed by card."""

    over: tuple[Mask, ...]
    """The cards that would beat this one."""
    strong: tuple[int, ...]
    """Higher for a stronger card; between equals, for one with more points."""
    cheap: tuple[int, ...]
    """Higher for a card with fewer points; between equals, for a weaker one."""
    rich: tuple[int, ...]
    """Higher for a card with more points; between equals, for a weaker one."""


@lru_cache(maxsize=256)
def card_tables(boss: Trump, vice: Trump) -> CardTables:
    """The tables for these trumps."""
    strengths = trumps(boss, vice).strengths
    over, strong, cheap, rich = [], [], [], []
    for card in MU.cards:
        when_led = strengths[card]
        above = [other for other in MU.cards if when_led[other] > when_led[card]]
        rivals, points = len(above), POINTS[card]
        over.append(mask(above))
        strong.append(points - 10 * rivals)
        cheap.append(rivals - 100 * points)
        rich.append(rivals + 100 * points)
    return CardTables(tuple(over), tuple(strong), tuple(cheap), tuple(rich))


def choose_move(state: State, below: Below) -> Move:
    """The move of the seat to act; it uses its own hand and public information only."""
    match state.phase:
        case "auction":
            return _choose_bid(state)
        case "vice":
            return TRUMPS[_choose_vice_trump(state)]
        case "boss":
            return TRUMPS[_choose_boss_trump(state)]
        case "partner":
            return PARTNERS[_choose_partner(state)]
    cards = state.playable
    if cards & cards - 1:
        return PLAYS[_choose_card(state)]
    return PLAYS[cards.bit_length() - 1]  # the only card that may be played


# --- the auction ---


def _choose_bid(state: State) -> Move:
    """Outbid the others with the most promising trump, as far as the hand should reach."""
    rows, seat = state.deal.rows, state.seat
    highest, own = highest_bid(rows), rows[seat].bit_count()
    if own and leaders(rows) == (seat,):
        return PASS
    rank, trump = max(_reach_by_trump(state))
    if rank <= highest:
        return PASS
    return _reveal(hidden_cards(state, seat), trump, highest + 1 - own)


def _reach_by_trump(state: State) -> list[tuple[float, Trump]]:
    """For each trump the rank, with fractions, that this hand should reach."""
    players = state.options.players
    base = goal(players, 0)
    step = goal(players, 1) - base
    reach = []
    for trump in range(NO_TRUMP):
        expected = _expected_points(state, trump, NO_TRUMP)
        reach.append(((expected - base) / step, trump))
    return reach


def _reveal(cards: Mask, trump: Trump, count: int) -> Move:
    """Reveal cards of the trump first, and high digits before low ones."""

    def by_trump_and_digit(card: Card) -> tuple[int, int]:
        return CARDS[trump] >> card & 1, DIGIT[card]

    best = sorted(members(cards), key=by_trump_and_digit, reverse=True)
    if count > len(best):
        return PASS
    return Move("reveal", named(mask(best[:count])))


# --- after the auction ---


def _choose_vice_trump(state: State) -> Trump:
    hand = state.hands[state.seat]
    return max(nameable_trumps(state), key=lambda trump: _power(hand, trump, NO_TRUMP))


def _choose_boss_trump(state: State) -> Trump:
    return max(nameable_trumps(state), key=lambda trump: _expected_bonus(state, trump))


def _choose_partner(state: State) -> Seat:
    return max(possible_partners(state), key=lambda seat: _row_power(state, seat))


def _expected_points(state: State, trump: Trump, vice: Trump) -> float:
    """The card points that this seat as boss, and a partner, should take together."""
    base, more = EXPECTED[state.options.players]
    return base + more * _power(state.hands[state.seat], trump, vice)


@lru_cache(maxsize=1 << 14)
def _power(hand: Mask, trump: Trump, vice: Trump) -> float:
    """The number of tricks that a hand should win.

    A card counts the more, the fewer cards above it are elsewhere.
    """
    over = card_tables(trump, vice).over
    suits = trumps(trump, vice).suits
    all_trumps = CARDS[trump] | CARDS[vice]
    power = 0.0
    for card in members(hand):
        rivals = (over[card] & ~hand & suits[card]).bit_count()
        if all_trumps >> card & 1:
            power += TRUMPS_TAKE**rivals
        else:
            # The trumps of the others count as one more rival.
            power += OTHERS_TAKE ** (rivals + 1)
    return power


def _expected_bonus(state: State, trump: Trump) -> float:
    """The bonus for this trump, times the chance to reach the goal."""
    rank = state.deal.rows[state.seat].bit_count()
    expected = _expected_points(state, trump, state.deal.trumps.vice)
    beyond = expected - goal(state.options.players, rank)
    return bonus(rank, trump) / (1 + exp(-beyond / 4))


def _row_power(state: State, seat: Seat) -> float:
    """How much stronger a seat's open cards are than the same number of hidden ones."""
    row, named = state.deal.rows[seat], state.deal.trumps
    return _power(row, named.boss, named.vice) - AVERAGE_POWER * row.bit_count()


# --- the tricks ---


def _choose_card(state: State) -> Card:
    if not state.trick:
        return _choose_lead(state)
    named, playable = state.deal.trumps, state.playable
    tables = card_tables(named.boss, named.vice)
    winning = _winning_card(state)
    beats = tables.over[winning]
    winners, losers = playable & beats, playable & ~beats
    is_last = len(state.trick) == len(state.hands) - 1
    unseen = _unseen(state)
    if _is_ours(state, winning):
        if losers and (is_last or not beats & unseen):
            return _highest_in(losers, tables.rich)  # points for the team
    elif winners:
        if is_last:
            return _highest_in(winners, tables.rich)
        best = _highest_in(winners, tables.strong)
        if (tables.over[best] & unseen).bit_count() <= FEW_RIVALS:
            return best
    return _highest_in(losers or winners, tables.cheap)


def _choose_lead(state: State) -> Card:
    """A card that no one can beat, else a cheap one."""
    named = state.deal.trumps
    tables = card_tables(named.boss, named.vice)
    best = _highest_in(state.playable, tables.strong)
    if tables.over[best] & _unseen(state):
        return _highest_in(state.playable, tables.cheap)
    return best


def _highest_in(cards: Mask, table: tuple[int, ...]) -> Card:
    return max(members(cards), key=table.__getitem__)


def _unseen(state: State) -> Mask:
    """The cards in the other hands."""
    return reduce(or_, state.hands) & ~state.hands[state.seat]


def _winning_card(state: State) -> Card:
    """The card that is winning the trick so far."""
    trick = state.trick
    return trick[winning_index(trick, state.deal.trumps.strengths[trick[0]])]


def _is_ours(state: State, winning: Card) -> bool:
    """Whether a seat of one's own team played this card."""
    leader = state.seat - len(state.trick)
    owner = (leader + state.trick.index(winning)) % len(state.hands)
    team = (state.deal.boss, state.deal.partner)
    return (owner in team) == (state.seat in team)


# --- what a search asks ---


def candidate_moves(state: State) -> tuple[Move, ...]:
    """The moves that a search tries.

    These are the likeliest bids, all trumps and partners, and of each suit the strongest
    card, the cheapest and the richest one.
    """
    if state.phase == "auction":
        return _candidate_bids(state)
    if state.phase != "tricks":
        return legal_moves(state)
    named = state.deal.trumps
    tables = card_tables(named.boss, named.vice)
    suits = dict.fromkeys(named.suits[card] for card in members(state.playable))
    moves = []
    for suit in suits:
        cards = state.playable & suit
        moves.append(PLAYS[_highest_in(cards, tables.strong)])
        moves.append(PLAYS[_highest_in(cards, tables.cheap)])
        moves.append(PLAYS[_highest_in(cards, tables.rich)])
    return tuple(moves)


def _candidate_bids(state: State) -> tuple[Move, ...]:
    """Passing, and one card or the highest bid for each of the three best trumps."""
    own = state.deal.rows[state.seat].bit_count()
    outbid = highest_bid(state.deal.rows) + 1 - own
    cards = hidden_cards(state, state.seat)
    moves = [PASS]
    for _, trump in sorted(_reach_by_trump(state), reverse=True)[:3]:
        moves += [_reveal(cards, trump, count) for count in {1, outbid}]
    return tuple(moves)


def plausibility(view: Json, state: State) -> float:
    """All deals are equally plausible: what a seat does not reveal tells little."""
    return 1.0


def measure_gain(before: State, after: State, seat: Seat) -> float:
    """The points of the deal, compared with what the others get on average."""
    return measure_lead(before.totals, after.totals, seat)
