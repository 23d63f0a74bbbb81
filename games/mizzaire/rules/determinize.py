"""Sampling a match: the cards that one seat cannot see are drawn at random."""

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
    between_rounds,
)
from games.rules.base import Below, Card, Json, Seat
from games.rules.cards import FRENCH, FRENCH_SUITS, Cards
from games.rules.tricks import Holder, deal_hidden, mask

_SUITS: Final = range(len(FRENCH_SUITS))


def determinize(view: Json, below: Below) -> State:
    """A random state with this view; all hands that fit it are equally likely."""
    state = between_rounds(_read_round(view))
    if view["phase"] in ("deal", "over"):
        return state
    dealt, turned = _sample_cards(view, below)
    unplayed = PACK & ~mask(FRENCH.read(view["gone"]))
    calls = tuple([seat["call"] for seat in view["seats"]])
    lead = state.lead._replace(phase=view["phase"], calls=calls, unplayed=unplayed)
    state = state._replace(
        lead=lead, turn=view["to_act"], dealt=dealt, turned=turned, unplayed=unplayed
    )
    if view["phase"] == "call":
        return state._replace(legal=calls_allowed(view["deal"], calls))
    return _with_tricks(state, view)


# --- the cards ---


def _sample_cards(view: Json, below: Below) -> tuple[Numbers, Card | None]:
    """All hands as they were when the trick was led, and the card turned up."""
    me = view["seat"]
    own = FRENCH.read(view["hand"])
    shown: Cards = ()
    if view["turned"]:
        shown = FRENCH.read([view["turned"]])
    trick = FRENCH.read(view["trick"])
    seen = {*own, *shown, *trick, *FRENCH.read(view["gone"])}
    holders = _holders(view)
    # The viewer's own cards are known, unless they lie face down (MIZ-11).
    holders[me] = Holder(holders[me].size - len(own))
    holders.append(Holder(int(_is_trump_face_down(view))))
    *sampled, turned = deal_hidden(_unseen_by_suit(seen), holders, below)
    hands = list(map(mask, sampled))
    if own:
        hands[me] = mask(own)
    for place, card in enumerate(trick, start=_leader(view)):
        hands[place % len(hands)] |= 1 << card
    return tuple(hands), next(iter((*shown, *turned)), None)


def _unseen_by_suit(seen: set[Card]) -> list[Cards]:
    suits = []
    for suit in _SUITS:
        cards = range(13 * suit, 13 * suit + 13)
        suits.append(tuple([card for card in cards if card not in seen]))
    return suits


def _holders(view: Json) -> list[Holder]:
    """By seat: how many cards it holds, and which suits it has shown that it lacks."""
    players = len(view["seats"])
    # One card for each unfinished trick, but none for the current one if it has played.
    left = view["size"] - sum(view["score"]["running"])
    sizes = [left] * players
    for place in range(len(view["trick"])):
        sizes[(_leader(view) + place) % players] -= 1
    holders = []
    for size, seat in zip(sizes, view["seats"], strict=True):
        voids = frozenset(map(FRENCH_SUITS.index, seat["voids"]))
        holders.append(Holder(size, voids))
    return holders


def _leader(view: Json) -> Seat:
    """The seat that led to the current trick, or is to lead."""
    return int((view["to_act"] - len(view["trick"])) % len(view["seats"]))


def _is_trump_face_down(view: Json) -> bool:
    """Whether there is a trump card that no one sees yet (MIZ-10, MIZ-11)."""
    return view["phase"] == "call" and view["kind"] in ("half_blind", "full_blind")


# --- what has happened ---


def _with_tricks(state: State, view: Json) -> State:
    """The state after the finished tricks, with the cards on the table played again."""
    leader, last = _leader(view), view["last_trick"]
    voids = []
    for seat in view["seats"]:
        suits = map(FRENCH_SUITS.index, seat["voids"])
        voids.append(sum(SUIT[13 * suit] for suit in suits))
    lead = state.lead._replace(
        tricks=tuple(view["score"]["running"]),
        last_trick=last and _read_trick(last),
        voids=tuple(voids),
    )
    legal = plays(state.dealt[leader])
    state = state._replace(lead=lead, turn=leader, legal=legal)
    for card in FRENCH.read(view["trick"]):
        state = play(state, PLAYS[card])
    return state


def _read_round(view: Json) -> Round:
    score, last = view["score"], view["last_deal"]
    return Round(
        options=Options(len(view["seats"]), view["first_lead"], view["round11_trump"]),
        number=view["deal"],
        won=tuple(score["won"]),
        sets=tuple(map(tuple, score["sets"])),
        last_deal=last and _read_last_deal(last),
    )


def _read_last_deal(last: Json) -> LastDeal:
    return LastDeal(
        deal=last["deal"],
        calls=tuple(last["calls"]),
        tricks=tuple(last["tricks"]),
        points=tuple(last["points"]),
        trick=_read_trick(last["trick"]),
    )


def _read_trick(trick: Json) -> Trick:
    return Trick(trick["leader"], FRENCH.read(trick["cards"]), trick["taker"])
