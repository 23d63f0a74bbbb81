"""Which moves are legal now, and the reason why another is not."""

from functools import lru_cache
from itertools import combinations
from typing import Final, Literal

from games.rules.base import CHANCE
from games.rules.cards import SPANISH
from games.rules.errors import IllegalMove
from games.rules.mus.betting import MINIMUM
from games.rules.mus.discard import pack
from games.rules.mus.hand import HEIGHT
from games.rules.mus.state import Move, State, Word

Moment = Literal["over", "deal", "mus", "discard", "visto", "open", "offer", "ordago"]
"""What is to be done: `visto` is the exchange after a card was seen; in a lance `open` comes before any offer, then
`offer` or `ordago` is to be answered."""

LEGAL: Final[dict[Moment, frozenset[Word]]] = {
    "over": frozenset(),
    "deal": frozenset({"deal"}),
    "mus": frozenset({"mus", "no mus"}),
    "discard": frozenset({"discard"}),
    "visto": frozenset({"discard"}),
    "open": frozenset({"paso", "envido", "ordago"}),
    "offer": frozenset({"quiero", "no quiero", "envido", "ordago"}),
    "ordago": frozenset({"quiero", "no quiero"}),
}

MUS, NO_MUS = Move("mus"), Move("no mus")
PASO, QUIERO, NO_QUIERO, ORDAGO = Move("paso"), Move("quiero"), Move("no quiero"), Move("ordago")


def moment(state: State) -> Moment:
    """What `to_act` is asked to do."""
    if state.turn == CHANCE:
        return "deal"
    if state.phase == "discard" and state.table.seen:
        return "visto"
    if state.phase != "bet":
        return state.phase
    bet = state.lances[-1].bet
    if bet is None:
        return "open"
    return "ordago" if bet.ordago else "offer"


def refusal(state: State, move: Move) -> IllegalMove | None:
    """Why `to_act` may not make this move, None if it is legal."""
    now = moment(state)
    if move.say not in LEGAL[now]:
        return _out_of_place(now, move.say)
    if move.say == "envido":
        return _bad_offer(now, move.amount)
    if move.say == "discard":
        return _bad_discard(state, move)
    if move.say == "deal" and tuple(sorted(move.cards)) != pack(state):
        return IllegalMove("mus.wrong_pack", rule="MUS-19" if state.phase == "discard" else "MUS-2")
    return None


def _out_of_place(now: Moment, say: Word) -> IllegalMove:
    if now == "over":
        return IllegalMove("mus.over", rule="MUS-7")
    if now == "deal":
        return IllegalMove("mus.waiting_for_deal", rule="MUS-13")
    if say == "deal":
        return IllegalMove("mus.already_dealt", rule="MUS-13")
    if now == "mus":
        return IllegalMove("mus.mus_or_no_mus", rule="MUS-14")
    if now == "discard":
        return IllegalMove("mus.must_discard", rule="MUS-16")
    if now == "visto":
        return IllegalMove("mus.card_seen", rule="MUS-21")
    if say in ("mus", "no mus", "discard"):
        return IllegalMove("mus.mus_is_over", rule="MUS-14")
    if now == "open":
        return IllegalMove("mus.nothing_to_answer", rule="MUS-39")
    if say == "paso":
        return IllegalMove("mus.must_answer", rule="MUS-41")
    return IllegalMove("mus.ordago_only_answer", rule="MUS-49")


def _bad_offer(now: Moment, amount: int) -> IllegalMove | None:
    if amount >= MINIMUM:
        return None
    return IllegalMove("mus.bet_too_small", rule="MUS-39" if now == "open" else "MUS-45", min=MINIMUM)


def _bad_discard(state: State, move: Move) -> IllegalMove | None:
    if len(move.cards) < least_discard(state):
        return IllegalMove("mus.discard_at_least_one", rule="MUS-16", min=1)
    left = list(state.table.hands[state.speaker])
    for card in move.cards:
        if card not in left:
            return IllegalMove("mus.not_in_hand", rule="MUS-16", card=SPANISH.text(card))
        left.remove(card)
    return None


def least_discard(state: State) -> int:
    """How many cards must go at least: one, but none after a card was seen (MUS-16, MUS-21, MUS-B9)."""
    return 0 if state.table.seen else 1


def legal_moves(state: State) -> tuple[Move, ...]:
    """Every legal move of the seat to act; of the offers those up to the points of a set (MUS-39: no upper limit)."""
    match moment(state):
        case "mus":
            return MUS, NO_MUS
        case "discard" | "visto":
            hand, numbers = state.table.hands[state.speaker], range(least_discard(state), 5)
            return tuple(Move("discard", cards=cards) for n in numbers for cards in combinations(hand, n))
        case "open":
            return PASO, *_offers(state.options.points_per_set), ORDAGO
        case "offer":
            return QUIERO, NO_QUIERO, *_offers(state.options.points_per_set), ORDAGO
        case "ordago":
            return QUIERO, NO_QUIERO
    return ()


@lru_cache
def _offers(points_per_set: int) -> tuple[Move, ...]:
    return tuple(Move("envido", amount) for amount in range(MINIMUM, largest_offer(points_per_set) + 1))


def largest_offer(points_per_set: int) -> int:
    """The largest offer that could matter: a whole set, and never less than the least offer."""
    return max(MINIMUM, points_per_set)


def least_committing(state: State) -> Move:
    """For a seat whose time is up: no mus, paso, no quiero, no card away or the lowest; never mus, offer or ordago."""
    match moment(state):
        case "mus":
            return NO_MUS
        case "discard":
            height = HEIGHT[state.options.kings]
            lowest = min(state.table.hands[state.speaker], key=lambda card: height[SPANISH.text(card)[0]])
            return Move("discard", cards=(lowest,))
        case "visto":
            return Move("discard")
        case "open":
            return PASO
    return NO_QUIERO
