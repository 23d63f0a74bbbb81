"""What a page shows of a match of Mü: the auction, boss and vice with their trumps, the tricks, and the points."""

from typing import ClassVar, Final

from django.utils.translation import gettext as _

from games.mu import vocabulary
from games.mu.page.deal import told
from games.presentation.trick_table import Played, TrickTable
from games.rules.base import Json
from games.rules.cards import MU

COLOURS: Final = {"R": "red", "B": "blue", "G": "green", "Y": "yellow", "K": "black"}
"""The names of the drawings: each colour has a shape of its own."""


from games.presentation.table_page import Vocabulary


class MuTablePage(TrickTable):
    """One match as one viewer's page shows it."""

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
        """Of this deal; until its first reveal the last one of the deal before."""
        last_deal = self.view["last_deal"] if not self.view["bids"] else None
        tricks = self.view["tricks"] or (last_deal["tricks"] if last_deal else [])
        if not tricks:
            return None
        return [
            (played["seat"], played["card"]) for played in tricks[-1]["cards"]
        ], tricks[-1]["taker"]

    def own_cards(self) -> list[str]:
        """In the tricks the revealed cards are played like those of the hand (MU-32)."""
        row = self.view["seats"][self.seat]["row"] if self.in_tricks else []
        return sorted([*self.view["hand"], *row], key=MU.texts.index)

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
        """The cards that lie open before a seat, how many it revealed, and its part in this deal."""
        view, seat = self.view, self.view["seats"][n]
        parts = [part for part in ("boss", "vice", "partner") if view[part] == n]
        return {
            "row": [self.card(text) for text in seat["row"]],
            "bid": len(seat["revealed"]),
            "parts": [self.word(part) for part in parts],
            "team": n in (view["boss"], view["partner"]),
        }

    # --- the deal ---

    def trumps(self) -> list[Json]:
        """What the boss and the vice have named, the boss' first."""
        named = [(part, self.view[f"{part}_trump"]) for part in ("boss", "vice")]
        return [
            {"part": self.word(part), **self.trump(text)}
            for part, text in named
            if text is not None
        ]

    def trump(self, text: str) -> Json:
        """A trump by its drawing or digit, and its name."""
        return {
            "name": self.trump_name(text),
            "suit": COLOURS.get(text, ""),
            "digit": text if text.isdigit() else "",
        }

    def trump_name(self, text: str) -> str:
        return self.word("no trump") if text == "none" else self.word(text)

    def team_points(self) -> int:
        """The points that the boss and the partner have taken."""
        return sum(
            seat["taken"]
            for n, seat in enumerate(self.view["seats"])
            if n in self._team
        )

    @property
    def _team(self) -> tuple[int | None, int | None]:
        return self.view["boss"], self.view["partner"]

    # --- what one says ---

    def reveal(self) -> Json:
        """The button that reveals the cards chosen, with how many they may be."""
        choice = self._choices.get("reveal", {})
        most = choice.get("max", 0)
        many = f" (1–{most})" if most > 1 else " (1)" if most else ""
        return {**self._move("reveal"), "label": self.word("reveal") + many}

    def sayable(self) -> list[str]:
        """While the auction is on one may pass; trumps and partners only when they are asked for."""
        return (
            ["pass"]
            if self.in_auction
            else [say for say in self._choices if not say.startswith("play ")]
        )

    def label(self, say: str) -> str:
        word, *what = say.split(" ")
        if word == "trump":
            return self.trump_name(what[0])
        if word == "partner":
            return self.names[int(what[0])]
        return self.card_name(what[0]) if word == "play" else self.word(word)

    def heard(self, text: str) -> str:
        word, *what = text.split(" ")
        if word == "reveal":
            return self._revealed(what)
        if word in ("trump", "partner"):
            return f"{self.word(word)}: {self.label(text)}"
        return self.label(text)

    def _revealed(self, cards: list[str]) -> str:
        return f"{self.word('reveal n').format(n=len(cards))}: {', '.join(map(self.card_name, cards))}"

    # --- what happened ---

    def latest(self) -> str:
        """The last thing said or played; before the first of a deal, how the deal before ended."""
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
        """The last bid, or who has won the auction."""
        view = self.view
        if view["boss"] is not None:
            return _("The auction is over. {boss_word}: {boss}, bid: {bid}.").format(
                boss_word=self.word("boss"),
                boss=self.names[view["boss"]],
                bid=view["bid"],
            )
        if not view["bids"]:
            return told(self, view["last_deal"]) if view["last_deal"] else ""
        last = view["bids"][-1]
        return self._said(last["seat"], " ".join([last["say"], *last["cards"]]))

    def last_deal(self) -> Json | None:
        """The deal before, in words and seat by seat."""
        last = self.view["last_deal"]
        if not last:
            return None
        lines = zip(
            self.names, last["taken"], last["side"], last["points"], strict=True
        )
        return {
            "number": last["deal"],
            "told": told(self, last),
            "lines": [
                {"name": name, "taken": t, "side": side, "points": p}
                for name, t, side, p in lines
            ],
        }
