"""Fixtures of the tests in this folder."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.conftest import NOW
from tournaments.models import Draw, Entry, Event
from tournaments.services import draws


@pytest.fixture
def draft(
    make_event: Callable[..., Event], enter: Callable[..., Entry], organiser: Any
) -> Callable[..., Draw]:
    """A draft of so many pairs, the odd ones of one club, the even ones of another."""

    def make(pairs: int = 4, **fields: Any) -> Draw:
        event = make_event(**fields)
        for n in range(1, pairs + 1):
            enter(event, f"Ane {n}", f"Jon {n}", club_name="Norte" if n % 2 else "Sur")
        draw = draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
        return draws.make(draw_id=draw.pk, by=organiser, at=NOW, beacon="31")

    return make
