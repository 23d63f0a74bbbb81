"""What a page of Mus shows of signs and phrases: those that the seat may make, and those that it noticed."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.mus.page.voice import Voice
from games.mus.phrases import phrase
from games.mus.rules.options import options
from games.mus.signs import LISTS
from games.rules.base import Json

GESTURES: Final = {
    "lip": gettext_noop("lip bitten"),
    "lip_side": gettext_noop("lip bitten at the side"),
    "lip_twice": gettext_noop("lip bitten twice"),
    "kiss": gettext_noop("a kiss"),
    "tongue": gettext_noop("tip of the tongue"),
    "tongue_side": gettext_noop("tongue at the side"),
    "tongue_twice": gettext_noop("tip of the tongue, twice"),
    "cheek": gettext_noop("cheek drawn"),
    "lips_side": gettext_noop("closed lips to a side"),
    "lips_out": gettext_noop("closed lips pushed out"),
    "brows": gettext_noop("brows up"),
    "wink": gettext_noop("a wink"),
    "eyes": gettext_noop("eyes closed"),
    "head_turned": gettext_noop("head turned to a side"),
    "head_tilted": gettext_noop("head tilted"),
    "head_up": gettext_noop("head raised"),
    "shoulders": gettext_noop("both shoulders up"),
    "shoulder": gettext_noop("one shoulder up"),
}
"""How a sign looks."""

MEANINGS: Final = {
    "kings_2": gettext_noop("two kings"),
    "kings_3": gettext_noop("three kings"),
    "kings_4": gettext_noop("four kings"),
    "kings_3_ace": gettext_noop("three kings and an ace"),
    "aces_2": gettext_noop("two aces"),
    "aces_3": gettext_noop("three aces"),
    "aces_4": gettext_noop("four aces"),
    "medias_kings": gettext_noop("{medias} of kings"),
    "medias_aces": gettext_noop("{medias} of aces"),
    "juego": gettext_noop("{juego}, not 31"),
    "nothing": gettext_noop("nothing"),
    "cut_mus": gettext_noop("no {mus}, please"),
    "bet_more": gettext_noop("bet more"),
}
"""What a sign says, where that is not a word of the table or a number."""


class Asides:
    """Signs and phrases of one table for one viewer; templates ask for its parts."""

    def __init__(self, voice: Voice) -> None:
        self.voice, self.asides = voice, voice.match["asides"]
        self.list = LISTS[options(voice.match["options"]).sign_list]

    def any(self) -> bool:
        """Whether there is anything that this seat may do."""
        return bool(
            self.asides["signs"] or self.asides["phrases"] or self.asides["look"]
        )

    def look(self) -> bool:
        return bool(self.asides["look"])

    def signs(self) -> list[Json]:
        codes = self.asides["signs"]
        return [
            {
                "code": code,
                "gesture": self._gesture(code),
                "meaning": self._meaning(code),
            }
            for code in codes
        ]

    def phrases(self) -> list[Json]:
        return [
            {"code": code, "words": self._phrase(code)}
            for code in self.asides["phrases"]
        ]

    def noticed(self) -> list[Json]:
        """What this viewer noticed in this deal, the latest first."""
        return [
            {"name": self.voice.names[one["seat"]], **self._said(one)}
            for one in reversed(self.asides["heard"])
        ]

    def _said(self, aside: Json) -> Json:
        """`words` are quoted, `text` is told."""
        if aside["kind"] == "phrase":
            return {"words": self._phrase(aside["code"])}
        if aside["kind"] == "look":
            return {"text": _("a look at the other side")}
        text = (
            _("{gesture} ({meaning})")
            if aside["kind"] == "sign"
            else _("{gesture}: not true, nobody saw it")
        )
        return {
            "text": text.format(
                gesture=self._gesture(aside["code"]),
                meaning=self._meaning(aside["code"]),
            )
        }

    def _gesture(self, code: str) -> str:
        return _(GESTURES[self.list[code].gesture])

    def _meaning(self, code: str) -> str:
        if code.isdecimal():
            return code
        word = self.voice.word
        if code not in MEANINGS:
            return word(code)
        return _(MEANINGS[code]).format(
            medias=word("medias"), juego=word("juego"), mus=word("mus")
        )

    def _phrase(self, code: str) -> str:
        return phrase(self.voice.vocabulary, code)
