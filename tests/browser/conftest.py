"""The browser of the browser tests: the system's Chromium, talking to nobody but us; and tables to
sit down at.
"""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, ViewportSize

from accounts.models import User
from accounts.services import new_guest
from core.refusals import OutOfDate
from games import casual, queries, replay, services
from games.bot_player import choose
from games.models import Match, Seating
from games.rules.base import CHANCE
from tests.conftest import deal
from tests.plugins.browser import chromium
from tests.tournaments.leagues import League
from tournaments.models import Entry, Event

PHONE: ViewportSize = {"width": 320, "height": 568}
LONG = 15_000

FLAGS = [
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any],
) -> dict[str, Any]:
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    return {
        **browser_type_launch_args,
        "executable_path": chromium(),
        "args": [*FLAGS, *sandbox],
    }


@pytest.fixture(scope="session", autouse=True)
def models_beside_playwright() -> Iterator[None]:
    """Playwright's event loop runs in the test's own thread, where Django would refuse a query."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


@pytest.fixture
def bots(live_url: str) -> Iterator[None]:
    """The house's bots act, as fast as they can, until the test ends."""
    stop = threading.Event()
    thread = threading.Thread(target=act, args=(stop, Random(11)), name="bots")
    thread.start()
    yield
    stop.set()
    thread.join(10)
    assert not thread.is_alive()


def act(stop: threading.Event, chance: Random) -> None:
    while not stop.wait(0.05):
        for seat in queries.bots_to_act():
            with suppress(OutOfDate):  # the test opened or ended something meanwhile
                act_in(seat, chance)
    connection.close()


def act_in(seat: Seating, chance: Random) -> None:
    common: dict[str, Any] = {
        "match_id": seat.match_id,
        "user": seat.user,
        "at": timezone.now(),
    }
    if seat.match.to_act == CHANCE:
        services.deal(**common)
        return
    position = replay.position(seat.match)
    if seat.match.to_act != seat.seat:
        return  # somebody moved after this seat was asked for
    text = choose(
        replay.rules_of(seat.match).view(position.state, seat.seat), chance.randrange
    )
    services.play_move(answers=position.number, client_id="", text=text, **common)


@pytest.fixture
def open_table(
    live_url: str, context: BrowserContext, page: Page
) -> Callable[..., Match]:
    """A guest's friendly match with these options, open in the browser, dealt unless told
    otherwise.
    """

    def open_(*, game: str = "mus", dealt: bool = True, **options: Any) -> Match:
        guest = new_guest()
        match = casual.open_casual_match(
            by=guest, game=game, options=options, at=timezone.now()
        )
        if dealt:
            deal(match)
        client = Client()
        client.force_login(guest)
        cookies = {
            "sessionid": client.cookies["sessionid"].value,
            "django_language": "en",
        }
        context.add_cookies(
            [
                {"name": name, "value": value, "url": live_url}
                for name, value in cookies.items()
            ]
        )
        page.set_viewport_size(PHONE)
        page.goto(f"{live_url}/matches/{match.pk}/")
        return match

    return open_


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until this has the focus."""
    for _ in range(80):
        if page.evaluate(
            "selector => document.activeElement.matches(selector)", selector
        ):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never came to {selector}")


@pytest.fixture
def league(
    live_url: str,
    make_event: Callable[..., Event],
    enter: Callable[..., Entry],
    organiser: User,
) -> League:
    return League(make_event, enter, organiser)
