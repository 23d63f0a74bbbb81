"""A match of any game as a page shows it: seats, turn, words, result."""

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
        self.match = match
        self.view = match["view"]
        self.vocabulary = vocabulary
        self.seat: int | None = match["seat"]
        self.names: list[str] = []
        for n, seat in enumerate(match["seats"]):
            self.names.append(_("You") if n == self.seat else seat["name"])

    @staticmethod
    def wants_certainty(posted: Mapping[str, str]) -> bool:
        """Whether a posted move stakes so much that the page asks once more."""
        return False

    # --- words ---

    def word(self, key: str) -> str:
        """The word of the table for `key`."""
        return self.speech.word(self.vocabulary, key)

    def card_name(self, text: str) -> str:
        """The card in words, as the table says it."""
        return self.speech.card(self.vocabulary, text)

    def card_words(self) -> str:
        """JSON for the script that checks cards: a word for each letter of a card's text,
        and under `card` how the words join.
        """
        first, second = self.card_parts
        words = {"card": self.word("card").format(**{first: "{0}", second: "{1}"})}
        for text in self.pack.texts:
            for letter in text[:2]:
                words[letter] = self.word(letter)
        return json.dumps(words, ensure_ascii=False)

    def refusal(self, refused: Refusal) -> str:
        """Why a move was refused."""
        return sentence(refused)

    @staticmethod
    def reasons(refused: list[tuple[str, str]]) -> list[Json]:
        """Refused moves (label, reason) as rows, one row for each reason."""
        labels: dict[str, list[str]] = {}
        for label, why in refused:
            labels.setdefault(why, []).append(label)
        return [{"labels": ", ".join(all_), "why": why} for why, all_ in labels.items()]

    def happened(self, moves: list[tuple[int, str]]) -> list[str]:
        """These moves (seat, text) in words that everyone at the table may know."""
        sentences = []
        for seat, text in moves:
            name, words = self.names[seat], self.heard(text)
            sentences.append(_("{name}: {words}.").format(name=name, words=words))
        return sentences

    def heard(self, text: str) -> str:
        """A move as the others hear it."""
        raise NotImplementedError

    # --- seats and sides ---

    def round_the_table(self) -> list[int]:
        """The seats in the order of play, the viewer's own last."""
        seats = list(range(len(self.names)))
        if self.seat is None:
            return seats
        return seats[self.seat + 1 :] + seats[: self.seat + 1]

    def side_name(self, side: int) -> str:
        """The names of a side."""
        return ", ".join(self.names[seat] for seat in self.view["sides"][side])

    def title(self) -> str:
        """The sides, for the head of the page."""
        sides = range(len(self.view["sides"]))
        return " – ".join(map(self.side_name, sides))

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
        if seat == self.seat:
            return _("It is your turn.")
        return _("{name} is to act.").format(name=self.names[seat])

    def result(self) -> str:
        """Who won, in words; "" while the match goes on."""
        if self.match["annulled"]:
            return _("This match was annulled; it has no result.")
        if not self.view["outcome"]:
            return ""
        return self.won_by(self.view["outcome"])

    def won_by(self, outcome: Json) -> str:
        """How the match ended."""
        raise NotImplementedError

    def ranking(self) -> list[Json]:
        """All who played by their places, where there are more than two sides."""
        return []
