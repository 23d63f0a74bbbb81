"""The vocabularies that a table may speak, and where one borrows the words that it lacks."""

from collections.abc import Mapping
from typing import Final

Words = Mapping[str, Mapping[str, str]]
"""The words of each vocabulary by key. The Spanish one has all keys."""

CODES: Final = ("es", "eu", "eu-ipar", "de", "en")
"""Spanish, southern Basque, northern (and American) Basque, German, English."""

_BORROWS_FROM: Final = {"eu-ipar": "eu"}
"""All other vocabularies borrow missing words from the Spanish one."""


def word(words: Words, vocabulary: str, key: str) -> str:
    """The word for `key`; an unknown vocabulary is read as Spanish."""
    while vocabulary in CODES and vocabulary != "es":
        known = words.get(vocabulary, {})
        if key in known:
            return known[key]
        vocabulary = _BORROWS_FROM.get(vocabulary, "es")
    return words["es"][key]
