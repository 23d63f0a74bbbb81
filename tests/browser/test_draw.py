"""From the door to the first round at the organiser's desk, with the keyboard and on a phone."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from accounts.models import User
from tournaments.models import Event

WIDTHS = [320, 1280]


@pytest.fixture
def desk(
    live_url: str,
    event: Event,
    organiser: User,
    new_context: Callable[..., BrowserContext],
) -> Callable[[int], Page]:
    """The desk of the event on a screen so wide, with the organiser logged in."""
    client = Client()
    client.force_login(organiser)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value

    def open_(width: int) -> Page:
        size = {"width": width, "height": 800}
        context = new_context(
            viewport=size, extra_http_headers={"Accept-Language": "en"}
        )
        context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_url}]
        )
        page = context.new_page()
        page.goto(f"{live_url}/events/{event.pk}/desk/")
        return page

    return open_


def door(page: Page, first: str, second: str = "") -> None:
    """Type two names and press Enter; the focus must already be in the form."""
    page.keyboard.type(first)
    page.keyboard.press("Tab")
    page.keyboard.type(second)
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").first).to_contain_text(first)
    expect(page.get_by_label("First player")).to_be_focused()


@pytest.mark.parametrize("width", WIDTHS)
def test_an_organiser_enters_people_draws_and_publishes(
    desk: Callable[[int], Page], event: Event, width: int
) -> None:
    page = desk(width)
    page.get_by_label("First player").focus()
    for people in (("Ane", "Jon"), ("Miren", "Kepa"), ("Amaia", "Unai")):
        door(page, *people)
    page.get_by_role("button", name="Announce the draw").click()
    promise = page.locator(".promise code").inner_text()
    assert promise == event.draws.get().commitment
    page.get_by_label("Words or numbers from the room").fill("lluvia 7")
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(page.locator(".drawn li")).to_have_count(2)
    expect(page.locator(".drawn")).to_contain_text("goes on without a match")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("button", name="Publish").click()
    expect(
        page.get_by_role("heading", name="Semifinals: 1 table without a result")
    ).to_be_visible()
    expect(page.get_by_role("button", name="Open “Final”")).to_be_disabled()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    event.refresh_from_db()
    assert event.state == Event.State.RUNNING


def test_the_key_slash_finds_a_table_by_part_of_a_name(
    desk: Callable[[int], Page],
    event: Event,
    enter: Callable[..., object],
    draw_bracket: Callable[[Event], object],
) -> None:
    for n, name in enumerate(("Añes", "Beñat", "Garazi", "Iker")):
        enter(event, f"{name} Uno", f"Otro {n}")
    draw_bracket(event)
    page = desk(1280)
    page.keyboard.press("/")
    page.keyboard.type("anes")
    expect(page.locator(".desk-table:visible")).to_have_count(1)
    expect(page.locator(".desk-table:visible")).to_contain_text("Añes Uno")


def test_entries_that_arrive_meanwhile_appear_and_leave_what_is_typed(
    desk: Callable[[int], Page], event: Event, enter: Callable[..., object]
) -> None:
    page = desk(1280)
    page.get_by_label("First player").fill("Half a na")
    enter(event, "Nerea", "Xabier")
    expect(
        page.get_by_role("heading", name="Entries: 1 accepted, 0 waiting")
    ).to_be_visible(timeout=10_000)
    expect(page.get_by_label("First player")).to_have_value("Half a na")
