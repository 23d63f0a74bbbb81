"""A match of Mus as a page shows it: seats, score, talk, bets and result."""

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

NAMED_WORDS: Final = (
    "mano",
    "postre",
    "adentro",
    "amarraco",
    "piedra",
    "pares",
    "juego",
)


class MusTablePage(Voice):
    """One match of Mus as one viewer's page shows it; templates ask for its parts."""

    def words(self) -> dict[str, str]:
        """The words that templates name themselves."""
        return {key: self.word(key) for key in NAMED_WORDS}

    @staticmethod
    def wants_certainty(posted: Mapping[str, str]) -> bool:
        """An ordago, and accepting one."""
        say = posted.get("say")
        return say == "ordago" or (say == "quiero" and "stakes_all" in posted)

    # --- who sits there ---

    def seats(self) -> list[Json]:
        """The seats in the order of play, the viewer's own last, each with the last thing it
        said.
        """
        return [self._seat(n) for n in self.round_the_table()]

    def _seat(self, n: int) -> Json:
        view = self.view
        line = self._last_line(n)
        is_mine = n == self.seat
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
            "hidden": not is_mine and view["phase"] != "over",
            "backs": range(view["seats"][n]["cards"]),
            "said": line and line["words"],
            "latest": bool(line) and line is self.talk[-1],
        }

    def _last_line(self, n: int) -> Json | None:
        """What a seat said last in this lance, or the last word of all."""
        if not self.talk:
            return None
        lance = self.talk[-1]["lance"]
        for line in reversed(self.talk):
            if line["seat"] == n and line["lance"] == lance:
                return line
        return None

    # --- score ---

    @cached_property
    def sides(self) -> list[Json]:
        """The sides with their stones, the viewer's first."""
        return [self._side(n) for n in self._order()]

    def _order(self) -> tuple[int, int]:
        if self.seat in (1, 3):
            return 1, 0
        return 0, 1

    def _side(self, n: int) -> Json:
        score = self.view["score"]
        if self.view["outcome"]:
            points = score["sets"][-1][n]
            stones = last_stones(points)
        else:
            points = score["running"][n]
            stones = self.view["stones"][n]
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
        first, second = self._order()
        sets = self.view["score"]["sets"]
        return [[points[first], points[second]] for points in sets]

    # --- talk and cards ---

    def hand(self) -> list[Json]:
        return [self.card(text) for text in self.view["hand"]]

    @cached_property
    def talk(self) -> list[Json]:
        return list(self.lines(self.view["talk"]))

    @cached_property
    def asides(self) -> Asides | None:
        """Signs and phrases, at tables that agreed on them."""
        if not self.match["asides"]:
            return None
        return Asides(self)

    def lances(self) -> list[Json]:
        rows = []
        for lance in self.view["lances"]:
            word, text = self.word(lance["lance"]), self._lance(lance)
            rows.append({**lance, "word": word, "text": text})
        return rows

    def _lance(self, lance: Json) -> str:
        if lance["state"] == "open" and not lance["amount"]:
            return _("being bet")
        texts = {
            "open": _("{amount} offered"),
            "accepted": _("{amount} at stake"),
            "refused": _("{paid} paid"),
            "passed": _("no bet"),
            "nobody": _("nobody has it"),
            "alone": _("one side only"),
        }
        return texts[lance["state"]].format(amount=lance["amount"], paid=lance["paid"])

    def latest(self) -> str:
        """The last call, and the announcements after it.

        Before the first call of a deal: how the last deal ended.
        """
        announcements: dict[str, list[Json]] = {}
        for line in reversed(self.talk):
            if line["say"] in ("pares", "juego"):
                announcements.setdefault(line["say"], []).insert(0, line)
                continue
            call = _("{name}: {words}.").format(**line)
            return " ".join([call, *self._announced(announcements)])
        if self.last_deal:
            return self.last_deal.text()
        return ""

    def _announced(self, announcements: dict[str, list[Json]]) -> Iterator[str]:
        """Who has pares and who has juego; until all have spoken, each one's words (MUS-27)."""
        for lance in ("pares", "juego"):
            lines = announcements.get(lance, [])
            if len(lines) < len(self.names):
                for line in lines:
                    yield _("{name}: {words}.").format(**line)
                continue
            names = [line["name"] for line in lines if line["n"]]
            shown = ", ".join(names) or _("nobody")
            yield _("{lance}: {names}.").format(lance=self.word(lance), names=shown)

    def bet(self) -> Json | None:
        """The offer that waits for an answer, and whose it is."""
        bet = standing_bet(self.view)
        if not bet:
            return None
        what = bet["amount"]
        if bet["ordago"]:
            what = self.word("ordago")
        text = _("offered by {name}").format(name=self.names[bet["seat"]])
        return {"what": what, "text": text}

    @cached_property
    def calls(self) -> Calls:
        return Calls(self)

    # --- the end of a deal and of the match ---

    @cached_property
    def last_deal(self) -> LastDeal | None:
        if not self.view["last_deal"]:
            return None
        return LastDeal(self)

    def won_by(self, outcome: Json) -> str:
        """The winners; a viewer at the table reads whether they are among them."""
        winner = outcome["places"].index(1)
        if self.seat is None:
            template = _("{winners} won {won} to {lost} against {losers}.")
        elif self.seat % 2 == winner:
            template = _("You won {won} to {lost}: {winners} against {losers}.")
        else:
            template = _("You lost {lost} to {won}: {losers} against {winners}.")
        return template.format(
            winners=self.side_name(winner),
            losers=self.side_name(1 - winner),
            won=outcome["score"][winner],
            lost=outcome["score"][1 - winner],
        )


def last_stones(points: int) -> Json:
    """The points of a finished set in stones; play has stopped, so none were given back."""
    amarracos, piedras = divmod(points, AMARRACO)
    return {"amarracos": amarracos, "piedras": piedras, "adentro": False}
