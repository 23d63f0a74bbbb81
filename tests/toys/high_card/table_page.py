"""A match of high card as a page shows it."""

from typing import ClassVar

from games.presentation.table_page import TablePage, Vocabulary
from games.presentation.terms import Term, Terms
from games.rules.base import Json
from games.rules.cards import SPANISH
from tests.toys.high_card import vocabulary


class HighCardTablePage(TablePage):
    speech: ClassVar[Vocabulary] = vocabulary
    pack = SPANISH

    def heard(self, text: str) -> str:
        return text

    def latest(self) -> str:
        return " ".join(self.view["said"])

    def won_by(self, outcome: Json) -> str:
        winners = [n for n, place in enumerate(outcome["places"]) if place == 1]
        return f"Won by {', '.join(self.names[n] for n in winners)}"


def terms(spoken: str) -> Terms:
    return [
        (
            "The game",
            [Term("stay", "You compare your card."), Term("fold", "You do not.")],
        )
    ]
