"""What a page shows of a match of Mizzaire: the calls, the trump, the tricks, and the points of each round."""

from typing import ClassVar, Final

from django.utils.translation import gettext as _

from games.mizzaire import vocabulary
from games.mizzaire.rules import rounds
from games.presentation.trick_table import Played, TrickTable
from games.rules.base import Json
from games.rules.cards import FRENCH

SUITS: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
"""The names of the drawings."""


from games.presentation.table_page import Vocabulary


class MizzaireTablePage(TrickTable):
    """One match as one viewer's page shows it."""

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
        """Of this round; before its first call the last one of the round before."""
        last = self.view["last_trick"]
        if last is None and self._nothing_yet() and self.view["last_deal"]:
            last = self.view["last_deal"]["trick"]
        return (
            (self._in_order(last["leader"], last["cards"]), last["taker"])
            if last
            else None
        )

    def _in_order(self, leader: int, cards: list[str]) -> Played:
        return [
            ((leader + place) % len(self.names), card)
            for place, card in enumerate(cards)
        ]

    def _nothing_yet(self) -> bool:
        """Whether nobody has called or played in this round."""
        seats = self.view["seats"]
        return not self.view["trick"] and all(
            seat["call"] is None and not seat["tricks"] for seat in seats
        )

    # --- the round ---

    def facts(self, n: int) -> Json:
        """A seat whose tricks are as many as it called is right so far."""
        seat = self.view["seats"][n]
        return {"exact": seat["call"] is not None and seat["call"] == seat["tricks"]}

    def round_name(self) -> str:
        """The number of the round and what is special about it."""
        told = _("Round {number} of {last}").format(
            number=self.view["deal"], last=rounds.LAST
        )
        kind = self.view["kind"]
        return told if kind == "plain" else f"{told}: {self.word(kind)}"

    def trump(self) -> Json | None:
        """The card that was turned up."""
        return self.card(self.view["turned"]) if self.view["turned"] else None

    def no_trump(self) -> str:
        """Why there is no trump card to be seen; "" if there is one."""
        if self.view["turned"] or self.view["phase"] in ("deal", "over"):
            return ""
        hidden = self.view["kind"] in ("half_blind", "full_blind")
        return (
            _("The trump is turned up after the calls.")
            if hidden
            else _("There is no trump.")
        )

    def calls(self) -> str:
        """What all have called, beside how many tricks there are."""
        if self.view["kind"] == "mizzaire":
            return _("No calls: win as few tricks as you can.")
        called = [
            seat["call"] for seat in self.view["seats"] if seat["call"] is not None
        ]
        return _("Called: {called}, tricks: {size}").format(
            called=sum(called), size=self.view["size"]
        )

    def blind(self) -> bool:
        """Whether the viewer's cards are dealt but not to be looked at yet (MIZ-11)."""
        return bool(self.view["phase"] == "call" and self.view["kind"] == "full_blind")

    # --- what one says ---

    def sayable(self) -> list[str]:
        """While calls are made every call has its button."""
        return (
            [f"call {n}" for n in range(self.view["size"] + 1)]
            if self.view["phase"] == "call"
            else []
        )

    def label(self, say: str) -> str:
        word, what = say.split(" ")
        return what if word == "call" else self.card_name(what)

    def heard(self, text: str) -> str:
        word, what = text.split(" ")
        return (
            self.word("call n").format(n=what)
            if word == "call"
            else self.card_name(what)
        )

    def limits(self, choice: Json) -> Json:
        return {"tricks": self.view["size"], "max": self.view["size"]}

    # --- what happened ---

    def latest(self) -> str:
        """The last call or card; before the first of a round, how the round before ended."""
        if self._nothing_yet():
            return " ".join([self.last_round(), self._opening()]).strip()
        if self.view["trick"] or self.view["last_trick"]:
            return self.card_played()
        return self._last_call()

    def _opening(self) -> str:
        """What is new in a round, where something is."""
        if self.view["phase"] == "deal" or self.view["kind"] == "plain":
            return ""
        return f"{self.round_name()}."

    def _last_call(self) -> str:
        order = [
            (self.view["dealer"] + step) % len(self.names)
            for step in range(1, len(self.names) + 1)
        ]
        last = [n for n in order if self.view["seats"][n]["call"] is not None][-1]
        words = self.word("call n").format(n=self.view["seats"][last]["call"])
        return _("{name}: {words}.").format(name=self.names[last], words=words)

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
        lines = zip(
            self.names, last["calls"], last["tricks"], last["points"], strict=True
        )
        return {
            "number": last["deal"],
            "lines": [
                {"name": n, "call": call, "tricks": t, "points": p}
                for n, call, t, p in lines
            ],
        }
