"""A match of Mü as a page shows it: auction, trumps, tricks and points."""

from typing import ClassVar, Final

from django.utils.translation import gettext as _

from games.mu import vocabulary
from games.mu.page.deal import outcome_of
from games.presentation.table_page import Vocabulary
from games.presentation.trick_table import Played, TrickTable
from games.rules.base import Json
from games.rules.cards import MU

COLOURS: Final = {"R": "red", "B": "blue", "G": "green", "Y": "yellow", "K": "black"}
"""The drawing for each colour; each has a shape of its own."""


class MuTablePage(TrickTable):
    """One match of Mü as one viewer's page shows it."""

    speech: ClassVar[Vocabulary] = vocabulary
    pack = MU
    card_parts = ("colour", "digit")
    named = ("dealer", "bid", "bonus")

    # --- cards ---

    def card_face(self, text: str) -> Json:
        return {"suit": COLOURS[text[0]], "number": text[1]}

    def trick(self) -> Played:
        return [(played["seat"], played["card"]) for played in self.view["trick"]]

    def last_trick(self) -> tuple[Played, int] | None:
        """The last trick of this deal; before its first reveal, of the deal before."""
        tricks = self.view["tricks"]
        if not tricks and not self.view["bids"] and self.view["last_deal"]:
            tricks = self.view["last_deal"]["tricks"]
        if not tricks:
            return None
        last = tricks[-1]
        cards = [(played["seat"], played["card"]) for played in last["cards"]]
        return cards, last["taker"]

    def own_cards(self) -> list[str]:
        """The hand; during the tricks also the cards revealed in the auction (MU-32)."""
        cards = list(self.view["hand"])
        if self.in_tricks:
            cards += self.view["seats"][self.seat]["row"]
        return sorted(cards, key=MU.texts.index)

    @property
    def in_auction(self) -> bool:
        """Whether cards are chosen to be revealed."""
        return bool(self.view["phase"] == "auction")

    @property
    def in_tricks(self) -> bool:
        """Whether cards are played."""
        return bool(self.view["phase"] == "tricks")

    # --- seats ---

    def facts(self, n: int) -> Json:
        """The open cards of a seat, its bid, and its role in this deal."""
        seat = self.view["seats"][n]
        roles = [role for role in ("boss", "vice", "partner") if self.view[role] == n]
        return {
            "row": [self.card(text) for text in seat["row"]],
            "bid": len(seat["revealed"]),
            "parts": [self.word(role) for role in roles],
            "team": n in self._team,
        }

    # --- the deal ---

    def trumps(self) -> list[Json]:
        """The trumps named so far, the boss's first."""
        trumps = []
        for role in ("boss", "vice"):
            text = self.view[f"{role}_trump"]
            if text is not None:
                trumps.append({"part": self.word(role), **self.trump(text)})
        return trumps

    def trump(self, text: str) -> Json:
        """A trump by its drawing or its digit, and its name."""
        trump = {
            "name": self.trump_name(text),
            "suit": COLOURS.get(text, ""),
            "digit": "",
        }
        if text.isdigit():
            trump["digit"] = text
        return trump

    def trump_name(self, text: str) -> str:
        if text == "none":
            return self.word("no trump")
        return self.word(text)

    def team_points(self) -> int:
        """The points that the boss and the partner have taken."""
        seats = enumerate(self.view["seats"])
        return sum(seat["taken"] for n, seat in seats if n in self._team)

    @property
    def _team(self) -> tuple[int | None, int | None]:
        return self.view["boss"], self.view["partner"]

    # --- what one says ---

    def reveal(self) -> Json:
        """The button that reveals the chosen cards, with how many there may be."""
        most = self._choices.get("reveal", {}).get("max", 0)
        label = self.word("reveal")
        if most == 1:
            label += " (1)"
        elif most > 1:
            label += f" (1–{most})"
        return {**self._move("reveal"), "label": label}

    def sayable(self) -> list[str]:
        """Passing during the auction; trumps and partners when they are to be named."""
        if self.in_auction:
            return ["pass"]
        return [say for say in self._choices if not say.startswith("play ")]

    def label(self, say: str) -> str:
        word, *what = say.split(" ")
        if word == "trump":
            return self.trump_name(what[0])
        if word == "partner":
            return self.names[int(what[0])]
        if word == "play":
            return self.card_name(what[0])
        return self.word(word)

    def heard(self, text: str) -> str:
        word, *what = text.split(" ")
        if word == "reveal":
            return self._revealed(what)
        if word in ("trump", "partner"):
            return f"{self.word(word)}: {self.label(text)}"
        return self.label(text)

    def _revealed(self, cards: list[str]) -> str:
        names = ", ".join(map(self.card_name, cards))
        return f"{self.word('reveal n').format(n=len(cards))}: {names}"

    # --- what happened ---

    def latest(self) -> str:
        """The last move; before the first of a deal, how the deal before ended."""
        view = self.view
        if self.in_tricks and (view["tricks"] or view["trick"]):
            return self.card_played()
        if view["partner"] is not None:
            return self._said(view["boss"], f"partner {view['partner']}")
        for part in ("boss", "vice"):
            if view[f"{part}_trump"] is not None:
                return self._said(view[part], f"trump {view[f'{part}_trump']}")
        return self._auction_told()

    def _said(self, seat: int, text: str) -> str:
        return _("{name}: {words}.").format(
            name=self.names[seat], words=self.heard(text)
        )

    def _auction_told(self) -> str:
        """The last bid, or the winner of the auction."""
        view = self.view
        if view["boss"] is not None:
            return _("The auction is over. {boss_word}: {boss}, bid: {bid}.").format(
                boss_word=self.word("boss"),
                boss=self.names[view["boss"]],
                bid=view["bid"],
            )
        if not view["bids"]:
            if not view["last_deal"]:
                return ""
            return outcome_of(self, view["last_deal"])
        last = view["bids"][-1]
        return self._said(last["seat"], " ".join([last["say"], *last["cards"]]))

    def last_deal(self) -> Json | None:
        """The deal before, in words and seat by seat."""
        last = self.view["last_deal"]
        if not last:
            return None
        lines = []
        for seat, name in enumerate(self.names):
            line = {"name": name}
            for column in ("taken", "side", "points"):
                line[column] = last[column][seat]
            lines.append(line)
        return {
            "number": last["deal"],
            "told": outcome_of(self, last),
            "lines": lines,
        }
