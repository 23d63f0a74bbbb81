"""A state that a seat cannot tell from the real one: what it does not see is drawn from all that fits its view."""

from typing import Final

from games.mizzaire.rules.legality import PLAYS, calls_allowed, plays
from games.mizzaire.rules.options import Options
from games.mizzaire.rules.play import play
from games.mizzaire.rules.state import (
    PACK,
    SUIT,
    LastDeal,
    Numbers,
    Round,
    State,
    Trick,
    between,
)
from games.rules.base import Below, Card, Json, Seat
from games.rules.cards import FRENCH, FRENCH_SUITS
from games.rules.tricks import Holder, mask
from games.rules.tricks import deal_hidden as lie

_SUITS: Final = range(len(FRENCH_SUITS))


def determinize(view: Json, below: Below) -> State:
    """A state with the same view for this seat, its hidden cards drawn at random, each way that fits equally likely."""
    state = between(_round(view))
    if view["phase"] in ("deal", "over"):
        return state
    dealt, turned = _cards(view, below)
    unplayed = PACK & ~mask(FRENCH.read(view["gone"]))
    calls = tuple(seat["call"] for seat in view["seats"])
    lead = state.lead._replace(phase=view["phase"], calls=calls, unplayed=unplayed)
    state = state._replace(
        lead=lead, turn=view["to_act"], dealt=dealt, turned=turned, unplayed=unplayed
    )
    if view["phase"] == "call":
        return state._replace(may=calls_allowed(view["deal"], calls))
    return _with_tricks(state, view)


def _cards(view: Json, below: Below) -> tuple[Numbers, Card | None]:
    """All hands when the trick was led, and the card turned up: as seen, or drawn.

    Nobody holds what he has shown that he lacks.
    """
    own = FRENCH.read(view["hand"])
    shown = FRENCH.read([view["turned"]] if view["turned"] else [])
    seen = {*own, *shown, *FRENCH.read(view["trick"]), *FRENCH.read(view["gone"])}
    unseen = [
        tuple(card for card in range(13 * suit, 13 * suit + 13) if card not in seen)
        for suit in _SUITS
    ]
    voids = [
        frozenset(map(FRENCH_SUITS.index, seat["voids"])) for seat in view["seats"]
    ]
    holders = [Holder(*held) for held in zip(_held(view), voids, strict=True)]
    holders[view["seat"]] = Holder(_held(view)[view["seat"]] - len(own))
    *drawn, turned = lie(unseen, [*holders, Holder(int(_turned_down(view)))], below)
    hands = [
        mask(own if own and seat == view["seat"] else cards)
        for seat, cards in enumerate(drawn)
    ]
    for place, card in enumerate(FRENCH.read(view["trick"]), start=_leader(view)):
        hands[place % len(hands)] |= 1 << card
    return tuple(hands), next(iter((*shown, *turned)), None)


def _leader(view: Json) -> Seat:
    """Who led to the trick on the table, or is to lead."""
    return int((view["to_act"] - len(view["trick"])) % len(view["seats"]))


def _held(view: Json) -> list[int]:
    """How many cards each seat holds: one for each trick that is not finished, and one less if it is in this one."""
    left, players = view["size"] - sum(view["score"]["running"]), len(view["seats"])
    laid = {(_leader(view) + place) % players for place in range(len(view["trick"]))}
    return [left - (seat in laid) for seat in range(players)]


def _turned_down(view: Json) -> bool:
    """Whether the trump card lies there unseen (MIZ-10, MIZ-11)."""
    return view["phase"] == "call" and view["kind"] in ("half_blind", "full_blind")


def _with_tricks(state: State, view: Json) -> State:
    """What was seen of the finished tricks; then the cards on the table are played once more."""
    leader, last = _leader(view), view["last_trick"]
    voids = tuple(
        sum(SUIT[13 * FRENCH_SUITS.index(suit)] for suit in seat["voids"])
        for seat in view["seats"]
    )
    tricks = tuple(view["score"]["running"])
    lead = state.lead._replace(
        tricks=tricks, last_trick=last and _trick(last), voids=voids
    )
    state = state._replace(lead=lead, turn=leader, may=plays(state.dealt[leader]))
    for card in FRENCH.read(view["trick"]):
        state = play(state, PLAYS[card])
    return state


def _round(view: Json) -> Round:
    options = Options(len(view["seats"]), view["first_lead"], view["round11_trump"])
    score, last = view["score"], view["last_deal"]
    sets = tuple(map(tuple, score["sets"]))
    return Round(
        options, view["deal"], tuple(score["won"]), sets, last and _last_deal(last)
    )


def _last_deal(last: Json) -> LastDeal:
    calls, tricks, points = (
        tuple(last[what]) for what in ("calls", "tricks", "points")
    )
    return LastDeal(last["deal"], calls, tricks, points, _trick(last["trick"]))


def _trick(trick: Json) -> Trick:
    return Trick(trick["leader"], FRENCH.read(trick["cards"]), trick["taker"])
