"""Mus by rules of thumb: how strong the hand is among all hands, and a little chance."""

from bisect import bisect_left, bisect_right
from collections import Counter
from functools import cache
from itertools import accumulate, combinations_with_replacement
from math import comb, prod
from typing import Final

from games.mus.rules.hand import (
    ACE,
    DUPLES,
    HEIGHT,
    KING,
    THIRTY_ONE,
    HandStrength,
    hand_strength,
)
from games.mus.rules.legality import (
    MUS,
    NO_MUS,
    NO_QUIERO,
    NO_VISTO,
    ORDAGO,
    PASO,
    QUIERO,
    VISTO,
    legal_moves,
    true_announcement,
)
from games.mus.rules.options import Kings
from games.mus.rules.state import Move, State
from games.rules.base import Below, Json
from games.rules.cards import SPANISH, SPANISH_RANKS, Cards

BEST, GOOD, FAIR = 0.94, 0.82, 0.72
"""The chances of winning a lance from which to raise boldly, to raise, and to offer."""

CLAIMED: Final = {"envido": FAIR, "ordago": GOOD, "quiero": 0.6}
"""A seat that says one of these words mostly has a better chance of winning than this."""

DENIED: Final = {"paso": FAIR, "no quiero": 0.65}
"""A seat that says one of these words mostly has a worse chance of winning than this."""

EVEN: Final = 1.5
"""How fast the chance to win the set falls with the points missing; fitted to played sets."""

SURPRISE: Final = 0.15
"""How often people do something that their cards do not explain."""


def choose_move(state: State, below: Below) -> Move:
    """The move of the seat to act; it uses its own hand and public information only."""
    match state.phase:
        case "pares" | "juego":
            return true_announcement(state)
        case "open" | "offer" | "ordago":
            return _choose_bet(state, below)
        case "mus":
            return _answer_mus(state, below)
        case "redeal":
            return legal_moves(state)[-1]  # show a 4-5-6-7 if there is one
    return _choose_exchange(state)


def candidate_moves(state: State) -> tuple[Move, ...]:
    """The moves that a search tries: of the offers only a small one, a large one and órdago."""
    if state.phase in ("pares", "juego"):
        return (true_announcement(state),)
    return tuple(
        move
        for move in legal_moves(state)
        if move.say != "envido" or move.amount in (2, 5)
    )


# --- mus and the exchange ---


def _own_strength(state: State) -> HandStrength:
    return _strength_of(state, state.speaker)


def _strength_of(state: State, seat: int) -> HandStrength:
    options = state.options
    return hand_strength(state.table.hands[seat], options.kings, options.royal)


def _is_worth_keeping(hand: HandStrength) -> bool:
    """Duples, 31, and juego with pares are too good for mus."""
    if hand.pares_bonus == DUPLES or hand.juego >= THIRTY_ONE:
        return True
    return hand.juego > 0 and hand.pares > 0


def _answer_mus(state: State, below: Below) -> Move:
    if _is_worth_keeping(_own_strength(state)):
        return NO_MUS
    # A seat that only cuts the mus with good cards would give them away.
    return NO_MUS if below(12) == 0 else MUS


def _choose_exchange(state: State) -> Move:
    """Decide about an exchange after a card was seen, or lay cards down."""
    is_good = _is_worth_keeping(_own_strength(state))
    if state.phase == "decide":
        return NO_VISTO if is_good else VISTO
    if state.phase == "visto" and is_good:
        return Move("discard")  # in this exchange all cards may be kept (MUS-21)
    return Move("discard", cards=_choose_discards(state))


def _choose_discards(state: State) -> Cards:
    """The cards to lay down: everything that does not go with the best part of the hand."""
    hand, height = state.table.hands[state.speaker], HEIGHT[state.options.kings]
    heights = [height[SPANISH.text(card)[0]] for card in hand]
    kept = _heights_to_keep(Counter(heights))
    discards = []
    for card, card_height in zip(hand, heights, strict=True):
        if card_height not in kept:
            discards.append(card)
    # At least one card has to go (MUS-16).
    return tuple(discards) or hand[-1:]


def _heights_to_keep(held: Counter[int]) -> set[int]:
    if held[KING] == 3:
        return {KING, ACE}  # three kings and an ace are 31
    if held[KING]:
        return {KING}
    return {height for height, count in held.items() if count > 1}


# --- the bets ---


def _choose_bet(state: State, below: Below) -> Move:
    if state.phase == "ordago":
        return _answer_offer(state, _chance_to_win(state))
    # A little noise, so that the same cards are not always bet in the same way.
    chance = _chance_to_win(state) + (below(9) - 4) / 100
    if state.phase == "open":
        return _open_bets(state, chance, below)
    return _raise_bold(state, chance, below) or _answer_offer(state, chance)


def _open_bets(state: State, chance: float, below: Below) -> Move:
    """Offer with fair cards, more with good ones, and bluff now and then."""
    if _is_desperate(state) and chance > GOOD and below(3) == 0:
        return ORDAGO
    if chance > FAIR or below(16) == 0:
        spread = 2 if chance < GOOD else 4
        return Move("envido", 2 + below(spread))
    return PASO


def _raise_bold(state: State, chance: float, below: Below) -> Move | None:
    """A raise with good cards now and then, None for a plain answer."""
    bet = state.bet
    assert bet is not None
    if chance > BEST and below(20) == 0:
        return ORDAGO
    if chance <= GOOD or bet.amount >= state.options.points_per_set:
        return None
    if below(3) != 0:
        return None
    spread = 2 if chance < BEST else 5
    return Move("envido", 2 + below(spread))


def _answer_offer(state: State, chance: float) -> Move:
    """Accept with fair cards, or with any when a refusal would lose the set."""
    bet = state.bet
    assert bet is not None
    if chance > _chance_needed(bet.amount, bet.ordago) or _would_refusal_lose(state):
        return QUIERO
    return NO_QUIERO


def _chance_needed(amount: int, ordago: bool) -> float:
    """The chance of winning from which to accept: higher for a higher offer."""
    if ordago:
        return 0.8
    return min(0.55 + amount / 40, 0.85)


def _points_missing(state: State, side: int) -> int:
    return state.options.points_per_set - state.score.running[side]


def _would_refusal_lose(state: State) -> bool:
    bet = state.bet
    return bet is not None and _points_missing(state, bet.seat % 2) <= (bet.before or 1)


def _is_desperate(state: State) -> bool:
    """Whether the others nearly have the set and this side is far from it."""
    ours = state.speaker % 2
    return _points_missing(state, 1 - ours) <= 5 and _points_missing(state, ours) > 10


# --- how strong a hand is among all hands ---


def _chance_to_win(state: State) -> float:
    """Roughly the chance that the side to act wins the current lance."""
    return _chance_in_lance(state, len(state.lances) - 1, state.speaker)


def _chance_in_lance(state: State, index: int, seat: int) -> float:
    lance = state.lances[index]
    strength = getattr(_strength_of(state, seat), lance.name)
    return _chance_of(lance.name, strength, lance.players, seat, state.options.kings)


@cache
def _chance_of(
    lance: str, strength: int, players: tuple[int, ...], seat: int, kings: Kings
) -> float:
    """The chance that this hand beats each of theirs, or else the partner's hand does."""
    theirs = sum(player % 2 != seat % 2 for player in players)
    partners = int((seat + 2) % 4 in players)
    alone = float(_share_weaker(lance, strength, kings) ** theirs)
    return alone + (1 - alone) * partners / (partners + theirs)


def _share_weaker(lance: str, strength: int, kings: Kings) -> float:
    """The share of possible hands that are weaker; equal ones count half."""
    strengths, totals = _all_strengths(lance, kings)
    weaker = totals[bisect_left(strengths, strength)]
    not_stronger = totals[bisect_right(strengths, strength)]
    return (weaker + not_stronger) / (2 * totals[-1])


@cache
def _all_strengths(lance: str, kings: Kings) -> tuple[list[int], list[int]]:
    """The strengths that occur, ascending, and the number of hands below each of them.

    The second list is one longer: it ends with the number of all hands.
    """
    counts: Counter[int] = Counter()
    for cards, ways in _all_hands():
        strength = hand_strength(cards, kings)
        if _takes_part(lance, strength):
            counts[getattr(strength, lance)] += ways
    strengths = sorted(counts)
    totals = accumulate(map(counts.__getitem__, strengths), initial=0)
    return strengths, list(totals)


def _takes_part(lance: str, hand: HandStrength) -> bool:
    match lance:
        case "pares":
            return hand.pares > 0
        case "juego":
            return hand.juego > 0
        case "punto":
            return hand.juego == 0
    return True


@cache
def _all_hands() -> list[tuple[tuple[int, ...], int]]:
    """One hand for each combination of four ranks, and how many hands have these ranks."""
    hands = []
    for ranks in combinations_with_replacement(range(len(SPANISH_RANKS)), 4):
        hand: list[int] = []
        ways = 1
        for rank, count in Counter(ranks).items():
            hand += range(rank * 4, rank * 4 + count)
            ways *= comb(4, count)
        hands.append((tuple(hand), ways))
    return hands


# --- what a search asks ---


def plausibility(view: Json, state: State) -> float:
    """How well the hands explain what the others have said since the last exchange."""
    since_exchange: list[Json] = []
    for entry in view["talk"]:
        if entry["say"] == "discard":
            since_exchange = []
        else:
            since_exchange.append(entry)
    others = [entry for entry in since_exchange if entry["seat"] != view["seat"]]
    surprises = sum(not _explains(state, entry) for entry in others)
    return prod([SURPRISE] * surprises, start=1.0)


def _explains(state: State, entry: Json) -> bool:
    """Whether the hand of a seat fits what it said."""
    word: str = entry["say"]
    seat: int = entry["seat"]
    if word in ("mus", "no mus"):
        is_good = _is_worth_keeping(_strength_of(state, seat))
        return is_good == (word == "no mus")
    if word not in CLAIMED and word not in DENIED:
        return True
    names = [lance.name for lance in state.lances]
    chance = _chance_in_lance(state, names.index(entry["lance"]), seat)
    if word in CLAIMED:
        return chance > CLAIMED[word]
    return chance < DENIED[word]


def measure_gain(before: State, after: State, seat: int) -> float:
    """The chance to win the set judging by the points; 1 or 0 once it is over."""
    side = seat % 2
    if after.score.won != before.score.won:
        return float(after.score.won[side] > before.score.won[side])
    ours = _points_missing(after, side) ** EVEN
    theirs = _points_missing(after, 1 - side) ** EVEN
    return float(theirs / (ours + theirs))
