"""What a page shows of a match of Mus: who sits there, the score, what is said, and how it ended."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final

from django.utils.translation import gettext as _

from games.mus.page.calls import Calls, standing_bet
from games.mus.page.deal import LastDeal
from games.mus.page.talk_page import Asides
from games.mus.page.voice import Voice
from games.rules.base import Json
from games.rules.stones import AMARRACO

PLACES: Final = ("here", "right", "partner", "left")
"""Where the others sit as seen from one seat: play goes to the right (MUS-8)."""


class MusTablePage(Voice):
    """One match as one viewer's page shows it; templates ask for its parts."""

    def words(self) -> dict[str, str]:
        """The words that templates name themselves."""
        return {
            key: self.word(key)
            for key in (
                "mano",
                "postre",
                "adentro",
                "amarraco",
                "piedra",
                "pares",
                "juego",
            )
        }

    @staticmethod
    def wants_certainty(posted: Mapping[str, str]) -> bool:
        """An ordago, and the answer that accepts one."""
        return posted.get("say") == "ordago" or (
            posted.get("say") == "quiero" and "stakes_all" in posted
        )

    # --- who sits there ---

    def seats(self) -> list[Json]:
        """The seats in the order of play, the viewer's own last, each with the last thing it said."""
        return [self._seat(n) for n in self.round_the_table()]

    def _seat(self, n: int) -> Json:
        view = self.view
        return {
            **view["seats"][n],
            "n": n,
            "name": self.names[n],
            "bot": self.match["seats"][n]["bot"],
            "level": self.match["seats"][n]["level"],
            "place": PLACES[(n - (self.seat or 0)) % 4],
            "mano": n == view["mano"],
            "postre": n == view["dealer"],
            "turn": n == view["to_act"] and not self.match["annulled"],
            "said": self._last_said(n),
        }

    def _last_said(self, n: int) -> str | None:
        return next(
            (line["words"] for line in reversed(self.talk) if line["seat"] == n), None
        )

    # --- score ---

    @cached_property
    def sides(self) -> list[Json]:
        """The sides with their stones, the viewer's first."""
        return [self._side(n) for n in self._order()]

    def _order(self) -> tuple[int, int]:
        return (1, 0) if self.seat is not None and self.seat % 2 else (0, 1)

    def _side(self, n: int) -> Json:
        score, over = self.view["score"], bool(self.view["outcome"])
        points = score["sets"][-1][n] if over else score["running"][n]
        stones = last_stones(points) if over else self.view["stones"][n]
        return {
            "name": self.side_name(n),
            "points": points,
            "won": score["won"][n],
            "amarracos": range(stones["amarracos"]),
            "piedras": range(stones["piedras"]),
            "adentro": stones["adentro"],
            "text": self._stones_text(stones),
        }

    def _stones_text(self, stones: Json) -> str:
        if stones["adentro"]:
            return _("{word}, {piedras_word}: {piedras}").format(
                word=self.word("adentro"),
                piedras_word=self.word("piedra"),
                piedras=stones["piedras"],
            )
        return _("{amarracos_word}: {amarracos}, {piedras_word}: {piedras}").format(
            amarracos_word=self.word("amarraco"),
            amarracos=stones["amarracos"],
            piedras_word=self.word("piedra"),
            piedras=stones["piedras"],
        )

    def finished_sets(self) -> list[list[int]]:
        """The points of each finished set, the viewer's side first."""
        return [
            [points[side] for side in self._order()]
            for points in self.view["score"]["sets"]
        ]

    # --- talk and cards ---

    def hand(self) -> list[Json]:
        return [self.card(text) for text in self.view["hand"]]

    @cached_property
    def talk(self) -> list[Json]:
        return list(self.lines(self.view["talk"]))

    @cached_property
    def asides(self) -> Asides | None:
        """What is signed and said beside the moves, where the table agreed on such a thing."""
        return Asides(self) if self.match["asides"] else None

    def lances(self) -> list[Json]:
        return [
            {**lance, "word": self.word(lance["lance"]), "text": self._lance(lance)}
            for lance in self.view["lances"]
        ]

    def _lance(self, lance: Json) -> str:
        texts = {
            "open": _("{amount} offered") if lance["amount"] else _("being bet"),
            "accepted": _("{amount} at stake"),
            "refused": _("{paid} paid"),
            "passed": _("no bet"),
            "nobody": _("nobody has it"),
            "alone": _("one side only"),
        }
        return texts[lance["state"]].format(amount=lance["amount"], paid=lance["paid"])

    def latest(self) -> str:
        """The last call and what was announced after it; before the first call of a deal, how the last one ended."""
        talk = self.talk
        calls = [
            n for n, line in enumerate(talk) if line["say"] not in ("pares", "juego")
        ]
        if not calls:
            return self.last_deal.text() if self.last_deal else ""
        call = _("{name}: {words}.").format(**talk[calls[-1]])
        return " ".join([call, *self._announced(talk[calls[-1] + 1 :])])

    def _announced(self, talk: list[Json]) -> Iterator[str]:
        """Who has pares, who has juego; until all have spoken, what each has said (MUS-27)."""
        for say in dict.fromkeys(line["say"] for line in talk):
            lines = [line for line in talk if line["say"] == say]
            if len(lines) < len(self.names):
                yield from (_("{name}: {words}.").format(**line) for line in lines)
                continue
            names = [line["name"] for line in lines if line["n"]]
            yield _("{lance}: {names}.").format(
                lance=self.word(say), names=", ".join(names) or _("nobody")
            )

    def bet(self) -> str:
        """The offer that stands and by whom, "" without one."""
        bet = standing_bet(self.view)
        if not bet:
            return ""
        what = self.word("ordago") if bet["ordago"] else bet["amount"]
        return _("Offered by {name}: {what}").format(
            name=self.names[bet["seat"]], what=what
        )

    @cached_property
    def calls(self) -> Calls:
        return Calls(self)

    # --- the end of a deal and of the match ---

    @cached_property
    def last_deal(self) -> LastDeal | None:
        return LastDeal(self) if self.view["last_deal"] else None

    def won_by(self, outcome: Json) -> str:
        """Who won, and whether that is the viewer."""
        winner = outcome["places"].index(1)
        mine = None if self.seat is None else self.seat % 2
        template = {
            winner: _("You won {won} to {lost}: {winners} against {losers}."),
            1 - winner: _("You lost {lost} to {won}: {losers} against {winners}."),
            None: _("{winners} won {won} to {lost} against {losers}."),
        }[mine]
        return template.format(
            winners=self.side_name(winner),
            losers=self.side_name(1 - winner),
            won=outcome["score"][winner],
            lost=outcome["score"][1 - winner],
        )


def last_stones(points: int) -> Json:
    """The points of a finished set in stones: nobody plays on, so none were given back."""
    amarracos, piedras = divmod(points, AMARRACO)
    return {"amarracos": amarracos, "piedras": piedras, "adentro": False}
