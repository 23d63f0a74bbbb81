"""What one seat, or the public, may know of a match."""

from core.refusals import IllegalMove
from games.mu.rules.auction import hidden, highest, room
from games.mu.rules.legality import PARTNERS, PLAYS, TRUMPS, refusal
from games.mu.rules.masks import kinds, members, texts
from games.mu.rules.notation import text
from games.mu.rules.score import goal, outcome, result, score, taken
from games.mu.rules.state import Bid, Deal, Move, Points, State
from games.mu.rules.trumps import NO_TRUMP, TEXTS, on_row
from games.rules.base import Json, Seat
from games.rules.cards import MU


def view(state: State, seat: Seat | None) -> Json:
    """All that this seat may know, None for the public: the cards in hands are hidden, revealed and played ones open.

    `hand` holds the cards that are still in the hand, `seats[n]["row"]` those that lie open and are still to be played.
    """
    public = _public(state)
    if seat is None:
        return public
    choices = _choices(state, seat) if state.turn == seat else []
    return public | {
        "seat": seat,
        "hand": texts(hidden(state, seat)),
        "choices": choices,
    }


def _public(state: State) -> Json:
    options, total, ended = state.options, score(state), outcome(state)
    return {
        "game": "mu",
        "phase": state.phase,
        "to_act": state.turn,
        "sides": [[seat] for seat in range(options.players)],
        "score": {
            "won": list(total.won),
            "running": list(total.running),
            "sets": [list(row) for row in total.sets],
        },
        "outcome": ended and {"score": list(ended.score), "places": list(ended.places)},
        **options._asdict(),
        **_course(state, boss_has_named=state.phase in ("partner", "tricks", "over")),
        "seats": [
            _seat(state, seat, points) for seat, points in enumerate(taken(state))
        ],
        "trick": _cards(
            state.trick, (state.turn or 0) - len(state.trick), options.players
        ),
        "last_deal": state.last and _last(state.last, state.sheet),
    }


def _course(state: State, *, boss_has_named: bool) -> Json:
    """What is known to all of a deal: the auction, the trumps, the tricks."""
    deal, players = state.deal, state.options.players
    bid = highest(deal.rows)
    return {
        "deal": deal.number,
        "dealer": deal.dealer,
        "bids": [_bid(bid) for bid in deal.bids],
        "bid": bid,
        "goal": None if deal.boss is None else goal(players, bid),
        **_named(deal, boss_has_named),
        "tricks": [
            {"cards": _cards(cards, leader, players), "taker": taker}
            for leader, cards, taker in state.tricks
        ],
    }


def _bid(bid: Bid) -> Json:
    return {
        "seat": bid.seat,
        "say": "reveal" if bid.cards else "pass",
        "cards": texts(bid.cards),
    }


def _named(deal: Deal, boss_has_named: bool) -> Json:
    """Trumps as in the moves: `B`, `7`, `none`; null before they are named, or without a boss or a vice."""
    return {
        "boss": deal.boss,
        "vice": deal.vice,
        "partner": deal.partner,
        "boss_trump": TEXTS[deal.trumps.boss]
        if boss_has_named and deal.boss is not None
        else None,
        "vice_trump": TEXTS[deal.trumps.vice] if deal.trumps.vice != NO_TRUMP else None,
    }


def _cards(cards: tuple[int, ...], leader: Seat, players: int) -> list[Json]:
    return [
        {"seat": (leader + place) % players, "card": MU.text(card)}
        for place, card in enumerate(cards)
    ]


def _seat(state: State, seat: Seat, points: int) -> Json:
    hand, row = state.hands[seat], state.deal.rows[seat]
    return {
        "cards": hand.bit_count(),
        "in_hand": (hand & ~row).bit_count(),
        "revealed": texts(row),
        "row": texts(row & hand),
        "taken": points,
        "tricks": sum(trick.taker == seat for trick in state.tricks),
    }


def _last(last: State, sheet: tuple[Points, ...]) -> Json:
    """The deal that ended last: what it was, how it ended, and what each seat has from it."""
    ended = result(last)
    return {
        **_course(last, boss_has_named=True),
        "taken": list(taken(last)),
        **ended._asdict(),
        "side": list(ended.side),
        "points": list(sheet[-1]),
    }


def _choices(state: State, seat: Seat) -> list[Json]:
    """What the seat could do now, and of what it could name or play but may not, why not."""
    match state.phase:
        case "auction":
            most = room(state, seat)
            no = None if most else IllegalMove("mu.nothing_to_reveal", rule="MU-B7")
            return [
                _choice("reveal", no) | {"min": 1, "max": most},
                _choice("pass", None),
            ]
        case "vice" | "boss":
            moves = [
                TRUMPS[trump] for trump in (*on_row(state.deal.rows[seat]), NO_TRUMP)
            ]
        case "partner":
            moves = [
                move for move in PARTNERS[: state.options.players] if move.n != seat
            ]
        case _:
            moves = [PLAYS[card] for card in members(kinds(state.hands[seat]))]
    return [_tried(state, move) for move in moves]


def _tried(state: State, move: Move) -> Json:
    return _choice(text(move), refusal(state, move))


def _choice(say: str, no: IllegalMove | None) -> Json:
    return {
        "say": say,
        "legal": no is None,
        "code": no and no.code,
        "rule": no and no.fields["rule"],
    }
