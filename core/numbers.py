"""Whole numbers as people type them into forms and addresses."""

from typing import Final

from core.refusals import Refusal

MOST_DIGITS: Final = 18
"""A number of 18 digits fits into a BIGINT of the database."""


def parse_number(text: str | None, most_digits: int = MOST_DIGITS) -> int | None:
    """The number written in ASCII digits alone; None for anything else.

    `int` would also read "+1", "1_000" and the digits of other scripts.
    """
    if text is None or len(text) > most_digits:
        return None
    if not (text.isascii() and text.isdecimal()):
        return None
    return int(text)


def read_number(text: str | None, most_digits: int = MOST_DIGITS) -> int:
    """Like `parse_number`, but raises Refusal `input.invalid` for anything else."""
    number = parse_number(text, most_digits)
    if number is None:
        raise Refusal("input.invalid")
    return number
