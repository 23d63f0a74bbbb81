"""Which words a table may speak, and where a word is looked for that a vocabulary does not have."""

from collections.abc import Iterator, Mapping
from typing import Final

Words = Mapping[str, Mapping[str, str]]
"""By vocabulary the word for each key; the Spanish one has all keys."""

CODES: Final = ("es", "eu", "eu-ipar", "de", "en")
"""The vocabularies: Spanish, Basque of the south, Basque of the north and of America, German, English."""

_NEXT: Final = {"eu-ipar": "eu"}
"""Where a missing word is looked for; else in the Spanish vocabulary."""


def word(words: Words, vocabulary: str, key: str) -> str:
    """The word for `key`; an unknown vocabulary is Spanish."""
    return next(
        words[code][key] for code in _chain(vocabulary) if key in words.get(code, {})
    )


def _chain(vocabulary: str) -> Iterator[str]:
    """The vocabulary and those that it falls back to."""
    while vocabulary in CODES and vocabulary != "es":
        yield vocabulary
        vocabulary = _NEXT.get(vocabulary, "es")
    yield "es"
