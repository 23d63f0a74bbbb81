"""A match of Mizzaire as a page shows it: calls, trump, tricks and points."""

from typing import ClassVar, Final

from django.utils.translation import gettext as _

from games.mizzaire import vocabulary
from games.mizzaire.rules import rounds
from games.presentation.table_page import Vocabulary
from games.presentation.trick_table import Played, TrickTable
from games.rules.base import Json
from games.rules.cards import FRENCH

SUITS: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
"""The drawing for each suit."""


class MizzaireTablePage(TrickTable):
    """One match of Mizzaire as one viewer's page shows it."""

    speech: ClassVar[Vocabulary] = vocabulary
    pack = FRENCH
    named = ("dealer", "call", "tricks", "trump")

    # --- cards ---

    def card_face(self, text: str) -> Json:
        return {"suit": SUITS[text[1]], "number": text[0].replace("T", "10")}

    def trick(self) -> Played:
        cards: list[str] = self.view["trick"]
        leader = (self.view["to_act"] or 0) - len(cards)
        return self._in_order(leader, cards)

    def last_trick(self) -> tuple[Played, int] | None:
        """The last trick of this round; before its first call, of the round before."""
        last = self.view["last_trick"]
        if last is None and self._nothing_yet() and self.view["last_deal"]:
            last = self.view["last_deal"]["trick"]
        if not last:
            return None
        return self._in_order(last["leader"], last["cards"]), last["taker"]

    def _in_order(self, leader: int, cards: list[str]) -> Played:
        seats = len(self.names)
        return [((leader + n) % seats, card) for n, card in enumerate(cards)]

    def _nothing_yet(self) -> bool:
        """Whether no one has called or played in this round."""
        if self.view["trick"]:
            return False
        seats = self.view["seats"]
        return all(seat["call"] is None and not seat["tricks"] for seat in seats)

    # --- the round ---

    def facts(self, n: int) -> Json:
        """Whether the seat has won exactly as many tricks as it called."""
        seat = self.view["seats"][n]
        return {"exact": seat["call"] is not None and seat["call"] == seat["tricks"]}

    def round_name(self) -> str:
        """The number of the round and what is special about it."""
        number, kind = self.view["deal"], self.view["kind"]
        name = _("Round {number} of {last}").format(number=number, last=rounds.LAST)
        if kind == "plain":
            return name
        return f"{name}: {self.word(kind)}"

    def trump(self) -> Json | None:
        """The card that was turned up."""
        if not self.view["turned"]:
            return None
        return self.card(self.view["turned"])

    def no_trump(self) -> str:
        """Why no trump card is to be seen; "" if one is."""
        if self.view["turned"] or self.view["phase"] in ("deal", "over"):
            return ""
        if self.view["kind"] in ("half_blind", "full_blind"):
            return _("The trump is turned up after the calls.")
        return _("There is no trump.")

    def calls(self) -> str:
        """The sum of all calls beside the number of tricks."""
        if self.view["kind"] == "mizzaire":
            return _("No calls: win as few tricks as you can.")
        called = sum(seat["call"] or 0 for seat in self.view["seats"])
        size = self.view["size"]
        return _("Called: {called}, tricks: {size}").format(called=called, size=size)

    def blind(self) -> bool:
        """Whether the viewer's cards are dealt but may not be looked at yet (MIZ-11)."""
        return bool(self.view["phase"] == "call" and self.view["kind"] == "full_blind")

    # --- what one says ---

    def sayable(self) -> list[str]:
        """A button for each call while calls are made."""
        if self.view["phase"] != "call":
            return []
        return [f"call {n}" for n in range(self.view["size"] + 1)]

    def label(self, say: str) -> str:
        word, what = say.split(" ")
        if word == "call":
            return what
        return self.card_name(what)

    def heard(self, text: str) -> str:
        word, what = text.split(" ")
        if word == "call":
            return self.word("call n").format(n=what)
        return self.card_name(what)

    def limits(self, choice: Json) -> Json:
        return {"tricks": self.view["size"], "max": self.view["size"]}

    # --- what happened ---

    def latest(self) -> str:
        """The last call or card; before the first of a round, the end of the round before."""
        if self._nothing_yet():
            return " ".join([self.last_round(), self._opening()]).strip()
        if self.view["trick"] or self.view["last_trick"]:
            return self.card_played()
        return self._last_call()

    def _opening(self) -> str:
        """What is special about this round, if anything."""
        if self.view["phase"] == "deal" or self.view["kind"] == "plain":
            return ""
        return f"{self.round_name()}."

    def _last_call(self) -> str:
        seats = self.view["seats"]
        # The dealer calls last, so the latest call is the first one back from the dealer.
        n = self.view["dealer"]
        while seats[n]["call"] is None:
            n = (n - 1) % len(seats)
        words = self.word("call n").format(n=seats[n]["call"])
        return _("{name}: {words}.").format(name=self.names[n], words=words)

    def last_round(self) -> str:
        """The points of the round before, in a sentence."""
        last = self.view["last_deal"]
        if not last:
            return ""
        return _("Round {number}: {points}.").format(
            number=last["deal"], points=self.points_told(last["points"])
        )

    def last_deal(self) -> Json | None:
        """The round before, seat by seat."""
        last = self.view["last_deal"]
        if not last:
            return None
        lines = []
        for seat, name in enumerate(self.names):
            lines.append(
                {
                    "name": name,
                    "call": last["calls"][seat],
                    "tricks": last["tricks"][seat],
                    "points": last["points"][seat],
                }
            )
        return {"number": last["deal"], "lines": lines}
