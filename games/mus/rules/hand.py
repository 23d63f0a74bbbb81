"""The strength of four cards in each lance."""

from collections import Counter
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from games.mus.rules.options import Kings, Royal
from games.rules.cards import SPANISH, SPANISH_RANKS, Cards

_PLAIN: Final = {rank: 9 - index for index, rank in enumerate(SPANISH_RANKS)}

HEIGHT: Final[dict[Kings, dict[str, int]]] = {
    8: _PLAIN | {"3": _PLAIN["K"], "2": _PLAIN["A"]},
    4: _PLAIN,
}
"""The order of the ranks, 9 for a king down to 0 for an ace (MUS-3, MUS-4, MUS-V3)."""

KING, ACE = 9, 0
"""The heights of a king and an ace."""

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
"""The kinds of pares; each number is also the bonus in points (MUS-29, MUS-54)."""

JUEGO_ORDER: Final = (33, 34, 35, 36, 37, 40, 32, 31)
"""The sums that are juego, the best last (MUS-34)."""

THIRTY_ONE: Final = JUEGO_ORDER.index(31) + 1
ROYAL: Final = THIRTY_ONE + 1

SOTA_OF_COINS: Final = SPANISH.card("So")


class HandStrength(NamedTuple):
    """A hand's strength in each lance.

    The greater number wins; between equal numbers the order of the seats decides (MUS-11).
    """

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
        """3 for 31 and the royal juego, 2 for any other juego (MUS-55)."""
        if not self.juego:
            return 0
        if self.juego >= THIRTY_ONE:
            return 3
        return 2


def hand_strength(hand: Cards, kings: Kings = 8, royal: Royal = "any") -> HandStrength:
    """The strength of four cards under these options (MUS-V3, MUS-V9)."""
    a, b, c, d = hand
    strength = _STRENGTHS[kings][_KEY[a] + _KEY[b] + _KEY[c] + _KEY[d]]
    # Suits count for nothing but this (MUS-2).
    if strength.juego == ROYAL and not _is_royal(hand, royal):
        return strength._replace(juego=THIRTY_ONE)
    return strength


def _is_royal(hand: Cards, royal: Royal) -> bool:
    """Whether three sevens and a ten are a royal juego at this table (MUS-V9)."""
    if royal == "coins":
        return SOTA_OF_COINS in hand
    return royal == "any"


def is_4567(hand: Cards) -> bool:
    """Whether the hand may be shown and replaced in the first deal (MUS-V6)."""
    return "".join(SPANISH.text(card)[0] for card in hand) == "7654"


def _strength_of_ranks(ranks: str, kings: Kings) -> HandStrength:
    heights = [HEIGHT[kings][rank] for rank in ranks]
    values = [VALUE[kings][rank] for rank in ranks]
    return HandStrength(
        grande=_read_as_number(heights),
        chica=_read_as_number([9 - height for height in heights]),
        pares=_pares(heights),
        juego=_juego(values),
        punto=sum(values),
    )


def _read_as_number(heights: list[int]) -> int:
    """The heights as the digits of one number, the highest first.

    The highest card decides, then the next (MUS-24; upside down for chica, MUS-25).
    """
    return int("".join(map(str, sorted(heights, reverse=True))))


def _pares(heights: list[int]) -> int:
    """The kind as hundreds, plus the heights of its cards (MUS-29, MUS-30).

    The cards that are not paired do not count (MUS-26).
    """
    groups = []
    for height, count in Counter(heights).items():
        if count > 1:
            groups.append((count, height))
    match sorted(groups, reverse=True):
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
    """The rank of the sum in JUEGO_ORDER, counted from 1 (MUS-32 to MUS-34)."""
    if sorted(values) == [7, 7, 7, 10]:  # above all others (MUS-35)
        return ROYAL
    if sum(values) <= 30:
        return 0
    return JUEGO_ORDER.index(sum(values)) + 1


_RANK_KEY: Final = {rank: 5**index for index, rank in enumerate(SPANISH_RANKS)}
_KEY: Final = tuple(_RANK_KEY[text[0]] for text in SPANISH.texts)
"""By card: a number whose sum over four cards identifies their ranks.

There are four cards of each rank, so each rank is one digit in base 5.
"""


def _all_strengths(kings: Kings) -> dict[int, HandStrength]:
    strengths = {}
    for ranks in combinations_with_replacement(SPANISH_RANKS, 4):
        key = sum(map(_RANK_KEY.__getitem__, ranks))
        strengths[key] = _strength_of_ranks("".join(ranks), kings)
    return strengths


_STRENGTHS: Final[dict[Kings, dict[int, HandStrength]]] = {
    8: _all_strengths(8),
    4: _all_strengths(4),
}
"""The strengths of all 715 combinations of ranks, computed once."""
