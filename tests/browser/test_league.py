"""A league in the browser: made on the organiser's form, and read on a small phone without
scrolling sideways.
"""

from collections.abc import Callable

from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext, expect

from accounts.models import Club, User
from tests.browser.phones import PHONE, fits
from tests.tournaments.leagues import League
from tournaments import signed_links
from tournaments.models import Event
from tournaments.services import standings


def test_the_pages_of_a_league_fit_on_a_small_phone(
    live_url: str, league: League, new_context: Callable[..., BrowserContext]
) -> None:
    stage = league.running(
        7, settings={"tie_breaks": ["match_wins", "set_difference", "direct", "lot"]}
    )
    league.play_round(stage)
    standings.recompute(stage_id=stage.pk)
    page = new_context(**PHONE).new_page()
    for rest in ("", "rounds/1/", "standings/", "draws/1/"):
        page.goto(f"{live_url}/events/{stage.event_id}/{rest}")
        assert fits(page), rest
    expect(page.get_by_role("heading", name="The lots drawn")).to_be_visible()
    free = stage.rounds.get().pairings.get(table=None).a
    assert free
    page.goto(f"{live_url}/e/{signed_links.key(signed_links.ENTRY, free.pk)}/")
    expect(page.get_by_text("You have a bye this round.")).to_be_visible()
    assert fits(page)


def test_the_organiser_makes_a_league_on_the_form(
    live_url: str,
    club: Club,
    organiser: User,
    new_context: Callable[..., BrowserContext],
) -> None:
    context, client = new_context(**PHONE), Client()
    client.force_login(organiser)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_url}]
    )
    page = context.new_page()
    page.goto(f"{live_url}/clubs/{club.slug}/events/new/")
    page.get_by_label("Name", exact=True).fill("Liga de invierno")
    page.get_by_label("Starts at").fill("2030-01-15T20:00")
    page.get_by_label("Format").select_option(
        label="Round robin: everyone meets everyone"
    )
    page.get_by_role("button", name="Show the settings of this format").click()
    page.get_by_label("How often everyone meets everyone").select_option(label="twice")
    page.locator("summary", has_text="Order of the table").click()
    page.get_by_label("and at last").select_option(
        label="the lot drawn before the first round"
    )
    assert fits(page)
    page.get_by_role("button", name="Create the event").click()
    expect(page.get_by_role("heading", name="Next: open registration")).to_be_visible()
    event = Event.objects.get()
    assert (event.format, event.settings["legs"], event.settings["tie_breaks"][-1]) == (
        "round_robin",
        2,
        "lot",
    )
    page.goto(f"{live_url}/events/{event.pk}/")
    expect(page.get_by_text("How often everyone meets everyone")).to_be_visible()
    assert fits(page)
