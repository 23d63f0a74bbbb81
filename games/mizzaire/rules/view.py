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
    lookup_in,
    plays,
    tables_by_suit,
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
    between_rounds,
)
from games.mizzaire.rules.trick import winning_place, with_new_voids
from games.rules.base import Card, Json, Seat
from games.rules.cards import FRENCH, FRENCH_SUITS, Cards
from games.rules.tricks import mask, subsets

_SUIT_CARDS: Final = [0x1FFF << 13 * suit for suit in range(4)]
VOIDS: Final = dict(
    zip(
        map(sum, subsets(_SUIT_CARDS)), map("".join, subsets(FRENCH_SUITS)), strict=True
    )
)
"""For each set of whole suits, as a set of cards: the letters of the suits."""

T = TypeVar("T")


def view(state: State, seat: Seat | None) -> Json:
    """All that this seat may know, None for the public.

    Raises ValueError if there is no such seat.
    """
    return as_json(observe(state, seat))


def as_json(seen: Observation) -> Json:
    """An observation as plain JSON.

    Views share the parts that are the same, so a caller must not change them.
    """
    lead, turn, trick, turned, seat, hand, legal = seen
    view = _view_of_lead(lead).copy()
    view["to_act"] = turn
    if turned is not None:
        text = _text(turned)
        view["turned"], view["trump"] = text, text[1]
    if trick:
        assert turn is not None
        leader = (turn - len(trick)) % len(lead.calls)
        _add_trick(view, lead, leader, trick, turned)
    if seat is None:
        del view["seat"], view["hand"], view["choices"]
        return view
    view["seat"], view["hand"] = seat, [*_texts(hand)]
    if legal:
        view["choices"] = _choices(lead, legal, hand)
    return view


def _keep_latest(make: Callable[[T], Json]) -> Callable[[T], Json]:
    """Cache only the latest answer: the seats of one table are asked about in a row."""
    kept: tuple[T | None, Json] = (None, {})

    def latest(source: T) -> Json:
        nonlocal kept
        known, answer = kept  # read as one value, which another thread cannot split
        if known is not source:
            answer = make(source)
            kept = (source, answer)
        return answer

    return latest


@_keep_latest
def _view_of_lead(lead: Lead) -> Json:
    """What is public before the first card of the trick."""
    round, phase, _, tricks, last_trick, unplayed, voids = lead
    view = _view_of_round(round).copy()
    view["phase"] = phase
    view["seats"] = _seats(lead, voids)
    if last_trick:
        view["score"] = {**view["score"], "running": [*tricks]}
        view["last_trick"] = _trick(last_trick)
        view["gone"] = [*_texts(PACK ^ unplayed)]
    return view


@_keep_latest
def _view_of_round(round: Round) -> Json:
    """What is public before the first trick.

    All keys are there from the start: a dict that grows would make every copy slower.
    """
    options, number, won, sets, last_deal = round
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
            "sets": list(map(list, sets)),
        },
        "turned": None,
        "trump": None,
        "trick": [],
        "winning": None,
        "last_trick": None,
        "gone": [],
        "seats": [],
        "last_deal": last_deal and _last_deal(last_deal),
        "outcome": _outcome(round),
        "seat": None,
        "hand": [],
        "choices": [],
    }


def _outcome(round: Round) -> Json | None:
    if len(round.sets) < rounds.LAST:
        return None
    result = outcome(between_rounds(round))
    assert result is not None
    return {"score": [*result.score], "places": [*result.places]}


def _add_trick(
    view: Json, lead: Lead, leader: Seat, trick: Cards, turned: Card | None
) -> None:
    """Put into the view what the cards on the table have changed."""
    played = mask(trick)
    winner = leader + winning_place(trick, played, turned)
    view["trick"] = [*map(_text, trick)]
    view["winning"] = winner % len(lead.calls)
    voids = with_new_voids(lead.voids, leader, trick, played)
    if voids is not lead.voids:
        view["seats"] = _seats(lead, voids)


def _seats(lead: Lead, voids: Numbers) -> list[Json]:
    return [*map(_seat, lead.calls, lead.tricks, voids)]


@cache
def _seat(call: int | None, tricks: int, void: int) -> Json:
    return {"call": call, "tricks": tricks, "voids": VOIDS[void]}


_text: Final = FRENCH.texts.__getitem__
_texts: Final = lookup_in(tables_by_suit(FRENCH.texts))
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


def _choice(move: Move, reason: tuple[str, str] | None = None) -> Json:
    code, rule = reason or (None, None)
    return {"say": text(move), "legal": not reason, "code": code, "rule": rule}


_CALLS: Final = [(_choice(move, FORBIDDEN), _choice(move)) for move in CALLS]
_PLAYS: Final = [(_choice(move, FOLLOW), _choice(move)) for move in PLAYS]
"""For each call and each card: the choice when it is forbidden, and when it is legal."""


def _choices(lead: Lead, legal: tuple[Move, ...], hand: int) -> list[Json]:
    """What the seat to act could call or play, and if it may not, why not."""
    if lead.phase == "call":
        calls = CALLS[: rounds.size(lead.round.number) + 1]
        return [_CALLS[call.n][call in legal] for call in calls]
    return [_PLAYS[move.n][move in legal] for move in plays(hand)]
