"""What a view tells of a deal's past: the auction and the tricks, read back from their texts as cards."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from games.mu.rules.masks import Mask
from games.mu.rules.state import Bid, Trick
from games.rules.base import Json, Seat
from games.rules.cards import MU, Cards
from games.rules.tricks import mask

Named = tuple[Seat, str]
"""A seat, and the text of a card that it has or had."""


class Past(NamedTuple):
    """What has been seen of a deal, as cards."""

    bids: tuple[Bid, ...]
    tricks: tuple[Trick, ...]
    trick: Cards
    held: dict[Seat, Mask]
    """The cards known to be held still."""
    known: Mask
    """All cards seen, wherever they are now."""


def read(public: Json, own: list[Named]) -> Past:
    """Reads the auction and the tricks; of twins a seat plays the revealed one first, and it is named first."""
    shown = [(bid["seat"], card) for bid in public["bids"] for card in bid["cards"]]
    played = [
        card for trick in public["tricks"] for card in _named(trick["cards"])
    ] + _named(public.get("trick", ()))
    from_hand = (Counter(played) - Counter(shown)).elements()
    cards = _numbered([*shown, *from_hand, *own])
    reveal, play = _Walk(cards), _Walk(cards)
    bids = tuple(
        Bid(bid["seat"], mask(reveal((bid["seat"], c) for c in bid["cards"])))
        for bid in public["bids"]
    )
    tricks = tuple(
        Trick(trick["cards"][0]["seat"], play(_named(trick["cards"])), trick["taker"])
        for trick in public["tricks"]
    )
    trick = play(_named(public.get("trick", ())))
    known = mask(card for some in cards.values() for card in some)
    return Past(bids, tricks, trick, play.left(), known)


def _named(cards: Iterable[Json]) -> list[Named]:
    return [(card["seat"], card["card"]) for card in cards]


def _numbered(names: list[Named]) -> dict[Named, Cards]:
    """For each seat and text the cards, of twins the first one first."""
    cards: dict[Named, Cards] = defaultdict(tuple)
    for name, card in zip(names, MU.read(text for _, text in names), strict=True):
        cards[name] += (card,)
    return cards


class _Walk:
    """Takes cards from where they are, one after the other."""

    def __init__(self, cards: dict[Named, Cards]) -> None:
        self._cards = {name: list(some) for name, some in cards.items()}

    def __call__(self, names: Iterable[Named]) -> Cards:
        return tuple(self._cards[name].pop(0) for name in names)

    def left(self) -> dict[Seat, Mask]:
        """By seat the cards that were not taken."""
        held: dict[Seat, Mask] = defaultdict(int)
        for (seat, _), cards in self._cards.items():
            held[seat] |= mask(cards)
        return held
