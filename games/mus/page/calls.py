"""What a viewer's seat may say at a table of Mus, and why not the rest."""

from typing import Final

from django.utils.translation import gettext as _

from core.refusals import Refusal
from games.mus.page.voice import Voice
from games.mus.rules.betting import deje
from games.mus.rules.state import Bet
from games.mus.rules.view import ALWAYS
from games.rules.base import Json

KEYS: Final = {
    "mus": "m",
    "no mus": "n",
    "discard": "d",
    "paso": "p",
    "envido": "e",
    "quiero": "q",
    "no quiero": "x",
    "ordago": "o",
    "wait": "w",
    "redeal": "4",
    "keep": "k",
    "visto": "v",
    "no visto": "z",
    "pares si": "y",
    "pares no": "u",
    "juego si": "y",
    "juego no": "u",
}
"""The keys that say something, for those who switch them on."""


class Calls:
    """The calls of one seat; templates ask for `named` and `why_not`."""

    def __init__(self, voice: Voice) -> None:
        self.voice = voice
        self.bet = standing_bet(voice.view)
        self.named: dict[str, Json] = {}
        """Every call by its name in the template, with why it is not legal now."""
        for choice in voice.view.get("choices", ()):
            name = choice["say"].replace(" ", "_")
            self.named[name] = self._call(choice)

    def _call(self, choice: Json) -> Json:
        say = choice["say"]
        word = say
        if self.bet and say == "envido":
            word = "raise"
        why = ""
        if choice["code"]:
            why = self.voice.refusal(Refusal(choice["code"], min=choice["min"]))
        return {
            **choice,
            "label": self.voice.word(word),
            "effect": self._effect(say),
            "why": why,
            "key": KEYS[say],
        }

    def _effect(self, say: str) -> str:
        """What an answer to the standing offer would lead to; "" for other calls."""
        if say == "ordago" or (say == "quiero" and self.answers_ordago()):
            return _("the whole set")
        if not self.bet:
            return ""
        effects = {
            "quiero": _("{amount} at stake").format(amount=self.bet["amount"]),
            "no quiero": _("they win {points}").format(points=deje(Bet(**self.bet))),
        }
        return effects.get(say, "")

    def why_not(self) -> list[Json]:
        """Why some calls are not legal now; calls with the same reason share a row."""
        refused = []
        for call in self.named.values():
            if not call["legal"]:
                refused.append((call["label"], call["why"]))
        return self.voice.reasons(refused)

    def at_times(self) -> list[Json]:
        """The calls that are not always on the table, while they are legal: a wait, an
        announcement of pares or juego, the mano's word on a card that was seen.
        """
        calls = self.named.values()
        return [call for call in calls if call["legal"] and call["say"] not in ALWAYS]

    def answers_ordago(self) -> bool:
        """Whether `quiero` would stake the whole set now."""
        return bool(self.bet and self.bet["ordago"])


def standing_bet(view: Json) -> Json | None:
    """The offer that waits for an answer."""
    bet: Json | None = view["bet"]
    if bet and view["lances"][-1]["state"] == "open":
        return bet
    return None
