"""Fixtures of the tests in this folder."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import Club, Membership, User
from accounts.roles import Role
from tests.tournaments.pages.desk.desk_pages import as_user
from tournaments.models import Pairing, Stage


@pytest.fixture
def desk(organiser: User) -> Client:
    return as_user(organiser)


@pytest.fixture
def cast(
    organiser: User,
    referee: User,
    outsider: User,
    make_user: Callable[..., User],
    club: Club,
) -> dict[str, Any]:
    player = make_user("player")
    Membership.objects.create(club=club, user=player, role=Role.PLAYER)
    return {
        "organiser": organiser,
        "referee": referee,
        "player": player,
        "outsider": outsider,
        "nobody": None,
    }


# Results


@pytest.fixture
def table(running: Callable[..., Stage]) -> Pairing:
    stage = running(4)
    found = Pairing.objects.filter(round__stage=stage).select_related("a", "b").first()
    assert found
    return found
