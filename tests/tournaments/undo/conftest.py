"""Fixtures of the tests in this folder."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.conftest import NOW
from tests.tournaments.undo.undoing import (
    line,
)
from tournaments.models import Event
from tournaments.services.undo import undo


@pytest.fixture
def take_back(organiser: Any) -> Callable[[Event, str], Event]:
    def take(event: Event, action: str) -> Event:
        return undo(event_id=event.pk, number=line(event, action), by=organiser, at=NOW)

    return take
