"""What an event will take, asked by its organiser over the API and on the page."""

from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.conftest import Api
from tournaments.models import Entry, Event

pytestmark = pytest.mark.django_db

VILLAVICIOSA = {
    "format": "lives",
    "settings": {"lives": 3, "until": 16},
    "phases": [
        {"format": "knockout", "settings": {}, "takes": {"source": 1, "part": "in"}},
        {"format": "knockout", "settings": {}, "takes": {"source": 1, "part": "out"}},
    ],
}


def test_each_phase_says_how_many_rounds_matches_and_minutes(
    make_event: Callable[..., Event], organiser: User
) -> None:
    event = make_event(**VILLAVICIOSA)
    status, seen = Api(organiser).get(
        f"events/{event.pk}/plan/?entries=90&tables=45&minutes=50"
    )
    assert (status, seen["entries"]) == (200, 90)
    lives, final, group_b = seen["results"]
    assert [one["entries"] for one in (lives, final, group_b)] == [90, 16, 74]
    assert [one["exact"] for one in (lives, final, group_b)] == [False, True, True]
    assert final["expected"]["rounds"] == {"mean": 4, "least": 4, "most": 4}
    assert final["expected"]["minutes"]["mean"] == 200
    spread = lives["expected"]["rounds"]
    assert spread["least"] < spread["mean"] < spread["most"]
    assert lives["expected"]["playing"][:3] == [45, 45, 45]


def test_the_same_question_has_the_same_answer(
    make_event: Callable[..., Event], organiser: User
) -> None:
    events = [make_event(name=name, **VILLAVICIOSA) for name in ("A", "B")]
    assert (
        len(
            {
                str(Api(organiser).get(f"events/{one.pk}/plan/?entries=40")[1])
                for one in events
            }
        )
        == 1
    )


def test_without_a_number_those_who_are_in_count(
    make_event: Callable[..., Event], organiser: User, enter: Callable[..., Entry]
) -> None:
    event = make_event(format="round_robin")
    for n in range(5):
        enter(event, f"Ane {n}", f"Jon {n}")
    seen = Api(organiser).get(f"events/{event.pk}/plan/")[1]
    assert seen["entries"] == 5
    assert seen["results"][0]["expected"] == {
        "rounds": {"mean": 5, "least": 5, "most": 5},
        "matches": {"mean": 10, "least": 10, "most": 10},
        "minutes": None,
        "playing": [2] * 5,
    }


def test_what_cannot_be_played_says_so_beside_what_can(
    make_event: Callable[..., Event], organiser: User
) -> None:
    event = make_event(format="swiss", settings={"rounds": 9})
    seen = Api(organiser).get(f"events/{event.pk}/plan/?entries=8")[1]["results"][0]
    assert seen["problem"]["code"] == "swiss.too_many_rounds"
    assert seen["expected"] is None


@pytest.mark.parametrize(
    "query", ["entries=1", "entries=5000", "entries=8&tables=0&minutes=50", "minutes=x"]
)
def test_a_question_that_makes_no_sense_is_refused(
    event: Event, organiser: User, query: str
) -> None:
    assert Api(organiser).get(f"events/{event.pk}/plan/?{query}")[0] == 400


@pytest.mark.parametrize(
    ("format", "rules", "matches"),
    [
        ("groups", {"groups": 2}, 56),
        ("double_elimination", {}, 30),
        ("consolation", {}, 22),
        ("partners", {"rounds": 7}, 28),
        ("swiss", {"rounds": 5}, 40),
    ],
)
def test_every_format_can_be_planned(
    make_event: Callable[..., Event],
    organiser: User,
    format: str,
    rules: dict[str, Any],
    matches: int,
) -> None:
    event = make_event(format=format, settings=rules)
    found = Api(organiser).get(f"events/{event.pk}/plan/?entries=16")[1]["results"][0]
    assert found["exact"]
    assert found["expected"]["matches"]["most"] == matches


def test_the_page_answers_for_those_who_are_in_or_what_is_typed(
    make_event: Callable[..., Event], organiser: User
) -> None:
    event = make_event(**VILLAVICIOSA)
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(organiser)
    page = f"/events/{event.pk}/desk/plan/"
    answer = client.get(f"{page}?entries=16&tables=4&minutes=30")
    text = unescape(answer.content.decode())
    assert "There are only 16 entries" in text
    typed = unescape(
        client.get(f"{page}?entries=64&tables=32&minutes=30").content.decode()
    )
    assert "2:00" in typed, "four rounds of the final knockout"
    assert "3:00" in typed, "six rounds of group B"
    wrong = client.get(f"{page}?entries=1")
    assert wrong.status_code == 200
    assert b"<table" not in wrong.content
