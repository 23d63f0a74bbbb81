"""Moves as text, as they are stored, sent and read by people."""

import re
from typing import Final

from core.refusals import BadNotation
from games.mus.rules import legality
from games.mus.rules.state import Move
from games.rules.cards import SPANISH, Cards

_WORDS: Final = {move.say: move for move in legality.WORDS}
_OFFER: Final = re.compile(r"envido (0|[1-9][0-9]*)")
LARGEST_OFFER: Final = 9999
"""The rules know no limit, but no set has more than 200 points."""
_EXPOSED: Final = re.compile(r"exposed ([0-3])")
_LONGEST_SHOWN: Final = 40


def parse(text: str) -> Move:
    """A move from its text; the cards of a discard may come in any order.

    Raises BadNotation `mus.unknown_move`, `mus.offer_too_large`, `cards.unknown`, `cards.twice`.
    """
    if text in _WORDS:
        return _WORDS[text]
    if found := _OFFER.fullmatch(text):
        return _offer(found[1])
    if found := _EXPOSED.fullmatch(text):
        return Move("exposed", int(found[1]))
    word, *cards = text.split(" ")
    if word == "discard":
        return legality.discard(tuple(sorted(SPANISH.read(cards))))
    if word == "deal":
        return deal_move(SPANISH.read(cards))
    raise BadNotation("mus.unknown_move", text=text[:_LONGEST_SHOWN])


def _offer(digits: str) -> Move:
    if len(digits) > len(str(LARGEST_OFFER)):
        raise BadNotation("mus.offer_too_large", max=LARGEST_OFFER)
    return legality.offer(int(digits))


def text(move: Move) -> str:
    """The canonical text: `mus`, `envido 5`, `exposed 2`, `discard Ko 7e`, `deal 5e He ...`."""
    if move.say in ("envido", "exposed"):
        return f"{move.say} {move.amount}"
    return " ".join([move.say, *map(SPANISH.text, move.cards)])


def deal_move(order: Cards) -> Move:
    """The move by which chance deals this order; an exposed card is a separate move (MUS-B6)."""
    return Move("deal", cards=order)


def card_text(card: int) -> str:
    """A rank letter of KHS765432A and a suit letter of oceb."""
    return SPANISH.text(card)
