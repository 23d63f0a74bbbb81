"""Moves as text, as they are stored, sent and read by people."""

from typing import Final

from core.refusals import BadNotation
from games.mizzaire.rules.legality import CALLS, PLAYS
from games.mizzaire.rules.state import Move
from games.rules.cards import FRENCH, Cards

# A call of two digits is still a move, though too high for any round.
_ALL_CALLS: Final = (*CALLS, *(Move("call", n) for n in range(len(CALLS), 100)))
_TEXTS: Final = {move: f"call {move.n}" for move in _ALL_CALLS} | {
    move: f"play {FRENCH.text(move.n)}" for move in PLAYS
}
_MOVES: Final = {text: move for move, text in _TEXTS.items()}
_LONGEST_SHOWN: Final = 40


def parse(text: str) -> Move:
    """A move from its text.

    Raises BadNotation `mizzaire.unknown_move`, `cards.unknown`, `cards.twice`.
    """
    if text in _MOVES:
        return _MOVES[text]
    word, *cards = text.split(" ")
    if word == "deal":
        return Move("deal", cards=FRENCH.read(cards))
    if word == "play" and len(cards) == 1:
        FRENCH.card(cards[0])  # refuses a card that is not in the pack
    raise BadNotation("mizzaire.unknown_move", text=text[:_LONGEST_SHOWN])


def text(move: Move) -> str:
    """The canonical text: `call 3`, `play 7H`, `deal 5S TH ...` with all cards in order."""
    if move.say == "deal":
        return " ".join(["deal", *map(FRENCH.text, move.cards)])
    return _TEXTS[move]


def deal_move(order: Cards) -> Move:
    """The move by which chance deals this order of the pack."""
    return Move("deal", cards=order)


def card_text(card: int) -> str:
    """A rank letter of 23456789TJQKA and a suit letter of CDHS."""
    return FRENCH.text(card)
