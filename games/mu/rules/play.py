"""The course of a match: what each move does, from the deal to the last trick."""

from games.mu.rules import auction
from games.mu.rules.legality import refusal
from games.mu.rules.masks import meant
from games.mu.rules.score import CARDS_EACH, end_deal
from games.mu.rules.state import (
    Bid,
    Deal,
    Move,
    Phase,
    State,
    Trick,
    card_meant,
    replaced,
)
from games.mu.rules.trumps import Trump, trumps
from games.rules.base import Seat
from games.rules.cards import Cards
from games.rules.tricks import follow, mask
from games.rules.tricks import winning_index as taker

_new = tuple.__new__
"""Makes a state or a trick faster than its class does; what is spared is a third of the time of a card."""


def play(state: State, move: Move) -> State:
    """The state after `to_act` makes this move. Raises IllegalMove with the code and the rule."""
    if move.say == "play" and state.playable >> move.n & 1:
        return _play_card(state, move.n)
    no = refusal(state, move)
    if no:
        raise no
    match move.say:
        case "reveal" | "pass":
            return _bid(state, state.seat, move.n)
        case "trump":
            return _name_trump(state, move.n)
        case "partner":
            return _lead(state, state.deal._replace(partner=move.n))
        case "play":
            return _play_card(state, card_meant(state.playable, move.n))
    return _deal(state, move.order)


def _deal(state: State, order: Cards) -> State:
    """All cards one at a time, beginning with the dealer, who also acts first (MU-5, MU-7)."""
    dealer, players = state.deal.dealer, state.options.players
    hands = tuple(
        [
            mask([order[place] for place in _places(players, dealer, seat)])
            for seat in range(players)
        ]
    )
    return state._replace(phase="auction", turn=dealer, hands=hands)


def _places(players: int, dealer: Seat, seat: Seat) -> tuple[int, ...]:
    """Where in the shuffled pack the cards of this seat are."""
    return tuple(
        range((seat - dealer) % players, players * CARDS_EACH[players], players)
    )


def positions(state: State, seat: Seat) -> tuple[int, ...]:
    """Places in the order of the last shuffle whose cards this seat was dealt and may therefore check."""
    shuffled = state.last if state.phase == "deal" else state
    return (
        _places(state.options.players, shuffled.deal.dealer, seat) if shuffled else ()
    )


# --- the auction ---


def _bid(state: State, seat: Seat, named: int) -> State:
    """The cards lie open in front of their owner, or nothing is done (MU-8, MU-B28)."""
    number, dealer, rows, bids, boss, vice, partner, unnamed = state.deal
    cards = meant(named, auction.hidden(state, seat))
    if cards:
        rows = replaced(rows, seat, rows[seat] | cards)
    bids = bids + (_new(Bid, (seat, cards)),)  # noqa: RUF005
    deal = _new(Deal, (number, dealer, rows, bids, boss, vice, partner, unnamed))
    if not cards and auction.is_over(bids, len(rows)):
        return _after_auction(state._replace(deal=deal))
    return _turn(state, deal, "auction", (seat + 1) % len(rows))


def _turn(state: State, deal: Deal, phase: Phase, seat: Seat) -> State:
    options, _, _, _, hands, playable, trick, tricks, totals, sheet, last = state
    return _new(
        State,
        (
            options,
            phase,
            seat,
            deal,
            hands,
            playable,
            trick,
            tricks,
            totals,
            sheet,
            last,
        ),
    )


def _after_auction(state: State) -> State:
    """A stalemate ends the deal; else vice and boss are known, and the vice names first (MU-15, MU-19, MU-23)."""
    boss, *others = auction.leaders(state.deal.rows)
    if others:
        return end_deal(state)
    vice = auction.vice(state.deal.rows, boss)
    deal = state.deal._replace(boss=boss, vice=vice)
    return (
        _turn(state, deal, "boss", boss)
        if vice is None
        else _turn(state, deal, "vice", vice)
    )


def _name_trump(state: State, trump: Trump) -> State:
    """First the vice, then the boss; with three players there is no partner to choose (MU-24, MU-28, MU-B13)."""
    deal = state.deal
    boss = deal.boss or 0
    if state.phase == "vice":
        return _turn(state, deal._replace(trumps=trumps(vice=trump)), "boss", boss)
    deal = deal._replace(trumps=trumps(trump, deal.trumps.vice))
    return (
        _lead(state, deal)
        if state.options.players == 3
        else _turn(state, deal, "partner", boss)
    )


def _lead(state: State, deal: Deal) -> State:
    """The boss leads to the first trick, any card (MU-31)."""
    boss = deal.boss or 0
    return state._replace(
        deal=deal, phase="tricks", turn=boss, playable=state.hands[boss]
    )


# --- the tricks ---


def _play_card(state: State, card: int) -> State:
    """A card to the trick, from the hand or the row; the last one completes it (MU-31, MU-32)."""
    options, phase, seat, deal, hands, _, trick, tricks, totals, sheet, last = state
    assert seat is not None
    players = len(hands)
    held = list(hands)
    held[seat] ^= 1 << card
    hands = tuple(held)
    trick = trick + (card,)  # noqa: RUF005
    seat = (seat + 1) % players
    if len(trick) < players:
        playable = follow(held[seat], deal.trumps.suits[trick[0]])
        return _new(
            State,
            (
                options,
                phase,
                seat,
                deal,
                hands,
                playable,
                trick,
                tricks,
                totals,
                sheet,
                last,
            ),
        )
    winner = (seat + taker(trick, deal.trumps.strengths[trick[0]])) % players
    tricks = tricks + (_new(Trick, (seat, trick, winner)),)  # noqa: RUF005
    done = _new(
        State,
        (
            options,
            phase,
            winner,
            deal,
            hands,
            held[winner],
            (),
            tricks,
            totals,
            sheet,
            last,
        ),
    )
    return done if held[winner] else end_deal(done)
