"""For newcomers: the words of a game and what they mean, in a sentence each."""

from typing import NamedTuple


class Term(NamedTuple):
    """A word as the table says it, and what it means in the reader's language."""

    word: str
    meaning: str


Terms = list[tuple[str, list[Term]]]
"""Terms in groups, each group under its title."""
