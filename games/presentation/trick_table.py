"""What a page shows of a game of tricks in which each plays for himself: the seats, the tricks, the sheet of points."""

from abc import abstractmethod
from functools import cached_property
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.refusals import Refusal
from games.presentation.table_page import TablePage
from games.rules.base import Json

Played = list[tuple[int, str]]
"""The cards of a trick in the order of play: seat and card."""


class TrickTable(TablePage):
    """One match of such a game as one viewer's page shows it."""

    named: ClassVar[tuple[str, ...]]
    """The words of the table that templates name themselves."""

    def words(self) -> dict[str, str]:
        """These words by their keys."""
        return {key: self.word(key) for key in self.named}

    # --- what the game itself knows ---

    @abstractmethod
    def trick(self) -> Played:
        """The cards on the table."""

    @abstractmethod
    def last_trick(self) -> tuple[Played, int] | None:
        """The trick before, and who took it."""

    @abstractmethod
    def facts(self, n: int) -> Json:
        """What else there is to say of this seat."""

    @abstractmethod
    def label(self, say: str) -> str:
        """A move as its button names it."""

    @abstractmethod
    def card_face(self, text: str) -> Json:
        """The `suit` and the `number` printed on a card."""

    # --- who sits there ---

    @cached_property
    def seats(self) -> list[Json]:
        """The seats in the order of play, the viewer's own last."""
        return [self._seat(n) for n in self.round_the_table()]

    def _seat(self, n: int) -> Json:
        view = self.view
        return {
            **view["seats"][n],
            **self.match["seats"][n],
            "n": n,
            "name": self.names[n],
            "mine": n == self.seat,
            "turn": n == view["to_act"] and not self.match["annulled"],
            "total": view["score"]["won"][n],
            **self._played_by(n),
            **self.facts(n),
        }

    def _played_by(self, n: int) -> Json:
        """The card of this seat in the trick; before the first card of the next one that of the trick before."""
        played, taker = self._laid
        cards = dict(played)
        return {
            "played": self.card(cards[n]) if n in cards else None,
            "leads": bool(played) and played[0][0] == n,
            "took": n == taker,
            "gone": taker is not None,
        }

    @cached_property
    def _laid(self) -> tuple[Played, int | None]:
        if played := self.trick():
            return played, None
        return self.last_trick() or ([], None)

    def dealer(self) -> str:
        """Who deals."""
        dealer: int = self.view["dealer"]
        return self.names[dealer]

    # --- cards and moves ---

    def card(self, text: str) -> Json:
        """How a card looks and what it is called."""
        return {"text": text, "name": self.card_name(text), **self.card_face(text)}

    def own_cards(self) -> list[str]:
        """The cards that the viewer may play."""
        return list(self.view["hand"])

    @cached_property
    def hand(self) -> list[Json]:
        """The viewer's cards as buttons; twins are told apart by a number."""
        seen: dict[str, int] = {}
        cards = []
        for text in self.own_cards():
            seen[text] = seen.get(text, 0) + 1
            cards.append(
                {
                    **self.card(text),
                    **self._move(f"play {text}"),
                    "id": f"{text}-{seen[text]}",
                }
            )
        return cards

    @cached_property
    def _choices(self) -> dict[str, Json]:
        return {choice["say"]: choice for choice in self.view.get("choices", ())}

    def _move(self, say: str) -> Json:
        """A move as a button, with the reason why it is not legal now."""
        choice = self._choices.get(say)
        if choice is None:
            why = (
                _("It is not your turn.")
                if self.view["to_act"] != self.seat
                else _("Not now.")
            )
            return {"say": say, "legal": False, "why": why}
        why = (
            self.refusal(Refusal(choice["code"], **self.limits(choice)))
            if choice["code"]
            else ""
        )
        return {"say": say, "legal": choice["legal"], "why": why}

    def limits(self, choice: Json) -> Json:
        """What the sentence of a refusal names."""
        return {}

    def moves(self) -> list[Json]:
        """All that one could say now and is not a card to play."""
        says = [say for say in self.sayable() if not say.startswith("play ")]
        return [{**self._move(say), "label": self.label(say)} for say in says]

    def speaking(self) -> bool:
        """Whether something is said now, before the tricks."""
        return self.view["phase"] not in ("play", "tricks")

    def sayable(self) -> list[str]:
        """The moves that have a button, whether legal now or not."""
        return list(self._choices)

    def why_not(self) -> list[Json]:
        """The reasons of what is not legal now, the moves with the same reason together."""
        reasons: dict[str, list[str]] = {}
        for say, choice in self._choices.items():
            if not choice["legal"]:
                reasons.setdefault(self._move(say)["why"], []).append(self.label(say))
        return [
            {"labels": ", ".join(labels), "why": why} for why, labels in reasons.items()
        ]

    # --- what happened ---

    def card_played(self) -> str:
        """The last card on the table, or who took the trick; "" before the first trick."""
        if played := self.trick():
            seat, card = played[-1]
            told = (
                _("{name} (leads): {card}.")
                if len(played) == 1
                else _("{name}: {card}.")
            )
            return told.format(name=self.names[seat], card=self.card_name(card))
        if last := self.last_trick():
            return self._taken(*last)
        return ""

    def _taken(self, played: Played, taker: int) -> str:
        told = (
            _("You take the trick with {card}.")
            if taker == self.seat
            else _("{name} takes the trick with {card}.")
        )
        return told.format(
            name=self.names[taker], card=self.card_name(dict(played)[taker])
        )

    def tricks_told(self) -> list[Json]:
        """The trick before, card by card, for those who look again."""
        last = self.last_trick()
        if last is None:
            return []
        played, taker = last
        return [
            {"name": self.names[seat], "card": self.card(card), "took": seat == taker}
            for seat, card in played
        ]

    # --- points ---

    def sheet(self) -> Json:
        """The points of each finished deal by seat, and the totals."""
        score = self.view["score"]
        return {
            "names": self.names,
            "deals": list(enumerate(score["sets"], start=1)),
            "totals": score["won"],
        }

    def won_by(self, outcome: Json) -> str:
        """Who won, alone or together."""
        first = [n for n, place in enumerate(outcome["places"]) if place == 1]
        points = outcome["score"][first[0]]
        if first == [self.seat]:
            return ngettext(
                "You won with {n} point.", "You won with {n} points.", points
            ).format(n=points)
        names = self.together([self.names[n] for n in first])
        told = (
            ngettext(
                "{names} won with {n} point.", "{names} won with {n} points.", points
            )
            if len(first) == 1
            else ngettext(
                "{names} won together with {n} point.",
                "{names} won together with {n} points.",
                points,
            )
        )
        return told.format(names=names, n=points)

    def ranking(self) -> list[Json]:
        """All seats by their places; equal points share a place."""
        outcome = self.view["outcome"]
        if not outcome:
            return []
        lines = zip(outcome["places"], self.names, outcome["score"], strict=True)
        return [
            {"place": p, "name": name, "points": points}
            for p, name, points in sorted(lines, key=lambda x: x[0])
        ]

    def together(self, names: list[str]) -> str:
        """Names as in a sentence."""
        *all_but_last, last = names
        return (
            _("{names} and {last}").format(names=", ".join(all_but_last), last=last)
            if all_but_last
            else last
        )

    def points_told(self, points: list[int]) -> str:
        """Who got how many points in a deal."""
        return ", ".join(
            f"{name} {n}" for name, n in zip(self.names, points, strict=True)
        )
