"""What one seat, or the public, may know of a match."""

from core.refusals import IllegalMove
from games.mu.rules.auction import hidden_cards, highest_bid, most_to_reveal
from games.mu.rules.legality import PARTNERS, PLAYS, TRUMPS, refusal
from games.mu.rules.masks import kinds, members, texts
from games.mu.rules.notation import text
from games.mu.rules.score import card_points, goal, outcome, result, score
from games.mu.rules.state import Bid, Deal, Move, Points, State, Trick
from games.mu.rules.trumps import NO_TRUMP, TEXTS, on_row
from games.rules.base import Json, Seat, check_seat
from games.rules.cards import MU


def view(state: State, seat: Seat | None) -> Json:
    """All that this seat may know, None for the public.

    `hand` lists the cards that the seat has not revealed, `seats[n]["row"]` those that lie
    open and have not been played. Raises ValueError if there is no such seat.
    """
    check_seat(seat, state.options.players)
    view = _public_view(state)
    if seat is None:
        return view
    view["seat"] = seat
    view["hand"] = texts(hidden_cards(state, seat))
    view["choices"] = []
    if state.turn == seat:
        view["choices"] = _choices(state, seat)
    return view


def _public_view(state: State) -> Json:
    options = state.options
    boss_has_named = state.phase in ("partner", "tricks", "over")
    leader = (state.turn or 0) - len(state.trick)
    return {
        "game": "mu",
        "phase": state.phase,
        "to_act": state.turn,
        "sides": [[seat] for seat in range(options.players)],
        "score": _score(state),
        "outcome": _outcome(state),
        **options._asdict(),
        **_course(state, boss_has_named=boss_has_named),
        "seats": _seats(state),
        "trick": _cards(state.trick, leader, options.players),
        "last_deal": state.last and _last_deal(state.last, state.sheet),
    }


def _score(state: State) -> Json:
    won, running, sets = score(state)
    return {
        "won": list(won),
        "running": list(running),
        "sets": list(map(list, sets)),
    }


def _outcome(state: State) -> Json | None:
    result = outcome(state)
    if result is None:
        return None
    return {"score": list(result.score), "places": list(result.places)}


def _course(state: State, *, boss_has_named: bool) -> Json:
    """What all know of a deal: the auction, the trumps, the tricks."""
    deal, players = state.deal, state.options.players
    bid = highest_bid(deal.rows)
    needed = None
    if deal.boss is not None:
        needed = goal(players, bid)
    return {
        "deal": deal.number,
        "dealer": deal.dealer,
        "bids": list(map(_bid, deal.bids)),
        "bid": bid,
        "goal": needed,
        **_team_and_trumps(deal, boss_has_named),
        "tricks": [_trick(trick, players) for trick in state.tricks],
    }


def _bid(bid: Bid) -> Json:
    say = "reveal" if bid.cards else "pass"
    return {"seat": bid.seat, "say": say, "cards": texts(bid.cards)}


def _team_and_trumps(deal: Deal, boss_has_named: bool) -> Json:
    """Trumps are written as in moves, None until they are named.

    "none" for the boss means that the boss has chosen no trump.
    """
    boss_trump = vice_trump = None
    if boss_has_named and deal.boss is not None:
        boss_trump = TEXTS[deal.trumps.boss]
    if deal.trumps.vice != NO_TRUMP:
        vice_trump = TEXTS[deal.trumps.vice]
    return {
        "boss": deal.boss,
        "vice": deal.vice,
        "partner": deal.partner,
        "boss_trump": boss_trump,
        "vice_trump": vice_trump,
    }


def _trick(trick: Trick, players: int) -> Json:
    return {"cards": _cards(trick.cards, trick.leader, players), "taker": trick.taker}


def _cards(cards: tuple[int, ...], leader: Seat, players: int) -> list[Json]:
    return [
        {"seat": (leader + place) % players, "card": MU.text(card)}
        for place, card in enumerate(cards)
    ]


def _seats(state: State) -> list[Json]:
    points = card_points(state)
    tricks = [0] * len(points)
    for trick in state.tricks:
        tricks[trick.taker] += 1
    seats = []
    for seat, hand in enumerate(state.hands):
        row = state.deal.rows[seat]
        public = {
            "cards": hand.bit_count(),
            "in_hand": (hand & ~row).bit_count(),
            "revealed": texts(row),
            "row": texts(row & hand),
            "taken": points[seat],
            "tricks": tricks[seat],
        }
        seats.append(public)
    return seats


def _last_deal(last: State, sheet: tuple[Points, ...]) -> Json:
    """The previous deal: its course, how it ended, and the points of each seat."""
    ended = result(last)
    return {
        **_course(last, boss_has_named=True),
        "taken": list(card_points(last)),
        **ended._asdict(),
        "side": list(ended.side),
        "points": list(sheet[-1]),
    }


# --- choices ---


def _choices(state: State, seat: Seat) -> list[Json]:
    """What the seat could do now, and why it may not do some of it."""
    if state.phase == "auction":
        return _auction_choices(most_to_reveal(state, seat))
    moves = _moves_to_show(state, seat)
    return [_choice(text(move), refusal(state, move)) for move in moves]


def _auction_choices(most: int) -> list[Json]:
    refused = None
    if not most:
        refused = IllegalMove("mu.nothing_to_reveal", rule="MU-B7")
    reveal = _choice("reveal", refused) | {"min": 1, "max": most}
    return [reveal, _choice("pass", None)]


def _moves_to_show(state: State, seat: Seat) -> list[Move]:
    match state.phase:
        case "vice" | "boss":
            row = on_row(state.deal.rows[seat])
            return [TRUMPS[trump] for trump in (*row, NO_TRUMP)]
        case "partner":
            everyone = PARTNERS[: state.options.players]
            return [move for move in everyone if move.n != seat]
    return [PLAYS[card] for card in members(kinds(state.hands[seat]))]


def _choice(say: str, refused: IllegalMove | None) -> Json:
    return {
        "say": say,
        "legal": refused is None,
        "code": refused and refused.code,
        "rule": refused and refused.fields["rule"],
    }
