"""What a page shows of a match of any game: who sits there, whose turn it is, what is said, and how it ended."""

import json
from collections.abc import Mapping
from typing import ClassVar, Protocol

from django.utils.translation import gettext as _

from core.messages import sentence
from core.refusals import Refusal
from games.rules.base import Json
from games.rules.cards import Pack


class Vocabulary(Protocol):
    """The words said at the table, by the code of the vocabulary that it speaks."""

    def word(self, vocabulary: str, key: str) -> str:
        """The word for `key`."""

    def card(self, vocabulary: str, text: str) -> str:
        """The name of the card with this text."""


class TablePage:
    """One match as one viewer's page shows it; templates ask for its parts.

    Each game has a class of its own.
    """

    speech: ClassVar[Vocabulary]
    """The words said at the table."""
    pack: ClassVar[Pack]
    card_parts: ClassVar[tuple[str, str]] = ("rank", "suit")
    """What the two letters of a card's text are."""

    def __init__(self, match: Json, vocabulary: str) -> None:
        self.match, self.view, self.vocabulary = match, match["view"], vocabulary
        self.seat: int | None = match["seat"]
        self.names = [
            _("You") if n == self.seat else seat["name"]
            for n, seat in enumerate(match["seats"])
        ]

    @staticmethod
    def wants_certainty(posted: Mapping[str, str]) -> bool:
        """Whether what a form says stakes so much that it is asked about once more."""
        return False

    # --- words ---

    def word(self, key: str) -> str:
        """The word of the table for `key`."""
        return self.speech.word(self.vocabulary, key)

    def card_name(self, text: str) -> str:
        """The card in words, as the table says it."""
        return self.speech.card(self.vocabulary, text)

    def card_words(self) -> str:
        """What it takes to name any card, for the script that checks cards: words by letter, and how they join."""
        letters = {
            letter: self.word(letter)
            for letter in dict.fromkeys("".join(text[:2] for text in self.pack.texts))
        }
        joined = self.word("card").format(
            **{part: f"{{{at}}}" for at, part in enumerate(self.card_parts)}
        )
        return json.dumps({"card": joined, **letters}, ensure_ascii=False)

    def refusal(self, refused: Refusal) -> str:
        """Why something could not be said."""
        return sentence(refused)

    def happened(self, moves: list[tuple[int, str]]) -> list[str]:
        """What these moves (seat, text) were, as everybody may know it."""
        return [
            _("{name}: {words}.").format(name=self.names[seat], words=self.heard(text))
            for seat, text in moves
        ]

    def heard(self, text: str) -> str:
        """A move as the others hear it."""
        raise NotImplementedError

    # --- seats and sides ---

    def round_the_table(self) -> list[int]:
        """The seats in the order of play, the viewer's own last."""
        seats, first = len(self.names), 0 if self.seat is None else self.seat + 1
        return [(first + step) % seats for step in range(seats)]

    def side_name(self, side: int) -> str:
        """The names of a side."""
        return ", ".join(self.names[seat] for seat in self.view["sides"][side])

    def title(self) -> str:
        """The sides, for the head of the page."""
        return " – ".join(
            self.side_name(side) for side in range(len(self.view["sides"]))
        )

    # --- what happens ---

    def event(self) -> str:
        """What happened last, in whole sentences, and who is to act; after the end the result."""
        return self.result() or " ".join(filter(None, [self.latest(), self.turn()]))

    def latest(self) -> str:
        """What happened last."""
        raise NotImplementedError

    def turn(self) -> str:
        """Who is to act."""
        seat = self.view["to_act"]
        if seat is None:
            return ""
        if seat < 0:
            return _("The cards have not been dealt yet.")
        return (
            _("It is your turn.")
            if seat == self.seat
            else _("{name} is to act.").format(name=self.names[seat])
        )

    def result(self) -> str:
        """Who won, in words; "" while the match goes on."""
        if self.match["annulled"]:
            return _("This match was annulled; it has no result.")
        return self.won_by(self.view["outcome"]) if self.view["outcome"] else ""

    def won_by(self, outcome: Json) -> str:
        """How the match ended."""
        raise NotImplementedError

    def ranking(self) -> list[Json]:
        """All who played by their places, where there are more than two sides."""
        return []
