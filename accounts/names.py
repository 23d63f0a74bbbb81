"""How texts that people give are cleaned before others see them."""

import re
import unicodedata
from typing import Final

HIDDEN: Final = re.compile(r"[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
"""Control characters and marks that turn the direction of the text after them."""


def one_line(text: str) -> str:
    """One line of composed characters without invisible marks."""
    return " ".join(HIDDEN.sub(" ", unicodedata.normalize("NFC", text)).split())
