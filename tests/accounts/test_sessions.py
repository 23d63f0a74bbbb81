"""A session lasts as long as it is used, and 60 days longer."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def in_days(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    began = timezone.now()

    def travel(days: int) -> None:
        monkeypatch.setattr(timezone, "now", lambda: began + timedelta(days=days))

    return travel


@pytest.fixture
def browser() -> Client:
    client = Client()
    client.force_login(User.objects.create_user("ane"))
    return client


def is_known(browser: Client) -> bool:
    return "accounts/logout" in browser.get("/").content.decode()


def test_whoever_comes_back_within_60_days_stays_known_for_months(
    browser: Client, in_days: Callable[[int], None]
) -> None:
    for days in range(0, 200, 50):
        in_days(days)
        assert is_known(browser)


def test_a_session_that_is_not_used_ends_after_60_days(
    browser: Client, in_days: Callable[[int], None]
) -> None:
    assert is_known(browser)
    in_days(61)
    assert not is_known(browser)


def test_it_is_stored_once_a_day_and_not_with_every_page(
    browser: Client, in_days: Callable[[int], None]
) -> None:
    is_known(browser)
    expires = Session.objects.get().expire_date
    is_known(browser)
    assert Session.objects.get().expire_date == expires
    in_days(1)
    is_known(browser)
    assert Session.objects.get().expire_date > expires


def test_a_reader_without_a_session_gets_none(client: Any) -> None:
    answer = client.get("/")
    assert "sessionid" not in answer.cookies
    assert not Session.objects.exists()
