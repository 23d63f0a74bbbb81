"""Founding clubs at the same instant."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts import services
from accounts.models import Club, User
from tests.racing import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def founding(user: User, name: str, **more: str) -> Callable[[], Any]:
    return lambda: services.found_club(by=user, name=name, **more)


def test_clubs_of_one_name_get_an_address_each(four: list[User]) -> None:
    for n in range(5):
        clubs = at_once(*(founding(user, f"Peña {n}") for user in four))
        assert {club.slug for club in clubs} == {
            f"pena-{n}{end}" for end in ("", "-2", "-3", "-4")
        }


def test_an_address_asked_for_by_two_is_given_once(four: list[User]) -> None:
    answers = at_once(*(founding(user, "Peña", slug="pena") for user in four))
    assert sorted(type(answer).__name__ for answer in answers) == [
        "AddressTaken"
    ] * 3 + ["Club"]


def test_nobody_founds_the_last_club_twice(four: list[User]) -> None:
    for n in range(19):
        services.found_club(by=four[0], name=f"Peña {n}")
    at_once(*(founding(four[0], f"Otra {n}") for n in range(4)))
    assert Club.objects.count() == 20
