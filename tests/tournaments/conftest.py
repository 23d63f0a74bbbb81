"""What the tests of events share."""

from collections.abc import Callable

import pytest

from accounts.models import User
from tests.tournaments.evenings import Evening
from tournaments.models import Event


@pytest.fixture
def evening(make_event: Callable[..., Event], make_user: Callable[..., User], organiser: User) -> Evening:
    """Individual events."""
    return Evening(make_event, make_user, organiser)
