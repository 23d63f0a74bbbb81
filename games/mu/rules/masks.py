"""Sets of Mü cards as bit masks: card c is the bit `1 << c`.

Twins share a text; where only the text counts the first twin stands for both.
"""

from typing import Final

from games.rules.cards import MU, Cards
from games.rules.tricks import mask

Mask = int

DIGIT: Final = tuple(int(text[1]) for text in MU.texts)
"""By card: its digit (MU-2)."""

POINTS: Final = tuple((1, 0, 1, 1, 1, 1, 2, 2, 1, 0)[digit] for digit in DIGIT)
"""By card: 0 points for 1 and 9, 2 for 6 and 7, 1 for all others (MU-3)."""

COLOURS: Final = tuple(0xFFF << 12 * colour for colour in range(5))
"""By colour: its twelve cards."""

DIGITS: Final = tuple(
    mask(card for card in MU.cards if DIGIT[card] == digit) for digit in range(10)
)
"""By digit: its cards, one of each colour, two for the digits 1 and 7."""

FIRST: Final = mask(
    card for card in MU.cards[:-1] if MU.text(card) == MU.text(card + 1)
)
"""The first twins; the second twin is always the next card."""

SECOND: Final = FIRST << 1


def members(cards: Mask) -> Cards:
    """The cards in canonical order."""
    found = []
    while cards:
        lowest = cards & -cards
        found.append(lowest.bit_length() - 1)
        cards ^= lowest
    return tuple(found)


def texts(cards: Mask) -> list[str]:
    """The texts of the cards in canonical order."""
    return list(map(MU.text, members(cards)))


def kinds(cards: Mask) -> Mask:
    """One card for each text, the first of twins."""
    return cards & ~SECOND | (cards & SECOND) >> 1


def named(cards: Mask) -> Mask:
    """The same texts, where a second twin without the first is written as the first."""
    lone = cards & SECOND & ~((cards & FIRST) << 1)
    return cards ^ lone ^ lone >> 1


def meant(wanted: Mask, held: Mask) -> Mask:
    """The cards that `wanted` means: the second twin if the first is not held."""
    missing = wanted & FIRST & ~held
    return wanted ^ missing | missing << 1


def digits(cards: Mask) -> list[int]:
    """The digits, the highest first (MU-B10)."""
    return sorted(map(DIGIT.__getitem__, members(cards)), reverse=True)
