"""The packs: which cards there are, in canonical order, and the text of each card."""

from collections.abc import Iterable
from typing import Final

from games.rules.errors import N_, BadNotation

Cards = tuple[int, ...]

REFUSALS: Final = {
    "cards.unknown": N_("There is no card “{card}” in this pack."),
    "cards.twice": N_("The card “{card}” is named twice."),
}


class Pack:
    """A pack of different cards; a card is a small number, its place in the canonical order."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.texts: Final = tuple(texts)
        self.cards: Final[Cards] = tuple(range(len(self.texts)))
        self._card = {text: card for card, text in enumerate(self.texts)}

    def text(self, card: int) -> str:
        """The card's text, for example `Ko`."""
        return self.texts[card]

    def card(self, text: str) -> int:
        """The card with this text. Raises BadNotation `cards.unknown`."""
        try:
            return self._card[text]
        except KeyError:
            raise BadNotation("cards.unknown", card=text) from None

    def read(self, texts: Iterable[str]) -> Cards:
        """Different cards from their texts, in the order given. Raises BadNotation `cards.unknown`, `cards.twice`."""
        cards: dict[int, None] = {}
        for text in texts:
            card = self.card(text)
            if card in cards:
                raise BadNotation("cards.twice", card=text)
            cards[card] = None
        return tuple(cards)


SPANISH_RANKS: Final = "KHS765432A"
"""King, caballo (horse), sota (jack), seven down to two, ace."""

SPANISH_SUITS: Final = "oceb"
"""Oros (coins), copas (cups), espadas (swords), bastos (clubs)."""

SPANISH: Final = Pack(rank + suit for rank in SPANISH_RANKS for suit in SPANISH_SUITS)
"""The forty Spanish cards: `card // 4` is the rank's place in SPANISH_RANKS, `card % 4` the suit's in SPANISH_SUITS."""
