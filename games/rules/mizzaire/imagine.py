"""A state that a seat cannot tell from the real one: what it does not see is drawn from all that fits its view."""

from typing import Final

from games.rules.base import Below, Card, Json
from games.rules.cards import FRENCH, FRENCH_SUITS
from games.rules.mizzaire.legality import PLAYS, calls_allowed
from games.rules.mizzaire.options import Options
from games.rules.mizzaire.play import play
from games.rules.mizzaire.state import SUIT, LastDeal, Numbers, Round, State, Trick, between
from games.rules.tricks import Holder, lie, mask

_SUITS: Final = range(len(FRENCH_SUITS))


def imagine(view: Json, below: Below) -> State:
    """A state with the same view for this seat, its hidden cards drawn at random, each way that fits equally likely."""
    state = between(_round(view))
    if view["phase"] in ("deal", "over"):
        return state
    hands, turned = _cards(view, below)
    dealt = sum(hands) | mask(FRENCH.read(view["trick"])) | mask(FRENCH.read(view["gone"]))
    round = state.round._replace(dealt=dealt, turned=turned)
    calls = tuple(seat["call"] for seat in view["seats"])
    state = state._replace(round=round, phase=view["phase"], hands=hands, calls=calls)
    if view["phase"] == "call":
        return state._replace(turn=view["to_act"], may=calls_allowed(round.number, calls))
    return _with_tricks(state, view)


def _cards(view: Json, below: Below) -> tuple[Numbers, Card | None]:
    """All hands and the card turned up: as seen, or drawn so that nobody holds what he has shown that he lacks."""
    own = FRENCH.read(view["hand"])
    shown = FRENCH.read([view["turned"]] if view["turned"] else [])
    seen = {*own, *shown, *FRENCH.read(view["trick"]), *FRENCH.read(view["gone"])}
    unseen = [tuple(card for card in range(13 * suit, 13 * suit + 13) if card not in seen) for suit in _SUITS]
    holders = [Holder(seat["cards"], frozenset(map(FRENCH_SUITS.index, seat["voids"]))) for seat in view["seats"]]
    holders[view["seat"]] = Holder(view["seats"][view["seat"]]["cards"] - len(own))
    *drawn, turned = lie(unseen, [*holders, Holder(int(_turned_down(view)))], below)
    hands = [mask(own if own and seat == view["seat"] else cards) for seat, cards in enumerate(drawn)]
    return tuple(hands), next(iter((*shown, *turned)), None)


def _turned_down(view: Json) -> bool:
    """Whether the trump card lies there unseen (MIZ-10, MIZ-11)."""
    return view["phase"] == "call" and view["kind"] in ("half_blind", "full_blind")


def _with_tricks(state: State, view: Json) -> State:
    """What was seen of the finished tricks; then the cards on the table are played once more."""
    trick, players = FRENCH.read(view["trick"]), len(state.hands)
    leader = (view["to_act"] - len(trick)) % players
    hands = list(state.hands)
    for place, card in enumerate(trick):
        hands[(leader + place) % players] |= 1 << card
    state = state._replace(
        turn=leader,
        may=hands[leader],
        hands=tuple(hands),
        tricks=tuple(view["score"]["running"]),
        last_trick=view["last_trick"] and _trick(view["last_trick"]),
        voids=tuple(sum(SUIT[13 * FRENCH_SUITS.index(suit)] for suit in seat["voids"]) for seat in view["seats"]),
    )
    for card in trick:
        state = play(state, PLAYS[card])
    return state


def _round(view: Json) -> Round:
    options = Options(len(view["seats"]), view["first_lead"], view["round11_trump"])
    score, last = view["score"], view["last_deal"]
    sets = tuple(map(tuple, score["sets"]))
    return Round(options, view["deal"], 0, None, tuple(score["won"]), sets, last and _last_deal(last))


def _last_deal(last: Json) -> LastDeal:
    calls, tricks, points = (tuple(last[what]) for what in ("calls", "tricks", "points"))
    return LastDeal(last["deal"], calls, tricks, points, _trick(last["trick"]))


def _trick(trick: Json) -> Trick:
    return Trick(trick["leader"], FRENCH.read(trick["cards"]), trick["taker"])
