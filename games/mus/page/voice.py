"""Names on a page of Mus: people, cards and calls, in the table's and the reader's words."""

from collections.abc import Iterator
from typing import ClassVar, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from core.refusals import Refusal
from games.mus import vocabulary
from games.mus.rules.hand import VALUE
from games.presentation.table_page import TablePage, Vocabulary
from games.rules.base import Json
from games.rules.cards import SPANISH

COUNTS_AS: Final = {"3": "K", "2": "A"}
"""What a rank counts as where eight kings are played (MUS-3)."""

NUMBERS: Final = {"K": "12", "H": "11", "S": "10", "A": "1"}
"""The number printed on a card, where it is not its letter."""

WHY: Final = {
    "mus.mus_or_no_mus": gettext_noop("First say “{mus}” or “{no_mus}”."),
    "mus.must_discard": gettext_noop(
        "All said “{mus}”: now discard at least one card."
    ),
    "mus.mus_is_over": gettext_noop(
        "Somebody said “{no_mus}”: cards are no longer exchanged."
    ),
    "mus.must_answer": gettext_noop(
        "There is an offer: say “{quiero}” or “{no_quiero}”, or raise it."
    ),
    "mus.ordago_only_answer": gettext_noop(
        "“{ordago}” can only be answered by “{quiero}” or “{no_quiero}”."
    ),
}
"""Refusals that name calls, so that a page can name them as its buttons do."""


class Voice(TablePage):
    """What is said and held at a table of Mus, in words."""

    speech: ClassVar[Vocabulary] = vocabulary
    pack = SPANISH

    def side_name(self, side: int) -> str:
        """Both names of a side, the viewer first."""
        one, other = self.view["sides"][side]
        if other == self.seat:
            one, other = other, one
        return _("{one} & {other}").format(one=self.names[one], other=self.names[other])

    def card(self, text: str) -> Json:
        """How a card looks and what it is called."""
        rank, suit = text[0], text[1]
        kings = self.view["kings"]
        name, value = self.card_name(text), VALUE[kings][rank]
        face = {
            "text": text,
            "suit": suit,
            "number": NUMBERS.get(rank, rank),
            "rank": "",
            "as": "",
            "name": _("{card}, counts {value}").format(card=name, value=value),
        }
        if rank in NUMBERS:
            face["rank"] = self.word(rank)
        if kings == 8 and rank in COUNTS_AS:
            word = self.word(COUNTS_AS[rank])
            template = _("{card}, counts as {rank}, {value}")
            face["as"] = word
            face["name"] = template.format(card=name, rank=word, value=value)
        return face

    def lines(self, talk: list[Json]) -> Iterator[Json]:
        """What was said, in the words of the table."""
        lance_with_offer = None
        for call in talk:
            say, n, lance = call["say"], call["n"], call["lance"]
            raises = False
            if say == "envido":
                # The second envido of a lance raises the first.
                raises = lance_with_offer == lance
                lance_with_offer = lance
            yield {
                "seat": call["seat"],
                "name": self.names[call["seat"]],
                "say": say,
                "n": n,
                "words": vocabulary.utterance(self.vocabulary, say, n, raises=raises),
                "lance": self.word(lance) if lance else None,
            }

    def heard(self, text: str) -> str:
        """A call in words; of a discard only the number of cards."""
        word, *rest = text.split(" ")
        if word == "discard":
            return vocabulary.utterance(self.vocabulary, "discard", len(rest))
        if word == "envido":
            return vocabulary.utterance(self.vocabulary, "envido", int(rest[0]))
        return vocabulary.utterance(self.vocabulary, text)

    def refusal(self, refused: Refusal) -> str:
        """Why a call was refused, with calls named as the buttons name them."""
        if refused.code not in WHY:
            return super().refusal(refused)
        words = {}
        for call in ("mus", "no mus", "quiero", "no quiero", "ordago"):
            words[call.replace(" ", "_")] = self.word(call)
        return _(WHY[refused.code]).format(**words)
