"""Seasons in the API and on pages."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from django.utils import translation

from accounts.models import Club
from tests.conftest import Api
from tests.tournaments.seasons.circuits import Cup
from tournaments.models import Event
from tournaments.pages.labels import circuit_points


def test_circuits_and_chains_are_in_the_api(
    club: Club, cup: Cup, make_event: Callable[..., Event], organiser: Any
) -> None:
    town, api = cup("Ane", "Bea"), Api(organiser)
    status, circuit = api.post(
        f"clubs/{club.pk}/circuits/", name="Liga", points=[10, 6, 4]
    )
    assert status == 201
    status, answer = api.post(f"circuits/{circuit['id']}/", events=[town.pk])
    assert [(row["rank"], row["total"]) for row in answer["ranking"]] == [
        (1, "10"),
        (2, "6"),
    ]
    assert Api().get(f"circuits/{circuit['id']}/")[1] == answer
    final = make_event(name="Final")
    status, answer = api.post(f"events/{final.pk}/feeders/", event=town.pk, per=2)
    assert (status, [one["why"] for one in answer["sent"]]) == (201, ["qualified"])
    assert [one["name"].split()[0] for one in answer["feeders"][0]["named"]] == ["Bea"]
    status, answer = api.post(f"events/{final.pk}/feeders/share/", places=2)
    assert [
        (one["entries"], one["places"], one["named"]) for one in answer["feeders"]
    ] == [(2, 2, [])]
    assert (
        api.post(f"events/{final.pk}/feeders/share/", places=3)[1]["code"]
        == "quota.too_many_places"
    )
    assert api.post(f"events/{final.pk}/feeders/remove/", event=town.pk)[1] == {
        "feeders": [],
        "sent": [],
    }
    assert api.post(f"events/{final.pk}/feeders/", event=town.pk, places=1)[0] == 201
    assert len(api.post(f"events/{final.pk}/feeders/enter/")[1]["entered"]) == 1
    ratings = Api().get(f"clubs/{club.pk}/ratings/")[1]
    assert [row["name"].split()[0] for row in ratings["results"]] == [
        "Ane",
        "Ane",
        "Bea",
        "Bea",
    ]
    assert [(row["name"], row["spread"] > 0) for row in ratings["pairs"]] == [
        ("Ane one – Ane two", True),
        ("Bea one – Bea two", True),
    ]


def test_the_pages_show_all_this(
    club: Club, cup: Cup, make_event: Callable[..., Event], organiser: Any, client: Any
) -> None:
    town = cup("Ane", "Bea")
    client.force_login(organiser)
    made = client.post(
        f"/clubs/{club.slug}/circuits/new/",
        {"name": "Liga", "points": "10 6", "best": 0},
    )
    assert made.status_code == 302
    assert client.post(made.url, {"events": [town.pk]}).status_code == 302
    circuit = club.circuits.get()
    shown = client.get(f"/circuits/{circuit.pk}/").content.decode()
    assert shown.index("Ane one") < shown.index("Bea one")
    final = make_event(name="Final")
    address = f"/events/{final.pk}/desk/qualifiers/"
    both = client.post(
        address,
        {
            "do": "feed",
            "event": town.pk,
            "places": 1,
            "per": 4,
            "most": 9,
            "reserves": 1,
        },
    )
    assert (both.status_code, both.content.decode().count('role="alert"')) == (422, 1)
    sends = {
        "do": "feed",
        "event": town.pk,
        "places": 1,
        "per": 0,
        "most": 9,
        "reserves": 1,
    }
    assert client.post(address, sends).status_code == 302
    shown = client.get(address).content.decode()
    assert shown.index("<li>Bea one – Bea two</li>") < shown.index("Ane one")
    assert client.get(address, {"event": town.pk}).context["form"]["most"].value() == 9
    too_many = client.post(address, {"do": "share", "share-places": 3, "share-most": 9})
    assert (too_many.status_code, too_many.content.decode().count('role="alert"')) == (
        422,
        1,
    )
    assert client.post(address, {"do": "stop", "event": town.pk}).status_code == 302
    assert "Ane one" not in client.get(address).content.decode()
    assert client.post(address, sends).status_code == 302
    assert (
        client.post(
            address, {"do": "share", "share-places": 1, "share-most": 9}
        ).status_code
        == 302
    )
    assert client.post(address, {"do": "enter"}).status_code == 302
    assert final.entries.count() == 1
    assert (
        "Ane one – Ane two"
        in client.get(f"/clubs/{club.slug}/ratings/").content.decode()
    )
    assert (
        f"/circuits/{circuit.pk}/"
        in client.get(f"/clubs/{club.slug}/").content.decode()
    )


@pytest.mark.parametrize(
    ("points", "shown"),
    [
        (180, "180"),
        (Fraction(180), "180"),
        (Fraction(185, 2), "92.5"),
        (Fraction(100, 3), "33.33"),
    ],
)
def test_points_of_a_shared_place_are_shown_as_decimals(
    points: Any, shown: str
) -> None:
    with translation.override("en"):
        assert circuit_points(points) == shown
