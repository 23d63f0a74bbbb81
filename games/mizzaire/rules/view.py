"""What a seat, or the public, may know of the state, as plain JSON."""

from collections.abc import Callable
from functools import cache
from typing import Final, TypeVar

from games.mizzaire.rules import rounds
from games.mizzaire.rules.legality import (
    CALLS,
    FOLLOW,
    FORBIDDEN,
    PLAYS,
    by_cards,
    by_suit,
    plays,
)
from games.mizzaire.rules.notation import text
from games.mizzaire.rules.observation import Observation, observe
from games.mizzaire.rules.score import outcome
from games.mizzaire.rules.state import (
    PACK,
    LastDeal,
    Lead,
    Move,
    Numbers,
    Round,
    State,
    Trick,
    between,
)
from games.mizzaire.rules.trick import ahead, shown
from games.rules.base import Card, Json, Seat
from games.rules.cards import FRENCH, FRENCH_SUITS, Cards
from games.rules.tricks import mask

VOIDS: Final = {
    sum(0x1FFF << 13 * suit for suit in range(4) if suits >> suit & 1): "".join(
        letter for suit, letter in enumerate(FRENCH_SUITS) if suits >> suit & 1
    )
    for suits in range(16)
}
"""Whole suits as a set of cards, and their letters."""

T = TypeVar("T")


def view(state: State, seat: Seat | None) -> Json:
    """All that this seat may know, None for the public, as plain JSON."""
    return as_json(observe(state, seat))


def as_json(seen: Observation) -> Json:
    """An observation as plain JSON.

    Views share what they have in common: whoever reads one changes nothing that is in it.
    """
    lead, turn, trick, turned, seat, hand, may = seen
    told = _told(lead).copy()
    told["to_act"] = turn
    if turned is not None:
        told["turned"], told["trump"] = _text(turned), _text(turned)[1]
    if trick:
        assert turn is not None
        _tell_trick(told, lead, (turn - len(trick)) % len(lead.calls), trick, turned)
    if seat is None:
        del told["seat"], told["hand"], told["choices"]
        return told
    told["seat"], told["hand"] = seat, [*_texts(hand)]
    if may:
        told["choices"] = _choices(lead, may, hand)
    return told


def _latest(tell: Callable[[T], Json]) -> Callable[[T], Json]:
    """`tell`, which keeps its last answer: one view after the other is asked for at the same table."""
    kept: tuple[T | None, Json] = (None, {})

    def told(one: T) -> Json:
        nonlocal kept
        known, answer = kept  # one value, so that no thread sees the half of it
        if known is not one:
            answer = tell(one)
            kept = (one, answer)
        return answer

    return told


@_latest
def _told(lead: Lead) -> Json:
    """What is public before the first card of the trick."""
    round, phase, _, tricks, last_trick, unplayed, voids = lead
    told = _told_of_round(round).copy()
    told["phase"] = phase
    told["seats"] = _seats(lead, voids)
    if last_trick:
        told["score"] = {**told["score"], "running": [*tricks]}
        told["last_trick"] = _trick(last_trick)
        told["gone"] = [*_texts(PACK ^ unplayed)]
    return told


@_latest
def _told_of_round(round: Round) -> Json:
    """What is public when the first card is led, and a place for all else: no dict grows, which would be slow."""
    options, number, won, sets, last_deal = round
    result = outcome(between(round)) if len(sets) == rounds.LAST else None
    return {
        "game": "mizzaire",
        "phase": None,
        "deal": number,
        "kind": rounds.kind(number),
        "size": rounds.size(number),
        "to_act": None,
        "dealer": rounds.dealer(number, options.players),
        "sides": [[seat] for seat in range(options.players)],
        "first_lead": options.first_lead,
        "round11_trump": options.round11_trump,
        "score": {
            "won": [*won],
            "running": [0] * options.players,
            "sets": [[*points] for points in sets],
        },
        "turned": None,
        "trump": None,
        "trick": [],
        "winning": None,
        "last_trick": None,
        "gone": [],
        "seats": [],
        "last_deal": last_deal and _last_deal(last_deal),
        "outcome": result and {"score": [*result.score], "places": [*result.places]},
        "seat": None,
        "hand": [],
        "choices": [],
    }


def _tell_trick(
    told: Json, lead: Lead, leader: Seat, trick: Cards, turned: Card | None
) -> None:
    """What the cards on the table have changed."""
    laid = mask(trick)
    told["trick"] = [*map(_text, trick)]
    told["winning"] = (leader + ahead(trick, laid, turned)) % len(lead.calls)
    if (voids := shown(lead.voids, leader, trick, laid)) is not lead.voids:
        told["seats"] = _seats(lead, voids)


def _seats(lead: Lead, voids: Numbers) -> list[Json]:
    return [*map(_seat, lead.calls, lead.tricks, voids)]


@cache
def _seat(call: int | None, tricks: int, void: int) -> Json:
    return {"call": call, "tricks": tricks, "voids": VOIDS[void]}


_text: Final = FRENCH.texts.__getitem__
_texts: Final = by_cards(by_suit(FRENCH.texts))
"""The texts of a set of cards, in canonical order."""


def _trick(trick: Trick) -> Json:
    return {
        "leader": trick.leader,
        "cards": [*map(_text, trick.cards)],
        "taker": trick.taker,
    }


def _last_deal(last: LastDeal) -> Json:
    return {
        "deal": last.deal,
        "calls": [*last.calls],
        "tricks": [*last.tricks],
        "points": [*last.points],
        "trick": _trick(last.trick),
    }


def _choice(move: Move, barred: tuple[str, str] | None = None) -> Json:
    code, rule = barred or (None, None)
    return {"say": text(move), "legal": not barred, "code": code, "rule": rule}


_CALLS: Final = [(_choice(move, FORBIDDEN), _choice(move)) for move in CALLS]
_PLAYS: Final = [(_choice(move, FOLLOW), _choice(move)) for move in PLAYS]
"""For each call and each card: the choice where it is barred, and where it is legal."""


def _choices(lead: Lead, may: tuple[Move, ...], hand: int) -> list[Json]:
    """What the seat to act could call or play, and if it may not, why not."""
    if lead.phase == "call":
        return [
            _CALLS[call.n][call in may]
            for call in CALLS[: rounds.size(lead.round.number) + 1]
        ]
    return [_PLAYS[move.n][move in may] for move in plays(hand)]
