"""Trumps: what may be named, to which suit a card belongs under two trumps, and which card takes a trick."""

from functools import lru_cache
from typing import Final, NamedTuple

from games.mu.rules.masks import COLOURS, DIGIT, DIGITS, Mask
from games.rules.cards import MU, MU_COLOURS

Trump = int
"""0 to 4 a colour, its place in MU_COLOURS; 5 to 14 a digit; NO_TRUMP none."""

NO_TRUMP: Final = 15

TEXTS: Final = (*MU_COLOURS, *"0123456789", "none")
"""By trump its text."""

CARDS: Final[tuple[Mask, ...]] = (*COLOURS, *DIGITS, 0)
"""By trump its cards."""


def on_row(row: Mask) -> tuple[Trump, ...]:
    """The colours and digits on revealed cards: what their owner may name (MU-25)."""
    return tuple(trump for trump in range(NO_TRUMP) if row & CARDS[trump])


class Trumps(NamedTuple):
    """The two trumps of a deal, and what they make of the pack."""

    boss: Trump
    vice: Trump
    suits: tuple[Mask, ...]
    """By card all cards of its suit: all trumps together, or what the trumps leave of its colour (MU-33, MU-35)."""
    strengths: tuple[tuple[int, ...], ...]
    """By card led the strength of each card; the strongest takes the trick (MU-36, MU-37)."""


@lru_cache(maxsize=256)
def trumps(boss: Trump = NO_TRUMP, vice: Trump = NO_TRUMP) -> Trumps:
    """The suits and strengths under these trumps; the boss outranks the vice (MU-27)."""
    trumps = CARDS[boss] | CARDS[vice]
    suits = tuple(
        trumps if trumps >> card & 1 else COLOURS[card // 12] & ~trumps
        for card in MU.cards
    )
    order = tuple(_strength(card, boss, vice) for card in MU.cards)
    led = {suit: _under_lead(order, suit | trumps) for suit in set(suits)}
    return Trumps(boss, vice, suits, tuple(led[suit] for suit in suits))


def _strength(card: int, boss: Trump, vice: Trump) -> int:
    """A double trump, then the boss' trumps, then the vice's, then the rest; among equals by digit (MU-37).

    The cards of a digit trump are all equal thereby, and so are double trumps (MU-38, MU-B19). Where both have named
    the same, all its cards are double, which is one trump (MU-B15).
    """
    return 40 * (CARDS[boss] >> card & 1) + 20 * (CARDS[vice] >> card & 1) + DIGIT[card]


def _under_lead(order: tuple[int, ...], able: Mask) -> tuple[int, ...]:
    """What is neither of the suit led nor a trump takes nothing (MU-36)."""
    return tuple(
        strength if able >> card & 1 else -1 for card, strength in enumerate(order)
    )
