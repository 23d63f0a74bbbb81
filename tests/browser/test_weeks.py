"""A league over weeks on a small phone: its dates, who comes through, and the organiser's forms."""

import os
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from accounts.models import User
from tests.browser.phones import PHONE, fits
from tests.conftest import NOW
from tests.tournaments.leagues import League
from tournaments.services import calendar, rounds, standings

WIDE: dict[str, Any] = PHONE | {"viewport": {"width": 1280, "height": 900}}


def wide(page: Page) -> None:
    if folder := os.environ.get("SHOTS"):
        page.screenshot(
            path=f"{folder}/{len(os.listdir(folder)):02}-wide.png", full_page=True
        )


def test_dates_and_needs_fit_on_a_small_phone_and_the_organiser_sets_and_moves(
    live_url: str,
    league: League,
    organiser: User,
    new_context: Callable[..., BrowserContext],
) -> None:
    stage = league.running(5)
    given = {"first": "2026-01-12T20:00:00+01:00", "days": [0, 3]}
    calendar.set_calendar(event_id=stage.event_id, calendar=given, by=organiser, at=NOW)
    for _ in range(3):
        league.play_round(stage)
        rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)
    standings.recompute(stage_id=stage.pk)
    page, base = new_context(**PHONE).new_page(), f"{live_url}/events/{stage.event_id}"
    page.goto(f"{base}/standings/")
    page.get_by_role("link", name="Who qualifies").click()
    expect(page.get_by_role("heading", name="Who will be first?")).to_be_visible()
    page.get_by_label("Number of places").fill("2")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("heading", name="among the first 2")).to_be_visible()
    assert fits(page)
    page.goto(f"{base}/calendar/")
    expect(page.get_by_role("heading", name="Dates of the rounds")).to_be_visible()
    assert fits(page)
    context, client = new_context(**PHONE), Client()
    client.force_login(organiser)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_url}]
    )
    desk = context.new_page()
    desk.goto(f"{base}/calendar/")
    desk.get_by_text("Set the dates").first.click()
    desk.get_by_text("Reschedule a match").click()
    assert fits(desk)
    desk.locator("input[name=to]").first.fill("2026-02-20T19:30")
    desk.get_by_role("button", name="Move").first.click()
    expect(desk.get_by_text("The match is moved.")).to_be_visible()
    big = new_context(**WIDE).new_page()
    for rest in ("calendar/", "needs/?places=2", "standings/"):
        big.goto(f"{base}/{rest}")
        wide(big)
