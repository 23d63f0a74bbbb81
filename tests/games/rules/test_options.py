"""Options read from plain JSON: what is allowed, and how a refusal says so."""

from typing import Any, NamedTuple

import pytest

from core.choices import REFUSALS, Choice, read
from core.refusals import BadOption


class Options(NamedTuple):
    points: int = 30
    side: str = "left"
    open: bool = True


CHOICES = {
    "points": Choice(range(2, 41), "RULE-1"),
    "side": Choice(("left", "middle", "right"), "RULE-2"),
    "open": Choice((True, False), "RULE-3"),
}


def test_what_is_not_said_is_as_usual() -> None:
    assert read(Options, CHOICES, {}) == Options()
    assert read(Options, CHOICES, {"side": "right"}) == Options(30, "right", True)


@pytest.mark.parametrize(
    ("name", "value"),
    [("points", 2), ("points", 40), ("side", "middle"), ("open", False)],
)
def test_every_allowed_value_is_read(name: str, value: object) -> None:
    assert getattr(read(Options, CHOICES, {name: value}), name) == value


@pytest.mark.parametrize(
    ("name", "value", "allowed", "rule"),
    [
        ("points", 1, "2–40", "RULE-1"),
        ("points", 41, "2–40", "RULE-1"),
        ("points", True, "2–40", "RULE-1"),
        ("points", 2.0, "2–40", "RULE-1"),
        ("points", "2", "2–40", "RULE-1"),
        ("side", "Left", "left, middle, right", "RULE-2"),
        ("side", None, "left, middle, right", "RULE-2"),
        ("open", 1, "true, false", "RULE-3"),
        ("open", "true", "true, false", "RULE-3"),
    ],
)
def test_another_value_is_refused_with_those_that_are_allowed(
    name: str, value: Any, allowed: str, rule: str
) -> None:
    with pytest.raises(BadOption) as refused:
        read(Options, CHOICES, {name: value})
    assert (refused.value.code, refused.value.fields) == (
        "option.bad", {"option": name, "allowed": allowed, "rule": rule},
    )  # fmt: skip
    assert (
        REFUSALS["option.bad"].format(**refused.value.fields)
        == f"“{name}” may be: {allowed}."
    )


def test_an_option_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(BadOption) as refused:
        read(Options, CHOICES, {"points": 2, "colour": "red"})
    assert (refused.value.code, refused.value.fields) == (
        "option.unknown", {"option": "colour", "allowed": "points, side, open"},
    )  # fmt: skip
