"""How many sign up from one address, and how often one form is good for an entry."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from config.settings import SIGN_UP_RATES
from tests.conftest import Api
from tests.tournaments.pages.people.people_pages import PHONE, text
from tests.tournaments.pages.sign_up import stamp
from tournaments.models import Event
from tournaments.sign_up_limits import venue_code


@pytest.fixture(autouse=True)
def _limits(settings: Any) -> Iterator[None]:
    settings.SIGN_UP_RATES = SIGN_UP_RATES
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def big_event(make_event: Callable[..., Event]) -> Event:
    return make_event(capacity=200)


def enter(event: Event, number: int, address: str = "192.0.2.1", **more: str) -> Any:
    client = Client(REMOTE_ADDR=address, headers={"Accept-Language": "en"})
    names = {"player1": f"Ane {number}", "player2": f"Jon {number}", "phone": PHONE}
    given = names | {"stamp": stamp()} | more
    return client.post(f"/events/{event.pk}/register/", given)


def test_one_form_is_good_for_one_entry(big_event: Event) -> None:
    sent = stamp()
    for number in range(5):
        enter(big_event, number, f"192.0.2.{number}", stamp=sent)
    assert big_event.entries.count() == 1


def test_a_script_at_one_address_takes_twenty_places_of_two_hundred(
    big_event: Event,
) -> None:
    answers = [enter(big_event, number) for number in range(25)]
    assert [answer.status_code for answer in answers] == [302] * 20 + [429] * 5
    assert "enter the venue code" in text(answers[-1])
    assert enter(big_event, 25, "192.0.2.2").status_code == 302


def test_an_ipv6_network_counts_as_one_address(big_event: Event) -> None:
    addresses = [f"2001:db8::{number}" for number in range(1, 22)]
    answers = [enter(big_event, n, one) for n, one in enumerate(addresses)]
    assert answers[-1].status_code == 429


def test_sixty_pairs_in_the_bar_sign_up_with_the_code_that_hangs_there(
    big_event: Event,
) -> None:
    for number in range(60):
        enter(big_event, number, venue_code=venue_code(big_event.pk))
    assert big_event.entries.count() == 60


def test_who_reached_the_limit_gets_through_with_the_code(big_event: Event) -> None:
    for number in range(20):
        enter(big_event, number)
    page = enter(big_event, 20).content.decode()
    assert '<label for="id_venue_code">Venue code</label>' in page
    code = venue_code(big_event.pk)
    assert enter(big_event, 20, venue_code=code).status_code == 302


def test_the_code_is_in_the_link_that_the_desk_hangs_up(
    event: Event, organiser: User
) -> None:
    code, desk = venue_code(event.pk), Client()
    desk.force_login(organiser)
    link = f"/events/{event.pk}/register/?code={code}"
    assert link in desk.get(f"/events/{event.pk}/desk/").content.decode()
    page = Client().get(link).content.decode()
    assert f'name="venue_code" value="{code}"' in page


def test_the_code_of_another_event_is_refused_and_cannot_be_guessed(
    big_event: Event, make_event: Callable[..., Event]
) -> None:
    other = venue_code(make_event().pk)
    answers = [enter(big_event, n, venue_code=other) for n in range(21)]
    assert [answer.status_code for answer in answers] == [422] * 20 + [429]
    assert "not the venue code" in text(answers[0])
    assert not big_event.entries.exists()


def test_the_api_has_the_same_limit(
    big_event: Event, make_user: Callable[..., User]
) -> None:
    for number in range(20):
        enter(big_event, number, "127.0.0.1")
    player, path = Api(make_user("miren")), f"events/{big_event.pk}/entries/"
    pair = [{"name": "Miren"}, {"name": "Kepa"}]
    status, answer = player.post(path, players=pair)
    assert (status, answer["code"]) == (429, "entry.too_many_here")
    code = venue_code(big_event.pk)
    assert player.post(path, players=pair, venue_code=code)[0] == 201


def test_the_desk_enters_as_many_as_come(big_event: Event, organiser: User) -> None:
    desk = Api(organiser)
    for number in range(25):
        pair = [{"name": f"Ane {number}"}, {"name": f"Jon {number}"}]
        assert desk.post(f"events/{big_event.pk}/entries/", players=pair)[0] == 201
