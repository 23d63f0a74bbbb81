"""Search engines list what everybody may read, and nothing else."""

from collections.abc import Callable
from urllib.robotparser import RobotFileParser

import pytest
from django.test import Client

from accounts.models import User
from tournaments.models import Stage

pytestmark = pytest.mark.django_db


def test_robots_are_told_to_leave_private_addresses_alone(client: Client) -> None:
    answer = client.get("/robots.txt")
    assert answer["content-type"] == "text/plain"
    rules = RobotFileParser()
    rules.parse(answer.content.decode().splitlines())
    for path in ("/", "/events/1/", "/clubs/pena/", "/past/", "/events/1/bracket/"):
        assert rules.can_fetch("any", path), path
    for path in ("/e/key/", "/partner/key/", "/entries/1/", "/accounts/login/"):
        assert not rules.can_fetch("any", path), path


def test_private_pages_say_that_they_are_not_to_be_listed(
    running: Callable[..., Stage], organiser: User, client: Client
) -> None:
    event = running(2).event
    client.force_login(organiser)
    assert "X-Robots-Tag" not in client.get(f"/events/{event.pk}/")
    for path in ("desk/", "desk/log/", "edit/"):
        answer = client.get(f"/events/{event.pk}/{path}")
        assert answer["X-Robots-Tag"] == "noindex, nofollow"
