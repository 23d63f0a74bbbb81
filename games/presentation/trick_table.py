"""A trick-taking game without partners as a page shows it: seats, tricks, points."""

from abc import abstractmethod
from functools import cached_property
from operator import itemgetter
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.refusals import Refusal
from games.presentation.table_page import TablePage
from games.rules.base import Json

Played = list[tuple[int, str]]
"""The cards of a trick in the order of play: seat and card."""


class TrickTable(TablePage):
    """One match of a trick-taking game as one viewer's page shows it."""

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
        """What the game adds about this seat."""

    @abstractmethod
    def label(self, say: str) -> str:
        """The label of a move's button."""

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
        """This seat's card in the trick; until the next lead, its card in the last trick."""
        played, taker = self._laid
        cards = dict(played)
        card = None
        if n in cards:
            card = self.card(cards[n])
        return {
            "played": card,
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
        if choice:
            why = ""
            if choice["code"]:
                why = self.refusal(Refusal(choice["code"], **self.limits(choice)))
            return {"say": say, "legal": choice["legal"], "why": why}
        if self.view["to_act"] != self.seat:
            return {"say": say, "legal": False, "why": _("It is not your turn.")}
        return {"say": say, "legal": False, "why": _("Not now.")}

    def limits(self, choice: Json) -> Json:
        """What the sentence of a refusal names."""
        return {}

    def moves(self) -> list[Json]:
        """The moves with a button: all but the cards to play."""
        moves = []
        for say in self.sayable():
            if not say.startswith("play "):
                moves.append({**self._move(say), "label": self.label(say)})
        return moves

    def speaking(self) -> bool:
        """Whether something is said now, before the tricks."""
        return self.view["phase"] not in ("play", "tricks")

    def sayable(self) -> list[str]:
        """The moves that have a button, whether legal now or not."""
        return list(self._choices)

    def why_not(self) -> list[Json]:
        """Why some moves are not legal now; moves with the same reason share a row."""
        refused = []
        for say, choice in self._choices.items():
            if not choice["legal"]:
                refused.append((self.label(say), self._move(say)["why"]))
        return self.reasons(refused)

    # --- what happened ---

    def card_played(self) -> str:
        """The last card on the table, or who took the trick; "" before the first trick."""
        played = self.trick()
        if played:
            seat, card = played[-1]
            template = _("{name}: {card}.")
            if len(played) == 1:
                template = _("{name} (leads): {card}.")
            return template.format(name=self.names[seat], card=self.card_name(card))
        last = self.last_trick()
        if last:
            return self._taken(*last)
        return ""

    def _taken(self, played: Played, taker: int) -> str:
        card = self.card_name(dict(played)[taker])
        if taker == self.seat:
            return _("You take the trick with {card}.").format(card=card)
        name = self.names[taker]
        return _("{name} takes the trick with {card}.").format(name=name, card=card)

    def tricks_told(self) -> list[Json]:
        """The last trick, card by card."""
        last = self.last_trick()
        if last is None:
            return []
        played, taker = last
        rows = []
        for seat, text in played:
            name, card = self.names[seat], self.card(text)
            rows.append({"name": name, "card": card, "took": seat == taker})
        return rows

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
        if len(first) == 1:
            template = ngettext(
                "{names} won with {n} point.", "{names} won with {n} points.", points
            )
        else:
            template = ngettext(
                "{names} won together with {n} point.",
                "{names} won together with {n} points.",
                points,
            )
        return template.format(names=names, n=points)

    def ranking(self) -> list[Json]:
        """All seats by their places; equal points share a place."""
        outcome = self.view["outcome"]
        if not outcome:
            return []
        rows = []
        for seat, name in enumerate(self.names):
            place, points = outcome["places"][seat], outcome["score"][seat]
            rows.append({"place": place, "name": name, "points": points})
        return sorted(rows, key=itemgetter("place"))

    def together(self, names: list[str]) -> str:
        """Names as in a sentence."""
        *all_but_last, last = names
        if not all_but_last:
            return last
        return _("{names} and {last}").format(names=", ".join(all_but_last), last=last)

    def points_told(self, points: list[int]) -> str:
        """The points of each player in a deal."""
        lines = zip(self.names, points, strict=True)
        return ", ".join(f"{name} {n}" for name, n in lines)
