"""Cleaning of typed text, and the key by which two names are the same."""

import re
import unicodedata
from typing import Final

HIDDEN: Final = re.compile(
    r"[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]"
)
"""Control characters, and marks that change the direction of the text after them."""
PUNCTUATION: Final = re.compile(r"[.,;·'’_-]")
KEY_MAX: Final = 120
"""Characters. Decomposition may make several of one letter."""


def one_line(text: str) -> str:
    """The text as one line of composed characters without invisible marks."""
    return " ".join(HIDDEN.sub(" ", unicodedata.normalize("NFC", text)).split())


def name_key(name: str) -> str:
    """The name without accents, case and punctuation: two spellings of it are one person."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(char for char in decomposed if not unicodedata.combining(char))
    key = " ".join(PUNCTUATION.sub(" ", letters).split())
    # A name of punctuation alone would have no key.
    return (key or name)[:KEY_MAX]
