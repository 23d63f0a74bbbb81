"""Moves as text: what is stored, sent and read by people."""

from typing import Final

from core.refusals import BadNotation
from games.mizzaire.rules.legality import CALLS, PLAYS
from games.mizzaire.rules.state import Move
from games.rules.cards import FRENCH, Cards

_TEXTS: Final = {
    move: f"call {move.n}"
    for move in (*CALLS, *(Move("call", n) for n in range(len(CALLS), 100)))
} | {move: f"play {FRENCH.text(move.n)}" for move in PLAYS}
"""A call that is too high for any round is still a call, of at most two digits."""
_MOVES: Final = {text: move for move, text in _TEXTS.items()}
_LONGEST_SHOWN: Final = 40


def parse(text: str) -> Move:
    """A move from its text. Raises BadNotation `mizzaire.unknown_move`, `cards.unknown`, `cards.twice`."""
    if text in _MOVES:
        return _MOVES[text]
    word, *cards = text.split(" ")
    if word == "deal":
        return Move("deal", cards=FRENCH.read(cards))
    if word == "play" and len(cards) == 1:
        FRENCH.card(cards[0])
    raise BadNotation("mizzaire.unknown_move", text=text[:_LONGEST_SHOWN])


def text(move: Move) -> str:
    """The move's one canonical text: `call 3`, `play 7H`, `deal 5S TH ...` with all cards in order."""
    return (
        " ".join(["deal", *map(FRENCH.text, move.cards)])
        if move.say == "deal"
        else _TEXTS[move]
    )


def deal_move(order: Cards) -> Move:
    """The move by which chance deals this order of the pack."""
    return Move("deal", cards=order)


def card_text(card: int) -> str:
    """A card's text: rank letter of 23456789TJQKA, suit letter of CDHS."""
    return FRENCH.text(card)
