"""Guessing passwords is stopped, and nobody locks somebody else out by it."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client

from accounts import devices
from accounts.models import User

pytestmark = pytest.mark.django_db

PASSWORD = "a long one, nobody guesses it"
HOME, ELSEWHERE = "192.0.2.1", "192.0.2.2"


@pytest.fixture(autouse=True)
def _nobody_has_tried_before() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def ane() -> User:
    return User.objects.create_user("Ane", "ane@example.org", PASSWORD)


def at(address: str) -> Client:
    return Client(REMOTE_ADDR=address, headers={"Accept-Language": "en"})


def logs_in(browser: Client, name: str = "Ane", password: str = PASSWORD) -> bool:
    given = {"login": name, "password": password}
    return browser.post("/accounts/login/", given).status_code == 302


def over_the_api(address: str, name: str = "Ane", password: str = PASSWORD) -> int:
    given = {"username": name, "password": password}
    answer = at(address).post(
        "/api/v1/auth/token/", given, content_type="application/json"
    )
    return answer.status_code


def guess(address: str, times: int, name: str = "Ane") -> None:
    for number in range(times):
        assert not logs_in(at(address), name, f"guess {number}")


def test_after_five_wrong_passwords_an_address_guesses_no_more_at_this_account() -> (
    None
):
    guess(ELSEWHERE, 5)
    assert not logs_in(at(ELSEWHERE))
    assert over_the_api(ELSEWHERE) == 429


def test_a_name_its_capitals_and_the_address_of_mail_are_one_account() -> None:
    for name in ("Ane", "ANE", "ane@example.org", "ane", "ANE@example.org"):
        guess(ELSEWHERE, 1, name)
    assert not logs_in(at(ELSEWHERE))


def test_who_knows_a_name_does_not_lock_its_owner_out() -> None:
    guess(ELSEWHERE, 10)
    assert logs_in(at(HOME))
    assert over_the_api(HOME) == 201


def test_behind_the_same_address_a_device_that_has_logged_in_before_gets_through() -> (
    None
):
    phone = at(HOME)
    assert logs_in(phone)
    phone.post("/accounts/logout/")
    guess(HOME, 10)
    for name in ("jon", "miren", "kepa", "ainhoa", *(f"n{n}" for n in range(60))):
        guess(HOME, 1, name)
    assert not logs_in(at(HOME))
    assert logs_in(phone)


def test_a_known_device_guesses_no_more_than_ten_times() -> None:
    phone = at(HOME)
    logs_in(phone)
    for number in range(10):
        assert not logs_in(phone, password=f"guess {number}")
    assert not logs_in(phone)


def test_a_device_is_known_to_its_own_accounts_only() -> None:
    User.objects.create_user("jon", "jon@example.org", PASSWORD)
    phone = at(HOME)
    logs_in(phone, "jon")
    guess(HOME, 5)
    assert not logs_in(phone)


def test_a_forged_device_is_a_stranger() -> None:
    guess(HOME, 5)
    browser = at(HOME)
    browser.cookies[devices.COOKIE] = 'WyJhIiwgWzFdXQ:1abc:forged"\\udc80'
    assert not logs_in(browser)


def test_guessing_from_many_addresses_is_stopped_and_known_devices_get_through() -> (
    None
):
    phone = at(HOME)
    logs_in(phone)
    for number in range(60):
        guess(f"198.51.100.{number}", 5)
    assert not logs_in(at(ELSEWHERE))
    assert logs_in(phone)


def test_after_a_new_password_by_mail_one_logs_in_at_once(ane: User) -> None:
    guess(HOME, 5)
    browser = at(HOME)
    browser.post("/accounts/password/reset/", {"email": ane.email})
    (link,) = re.findall(r"http://testserver(/accounts/\S+)", mail.outbox[0].body)
    form = browser.get(link, follow=True).redirect_chain[-1][0]
    new = "another long one, as hard to guess"
    assert browser.post(form, {"password1": new, "password2": new}).status_code == 302
    assert logs_in(browser, password=new)


def test_the_cookie_of_a_device_lives_for_400_days_and_scripts_cannot_read_it() -> None:
    phone = at(HOME)
    logs_in(phone)
    cookie = phone.cookies[devices.COOKIE]
    assert cookie["max-age"] == timedelta(days=400).total_seconds()
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
