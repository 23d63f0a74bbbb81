"""Fixtures of the tests in this folder."""

import pytest
from django.test import Client

from accounts.models import User
from tests.tournaments.evenings import Evening
from tournaments.models import Pairing
from tournaments.reading import events


@pytest.fixture
def anybody() -> Client:
    return Client(headers={"Accept-Language": "en"})


@pytest.fixture
def desk(organiser: User) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(organiser)
    return client


@pytest.fixture
def table(evening: Evening) -> Pairing:
    """Four players at table 1 of eight, with cards."""
    stage = evening.running("mu", 8)
    return events.pairings().filter(round__stage=stage).order_by("table")[0]
