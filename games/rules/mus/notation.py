"""Moves as text: what is stored, sent and read by people."""

import re
from typing import Final

from games.rules.cards import SPANISH, Cards
from games.rules.errors import BadNotation
from games.rules.mus.legality import MUS, NO_MUS, NO_QUIERO, ORDAGO, PASO, QUIERO
from games.rules.mus.state import Move

_WORDS: Final = {move.say: move for move in (MUS, NO_MUS, PASO, QUIERO, NO_QUIERO, ORDAGO)}
_OFFER: Final = re.compile(r"envido (0|[1-9][0-9]{0,3})")
_SEEN: Final = "!"
"""Stands behind a card of a deal that everybody saw by accident (MUS-21)."""
_LONGEST_SHOWN: Final = 40


def parse(text: str) -> Move:
    """A move from its text; the cards of a discard may come in any order.

    Raises BadNotation `mus.unknown_move`, `cards.unknown`, `cards.twice`.
    """
    if text in _WORDS:
        return _WORDS[text]
    if offer := _OFFER.fullmatch(text):
        return Move("envido", int(offer[1]))
    word, *cards = text.split(" ")
    if word == "discard":
        return Move("discard", cards=tuple(sorted(SPANISH.read(cards))))
    if word == "deal":
        seen = [card.removesuffix(_SEEN) for card in cards if card.endswith(_SEEN)]
        return Move("deal", cards=SPANISH.read(card.removesuffix(_SEEN) for card in cards), seen=SPANISH.read(seen))
    raise BadNotation("mus.unknown_move", text=text[:_LONGEST_SHOWN])


def text(move: Move) -> str:
    """The move's one canonical text: `mus`, `envido 5`, `discard Ko 7e`, `deal 5e He! ...` with all cards in order."""
    if move.say == "envido":
        return f"envido {move.amount}"
    return " ".join([move.say, *(SPANISH.text(card) + _SEEN * (card in move.seen) for card in move.cards)])


def deal_move(order: Cards) -> Move:
    """The move by which chance deals this order of the pack; nobody sees a card by accident here (MUS-B6)."""
    return Move("deal", cards=order)


def card_text(card: int) -> str:
    """A card's text: rank letter of KHS765432A, suit letter of oceb."""
    return SPANISH.text(card)
