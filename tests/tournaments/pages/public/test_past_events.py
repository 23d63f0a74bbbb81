"""Past events stay reachable, by pages and by the API."""

from collections.abc import Callable
from html import unescape
from itertools import chain

import pytest
from django.test import Client

from tests.conftest import Api, written_by_hand
from tournaments.api import events as api_events
from tournaments.models import Event
from tournaments.pages.public import home

pytestmark = pytest.mark.django_db


@pytest.fixture
def past(make_event: Callable[..., Event]) -> list[Event]:
    found = [make_event(name=f"Copa {n}") for n in range(5)]
    with written_by_hand():
        for event in found:
            event.state = Event.State.FINISHED
            event.save(update_fields=["state"])
    return found


def page(path: str) -> str:
    answer = Client(headers={"accept-language": "en"}).get(path)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def names(text: str) -> list[str]:
    return [f"Copa {n}" for n in range(5) if f">Copa {n}</a>" in text]


def test_what_the_home_page_has_no_room_for_is_one_click_away(
    past: list[Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    slug = past[0].club.slug
    assert "All past events" not in page("/")
    monkeypatch.setattr(home, "FINISHED_SHOWN", 3)
    assert len(names(page("/"))) == 3
    assert 'href="/past/">All past events</a>' in page("/")
    assert f'href="/clubs/{slug}/past/">All past events</a>' in page(f"/clubs/{slug}/")
    assert len(names(page("/past/"))) == 5
    assert len(names(page(f"/clubs/{slug}/past/"))) == 5


def test_past_events_are_turned_page_by_page(
    past: list[Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "PAST_EVENTS_ON_PAGE", 2)
    pages = [page(f"/past/?page={n}") for n in (1, 2, 3)]
    assert sorted(chain.from_iterable(map(names, pages))) == [
        f"Copa {n}" for n in range(5)
    ]
    assert "Page 2 of 3" in pages[1]
    assert 'rel="next" href="?page=2"' in pages[0]
    assert 'rel="next"' not in pages[2]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("copa 3", ["Copa 3"]),
        ("Peña", 5),
        ("Zumaia", []),
        ("%00", 5),
        ("%E2", []),
        ("x" * 999, []),
    ],
)
def test_past_events_are_found_by_their_names(
    past: list[Event], wanted: str, found: list[str] | int
) -> None:
    seen = names(page(f"/past/?q={wanted}"))
    assert seen == found if isinstance(found, list) else len(seen) == found


@pytest.mark.parametrize("number", ["0", "-1", "abc", "9" * 40, ""])
def test_a_page_that_is_none_shows_one_that_is(past: list[Event], number: str) -> None:
    assert names(page(f"/past/?page={number}"))


def test_the_api_goes_on_after_the_first_page(
    past: list[Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api_events, "MOST_EVENTS", 2)
    seen, number = [], 1
    while number:
        answer = Api().get(f"events/?page={number}")[1]
        seen += [event["name"] for event in answer["results"]]
        number = answer["next"]
    assert sorted(seen) == [f"Copa {n}" for n in range(5)]
    assert Api().get("events/?page=9")[1] == {"results": [], "next": None}
    assert Api().get("events/?page=x")[1]["code"] == "input.invalid"
