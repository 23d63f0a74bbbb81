"""Fixtures of the tests in this folder."""

from collections.abc import Callable

import pytest

from accounts.models import User
from tests.tournaments.correcting import Desk
from tournaments.models import Stage


@pytest.fixture
def desk(running: Callable[..., Stage], referee: User) -> Desk:
    """Eight pairs; the first of each table has won in the rounds so far."""
    return Desk(running(8), referee)
