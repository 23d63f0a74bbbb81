"""How texts that people give are cleaned before others see them, and when two names are the same."""

import re
import unicodedata
from typing import Final

HIDDEN: Final = re.compile(
    r"[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]"
)
"""Control characters and marks that turn the direction of the text after them."""
KEY_MAX: Final = 120
"""Letters of a name that tell people apart; a letter may come apart into several."""


def one_line(text: str) -> str:
    """One line of composed characters without invisible marks."""
    return " ".join(HIDDEN.sub(" ", unicodedata.normalize("NFC", text)).split())


def name_key(name: str) -> str:
    """What makes two spellings the same person: no accents, no case, no points."""
    bare = "".join(
        c
        for c in unicodedata.normalize("NFKD", name.casefold())
        if not unicodedata.combining(c)
    )
    return (" ".join(re.sub(r"[.,;·'’_-]", " ", bare).split()) or name)[:KEY_MAX]
