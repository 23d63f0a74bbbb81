"""A player of Mus by rules of thumb: the share of all hands that is weaker, how many there are to beat, some chance."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import accumulate, combinations_with_replacement
from math import comb, prod

from games.rules.base import Json
from games.rules.cards import SPANISH, SPANISH_RANKS
from games.rules.mus import worth
from games.rules.mus.hand import DUPLES, HEIGHT, THIRTY_ONE, Worth
from games.rules.mus.options import Kings

Below = Callable[[int], int]

BEST, GOOD, FAIR = 0.94, 0.82, 0.72
"""Chances of winning a lance from which to raise boldly, to raise, and to offer."""

KING, ACE = 9, 0


def choose(view: Json, rng: Below) -> str:
    """The text of a legal move for the seat whose view this is and whose turn it is."""
    legal = {choice["say"] for choice in view["choices"] if choice["legal"]}
    if "mus" in legal:
        return "no mus" if _is_worth_keeping(_worth(view)) or rng(12) == 0 else "mus"
    if "discard" in legal:
        if view["seen"] and _is_worth_keeping(_worth(view)):
            return "discard"  # MUS-21: after a card was seen, nothing need go
        return " ".join(["discard", *_discards(view["hand"], view["kings"])])
    chance = _chance(view) + (rng(9) - 4) / 100
    if "paso" in legal:
        return _open(view, chance, rng)
    return _answer(view, chance, rng, may_raise="envido" in legal)


def _worth(view: Json) -> Worth:
    return worth(SPANISH.read(view["hand"]), view["kings"], view["royal"])


def _is_worth_keeping(hand: Worth) -> bool:
    """Duples, 31, any juego with pares: nobody wants mus with these."""
    return hand.pares_bonus == DUPLES or hand.juego >= THIRTY_ONE or bool(hand.juego and hand.pares)


def _discards(hand: list[str], kings: Kings) -> list[str]:
    """Kings stay, with three of them an ace for 31; without kings what is paired; one card at least must go."""
    heights = [HEIGHT[kings][card[0]] for card in hand]
    held = Counter(heights)
    kept = {KING, ACE} if held[KING] == 3 else {KING} if held[KING] else {height for height in held if held[height] > 1}
    return [card for card, height in zip(hand, heights, strict=True) if height not in kept] or hand[-1:]


def _open(view: Json, chance: float, rng: Below) -> str:
    """Offers on fair cards, bluffs now and then; the better the cards, the larger the offer."""
    if _is_desperate(view) and chance > GOOD and rng(3) == 0:
        return "ordago"
    if chance > FAIR or rng(16) == 0:
        return f"envido {2 + rng(2 if chance < GOOD else 4)}"
    return "paso"


def _answer(view: Json, chance: float, rng: Below, *, may_raise: bool) -> str:
    """Raises good cards, accepts fair ones, and whatever it costs when a refusal would lose the set."""
    if may_raise and chance > BEST and rng(20) == 0:
        return "ordago"
    if may_raise and chance > GOOD and view["bet"]["amount"] < view["target"] and rng(3) == 0:
        return f"envido {2 + rng(2 if chance < BEST else 5)}"
    return "quiero" if chance > _price(view) or _refusal_loses(view) else "no quiero"


def _price(view: Json) -> float:
    """The chance of winning that an offer asks for: more the higher it is, most for an ordago."""
    bet = view["bet"]
    return 0.9 if bet["ordago"] else min(0.55 + bet["amount"] / 40, 0.85)


def _missing(view: Json, side: int) -> int:
    return int(view["target"] - view["score"]["running"][side])


def _refusal_loses(view: Json) -> bool:
    deje: int = view["bet"]["before"] or 1
    return _missing(view, 1 - view["seat"] % 2) <= deje


def _is_desperate(view: Json) -> bool:
    """The others are nearly home and we are far from it."""
    ours = view["seat"] % 2
    return _missing(view, 1 - ours) <= 5 and _missing(view, ours) > 10


def _chance(view: Json) -> float:
    """Roughly the chance that this side wins the lance: my hand beats each of theirs, or else my partner's does."""
    lance: str = view["lance"]
    seat: int = view["seat"]
    takes_part = [lance not in ("pares", "juego") or holder[lance] is True for holder in view["seats"]]
    theirs = takes_part[(seat + 1) % 4] + takes_part[(seat + 3) % 4]
    partners = int(takes_part[(seat + 2) % 4])
    alone = float(_share_weaker(lance, _worth(view), view["kings"]) ** theirs)
    return alone + (1 - alone) * partners / (partners + theirs)


def _share_weaker(lance: str, hand: Worth, kings: Kings) -> float:
    """What share of the hands that can take part is weaker, equal ones counted half."""
    strengths, totals = _all_strengths(lance, kings)
    strength: int = getattr(hand, lance)
    weaker, not_stronger = totals[bisect_left(strengths, strength)], totals[bisect_right(strengths, strength)]
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
    return strengths, list(accumulate((counts[strength] for strength in strengths), initial=0))


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
        hand = tuple(rank * 4 + suit for rank, many in held.items() for suit in range(many))
        hands.append((hand, prod(comb(4, many) for many in held.values())))
    return hands
