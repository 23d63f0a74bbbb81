"""A state drawn at random from all that a view allows, with which a player who sees only the view can think ahead."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.rules.base import CHANCE, Below, Json, Seat
from games.rules.cards import MU, Cards
from games.rules.mu.masks import COLOURS, Mask, members
from games.rules.mu.options import Options
from games.rules.mu.state import Bid, Contract, Deal, State, Trick
from games.rules.mu.trumps import CARDS, TEXTS, ranking
from games.rules.tricks import Holder, lie, mask

Named = tuple[Seat, str]
"""A seat, and the text of a card that it has or had."""


def imagine(view: Json, below: Below) -> State:
    """A state that the seat of this view cannot tell from the real one: the hidden cards are drawn from all that fit.

    Fits: what is neither seen, nor of a suit that its holder once failed to follow (MU-34).
    """
    options = Options(**{name: view[name] for name in Options._fields})
    own = [(view["seat"], text) for text in view.get("hand", ())]
    past = _past(view, own)
    deal = _deal(view, view["deal"], past)
    if view["to_act"] not in (CHANCE, None):
        deal = deal._replace(hands=_hands(view, deal, past, below))
    last = view["last_deal"] and _deal(view["last_deal"], view["last_deal"]["deal"], _past(view["last_deal"], []))
    sheet = tuple(map(tuple, view["score"]["sets"]))
    return State(options, view["phase"], view["to_act"], deal, tuple(view["score"]["won"]), sheet, last)


class Past(NamedTuple):
    """What has been seen of a deal, as cards."""

    bids: tuple[Bid, ...]
    tricks: tuple[Trick, ...]
    trick: Cards
    held: dict[Seat, Mask]
    """The cards known to be held still."""
    known: Mask
    """All cards seen, wherever they are now."""


def _past(public: Json, own: list[Named]) -> Past:
    """Reads the auction and the tricks; of twins a seat plays the revealed one first, and it is named first."""
    shown = [(bid["seat"], card) for bid in public["bids"] for card in bid["cards"]]
    played = [card for trick in public["tricks"] for card in _named(trick["cards"])] + _named(public.get("trick", ()))
    from_hand = (Counter(played) - Counter(shown)).elements()
    cards = _numbered([*shown, *from_hand, *own])
    reveal, play = _Walk(cards), _Walk(cards)
    bids = tuple(Bid(bid["seat"], mask(reveal((bid["seat"], c) for c in bid["cards"]))) for bid in public["bids"])
    tricks = tuple(
        Trick(trick["cards"][0]["seat"], play(_named(trick["cards"])), trick["taker"]) for trick in public["tricks"]
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


def _deal(public: Json, number: int, past: Past) -> Deal:
    """The deal but for the hands."""
    seats = public["seats"] if "seats" in public else [{"taken": points} for points in public["taken"]]
    rows = [0] * len(seats)
    for bid in past.bids:
        rows[bid.seat] |= bid.cards
    contract = Contract(
        public["boss"], public["vice"], public["partner"], _trump(public["boss_trump"]), _trump(public["vice_trump"])
    )
    taken = tuple(seat["taken"] for seat in seats)
    nothing = (0,) * len(seats)
    return Deal(number, public["dealer"], nothing, tuple(rows), past.bids, contract, past.trick, taken, past.tricks)


def _trump(text: str | None) -> int:
    return TEXTS.index(text or "none")


def _hands(view: Json, deal: Deal, past: Past, below: Below) -> tuple[Mask, ...]:
    """Each seat holds what it is known to hold, and of the unseen cards as many as it has hidden ones."""
    seats = range(len(view["seats"]))
    suits = _suits(deal.contract)
    voids = _voids(deal, suits)
    others = [seat for seat in seats if seat != view.get("seat")]
    holders = [Holder(view["seats"][seat]["in_hand"], frozenset(voids[seat])) for seat in others]
    unseen = mask(MU.cards[: 36 if len(seats) == 3 else 60]) & ~past.known
    drawn = dict(zip(others, lie([members(unseen & suit) for suit in suits], holders, below), strict=True))
    return tuple(past.held[seat] | mask(drawn.get(seat, ())) for seat in seats)


def _suits(contract: Contract) -> tuple[Mask, ...]:
    """The trumps, and what they leave of each colour (MU-33)."""
    trumps = CARDS[contract.boss_trump] | CARDS[contract.vice_trump]
    return trumps, *(colour & ~trumps for colour in COLOURS)


def _voids(deal: Deal, suits: tuple[Mask, ...]) -> dict[Seat, set[int]]:
    """By seat the places of the suits that it failed to follow: it has none of them left (MU-34)."""
    voids: dict[Seat, set[int]] = defaultdict(set)
    for seat, card, led in _followed(deal):
        if not led >> card & 1:
            voids[seat].add(suits.index(led))
    return voids


def _followed(deal: Deal) -> Iterator[tuple[Seat, int, Mask]]:
    """Each card that followed a lead: who played it, and the suit led."""
    suits = ranking(deal.contract.boss_trump, deal.contract.vice_trump).suits
    lead = deal.tricks[-1].taker if deal.tricks else deal.contract.boss or 0
    for leader, cards, _ in (*deal.tricks, Trick(lead, deal.trick, lead)):
        for place, card in enumerate(cards[1:], start=1):
            yield (leader + place) % len(deal.hands), card, suits[cards[0]]
