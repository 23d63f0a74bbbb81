"""Numbers typed by people are ASCII digits and nothing else."""

import pytest

from core.numbers import parse_number, read_number
from core.refusals import Refusal


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("007", 7), ("9" * 18, 10**18 - 1)]
)
def test_digits_are_read(text: str, number: int) -> None:
    assert parse_number(text) == number
    assert read_number(text) == number


@pytest.mark.parametrize(
    "text", [None, "", " 1", "+1", "-1", "1_000", "1.0", "²", "٣", "9" * 19]
)
def test_anything_else_is_no_number(text: str | None) -> None:
    assert parse_number(text) is None
    with pytest.raises(Refusal, match=r"input\.invalid"):
        read_number(text)


def test_more_digits_than_wanted_are_no_number() -> None:
    assert parse_number("123", most_digits=2) is None
