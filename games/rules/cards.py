"""The packs: their cards in canonical order, and the text of each card."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from core.refusals import N_, BadNotation

Cards = tuple[int, ...]

REFUSALS: Final = {
    "cards.unknown": N_("There is no card “{card}” in this pack."),
    "cards.twice": N_(
        "The card “{card}” is named more times than the pack contains it."
    ),
}


class Pack:
    """A pack of cards. A card is its position in the canonical order; twins share a text."""

    def __init__(self, rule: str, texts: Iterable[str]) -> None:
        self.rule: Final = rule
        """The rule that lists the cards of this pack."""
        self.texts: Final = tuple(texts)
        self.cards: Final[Cards] = tuple(range(len(self.texts)))
        self._twins: dict[str, Cards] = {}
        for card, text in enumerate(self.texts):
            self._twins[text] = (*self._twins.get(text, ()), card)

    def text(self, card: int) -> str:
        """The card's text, for example `Ko`."""
        return self.texts[card]

    def card(self, text: str) -> int:
        """The card with this text, the first of twins. Raises BadNotation `cards.unknown`."""
        return self._twins_of(text)[0]

    def read(self, texts: Iterable[str]) -> Cards:
        """Different cards from their texts, in the order given; the first of twins first.

        Raises BadNotation `cards.unknown`, `cards.twice`.
        """
        texts = tuple(texts)
        different = set(texts)
        if len(different) == len(texts) and self._twins.keys() >= different:
            return tuple([self._twins[text][0] for text in texts])
        for text in texts:
            self._twins_of(text)  # an unknown card is reported before a repeated one
        return self._read_with_twins(texts)

    def _read_with_twins(self, texts: tuple[str, ...]) -> Cards:
        used: Counter[str] = Counter()
        cards = []
        for text in texts:
            twins = self._twins_of(text)
            if used[text] == len(twins):
                raise BadNotation("cards.twice", card=text, rule=self.rule)
            cards.append(twins[used[text]])
            used[text] += 1
        return tuple(cards)

    def _twins_of(self, text: str) -> Cards:
        try:
            return self._twins[text]
        except KeyError:
            raise BadNotation("cards.unknown", card=text, rule=self.rule) from None


SPANISH_RANKS: Final = "KHS765432A"
"""King, caballo (horse), sota (jack), seven down to two, ace."""

SPANISH_SUITS: Final = "oceb"
"""Oros (coins), copas (cups), espadas (swords), bastos (clubs)."""

SPANISH: Final = Pack(
    "MUS-2", (rank + suit for rank in SPANISH_RANKS for suit in SPANISH_SUITS)
)
"""The forty Spanish cards.

`card // 4` is the index of the rank in SPANISH_RANKS, `card % 4` of the suit in SPANISH_SUITS.
"""

FRENCH_RANKS: Final = "23456789TJQKA"
"""From the lowest to the highest (MIZ-2)."""

FRENCH_SUITS: Final = "CDHS"
"""Clubs, diamonds, hearts, spades."""

FRENCH: Final = Pack(
    "MIZ-2", (rank + suit for suit in FRENCH_SUITS for rank in FRENCH_RANKS)
)
"""The 52 French cards.

`card // 13` is the index of the suit in FRENCH_SUITS, `card % 13` of the rank in FRENCH_RANKS.
"""

MU_COLOURS: Final = "RBGYK"
"""Red, blue, green, yellow, black."""

MU_DIGITS: Final = "011234567789"
"""The digits of one colour: 1 and 7 come twice (MU-2)."""

MU: Final = Pack(
    "MU-2", (colour + digit for colour in MU_COLOURS for digit in MU_DIGITS)
)
"""The sixty cards of Mü.

`card // 12` is the index of the colour in MU_COLOURS, `card % 12` of the digit in MU_DIGITS.
"""
