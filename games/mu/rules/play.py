"""The course of a match: what each move does, from the deal to the last trick."""

from games.mu.rules import auction
from games.mu.rules.legality import refusal
from games.mu.rules.masks import meant
from games.mu.rules.score import CARDS_EACH, end_deal
from games.mu.rules.state import (
    Bid,
    Deal,
    Move,
    State,
    Trick,
    card_meant,
    replaced,
    with_deal,
    with_trick,
)
from games.mu.rules.trumps import Trump, trumps
from games.rules.base import Seat, fast_new
from games.rules.cards import Cards
from games.rules.tricks import follow, mask, winning_index


def play(state: State, move: Move) -> State:
    """The state after `to_act` makes this move. Raises IllegalMove with the code and the rule."""
    if move.say == "play" and state.playable >> move.n & 1:
        return _play_card(state, move.n)  # most moves: nothing else has to be checked
    refused = refusal(state, move)
    if refused:
        raise refused
    match move.say:
        case "reveal" | "pass":
            return _bid(state, state.seat, move.n)
        case "trump":
            return _name_trump(state, move.n)
        case "partner":
            return _lead_first_trick(state, state.deal._replace(partner=move.n))
        case "play":
            return _play_card(state, card_meant(state.playable, move.n))
    return _deal(state, move.order)


def _deal(state: State, order: Cards) -> State:
    """The cards are dealt one at a time from the dealer on, who also acts first (MU-5, MU-7)."""
    dealer, players = state.deal.dealer, state.options.players
    hands = []
    for seat in range(players):
        dealt = _dealt_positions(players, dealer, seat)
        hands.append(mask([order[position] for position in dealt]))
    return state._replace(phase="auction", turn=dealer, hands=tuple(hands))


def _dealt_positions(players: int, dealer: Seat, seat: Seat) -> tuple[int, ...]:
    first = (seat - dealer) % players
    return tuple(range(first, players * CARDS_EACH[players], players))


def positions(state: State, seat: Seat) -> tuple[int, ...]:
    """The positions in the last shuffle of the cards that this seat was dealt."""
    last: State | None = state
    if state.phase == "deal":
        last = state.last
    if last is None:
        return ()
    return _dealt_positions(state.options.players, last.deal.dealer, seat)


# --- the auction ---


def _bid(state: State, seat: Seat, named: int) -> State:
    """Reveal cards, which lie open from now on, or pass (MU-8, MU-B28)."""
    number, dealer, rows, bids, boss, vice, partner, unnamed = state.deal
    cards = meant(named, auction.hidden_cards(state, seat))
    if cards:
        rows = replaced(rows, seat, rows[seat] | cards)
    bids = bids + (fast_new(Bid, (seat, cards)),)  # noqa: RUF005
    deal = fast_new(Deal, (number, dealer, rows, bids, boss, vice, partner, unnamed))
    if not cards and auction.is_over(bids, len(rows)):
        return _end_auction(state._replace(deal=deal))
    return with_deal(state, deal, "auction", (seat + 1) % len(rows))


def _end_auction(state: State) -> State:
    """A stalemate ends the deal (MU-15, MU-19); otherwise the vice names a trump (MU-23)."""
    boss, *others = auction.leaders(state.deal.rows)
    if others:
        return end_deal(state)
    vice = auction.vice(state.deal.rows, boss)
    deal = state.deal._replace(boss=boss, vice=vice)
    if vice is None:
        return with_deal(state, deal, "boss", boss)
    return with_deal(state, deal, "vice", vice)


def _name_trump(state: State, trump: Trump) -> State:
    """The vice names a trump first, then the boss (MU-24)."""
    deal = state.deal
    boss = deal.boss or 0
    if state.phase == "vice":
        return with_deal(state, deal._replace(trumps=trumps(vice=trump)), "boss", boss)
    deal = deal._replace(trumps=trumps(trump, deal.trumps.vice))
    if state.options.players == 3:  # the boss plays alone (MU-28, MU-B13)
        return _lead_first_trick(state, deal)
    return with_deal(state, deal, "partner", boss)


def _lead_first_trick(state: State, deal: Deal) -> State:
    """The boss leads to the first trick with any card (MU-31)."""
    boss = deal.boss or 0
    playable = state.hands[boss]
    return state._replace(deal=deal, phase="tricks", turn=boss, playable=playable)


# --- the tricks ---


def _play_card(state: State, card: int) -> State:
    """Play a card from the hand or the row; the last card completes the trick (MU-31, MU-32)."""
    seat, deal, trick = state.turn, state.deal, state.trick
    assert seat is not None
    hands = list(state.hands)
    players = len(hands)
    hands[seat] ^= 1 << card
    trick = trick + (card,)  # noqa: RUF005
    seat = (seat + 1) % players
    if len(trick) < players:
        playable = follow(hands[seat], deal.trumps.suits[trick[0]])
        return with_trick(state, seat, tuple(hands), playable, trick, state.tricks)
    # The turn is back at the leader.
    index = winning_index(trick, deal.trumps.strengths[trick[0]])
    winner = (seat + index) % players
    tricks = state.tricks + (fast_new(Trick, (seat, trick, winner)),)  # noqa: RUF005
    state = with_trick(state, winner, tuple(hands), hands[winner], (), tricks)
    if not hands[winner]:
        return end_deal(state)
    return state
