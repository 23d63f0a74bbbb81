"""A lives evening of seven pairs on a phone: made on the form, drawn at the desk, to the winner of
group B.
"""

import os
from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from accounts.models import Club, User
from tests.conftest import NOW
from tournaments.models import Entry, Event
from tournaments.reading import events, stage_plans
from tournaments.services import results, standings, typed_results

PHONE = {
    "viewport": {"width": 320, "height": 640},
    "extra_http_headers": {"Accept-Language": "en"},
}


def fits(page: Page) -> bool:
    if folder := os.environ.get("SHOTS"):
        page.screenshot(
            path=f"{folder}/{len(os.listdir(folder)):02}.png", full_page=True
        )
    return bool(page.evaluate("document.documentElement.scrollWidth") <= 320)


@pytest.fixture
def page(
    live_url: str, organiser: User, new_context: Callable[..., BrowserContext]
) -> Page:
    context, client = new_context(**PHONE), Client()
    client.force_login(organiser)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_url}]
    )
    return context.new_page()


def make(page: Page, live_url: str, club: Club) -> Event:
    """The form, from what clubs play, with fewer who are left."""
    page.goto(f"{live_url}/clubs/{club.slug}/events/new/")
    page.get_by_label("Name", exact=True).fill("Fiestas")
    page.get_by_label("Starts at").fill("2030-01-15T20:00")
    page.get_by_role("button", name="Three lives until 16 are left").click()
    page.get_by_label("Lives: lost matches before elimination").select_option("2")
    page.get_by_label("Ends when this many are left").fill("2")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Fiestas")
    assert fits(page)
    page.get_by_role("button", name="Create the event").click()
    page.get_by_role("button", name="Open registration").click()
    return Event.objects.get()


def decide(event: Event, by: User) -> None:
    """At every table the pair that entered first wins."""
    for table in events.pairings().filter(
        round__stage__event=event, table__isnull=False, result=None
    ):
        assert table.a
        assert table.b
        said = typed_results.played(
            *((3, 1) if table.a.number < table.b.number else (1, 3))
        )
        results.set_result(
            pairing_id=table.pk, decision=said, reason="the sheet", by=by, at=NOW
        )


def go_on(page: Page) -> bool:
    """The first next step that the desk offers; False when there is none."""
    for name in ("Announce the draw", "Draw", "Publish", "Open “"):
        button = page.get_by_role(
            "button", name=name, exact=not name.startswith("Open")
        ).first
        if button.is_visible() and button.is_enabled():
            if name == "Draw":
                page.get_by_label("Words or numbers from the room").fill("7 14 21")
            button.click()
            return True
    return False


@pytest.mark.slow
def test_a_lives_evening_on_a_phone_from_the_form_to_group_b(
    live_url: str, page: Page, club: Club, organiser: User, enter: Callable[..., Entry]
) -> None:
    event = make(page, live_url, club)
    page.goto(
        "about:blank"
    )  # else the desk, which is live, would be read again while they enter
    for n in range(1, 8):
        enter(event, f"Ane {n}", f"Jon {n}")
    desk = f"{live_url}/events/{event.pk}/desk/"
    for step in range(60):
        page.goto(desk)
        assert step % 8 or fits(page)
        if not go_on(page):
            if (
                not events.pairings()
                .filter(round__stage__event=event, table__isnull=False, result=None)
                .exists()
            ):
                break
            decide(event, organiser)
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
    for stage in stage_plans.stages(event):
        standings.recompute(stage_id=stage.pk)
    page.goto(f"{live_url}/events/{event.pk}/")
    expect(page.get_by_role("heading", name="Champions")).to_be_visible()
    expect(page.get_by_role("heading", name="Winner of stage 3")).to_be_visible()
    assert fits(page)
    page.goto(f"{live_url}/events/{event.pk}/rounds/2/?phase=1")
    page.get_by_text("Why these two?").first.click()
    assert fits(page)
    page.get_by_role("link", name="Stage 3: Knockout").click()
    page.get_by_role("link", name="Bracket", exact=True).click()
    expect(page.get_by_role("heading", name="Final", exact=True)).to_be_attached()
    assert fits(page)
