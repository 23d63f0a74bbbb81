"""What a view tells about a deal's past: the auction and the tricks, read back as cards."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from games.mu.rules.masks import Mask
from games.mu.rules.state import Bid, Trick
from games.rules.base import Json, Seat
from games.rules.cards import MU, Cards
from games.rules.tricks import mask

NamedCard = tuple[Seat, str]
"""A seat, and the text of a card that it holds or held."""


class Past(NamedTuple):
    """What was seen of a deal."""

    bids: tuple[Bid, ...]
    tricks: tuple[Trick, ...]
    trick: Cards
    held: dict[Seat, Mask]
    """By seat: the cards that it is known to hold still."""
    known: Mask
    """All cards seen, wherever they are now."""


def read_past(public: Json, own: list[NamedCard]) -> Past:
    """Read the auction and the tricks of a deal; `own` are the cards of the viewer."""
    shown: list[NamedCard] = []
    for bid in public["bids"]:
        shown += [(bid["seat"], card) for card in bid["cards"]]
    played: list[NamedCard] = []
    for finished in public["tricks"]:
        played += _named_cards(finished["cards"])
    played += _named_cards(public.get("trick", ()))

    # Of twins a seat plays the revealed one first, so the revealed one is numbered first.
    from_hand = (Counter(played) - Counter(shown)).elements()
    cards = _number_cards([*shown, *from_hand, *own])
    known = 0
    for twins in cards.values():
        known |= mask(twins)

    reveals, plays = _Places(cards), _Places(cards)
    bids = []
    for bid in public["bids"]:
        names = [(bid["seat"], card) for card in bid["cards"]]
        bids.append(Bid(bid["seat"], mask(reveals.take(names))))
    tricks = []
    for finished in public["tricks"]:
        leader = finished["cards"][0]["seat"]
        cards_of_trick = plays.take(_named_cards(finished["cards"]))
        tricks.append(Trick(leader, cards_of_trick, finished["taker"]))
    trick = plays.take(_named_cards(public.get("trick", ())))
    return Past(tuple(bids), tuple(tricks), trick, plays.left(), known)


def _named_cards(cards: Iterable[Json]) -> list[NamedCard]:
    return [(card["seat"], card["card"]) for card in cards]


def _number_cards(names: list[NamedCard]) -> dict[NamedCard, Cards]:
    """The cards behind each seat and text, the first of twins first."""
    texts = [text for _, text in names]
    numbers = MU.read(texts)
    cards: dict[NamedCard, Cards] = defaultdict(tuple)
    for name, card in zip(names, numbers, strict=True):
        cards[name] += (card,)
    return cards


class _Places:
    """Where cards are, so that they can be taken from there one after the other."""

    def __init__(self, cards: dict[NamedCard, Cards]) -> None:
        self._cards = {name: list(twins) for name, twins in cards.items()}

    def take(self, names: Iterable[NamedCard]) -> Cards:
        taken = []
        for name in names:
            twins = self._cards[name]
            taken.append(twins.pop(0))
        return tuple(taken)

    def left(self) -> dict[Seat, Mask]:
        """By seat: the cards that were not taken."""
        held: dict[Seat, Mask] = defaultdict(int)
        for (seat, _), cards in self._cards.items():
            held[seat] |= mask(cards)
        return held
