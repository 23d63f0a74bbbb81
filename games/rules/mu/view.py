"""What one seat, or the public, may know of a match."""

from games.rules.base import Json, Seat
from games.rules.cards import MU
from games.rules.errors import IllegalMove
from games.rules.mu.auction import highest, room
from games.rules.mu.legality import PARTNERS, PLAYS, TRUMPS, refusal
from games.rules.mu.masks import kinds, members, texts
from games.rules.mu.notation import text
from games.rules.mu.score import goal, outcome, result, score
from games.rules.mu.state import Bid, Contract, Deal, Move, State
from games.rules.mu.trumps import NO_TRUMP, TEXTS, on_row


def view(state: State, seat: Seat | None) -> Json:
    """All that this seat may know, None for the public: the cards in hands are hidden, revealed and played ones open.

    `hand` holds the cards that are still in the hand, `seats[n]["row"]` those that lie open and are still to be played.
    """
    public = _public(state)
    if seat is None:
        return public
    hidden = state.deal.hands[seat] & ~state.deal.rows[seat]
    choices = _choices(state, seat) if state.turn == seat else []
    return public | {"seat": seat, "hand": texts(hidden), "choices": choices}


def _public(state: State) -> Json:
    options, deal, total, ended = state.options, state.deal, score(state), outcome(state)
    return {
        "game": "mu",
        "phase": state.phase,
        "deal": deal.number,
        "to_act": state.turn,
        "dealer": deal.dealer,
        "sides": [[seat] for seat in range(options.players)],
        "score": {"won": list(total.won), "running": list(total.running), "sets": [list(row) for row in total.sets]},
        "outcome": ended and {"score": list(ended.score), "places": list(ended.places)},
        **options._asdict(),
        **_course(deal, boss_has_named=state.phase in ("partner", "tricks", "over")),
        "seats": [_seat(deal, seat) for seat in range(options.players)],
        "trick": _cards(deal.trick, (state.turn or 0) - len(deal.trick), options.players),
        "last_deal": state.last and _last(state),
    }


def _course(deal: Deal, *, boss_has_named: bool) -> Json:
    """What is known to all of a deal: the auction, the trumps, the tricks."""
    boss, players = deal.contract.boss, len(deal.hands)
    bid = highest(deal.rows)
    return {
        "bids": [_bid(bid) for bid in deal.bids],
        "bid": bid,
        "goal": None if boss is None else goal(players, bid),
        **_contract(deal.contract, boss_has_named),
        "tricks": [
            {"cards": _cards(trick.cards, trick.leader, players), "taker": trick.taker} for trick in deal.tricks
        ],
    }


def _bid(bid: Bid) -> Json:
    return {"seat": bid.seat, "say": "reveal" if bid.cards else "pass", "cards": texts(bid.cards)}


def _contract(contract: Contract, boss_has_named: bool) -> Json:
    """Trumps as in the moves: `B`, `7`, `none`; null before they are named, or without a vice."""
    return {
        "boss": contract.boss,
        "vice": contract.vice,
        "partner": contract.partner,
        "boss_trump": TEXTS[contract.boss_trump] if boss_has_named and contract.boss is not None else None,
        "vice_trump": TEXTS[contract.vice_trump] if contract.vice_trump != NO_TRUMP else None,
    }


def _cards(cards: tuple[int, ...], leader: Seat, players: int) -> list[Json]:
    return [{"seat": (leader + place) % players, "card": MU.text(card)} for place, card in enumerate(cards)]


def _seat(deal: Deal, seat: Seat) -> Json:
    hand, row = deal.hands[seat], deal.rows[seat]
    return {
        "cards": hand.bit_count(),
        "in_hand": (hand & ~row).bit_count(),
        "revealed": texts(row),
        "row": texts(row & hand),
        "taken": deal.taken[seat],
        "tricks": sum(trick.taker == seat for trick in deal.tricks),
    }


def _last(state: State) -> Json:
    """The deal that ended last: what it was, how it ended, and what each seat has from it."""
    deal = state.last
    assert deal is not None
    ended = result(deal, state.options)
    return {
        "deal": deal.number,
        "dealer": deal.dealer,
        **_course(deal, boss_has_named=True),
        "taken": list(deal.taken),
        **ended._asdict(),
        "side": list(ended.side),
        "points": list(state.sheet[deal.number - 1]),
    }


def _choices(state: State, seat: Seat) -> list[Json]:
    """What the seat could do now, and of what it could name or play but may not, why not."""
    deal = state.deal
    match state.phase:
        case "auction":
            most = room(deal, seat)
            no = None if most else IllegalMove("mu.nothing_to_reveal", rule="MU-B7")
            return [_choice("reveal", no) | {"min": 1, "max": most}, _choice("pass", None)]
        case "vice" | "boss":
            moves = [TRUMPS[trump] for trump in (*on_row(deal.rows[seat]), NO_TRUMP)]
        case "partner":
            moves = [move for move in PARTNERS[: len(deal.hands)] if move.n != seat]
        case _:
            moves = [PLAYS[card] for card in members(kinds(deal.hands[seat]))]
    return [_tried(state, move) for move in moves]


def _tried(state: State, move: Move) -> Json:
    return _choice(text(move), refusal(state, move))


def _choice(say: str, no: IllegalMove | None) -> Json:
    return {"say": say, "legal": no is None, "code": no and no.code, "rule": no and no.fields["rule"]}
