"""The course of a match: what each move does, from the deal to the last trick."""

from games.rules.base import Seat
from games.rules.mu import auction
from games.rules.mu.legality import card_meant, refusal
from games.rules.mu.masks import POINTS, meant
from games.rules.mu.score import end_deal
from games.rules.mu.state import Bid, Contract, Deal, Move, Phase, State, Trick, replaced
from games.rules.mu.trumps import ranking
from games.rules.tricks import mask, taker


def play(state: State, move: Move) -> State:
    """The state after `to_act` makes this move. Raises IllegalMove with the code and the rule."""
    no = refusal(state, move)
    if no:
        raise no
    match move.say:
        case "play":
            return _play_card(state, state.turn or 0, move.n)
        case "reveal" | "pass":
            return _bid(state, state.turn or 0, move.n)
        case "trump":
            return _name_trump(state, move.n)
        case "partner":
            contract = state.deal.contract._replace(partner=move.n)
            return _lead(state, state.deal._replace(contract=contract))
    return _deal(state, move.order)


def _at(state: State, deal: Deal, phase: Phase, turn: Seat) -> State:
    """The match goes on in this deal."""
    return State(state.options, phase, turn, deal, state.totals, state.sheet, state.last)


def _deal(state: State, order: tuple[int, ...]) -> State:
    """All cards one at a time, beginning with the dealer, who also acts first (MU-5, MU-7)."""
    players, deal = state.options.players, state.deal
    hands = tuple(mask(order[(seat - deal.dealer) % players :: players]) for seat in range(players))
    return _at(state, deal._replace(hands=hands), "auction", deal.dealer)


def positions(state: State, seat: Seat) -> tuple[int, ...]:
    """Places in the order of the last shuffle whose cards this seat was dealt and may therefore check."""
    deal = state.last if state.phase == "deal" else state.deal
    if deal is None:
        return ()
    players = state.options.players
    return tuple(range((seat - deal.dealer) % players, 36 if players == 3 else 60, players))


# --- the auction ---


def _bid(state: State, seat: Seat, wanted: int) -> State:
    """The cards lie open in front of their owner, or nothing is done (MU-8, MU-B28)."""
    deal = state.deal
    cards = meant(wanted, deal.hands[seat] & ~deal.rows[seat])
    rows = replaced(deal.rows, seat, deal.rows[seat] | cards)
    deal = deal._replace(rows=rows, bids=(*deal.bids, Bid(seat, cards)))
    if auction.is_over(deal.bids, len(rows)):
        return _after_auction(state, deal)
    return _at(state, deal, "auction", (seat + 1) % len(rows))


def _after_auction(state: State, deal: Deal) -> State:
    """A stalemate ends the deal; else vice and boss are known, and the vice names first (MU-15, MU-19, MU-23)."""
    boss, *others = auction.leaders(deal.rows)
    if others:
        return end_deal(state, deal)
    vice = auction.vice(deal.rows, boss)
    deal = deal._replace(contract=Contract(boss, vice))
    return _at(state, deal, "boss", boss) if vice is None else _at(state, deal, "vice", vice)


def _name_trump(state: State, trump: int) -> State:
    """First the vice, then the boss; with three players there is no partner to choose (MU-24, MU-28, MU-B13)."""
    deal = state.deal
    boss = deal.contract.boss or 0
    if state.phase == "vice":
        return _at(state, deal._replace(contract=deal.contract._replace(vice_trump=trump)), "boss", boss)
    deal = deal._replace(contract=deal.contract._replace(boss_trump=trump))
    return _lead(state, deal) if len(deal.hands) == 3 else _at(state, deal, "partner", boss)


def _lead(state: State, deal: Deal) -> State:
    """The boss leads to the first trick (MU-31)."""
    return _at(state, deal, "tricks", deal.contract.boss or 0)


# --- the tricks ---


def _play_card(state: State, seat: Seat, named: int) -> State:
    """A card to the trick; the last one completes it (MU-31)."""
    number, dealer, hands, rows, bids, contract, trick, taken, tricks = state.deal
    card = card_meant(hands[seat], named)
    hands = (*hands[:seat], hands[seat] ^ 1 << card, *hands[seat + 1 :])
    trick = (*trick, card)
    deal = Deal(number, dealer, hands, rows, bids, contract, trick, taken, tricks)
    following = (seat + 1) % len(hands)
    return _at(state, deal, "tricks", following) if len(trick) < len(hands) else _take(state, deal, following)


def _take(state: State, deal: Deal, leader: Seat) -> State:
    """The taker has the points and leads, until all cards are played (MU-36, MU-39, MU-40)."""
    number, dealer, hands, rows, bids, contract, trick, taken, tricks = deal
    strengths = ranking(contract.boss_trump, contract.vice_trump).strengths[trick[0]]
    winner = (leader + taker(trick, strengths)) % len(hands)
    taken = replaced(taken, winner, taken[winner] + sum([POINTS[card] for card in trick]))
    tricks = (*tricks, Trick(leader, trick, winner))
    deal = Deal(number, dealer, hands, rows, bids, contract, (), taken, tricks)
    return _at(state, deal, "tricks", winner) if hands[winner] else end_deal(state, deal)
