"""How a page of Mus calls things: people, cards and calls, in the words of the table and of the reader."""

from collections.abc import Iterator
from typing import ClassVar, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from core.refusals import Refusal
from games.mus import vocabulary
from games.mus.rules.hand import VALUE
from games.presentation.table_page import TablePage
from games.rules.base import Json
from games.rules.cards import SPANISH

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
"""Refusals that name calls: a page names them as its buttons do."""


from games.presentation.table_page import Vocabulary


class Voice(TablePage):
    """What is said and held at a table of Mus."""

    speech: ClassVar[Vocabulary] = vocabulary
    pack = SPANISH

    def side_name(self, side: int) -> str:
        """Both names of a side, the viewer first."""
        one, other = self.view["sides"][side]
        if other == self.seat:
            one, other = other, one
        return _("{one} & {other}").format(one=self.names[one], other=self.names[other])

    def card(self, text: str) -> Json:
        """How a card looks and what it is called; with eight kings a 3 and a 2 say what they count as (MUS-3)."""
        rank, suit = text[0], text[1]
        counts_as = {"3": "K", "2": "A"}.get(rank) if self.view["kings"] == 8 else None
        name, value = self.card_name(text), VALUE[self.view["kings"]][rank]
        template = (
            _("{card}, counts as {rank}, {value}")
            if counts_as
            else _("{card}, counts {value}")
        )
        return {
            "text": text,
            "suit": suit,
            "number": NUMBERS.get(rank, rank),
            "rank": self.word(rank) if rank in NUMBERS else "",
            "as": self.word(counts_as) if counts_as else "",
            "name": template.format(
                card=name, rank=self.word(counts_as or rank), value=value
            ),
        }

    def lines(self, talk: list[Json]) -> Iterator[Json]:
        """What was said, with the words of the table; an `envido` after another in its lance is a raise."""
        offered = None
        for said in talk:
            raises = said["say"] == "envido" and offered == said["lance"]
            offered = said["lance"] if said["say"] == "envido" else offered
            yield {
                "seat": said["seat"],
                "name": self.names[said["seat"]],
                "say": said["say"],
                "n": said["n"],
                "words": vocabulary.utterance(
                    self.vocabulary, said["say"], said["n"], raises=raises
                ),
                "lance": self.word(said["lance"]) if said["lance"] else None,
            }

    def heard(self, text: str) -> str:
        """What somebody said; of a discard only how many cards."""
        word, *rest = text.split(" ")
        if word == "discard":
            return vocabulary.utterance(self.vocabulary, "discard", len(rest))
        if word == "envido":
            return vocabulary.utterance(self.vocabulary, "envido", int(rest[0]))
        return vocabulary.utterance(self.vocabulary, text)

    def refusal(self, refused: Refusal) -> str:
        """Why something could not be said, with the calls as the buttons name them."""
        if refused.code not in WHY:
            return super().refusal(refused)
        calls = ("mus", "no mus", "quiero", "no quiero", "ordago")
        return _(WHY[refused.code]).format(
            **{call.replace(" ", "_"): self.word(call) for call in calls}
        )
