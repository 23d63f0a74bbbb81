"""What a seat, or the public, may know of the state; nothing else ever leaves the server."""

from collections.abc import Callable
from functools import cache
from typing import Final, TypeVar

from games.rules.base import Json, Seat
from games.rules.cards import FRENCH, FRENCH_SUITS
from games.rules.mizzaire import rounds
from games.rules.mizzaire.legality import CALLS, FOLLOW, FORBIDDEN, PLAYS, by_cards
from games.rules.mizzaire.notation import text
from games.rules.mizzaire.score import outcome
from games.rules.mizzaire.state import LastDeal, Lead, Move, Numbers, Round, State, Trick, between

VOIDS: Final = {
    sum(0x1FFF << 13 * suit for suit in range(4) if suits >> suit & 1): "".join(
        letter for suit, letter in enumerate(FRENCH_SUITS) if suits >> suit & 1
    )
    for suits in range(16)
}
"""Whole suits as a set of cards, and their letters."""

T = TypeVar("T")


def view(state: State, seat: Seat | None) -> Json:
    """All that this seat may know, None for the public (MIZ-6, MIZ-8, MIZ-10, MIZ-11).

    Views share what they have in common: whoever reads one changes nothing that is in it.
    """
    lead, turn, may, left, trick, _, _ = state
    seen = _told(lead).copy()
    seen["to_act"] = turn
    if trick:
        _tell_trick(seen, state)
    if seat is None:
        del seen["seat"], seen["hand"], seen["choices"]
        return seen
    seen["seat"] = seat
    seen["hand"] = hand = [] if _hands_hidden(lead) else [*_texts(lead.round.hands[seat] & left)]
    if seat == turn:
        seen["choices"] = _choices(lead, may, hand)
    return seen


def _hands_hidden(lead: Lead) -> bool:
    """In round 9 nobody sees his own cards before the last call (MIZ-11, MIZ-B8)."""
    return lead.phase == "call" and rounds.kind(lead.round.number) == "full_blind"


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
    """What is public before the first card of the trick.

    In rounds 8 and 9 the trump card is turned up after the last call (MIZ-10, MIZ-11, MIZ-B7).
    """
    round, phase, _, tricks, last_trick, gone, voids = lead
    told = _told_of_round(round).copy()
    told["phase"] = phase
    told["seats"] = _seats(lead, voids)
    if phase == "call" and told["kind"] in ("half_blind", "full_blind"):
        told["turned"] = told["trump"] = None
    if last_trick:
        told["score"] = {**told["score"], "running": [*tricks]}
        told["last_trick"] = _trick(last_trick)
        told["gone"] = [*_texts(gone)]
    return told


@_latest
def _told_of_round(round: Round) -> Json:
    """What is public when the first card is led, and a place for all else: no dict grows, which would be slow."""
    options, number, _, _, turned, won, sets, last_deal = round
    turned_up = None if turned is None else FRENCH.text(turned)
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
        "score": {"won": [*won], "running": [0] * options.players, "sets": [[*points] for points in sets]},
        "turned": turned_up,
        "trump": turned_up and turned_up[1],
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


def _tell_trick(seen: Json, state: State) -> None:
    """What the cards on the table have changed."""
    lead, turn, _, _, trick, ahead, voids = state
    assert turn is not None
    seen["trick"] = [*map(_text, trick)]
    seen["winning"] = (turn - len(trick) + ahead) % len(voids)
    if voids is not lead.voids:
        seen["seats"] = _seats(lead, voids)


def _seats(lead: Lead, voids: Numbers) -> list[Json]:
    return [*map(_seat, lead.calls, lead.tricks, voids)]


@cache
def _seat(call: int | None, tricks: int, void: int) -> Json:
    return {"call": call, "tricks": tricks, "voids": VOIDS[void]}


_text: Final = FRENCH.texts.__getitem__
_texts: Final = by_cards(FRENCH.texts)
"""The texts of a set of cards, in canonical order."""


def _trick(trick: Trick) -> Json:
    return {"leader": trick.leader, "cards": [*map(_text, trick.cards)], "taker": trick.taker}


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
_PLAYS: Final = {FRENCH.text(move.n): (_choice(move, FOLLOW), _choice(move)) for move in PLAYS}
"""For each call, and for the text of each card: the choice where it is barred, and where it is legal."""


def _choices(lead: Lead, may: int, hand: list[str]) -> list[Json]:
    """What the seat to act could call or play, and if it may not, why not."""
    if lead.phase == "call":
        return [_CALLS[number][may >> number & 1] for number in range(rounds.size(lead.round.number) + 1)]
    allowed = _texts(may)
    return [_PLAYS[card][card in allowed] for card in hand]


def positions(state: State, seat: Seat) -> tuple[int, ...]:
    """Places in the order of the last shuffle whose cards this seat was dealt; none while it may not look at them."""
    last = state.round.number if state.phase in ("call", "play") else len(state.round.sets)
    if not last or _hands_hidden(state.lead):
        return ()
    return tuple(range(len(FRENCH.texts))[rounds.places(last, len(state.hands), seat)])
