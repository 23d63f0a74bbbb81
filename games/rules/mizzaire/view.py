"""What a seat, or the public, may know of the state; nothing else ever leaves the server."""

from typing import Final

from games.rules.base import Json, Seat
from games.rules.cards import FRENCH, FRENCH_SUITS
from games.rules.mizzaire import rounds
from games.rules.mizzaire.legality import CALLS, allowed, plays, refusal
from games.rules.mizzaire.notation import text
from games.rules.mizzaire.play import winner
from games.rules.mizzaire.score import outcome
from games.rules.mizzaire.state import LastDeal, Move, State, Trick, calls_by_seat

TEXTS: Final = FRENCH.texts
VOIDS: Final = {
    sum(0x1FFF << 13 * suit for suit in range(4) if suits >> suit & 1): "".join(
        letter for suit, letter in enumerate(FRENCH_SUITS) if suits >> suit & 1
    )
    for suits in range(16)
}
"""Whole suits as a set of cards, and their letters."""


def view(state: State, seat: Seat | None) -> Json:
    """All that this seat may know, None for the public (MIZ-6, MIZ-8, MIZ-10, MIZ-11)."""
    seen = _public(state)
    if seat is not None:
        seen["seat"] = seat
        seen["hand"] = [] if hands_hidden(state) else texts(state.hands[seat])
        seen["choices"] = _choices(state) if seat == state.turn else []
    return seen


def trump_hidden(state: State) -> bool:
    """In rounds 8 and 9 the trump card is turned up after the last call (MIZ-10, MIZ-11, MIZ-B7)."""
    return state.phase == "call" and rounds.kind(state.round.number) in ("half_blind", "full_blind")


def hands_hidden(state: State) -> bool:
    """In round 9 nobody sees his own cards before the last call (MIZ-11, MIZ-B8)."""
    return state.phase == "call" and rounds.kind(state.round.number) == "full_blind"


def texts(cards: int) -> list[str]:
    """The texts of a set of cards, in canonical order."""
    return [TEXTS[move.n] for move in plays(cards)]


def _public(state: State) -> Json:
    round, phase, turn, hands, _, trick, tricks, last_trick, gone, voids = state
    players, result = len(hands), outcome(state)
    turned = None if round.turned is None or trump_hidden(state) else TEXTS[round.turned]
    return {
        "game": "mizzaire",
        "phase": phase,
        "deal": round.number,
        "kind": rounds.kind(round.number),
        "size": rounds.size(round.number),
        "to_act": turn,
        "dealer": state.dealer,
        "sides": [[seat] for seat in range(players)],
        "score": {"won": [*round.won], "running": [*tricks], "sets": [[*points] for points in round.sets]},
        "first_lead": round.options.first_lead,
        "round11_trump": round.options.round11_trump,
        "turned": turned,
        "trump": turned and turned[1],
        "trick": [TEXTS[card] for card in trick],
        "winning": winner(state) if trick else None,
        "last_trick": last_trick and _trick(last_trick),
        "gone": texts(gone),
        "seats": [
            {"cards": hand.bit_count(), "call": call, "tricks": taken, "voids": VOIDS[void]}
            for hand, call, taken, void in zip(hands, calls_by_seat(state), tricks, voids, strict=True)
        ],
        "last_deal": round.last_deal and _last_deal(round.last_deal),
        "outcome": result and {"score": [*result.score], "places": [*result.places]},
    }


def _trick(trick: Trick) -> Json:
    return {"leader": trick.leader, "cards": [TEXTS[card] for card in trick.cards], "taker": trick.taker}


def _last_deal(last: LastDeal) -> Json:
    return {
        "deal": last.deal,
        "calls": [*last.calls],
        "tricks": [*last.tricks],
        "points": [*last.points],
        "trick": _trick(last.trick),
    }


def _choices(state: State) -> list[Json]:
    """What the seat to act could call or play, and if it may not, why not."""
    may, calling = allowed(state), state.phase == "call"
    could = CALLS[: rounds.size(state.round.number) + 1] if calling else plays(state.hands[state.seat])
    return [
        {"say": text(move), "legal": True, "code": None, "rule": None} if may >> move.n & 1 else _barred(state, move)
        for move in could
    ]


def _barred(state: State, move: Move) -> Json:
    no = refusal(state, move)
    assert no
    return {"say": text(move), "legal": False, "code": no.code, "rule": no.fields["rule"]}


def positions(state: State, seat: Seat) -> tuple[int, ...]:
    """Places in the order of the last shuffle whose cards this seat was dealt; none while it may not look at them."""
    in_play = state.phase in ("call", "play")
    last_dealt = len(state.round.sets) + in_play
    if not last_dealt or hands_hidden(state):
        return ()
    return tuple(rounds.places(last_dealt, len(state.hands), seat))
