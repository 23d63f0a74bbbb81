"""Signs and phrases on a page of Mus: those a seat may make, and those it noticed."""

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
"""The meaning of a sign, where it is not a word of the table or a number."""


class Asides:
    """Signs and phrases of one table for one viewer; templates ask for its parts."""

    def __init__(self, voice: Voice) -> None:
        self.voice, self.asides = voice, voice.match["asides"]
        self.list = LISTS[options(voice.match["options"]).sign_list]

    def any(self) -> bool:
        """Whether this seat may do anything of the kind now."""
        return any(self.asides[kind] for kind in ("signs", "phrases", "look"))

    def look(self) -> bool:
        return bool(self.asides["look"])

    def signs(self) -> list[Json]:
        signs = []
        for code in self.asides["signs"]:
            gesture, meaning = self._gesture(code), self._meaning(code)
            signs.append({"code": code, "gesture": gesture, "meaning": meaning})
        return signs

    def phrases(self) -> list[Json]:
        codes = self.asides["phrases"]
        return [{"code": code, "words": self._phrase(code)} for code in codes]

    def noticed(self) -> list[Json]:
        """What this viewer noticed in this deal, the latest first."""
        rows = []
        for aside in reversed(self.asides["heard"]):
            name = self.voice.names[aside["seat"]]
            rows.append({"name": name, **self._aside(aside)})
        return rows

    def _aside(self, aside: Json) -> Json:
        """`words` are shown as a quotation, `text` as a description."""
        kind, code = aside["kind"], aside["code"]
        if kind == "phrase":
            return {"words": self._phrase(code)}
        if kind == "look":
            return {"text": _("a look at the other side")}
        template = _("{gesture}: not true, and not seen")
        if kind == "sign":
            template = _("{gesture} ({meaning})")
        gesture, meaning = self._gesture(code), self._meaning(code)
        return {"text": template.format(gesture=gesture, meaning=meaning)}

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
