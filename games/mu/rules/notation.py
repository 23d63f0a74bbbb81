"""Moves as text, as they are stored, sent and read by people."""

from typing import Final

from core.refusals import BadNotation
from games.mu.rules.legality import PARTNERS, PLAYS, TRUMPS
from games.mu.rules.masks import texts
from games.mu.rules.state import PASS, Move
from games.mu.rules.trumps import TEXTS
from games.rules.cards import MU, Cards
from games.rules.tricks import mask

_TEXTS: Final = (
    {PASS: "pass"}
    | {move: f"trump {TEXTS[move.n]}" for move in TRUMPS}
    | {move: f"partner {move.n}" for move in PARTNERS}
    | {move: f"play {MU.text(move.n)}" for move in PLAYS}
)
"""The moves without sets of cards: there are few enough to list them."""

_MOVES: Final = {text: move for move, text in _TEXTS.items()}
_LONGEST_SHOWN: Final = 40


def parse(text: str) -> Move:
    """A move from its text; the cards of a reveal may come in any order.

    Raises BadNotation `mu.unknown_move`, `cards.unknown`, `cards.twice`.
    """
    if known := _MOVES.get(text):
        return known
    word, *cards = text.split(" ")
    if word == "reveal":
        return Move("reveal", mask(MU.read(cards)))
    if word == "deal":
        return Move("deal", order=MU.read(cards))
    if word == "play" and len(cards) == 1:
        MU.card(cards[0])  # refuses a card that is not in the pack
    raise BadNotation("mu.unknown_move", text=text[:_LONGEST_SHOWN])


def text(move: Move) -> str:
    """The canonical text: `reveal B1 B7`, `pass`, `trump none`, `partner 2`, `play R6`."""
    if known := _TEXTS.get(move):
        return known
    if move.say == "reveal":
        return " ".join(["reveal", *texts(move.n)])
    return " ".join(["deal", *map(MU.text, move.order)])


def deal_move(order: Cards) -> Move:
    """The move by which chance deals this order; the first of twins comes first."""
    return Move("deal", order=MU.read(map(MU.text, order)))


def card_text(card: int) -> str:
    """A colour letter of RBGYK and a digit."""
    return MU.text(card)
