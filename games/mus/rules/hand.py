"""What four cards are worth in each lance."""

from collections import Counter
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from games.mus.rules.options import Kings, Royal
from games.rules.cards import SPANISH, SPANISH_RANKS, Cards

_PLAIN: Final = {rank: 9 - place for place, rank in enumerate(SPANISH_RANKS)}

HEIGHT: Final[dict[Kings, dict[str, int]]] = {
    8: _PLAIN | {"3": _PLAIN["K"], "2": _PLAIN["A"]},
    4: _PLAIN,
}
"""The order of the ranks, 9 for a king down to 0 for an ace (MUS-3, MUS-4, MUS-V3)."""

_FACE: Final = {
    "K": 10,
    "H": 10,
    "S": 10,
    "7": 7,
    "6": 6,
    "5": 5,
    "4": 4,
    "3": 3,
    "2": 2,
    "A": 1,
}

VALUE: Final[dict[Kings, dict[str, int]]] = {8: _FACE | {"3": 10, "2": 1}, 4: _FACE}
"""What each rank adds to the sum for juego and punto (MUS-5, MUS-V3)."""

PAR, MEDIAS, DUPLES = 1, 2, 3
"""The kinds of pares, each the number of its bonus points (MUS-29, MUS-54)."""

JUEGO_ORDER: Final = (33, 34, 35, 36, 37, 40, 32, 31)
"""The sums that are juego, the best last (MUS-34)."""

THIRTY_ONE: Final = JUEGO_ORDER.index(31) + 1
ROYAL: Final = THIRTY_ONE + 1

SOTA_OF_COINS: Final = SPANISH.card("So")


class Worth(NamedTuple):
    """A hand's strength in each lance: the greater number wins, equal numbers go by seat order (MUS-11)."""

    grande: int
    """MUS-24."""
    chica: int
    """MUS-25."""
    pares: int
    """MUS-29; 0 without pares."""
    juego: int
    """MUS-34, MUS-35; 0 without juego."""
    punto: int
    """The sum of the values, 4 to 40 (MUS-36)."""

    @property
    def pares_bonus(self) -> int:
        """Par 1, medias 2, duples 3 (MUS-54)."""
        return self.pares // 100

    @property
    def juego_bonus(self) -> int:
        """31 and the royal juego 3, any other juego 2 (MUS-55)."""
        return 0 if not self.juego else 3 if self.juego >= THIRTY_ONE else 2


def worth(hand: Cards, kings: Kings = 8, royal: Royal = "any") -> Worth:
    """The worth of four cards; their suits count only for the royal juego of coins (MUS-2, MUS-V9)."""
    a, b, c, d = hand
    found = _WORTHS[kings][_KEY[a] + _KEY[b] + _KEY[c] + _KEY[d]]
    if found.juego == ROYAL and (
        royal == "off" or (royal == "coins" and SOTA_OF_COINS not in hand)
    ):
        return found._replace(juego=THIRTY_ONE)
    return found


def is_4567(hand: Cards) -> bool:
    """The hand that may be shown and replaced in the first deal (MUS-V6)."""
    return "".join(SPANISH.text(card)[0] for card in hand) == "7654"


def _worth(ranks: str, kings: Kings) -> Worth:
    heights = [HEIGHT[kings][rank] for rank in ranks]
    values = [VALUE[kings][rank] for rank in ranks]
    return Worth(
        grande=_from_the_top(heights),
        chica=_from_the_top([9 - height for height in heights]),
        pares=_pares(heights),
        juego=_juego(values),
        punto=sum(values),
    )


def _from_the_top(heights: list[int]) -> int:
    """The highest card decides, then the next: four digits read as one number (MUS-24; upside down MUS-25)."""
    return int("".join(map(str, sorted(heights, reverse=True))))


def _pares(heights: list[int]) -> int:
    """The kind as hundreds, then the height of its cards; the others do not count (MUS-26, MUS-29, MUS-30)."""
    match sorted(
        ((many, height) for height, many in Counter(heights).items() if many > 1),
        reverse=True,
    ):
        case [(4, height)]:
            return DUPLES * 100 + height * 11
        case [(2, high), (2, low)]:
            return DUPLES * 100 + high * 10 + low
        case [(3, height)]:
            return MEDIAS * 100 + height
        case [(2, height)]:
            return PAR * 100 + height
    return 0


def _juego(values: list[int]) -> int:
    """The place of the sum in JUEGO_ORDER, counted from 1; three sevens and a ten are above all (MUS-32 to MUS-35)."""
    if sorted(values) == [7, 7, 7, 10]:
        return ROYAL
    return JUEGO_ORDER.index(sum(values)) + 1 if sum(values) > 30 else 0


_RANK_KEY: Final = {rank: 5**place for place, rank in enumerate(SPANISH_RANKS)}
_KEY: Final = tuple(_RANK_KEY[text[0]] for text in SPANISH.texts)
"""One number for each card, such that the sum of four tells their ranks: at most four of each, so base 5."""


def _worths(kings: Kings) -> dict[int, Worth]:
    return {
        sum(_RANK_KEY[rank] for rank in ranks): _worth("".join(ranks), kings)
        for ranks in combinations_with_replacement(SPANISH_RANKS, 4)
    }


_WORTHS: Final[dict[Kings, dict[int, Worth]]] = {8: _worths(8), 4: _worths(4)}
"""All 715 hands by rank, worked out once."""
