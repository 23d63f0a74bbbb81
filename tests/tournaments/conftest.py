"""What the tests of events share."""

from collections.abc import Callable

import pytest

from accounts.models import User
from tests.tournaments.evenings import Evening
from tests.tournaments.halls import Hall
from tests.tournaments.leagues import League
from tournaments.models import Entry, Event


@pytest.fixture
def evening(
    make_event: Callable[..., Event], make_user: Callable[..., User], organiser: User
) -> Evening:
    """Individual events."""
    return Evening(make_event, make_user, organiser)


@pytest.fixture
def league(
    make_event: Callable[..., Event], enter: Callable[..., Entry], organiser: User
) -> League:
    """Events in which every pair meets every other."""
    return League(make_event, enter, organiser)


@pytest.fixture
def hall(
    organiser: User, make_event: Callable[..., Event], enter: Callable[..., Entry]
) -> Hall:
    return Hall(organiser, make_event, enter)
