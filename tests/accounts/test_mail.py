"""Mails wait in an outbox: a mail server that is away stops nobody, and loses no mail."""

import re
import socket
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts import outbox
from accounts.models import Mail, User
from accounts.tasks import send_mails
from config.settings import CELERY_BEAT_SCHEDULE

pytestmark = pytest.mark.django_db

PASSWORD = "a long one, nobody guesses it"
ADDRESS = "ane@example.org"
TO_MEMORY = "django.core.mail.backends.locmem.EmailBackend"
BY_SMTP = "django.core.mail.backends.smtp.EmailBackend"


@pytest.fixture(autouse=True)
def _as_in_production(settings: Any) -> Iterator[None]:
    """Django's test runner puts a backend of its own in the place of ours."""
    settings.EMAIL_BACKEND = "accounts.outbox.Outbox"
    settings.MAIL_TRANSPORT = TO_MEMORY
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def no_mail_server(settings: Any) -> None:
    """Nobody listens at the port of the mail server."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        settings.EMAIL_PORT = unused.getsockname()[1]
    settings.EMAIL_HOST = "127.0.0.1"
    settings.MAIL_TRANSPORT = BY_SMTP


def browser() -> Client:
    return Client(headers={"Accept-Language": "en"})


def sign_up(client: Client, username: str, email: str = ADDRESS) -> Any:
    given = {"username": username, "email": email, "password1": PASSWORD}
    return client.post("/accounts/signup/", given, follow=True)


def text(answer: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def later(**after: int) -> Any:
    return timezone.now() + timedelta(**after)


def test_without_a_mail_server_people_sign_up_and_are_told_that_the_mail_is_on_its_way(
    no_mail_server: None,
) -> None:
    answer = sign_up(browser(), "ane")
    assert answer.status_code == 200
    assert f"is on its way to {ADDRESS}" in text(answer)
    assert User.objects.get().username == "ane"


def test_without_a_mail_server_a_forgotten_password_is_asked_for_all_the_same(
    no_mail_server: None,
) -> None:
    User.objects.create_user("ane", ADDRESS, PASSWORD)
    answer = browser().post(
        "/accounts/password/reset/", {"email": ADDRESS}, follow=True
    )
    assert answer.status_code == 200
    assert "is on its way to you" in text(answer)
    assert Mail.objects.get().recipient == ADDRESS


def test_a_mail_is_sent_when_the_server_is_back(
    settings: Any, no_mail_server: None
) -> None:
    sign_up(browser(), "ane")
    assert send_mails() == 0
    settings.MAIL_TRANSPORT = TO_MEMORY
    assert outbox.send_due(later(minutes=1)) == 1
    (sent,) = mail.outbox
    assert (sent.to, sent.from_email) == ([ADDRESS], "club@localhost")
    assert "/accounts/confirm-email/" in sent.body
    assert not Mail.objects.exists()


def test_a_mail_is_sent_once() -> None:
    sign_up(browser(), "ane")
    assert [send_mails(), send_mails()] == [1, 0]
    assert len(mail.outbox) == 1


def test_two_workers_do_not_send_the_same_mail() -> None:
    sign_up(browser(), "ane")
    waiting, now = Mail.objects.get(), timezone.now()
    assert [outbox.claim(waiting, now), outbox.claim(waiting, now)] == [True, False]


def test_one_mail_that_fails_does_not_keep_the_others_waiting(
    settings: Any, no_mail_server: None
) -> None:
    sign_up(browser(), "ane")
    send_mails()
    settings.MAIL_TRANSPORT = TO_MEMORY
    sign_up(browser(), "jon", "jon@example.org")
    assert send_mails() == 1
    assert mail.outbox[0].to == ["jon@example.org"]


def test_a_mail_that_nobody_has_taken_for_two_days_is_given_up(
    no_mail_server: None,
) -> None:
    sign_up(browser(), "ane")
    outbox.send_due(later(hours=47))
    assert Mail.objects.exists()
    outbox.send_due(later(hours=50))
    assert not Mail.objects.exists()


def test_the_clock_sends_mails_every_ten_seconds() -> None:
    clock = CELERY_BEAT_SCHEDULE["mail"]
    assert (clock["task"], clock["schedule"]) == (send_mails.name, 10.0)


def test_a_sign_up_does_not_tell_whether_an_address_has_an_account() -> None:
    new = sign_up(browser(), "jon", "jon@example.org")
    User.objects.create_user("ane", ADDRESS, PASSWORD)
    known = sign_up(browser(), "ane2", ADDRESS)
    assert known.redirect_chain == new.redirect_chain
    replaced = text(known).replace(ADDRESS, "jon@example.org").replace("ane2", "jon")
    assert replaced == text(new)


def test_a_forgotten_password_does_not_tell_whether_an_address_has_an_account() -> None:
    User.objects.create_user("ane", ADDRESS, PASSWORD)
    pages = []
    for address in (ADDRESS, "nobody@example.org"):
        asked = {"email": address}
        answer = browser().post("/accounts/password/reset/", asked, follow=True)
        pages.append((answer.redirect_chain, text(answer)))
    assert pages[0] == pages[1]
