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
    if seat is not None:
        hand = 0 if _hands_hidden(lead) else lead.round.hands[seat] & left
        seen["seat"] = seat
        seen["hand"] = [*_texts(hand)]
        seen["choices"] = _choices(lead, may, hand) if seat == turn else []
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
    """What is public before the first card of the trick."""
    round, phase, _, tricks, last_trick, gone, voids = lead
    told = _told_of_round(round).copy()
    told["phase"] = phase
    told["score"] = {**told["score"], "running": [*tricks]}
    told["turned"] = turned = _turned(lead)
    told["trump"] = turned and turned[1]
    told["last_trick"] = last_trick and _trick(last_trick)
    told["gone"] = [*_texts(gone)]
    told["seats"] = _seats(lead, voids)
    return told


@_latest
def _told_of_round(round: Round) -> Json:
    """What is public all through the round, and the names of what is told besides."""
    options, number, _, _, _, won, sets, last_deal = round
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
        "score": {"won": [*won], "running": [], "sets": [[*points] for points in sets]},
        "turned": None,
        "trump": None,
        "trick": [],
        "winning": None,
        "last_trick": None,
        "gone": [],
        "seats": [],
        "last_deal": last_deal and _last_deal(last_deal),
        "outcome": result and {"score": [*result.score], "places": [*result.places]},
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


def _turned(lead: Lead) -> str | None:
    """The trump card, once it is turned up: in rounds 8 and 9 after the last call (MIZ-10, MIZ-11, MIZ-B7)."""
    card, kind = lead.round.turned, rounds.kind(lead.round.number)
    hidden = lead.phase == "call" and kind in ("half_blind", "full_blind")
    return None if card is None or hidden else FRENCH.text(card)


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
_legal: Final = by_cards([_choice(move) for move in PLAYS])
_barred: Final = by_cards([_choice(move, FOLLOW) for move in PLAYS])


def _choices(lead: Lead, may: int, hand: int) -> list[Json]:
    """What the seat to act could call or play, and if it may not, why not; the cards that it may play come first."""
    if lead.phase == "call":
        return [_CALLS[number][may >> number & 1] for number in range(rounds.size(lead.round.number) + 1)]
    return [*_legal(may), *_barred(hand ^ may)]


def positions(state: State, seat: Seat) -> tuple[int, ...]:
    """Places in the order of the last shuffle whose cards this seat was dealt; none while it may not look at them."""
    last = state.round.number if state.phase in ("call", "play") else len(state.round.sets)
    if not last or _hands_hidden(state.lead):
        return ()
    return tuple(range(len(FRENCH.texts))[rounds.places(last, len(state.hands), seat)])
