"""What a seat, or the public, may know of the state; nothing else ever leaves the server."""

from functools import lru_cache
from typing import Final

from games.rules.base import Json, Seat
from games.rules.cards import FRENCH, FRENCH_SUITS
from games.rules.mizzaire import rounds
from games.rules.mizzaire.legality import CALLS, plays, why_not
from games.rules.mizzaire.notation import text
from games.rules.mizzaire.score import outcome
from games.rules.mizzaire.state import LastDeal, Move, State, Trick
from games.rules.tricks import mask

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
        seen["hand"] = [] if hands_hidden(state) else [*_texts(state.hands[seat])]
        seen["choices"] = _choices(state) if seat == state.turn else []
    return seen


def hands_hidden(state: State) -> bool:
    """In round 9 nobody sees his own cards before the last call (MIZ-11, MIZ-B8)."""
    return state.phase == "call" and rounds.kind(state.round.number) == "full_blind"


def _public(state: State) -> Json:
    round, phase, turn, _, hands, calls, trick, ahead, tricks, last_trick, voids = state
    options, number, dealt, _, won, sets, last_deal = round
    turned, result = _turned(state), outcome(state)
    return {
        "game": "mizzaire",
        "phase": phase,
        "deal": number,
        "kind": rounds.kind(number),
        "size": rounds.size(number),
        "to_act": turn,
        "dealer": rounds.dealer(number, options.players),
        "sides": [[seat] for seat in range(options.players)],
        "first_lead": options.first_lead,
        "round11_trump": options.round11_trump,
        "score": {"won": [*won], "running": [*tricks], "sets": [[*points] for points in sets]},
        "turned": turned,
        "trump": turned and turned[1],
        "trick": [TEXTS[card] for card in trick],
        "winning": (state.seat - len(trick) + ahead) % len(hands) if trick else None,
        "last_trick": last_trick and _trick(last_trick),
        "gone": [*_texts(dealt ^ sum(hands) ^ mask(trick))],
        "seats": [
            {"cards": hand.bit_count(), "call": call, "tricks": taken, "voids": VOIDS[void]}
            for hand, call, taken, void in zip(hands, calls, tricks, voids, strict=True)
        ],
        "last_deal": last_deal and _last_deal(last_deal),
        "outcome": result and {"score": [*result.score], "places": [*result.places]},
    }


def _turned(state: State) -> str | None:
    """The trump card, once it is turned up: in rounds 8 and 9 after the last call (MIZ-10, MIZ-11, MIZ-B7)."""
    card, kind = state.round.turned, rounds.kind(state.round.number)
    hidden = state.phase == "call" and kind in ("half_blind", "full_blind")
    return None if card is None or hidden else TEXTS[card]


@lru_cache(maxsize=4096)
def _texts(cards: int) -> tuple[str, ...]:
    """The texts of a set of cards, in canonical order; all who look at a table see the same sets again and again."""
    return tuple(TEXTS[card] for _, card, _ in plays(cards))


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
    may, calling = state.may, state.phase == "call"
    could = CALLS[: rounds.size(state.round.number) + 1] if calling else plays(state.hands[state.seat])
    return [
        {"say": text(move), "legal": True, "code": None, "rule": None} if may >> move.n & 1 else _barred(state, move)
        for move in could
    ]


def _barred(state: State, move: Move) -> Json:
    code, rule = why_not(state, move.n)
    return {"say": text(move), "legal": False, "code": code, "rule": rule}


def positions(state: State, seat: Seat) -> tuple[int, ...]:
    """Places in the order of the last shuffle whose cards this seat was dealt; none while it may not look at them."""
    last = state.round.number if state.phase in ("call", "play") else len(state.round.sets)
    if not last or hands_hidden(state):
        return ()
    return tuple(range(len(TEXTS))[rounds.places(last, len(state.hands), seat)])
