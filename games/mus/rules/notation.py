"""Moves as text: what is stored, sent and read by people."""

import re
from typing import Final

from core.refusals import BadNotation
from games.mus.rules import legality
from games.mus.rules.state import Move
from games.rules.cards import SPANISH, Cards

_WORDS: Final = {move.say: move for move in legality.WORDS}
_WITH_NUMBER: Final = re.compile(
    r"envido (?P<offer>0|[1-9][0-9]{0,3})|exposed (?P<seat>[0-3])"
)
_LONGEST_SHOWN: Final = 40


def parse(text: str) -> Move:
    """A move from its text; the cards of a discard may come in any order.

    Raises BadNotation `mus.unknown_move`, `cards.unknown`, `cards.twice`.
    """
    if text in _WORDS:
        return _WORDS[text]
    if found := _WITH_NUMBER.fullmatch(text):
        return (
            legality.offer(int(found["offer"]))
            if found["offer"]
            else Move("exposed", int(found["seat"]))
        )
    word, *cards = text.split(" ")
    if word == "discard":
        return legality.discard(tuple(sorted(SPANISH.read(cards))))
    if word == "deal":
        return deal_move(SPANISH.read(cards))
    raise BadNotation("mus.unknown_move", text=text[:_LONGEST_SHOWN])


def text(move: Move) -> str:
    """The move's one canonical text: `mus`, `envido 5`, `exposed 2`, `discard Ko 7e`, `deal 5e He ...` in order."""
    if move.say == "envido" or move.say == "exposed":
        return f"{move.say} {move.amount}"
    return " ".join([move.say, *(SPANISH.texts[card] for card in move.cards)])


def deal_move(order: Cards) -> Move:
    """The move by which chance deals this order of the pack; whether a card was seen is told apart (MUS-B6)."""
    return Move("deal", cards=order)


def card_text(card: int) -> str:
    """A card's text: rank letter of KHS765432A, suit letter of oceb."""
    return SPANISH.text(card)
