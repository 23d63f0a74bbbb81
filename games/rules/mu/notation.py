"""Moves as text: what is stored, sent and read by people."""

from typing import Final

from games.rules.cards import MU, Cards
from games.rules.errors import BadNotation
from games.rules.mu.legality import PARTNERS, PLAYS, TRUMPS
from games.rules.mu.masks import texts
from games.rules.mu.state import PASS, Move
from games.rules.mu.trumps import TEXTS
from games.rules.tricks import mask

_WORDS: Final = (
    {"pass": PASS}
    | {f"trump {TEXTS[move.n]}": move for move in TRUMPS}
    | {f"partner {move.n}": move for move in PARTNERS}
)
_PLAYS: Final = {f"play {text}": PLAYS[MU.card(text)] for text in MU.texts}
_LONGEST_SHOWN: Final = 40


def parse(text: str) -> Move:
    """A move from its text; the cards of a reveal may come in any order.

    Raises BadNotation `mu.unknown_move`, `cards.unknown`, `cards.twice`.
    """
    if known := _PLAYS.get(text) or _WORDS.get(text):
        return known
    word, *cards = text.split(" ")
    if word == "reveal":
        return Move("reveal", mask(MU.read(cards)))
    if word == "deal":
        return Move("deal", order=MU.read(cards))
    if word == "play" and len(cards) == 1:
        MU.card(cards[0])
    raise BadNotation("mu.unknown_move", text=text[:_LONGEST_SHOWN])


def text(move: Move) -> str:
    """The move's one canonical text: `reveal B1 B7`, `pass`, `trump B`, `trump none`, `partner 2`, `play R6`."""
    match move.say:
        case "play":
            return f"play {MU.text(move.n)}"
        case "reveal":
            return " ".join(["reveal", *texts(move.n)])
        case "trump":
            return f"trump {TEXTS[move.n]}"
        case "partner":
            return f"partner {move.n}"
        case "deal":
            return " ".join(["deal", *map(MU.text, move.order)])
    return "pass"


def deal_move(order: Cards) -> Move:
    """The move by which chance deals this order of the pack; of twins the first comes first."""
    return Move("deal", order=MU.read(map(MU.text, order)))


def card_text(card: int) -> str:
    """A card's text: colour letter of RBGYK, digit."""
    return MU.text(card)
