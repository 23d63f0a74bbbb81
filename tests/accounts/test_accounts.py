"""Accounts over the API and the pages: names, passwords, tokens, and what guests are not."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from knox.models import AuthToken

from accounts import services
from accounts.models import Club, User
from accounts.tasks import forget_expired
from tests.conftest import Api, written_by_hand

pytestmark = pytest.mark.django_db

PASSWORD = "a long one, nobody guesses it"
OTHER = "another long one, as hard to guess"


@pytest.fixture(autouse=True)
def _nobody_has_tried_before() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def ane() -> User:
    return User.objects.create_user("Ane", "ane@example.org", PASSWORD)


@pytest.fixture
def guest() -> Client:
    """A browser in which somebody pressed Play."""
    client = Client(headers={"Accept-Language": "en"})
    client.post("/play/")
    assert User.objects.filter(is_guest=True).count() == 1
    return client


def log_in(username: str, password: str = PASSWORD) -> tuple[int, Any]:
    return Api().post("auth/token/", username=username, password=password)


# Names


@pytest.mark.parametrize("name", ["ane", "ANE", "Ane"])
def test_a_name_that_differs_in_its_capitals_only_is_taken(
    ane: User, name: str
) -> None:
    status, answer = Api().post("accounts/", username=name, password=PASSWORD)
    assert (status, list(answer["errors"])) == (400, ["username"])


@pytest.mark.parametrize("typed", ["Ane", "ane"])
def test_people_log_in_whatever_capitals_they_type(ane: User, typed: str) -> None:
    assert log_in(typed)[1]["user"] == ane.pk


@pytest.mark.parametrize("mark", ["\u202e", "\u061c", "\u2066", "\n"])
def test_a_shown_name_holds_nothing_that_is_not_seen(mark: str) -> None:
    Api().post(
        "accounts/", username="jon", password=PASSWORD, display_name=f"Jon{mark}Etxe"
    )
    assert User.objects.get().display_name == "Jon Etxe"


# Passwords and tokens


def test_over_the_local_socket_where_there_is_no_address_people_log_in_as_well(
    ane: User,
) -> None:
    body = {"username": "Ane", "password": PASSWORD}
    answer = Client(REMOTE_ADDR="").post(
        "/api/v1/auth/token/", body, content_type="application/json"
    )
    assert answer.status_code == 201


def test_a_token_is_good_for_ninety_days(ane: User) -> None:
    api = Api()
    api.headers = {"Authorization": f"Token {log_in('Ane')[1]['token']}"}
    assert api.get("me/turns/")[0] == 200
    AuthToken.objects.update(expiry=AuthToken.objects.get().expiry - timedelta(days=91))
    assert api.get("me/turns/")[0] == 401


def test_a_new_password_shuts_out_whoever_had_logged_in_with_the_old_one(
    ane: User, outsider: User
) -> None:
    log_in("Ane")
    kept = AuthToken.objects.create(user=outsider)[0]
    browser = Client()
    browser.force_login(ane)
    given = {"oldpassword": PASSWORD, "password1": OTHER, "password2": OTHER}
    assert browser.post("/accounts/password/change/", given).status_code == 302
    assert list(AuthToken.objects.all()) == [kept]
    assert log_in("Ane", OTHER)[0] == 201


def test_expired_tokens_go(ane: User) -> None:
    AuthToken.objects.create(user=ane)
    AuthToken.objects.update(expiry=timezone.now() - timedelta(seconds=1))
    kept = AuthToken.objects.create(user=ane)[0]
    forget_expired()
    assert list(AuthToken.objects.all()) == [kept]


# Guests


def test_a_guest_founds_no_club(guest: Client) -> None:
    assert "login" in guest.post("/clubs/new/", {"name": "Peña"}).url
    assert (
        guest.post("/api/v1/clubs/", {"name": "Peña", "slug": "pena"}).status_code
        == 403
    )
    assert not Club.objects.exists()


def test_a_guest_may_log_in_and_keeps_what_the_browser_spoke_for(
    guest: Client, ane: User
) -> None:
    session = guest.session
    session["entries"] = [7]
    session.save()
    assert guest.get("/accounts/login/").status_code == 200
    assert (
        guest.post(
            "/accounts/login/", {"login": "Ane", "password": PASSWORD}
        ).status_code
        == 302
    )
    assert guest.session["entries"] == [7]
    assert int(guest.session["_auth_user_id"]) == ane.pk


def test_whoever_logs_in_over_another_account_gets_nothing_of_it(
    ane: User, outsider: User
) -> None:
    browser = Client()
    browser.force_login(outsider)
    session = browser.session
    session["entries"] = [7]
    session.save()
    browser.post("/accounts/login/", {"login": "Ane", "password": PASSWORD})
    assert int(browser.session["_auth_user_id"]) == ane.pk
    assert "entries" not in browser.session


# Clubs


def test_nobody_founds_more_than_twenty_clubs(ane: User) -> None:
    api, browser = Api(ane), Client()
    browser.force_login(ane)
    for n in range(20):
        assert api.post("clubs/", name="Peña", slug=f"pena-{n}")[0] == 201
    status, answer = api.post("clubs/", name="Peña", slug="pena-20")
    assert (status, answer["code"]) == (403, "club.too_many")
    assert browser.post("/clubs/new/", {"name": "Peña"}).status_code == 403
    assert Club.objects.count() == 20


def test_a_club_has_no_address_that_a_page_has(ane: User) -> None:
    status, answer = Api(ane).post("clubs/", name="Peña", slug="new")
    assert (status, answer["code"]) == (422, "club.address_taken")
    assert services.found_club(by=ane, name="New").slug == "new-2"


def test_a_club_has_at_most_fifty_events_ahead(
    club: Club, organiser: User, make_event: Callable[..., Any]
) -> None:
    for n in range(50):
        make_event(name=f"Torneo {n}")
    given = {"name": "One more", "starts_at": "2026-05-02T20:00:00Z"}
    status, answer = Api(organiser).post(f"clubs/{club.pk}/events/", **given)
    assert (status, answer["code"]) == (403, "club.too_many_events")
    over = club.events.first()
    over.state = "finished"
    with written_by_hand():
        over.save()
    assert Api(organiser).post(f"clubs/{club.pk}/events/", **given)[0] == 201
