"""Fixtures of the tests in this folder."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments.attendance.comings_and_goings import (
    Running,
    start,
)
from tournaments.models import Entry, Event, Stage


@pytest.fixture
def lives(
    make_event: Callable[..., Event], enter: Callable[..., Entry], organiser: Any
) -> Running:
    """An event with lives of so many pairs, in its first round."""

    def begin(pairs: int, **settings: Any) -> Stage:
        event = make_event(capacity=64, format="lives", settings=settings)
        for n in range(pairs):
            enter(event, f"Ane {n}", f"Jon {n}")
        return start(event, organiser)

    return begin
