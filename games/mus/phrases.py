"""The fixed phrases of a table of Mus, none of them about cards (MUS-63, MUS-V10)."""

from collections.abc import Mapping
from typing import Final

from core.refusals import IllegalMove
from games.mus.rules.options import Options
from games.mus.vocabulary import CODES

PHRASES: Final[Mapping[str, tuple[str, str, str, str, str]]] = {
    "como_vas": (
        "¿Cómo vas?",
        "Zer moduz zabiltza?",
        "Nola zira?",
        "Wie steht’s bei dir?",
        "How are you doing?",
    ),
    "tu_mandas": (
        "Tú mandas.",
        "Zuk agindu.",
        "Zuk manatu.",
        "Du entscheidest.",
        "You decide.",
    ),
    "tranquilo": ("Tranquilo.", "Lasai.", "Lasai.", "Nur ruhig.", "Easy now."),
    "cuidado": ("¡Cuidado!", "Kontuz!", "Kasu!", "Vorsicht!", "Careful!"),
    "vamos": ("¡Vamos!", "Goazen!", "Goazen!", "Auf geht’s!", "Let’s go!"),
    "un_momento": (
        "Un momento.",
        "Itxaron pixka bat.",
        "Pixka bat igurika.",
        "Einen Moment.",
        "One moment.",
    ),
    "bien_jugado": (
        "Bien jugado.",
        "Ondo jokatuta.",
        "Ontsa jokatua.",
        "Gut gespielt.",
        "Well played.",
    ),
    "suerte": ("¡Suerte!", "Zorte on!", "Zorte on!", "Viel Glück!", "Good luck!"),
    "perdon": ("Perdón.", "Barkatu.", "Barkatu.", "Entschuldigung.", "Sorry."),
    "gracias": ("Gracias.", "Eskerrik asko.", "Milesker.", "Danke.", "Thank you."),
}
"""Each phrase in the vocabularies of CODES, in that order."""


def refusal(options: Options, phrase: str) -> IllegalMove | None:
    """Why this phrase may not be said, None if it may (MUS-V10)."""
    if options.talk == "off":
        return IllegalMove("talk.off", rule="MUS-V10")
    if phrase not in PHRASES:
        return IllegalMove("talk.unknown", rule="MUS-V10", allowed=list(PHRASES))
    return None


def phrase(vocabulary: str, code: str) -> str:
    """The phrase in this vocabulary; an unknown vocabulary is read as Spanish."""
    if vocabulary not in CODES:
        vocabulary = "es"
    return PHRASES[code][CODES.index(vocabulary)]
