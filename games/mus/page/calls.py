"""What a viewer's seat may say at a table of Mus, and why not the rest."""

from typing import Final

from core.refusals import Refusal
from games.mus.page.voice import Voice
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
        view = voice.view
        self.voice, self.bet = voice, standing_bet(view)
        self.named = {
            choice["say"].replace(" ", "_"): self._call(choice)
            for choice in view.get("choices", ())
        }
        """Every call by its name in the template, with the reason why it is not legal now."""

    def _call(self, choice: Json) -> Json:
        say, raising = choice["say"], bool(self.bet) and choice["say"] == "envido"
        return {
            **choice,
            "label": self.voice.word("raise" if raising else say),
            "why": self.voice.refusal(Refusal(choice["code"], min=choice["min"]))
            if choice["code"]
            else "",
            "key": KEYS[say],
        }

    def why_not(self) -> list[Json]:
        """The reasons of all that is not legal now, the calls with the same reason together."""
        reasons: dict[str, list[str]] = {}
        for call in self.named.values():
            if not call["legal"]:
                reasons.setdefault(call["why"], []).append(call["label"])
        return [
            {"labels": ", ".join(labels), "why": why} for why, labels in reasons.items()
        ]

    def at_times(self) -> list[Json]:
        """The calls that only some tables have, when they are due: a wait, an announcement, a word on a card seen."""
        return [
            call
            for call in self.named.values()
            if call["say"] not in ALWAYS and call["legal"]
        ]

    def answers_ordago(self) -> bool:
        """Whether `quiero` would stake the whole set now."""
        return bool(self.bet and self.bet["ordago"])


def standing_bet(view: Json) -> Json | None:
    """The offer that waits for an answer."""
    return (
        view["bet"] if view["bet"] and view["lances"][-1]["state"] == "open" else None
    )
