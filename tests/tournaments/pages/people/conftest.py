"""Fixtures of the tests in this folder."""

from collections.abc import Callable

import pytest

from tests.tournaments.pages.people.people_pages import PHONE
from tournaments.models import Entry, Event, Pairing, Stage


@pytest.fixture
def entry(event: Event, enter: Callable[..., Entry]) -> Entry:
    return enter(event, "Ane", "Jon", phone=PHONE)


# The table


@pytest.fixture
def table(running: Callable[..., Stage]) -> Pairing:
    stage = running(2)
    return Pairing.objects.select_related("a", "b").get(round__stage=stage)
