"""Trumps: what may be named, which suit a card belongs to, and which card wins a trick."""

from functools import lru_cache
from typing import Final, NamedTuple

from games.mu.rules.masks import COLOURS, DIGIT, DIGITS, Mask
from games.rules.cards import MU, MU_COLOURS

Trump = int
"""0 to 4: a colour, its index in MU_COLOURS. 5 to 14: a digit. NO_TRUMP: none."""

NO_TRUMP: Final = 15

TEXTS: Final = (*MU_COLOURS, *"0123456789", "none")
"""By trump: its text."""

CARDS: Final[tuple[Mask, ...]] = (*COLOURS, *DIGITS, 0)
"""By trump: its cards."""


def on_row(row: Mask) -> tuple[Trump, ...]:
    """The colours and digits of the revealed cards, which their owner may name (MU-25)."""
    return tuple([trump for trump in range(NO_TRUMP) if row & CARDS[trump]])


class Trumps(NamedTuple):
    """The two trumps of a deal, and how they divide the pack."""

    boss: Trump
    vice: Trump
    suits: tuple[Mask, ...]
    """By card: its whole suit, which is all trumps or the rest of its colour (MU-33, MU-35)."""
    strengths: tuple[tuple[int, ...], ...]
    """By card led: the strength of each card; the strongest wins the trick (MU-36, MU-37)."""


@lru_cache(maxsize=256)
def trumps(boss: Trump = NO_TRUMP, vice: Trump = NO_TRUMP) -> Trumps:
    """The suits and strengths under these trumps; the boss outranks the vice (MU-27)."""
    all_trumps = CARDS[boss] | CARDS[vice]
    suits = []
    for card in MU.cards:
        if all_trumps >> card & 1:
            suits.append(all_trumps)
        else:
            suits.append(COLOURS[card // 12] & ~all_trumps)
    order = [_strength(card, boss, vice) for card in MU.cards]
    by_suit = {suit: _when_led(order, suit | all_trumps) for suit in set(suits)}
    strengths = tuple([by_suit[suit] for suit in suits])
    return Trumps(boss, vice, tuple(suits), strengths)


def _strength(card: int, boss: Trump, vice: Trump) -> int:
    """A double trump beats the boss's trumps, they beat the vice's, these the rest (MU-37).

    Among cards of one group the digit decides. So all cards of a digit trump are equal, and
    so are double trumps (MU-38, MU-B19). If both have named the same trump, all its cards
    are double, which makes them one trump (MU-B15).
    """
    is_boss_trump = CARDS[boss] >> card & 1
    is_vice_trump = CARDS[vice] >> card & 1
    return 40 * is_boss_trump + 20 * is_vice_trump + DIGIT[card]


def _when_led(order: list[int], able: Mask) -> tuple[int, ...]:
    """The strengths after a lead: a card of another suit that is no trump never wins (MU-36)."""
    strengths = list(order)
    for card in MU.cards:
        if not able >> card & 1:
            strengths[card] = -1
    return tuple(strengths)
