"""Mus by rules of thumb: the share of all hands that is weaker, how many there are to beat, some chance."""

from bisect import bisect_left, bisect_right
from collections import Counter
from functools import cache
from itertools import accumulate, combinations_with_replacement
from math import comb, prod
from typing import Final

from games.mus.rules.hand import DUPLES, HEIGHT, THIRTY_ONE, Worth, worth
from games.mus.rules.legality import (
    MUS,
    NO_MUS,
    NO_QUIERO,
    NO_VISTO,
    ORDAGO,
    PASO,
    QUIERO,
    VISTO,
    announcement,
    legal_moves,
)
from games.mus.rules.options import Kings
from games.mus.rules.state import Move, State
from games.rules.base import Below, Json
from games.rules.cards import SPANISH, SPANISH_RANKS, Cards

BEST, GOOD, FAIR = 0.94, 0.82, 0.72
"""Chances of winning a lance from which to raise boldly, to raise, and to offer."""

KING, ACE = 9, 0

CLAIMED: Final = {"envido": FAIR, "ordago": GOOD, "quiero": 0.6}
DENIED: Final = {"paso": FAIR, "no quiero": 0.65}
"""Whoever says one of these words mostly has a better chance of winning the lance than this, or a worse one."""

EVEN: Final = 1.5
"""How fast the chance to win the set falls with the points that are missing; from sets of these rules of thumb."""

SURPRISE: Final = 0.15
"""How often people do what their cards do not explain."""


def move(state: State, below: Below) -> Move:
    """What the seat to act does by rules of thumb; it looks at its own hand and at what is public."""
    match state.phase:
        case "redeal":
            return legal_moves(state)[-1]  # whoever may show a 4-5-6-7 does
        case "decide":
            return NO_VISTO if _is_worth_keeping(_worth(state)) else VISTO
        case "pares" | "juego":
            return announcement(state)
        case "mus":
            return NO_MUS if _is_worth_keeping(_worth(state)) or below(12) == 0 else MUS
        case "discard":
            return Move("discard", cards=_discards(state))
        case "visto":  # MUS-21: nothing need go
            return Move(
                "discard",
                cards=() if _is_worth_keeping(_worth(state)) else _discards(state),
            )
        case "open":
            return _open(state, _chance(state) + (below(9) - 4) / 100, below)
        case "offer":
            return _answer(
                state, _chance(state) + (below(9) - 4) / 100, below, may_raise=True
            )
    return _answer(state, _chance(state), below, may_raise=False)


def candidates(state: State) -> tuple[Move, ...]:
    """All discards; of the offers a small one, a large one and ordago; of what could be announced the truth."""
    if state.phase == "pares" or state.phase == "juego":
        return (announcement(state),)
    return tuple(
        move
        for move in legal_moves(state)
        if move.say != "envido" or move.amount in (2, 5)
    )


def _worth(state: State) -> Worth:
    return worth(
        state.table.hands[state.speaker], state.options.kings, state.options.royal
    )


def _is_worth_keeping(hand: Worth) -> bool:
    """Duples, 31, any juego with pares: nobody wants mus with these."""
    return (
        hand.pares_bonus == DUPLES
        or hand.juego >= THIRTY_ONE
        or bool(hand.juego and hand.pares)
    )


def _discards(state: State) -> Cards:
    """Kings stay, with three of them an ace for 31; without kings what is paired; one card at least must go."""
    hand, height = state.table.hands[state.speaker], HEIGHT[state.options.kings]
    heights = [height[SPANISH.text(card)[0]] for card in hand]
    held = Counter(heights)
    kept = (
        {KING, ACE}
        if held[KING] == 3
        else {KING}
        if held[KING]
        else {height for height in held if held[height] > 1}
    )
    return (
        tuple(
            card
            for card, height in zip(hand, heights, strict=True)
            if height not in kept
        )
        or hand[-1:]
    )


def _open(state: State, chance: float, below: Below) -> Move:
    """Offers on fair cards, bluffs now and then; the better the cards, the larger the offer."""
    if _is_desperate(state) and chance > GOOD and below(3) == 0:
        return ORDAGO
    if chance > FAIR or below(16) == 0:
        return Move("envido", 2 + below(2 if chance < GOOD else 4))
    return PASO


def _answer(state: State, chance: float, below: Below, *, may_raise: bool) -> Move:
    """Raises good cards, accepts fair ones, and whatever it costs when a refusal would lose the set."""
    bet = state.bet
    assert bet is not None
    if may_raise and chance > BEST and below(20) == 0:
        return ORDAGO
    if (
        may_raise
        and chance > GOOD
        and bet.amount < state.options.points_per_set
        and below(3) == 0
    ):
        return Move("envido", 2 + below(2 if chance < BEST else 5))
    return (
        QUIERO
        if chance > _price(bet.amount, bet.ordago) or _refusal_loses(state)
        else NO_QUIERO
    )


def _price(amount: int, ordago: bool) -> float:
    """The chance of winning that an offer asks for: more the higher it is, most for an ordago."""
    return 0.8 if ordago else min(0.55 + amount / 40, 0.85)


def _missing(state: State, side: int) -> int:
    return state.options.points_per_set - state.score.running[side]


def _refusal_loses(state: State) -> bool:
    bet = state.bet
    return bet is not None and _missing(state, bet.seat % 2) <= (bet.before or 1)


def _is_desperate(state: State) -> bool:
    """The others are nearly home and we are far from it."""
    ours = state.speaker % 2
    return _missing(state, 1 - ours) <= 5 and _missing(state, ours) > 10


def _chance(state: State) -> float:
    """Roughly the chance that the side to act wins the lance."""
    lance, seat = state.lances[-1], state.speaker
    return _chance_of(
        lance.name,
        getattr(_worth(state), lance.name),
        lance.players,
        seat,
        state.options.kings,
    )


@cache
def _chance_of(
    lance: str, strength: int, players: tuple[int, ...], seat: int, kings: Kings
) -> float:
    """My hand beats each of theirs, or else my partner's does."""
    theirs = sum(player % 2 != seat % 2 for player in players)
    partners = int((seat + 2) % 4 in players)
    alone = float(_share_weaker(lance, strength, kings) ** theirs)
    return alone + (1 - alone) * partners / (partners + theirs)


def _share_weaker(lance: str, strength: int, kings: Kings) -> float:
    """What share of the hands that can take part is weaker, equal ones counted half."""
    strengths, totals = _all_strengths(lance, kings)
    weaker, not_stronger = (
        totals[bisect_left(strengths, strength)],
        totals[bisect_right(strengths, strength)],
    )
    return (weaker + not_stronger) / (2 * totals[-1])


@cache
def _all_strengths(lance: str, kings: Kings) -> tuple[list[int], list[int]]:
    """The strengths that occur, rising, and how many of all hands lie below each; the last number is all of them."""
    counts: Counter[int] = Counter()
    for cards, many in _all_hands():
        hand = worth(cards, kings)
        if _takes_part(lance, hand):
            counts[getattr(hand, lance)] += many
    strengths = sorted(counts)
    return strengths, list(
        accumulate((counts[strength] for strength in strengths), initial=0)
    )


def _takes_part(lance: str, hand: Worth) -> bool:
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
    """One hand of each set of four ranks, and how many hands have these ranks."""
    hands = []
    for ranks in combinations_with_replacement(range(len(SPANISH_RANKS)), 4):
        held = Counter(ranks)
        hand = tuple(
            rank * 4 + suit for rank, many in held.items() for suit in range(many)
        )
        hands.append((hand, prod(comb(4, many) for many in held.values())))
    return hands


def plausible(view: Json, state: State) -> float:
    """Since the last exchange: who cut the mus or offered had the cards for it, who waited or refused had not."""
    talk = view["talk"]
    last_exchange = max(
        (n for n, said in enumerate(talk) if said["say"] == "discard"), default=-1
    )
    others = (
        said for said in talk[last_exchange + 1 :] if said["seat"] != view["seat"]
    )
    return prod(
        1.0 if _fits(said["say"], said["lance"], said["seat"], state) else SURPRISE
        for said in others
    )


def _fits(word: str, name: str | None, seat: int, state: State) -> bool:
    hand = worth(state.table.hands[seat], state.options.kings, state.options.royal)
    if word in ("mus", "no mus"):
        return _is_worth_keeping(hand) == (word == "no mus")
    if word not in CLAIMED and word not in DENIED:
        return True
    lance = next(lance for lance in state.lances if lance.name == name)
    chance = _chance_of(
        lance.name, getattr(hand, lance.name), lance.players, seat, state.options.kings
    )
    return chance > CLAIMED[word] if word in CLAIMED else chance < DENIED[word]


def gain(before: State, after: State, seat: int) -> float:
    """The chance to win the set, as far as the points tell; 1 or 0 once it is over."""
    mine = seat % 2
    if after.score.won != before.score.won:
        return float(after.score.won[mine] > before.score.won[mine])
    ours, theirs = _missing(after, mine) ** EVEN, _missing(after, 1 - mine) ** EVEN
    return float(theirs / (ours + theirs))
