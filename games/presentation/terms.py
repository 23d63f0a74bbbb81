"""For newcomers: the words of a game with their meaning, one sentence each."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from django.utils.translation import gettext


class Term(NamedTuple):
    """A word as the table says it, and its meaning in the reader's language."""

    word: str
    meaning: str


Terms = list[tuple[str, list[Term]]]
"""Terms in groups, each under its title."""


def terms_of(word: Callable[[str], str], meanings: Mapping[str, str]) -> list[Term]:
    """The words for these keys, each with its translated meaning."""
    return [Term(word(key), gettext(meaning)) for key, meaning in meanings.items()]
