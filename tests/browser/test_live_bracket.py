"""A bracket on a screen follows the tables while somebody watches: without reload, without losing
their place.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, Route, expect

from accounts.models import User
from tests.conftest import written_by_hand
from tournaments.models import Event, Pairing, Stage
from tournaments.services import results, rounds, typed_results

WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 320, "height": 640}
SOON = 3_000
"""Milliseconds in which a change must be on the screen, on a busy machine."""


@pytest.fixture
def bracket(live_url: str, running: Callable[..., Stage]) -> Callable[..., str]:
    """The address of the bracket of an event of so many pairs."""
    return lambda pairs, **fields: (
        f"{live_url}/events/{running(pairs, **fields).event_id}/bracket/"
    )


@pytest.fixture
def decide(organiser: User) -> Callable[[Pairing], None]:
    def decide_(table: Pairing) -> None:
        decision, now = typed_results.played(3, 1), timezone.now()
        results.set_result(
            pairing_id=table.pk,
            decision=decision,
            reason="as written",
            by=organiser,
            at=now,
        )

    return decide_


@pytest.fixture
def english(context: BrowserContext) -> BrowserContext:
    context.set_extra_http_headers({"Accept-Language": "en"})
    return context


@pytest.fixture
def screen(english: BrowserContext) -> Page:
    page = english.new_page()
    page.set_viewport_size(WIDE)
    return page


def first_table() -> Pairing:
    return Pairing.objects.filter(result=None, table__isnull=False).order_by("pk")[0]


def box(page: Page, number: int) -> Any:
    return page.locator(".meeting", has_text=f"Match {number}").first


def test_a_result_appears_without_reload(
    screen: Page, bracket: Callable[..., str], decide: Callable[[Pairing], None]
) -> None:
    screen.goto(bracket(4))
    screen.evaluate("window.neverReloaded = true")
    expect(box(screen, 3)).to_contain_text("Winner of match 1")
    table = first_table()
    winner = (
        " – ".join(player.name for player in table.a.players.all()) if table.a else ""
    )
    decide(table)
    expect(box(screen, 1).locator(".won")).to_contain_text(winner, timeout=SOON)
    expect(box(screen, 3)).to_contain_text(winner)
    assert screen.evaluate("window.neverReloaded") is True


def test_what_somebody_opened_focused_and_scrolled_stays(
    screen: Page, bracket: Callable[..., str], decide: Callable[[Pairing], None]
) -> None:
    screen.set_viewport_size(PHONE)
    screen.goto(bracket(8))
    final = screen.locator("details.round").last
    final.locator("summary").click()
    expect(final).to_have_attribute("open", "")
    before = screen.evaluate("scrollY")
    decide(first_table())
    expect(screen.locator(".won").first).to_be_attached(timeout=SOON)
    expect(final).to_have_attribute("open", "")
    assert screen.evaluate("document.activeElement.tagName") == "SUMMARY"
    assert abs(screen.evaluate("scrollY") - before) <= 60


def test_a_new_round_opens_on_the_screen(
    screen: Page,
    bracket: Callable[..., str],
    decide: Callable[[Pairing], None],
    organiser: User,
) -> None:
    screen.goto(bracket(4))
    for table in list(Pairing.objects.all()):
        decide(table)
    rounds.open_round(stage_id=Stage.objects.get().pk, by=organiser, at=timezone.now())
    expect(box(screen, 3)).to_contain_text("Table 1", timeout=SOON)


def test_without_a_stream_the_page_asks_by_itself(
    screen: Page, bracket: Callable[..., str], decide: Callable[[Pairing], None]
) -> None:
    screen.clock.install()
    screen.route("**/live/**", lambda route: route.abort())
    screen.goto(bracket(2))
    decide(first_table())
    screen.clock.run_for(11_000)
    expect(screen.locator(".won")).to_be_visible(timeout=SOON)
    expect(screen.locator("main")).not_to_have_class("stale")


def test_a_page_without_contact_says_so_and_recovers_by_itself(
    screen: Page, bracket: Callable[..., str], decide: Callable[[Pairing], None]
) -> None:
    screen.clock.install()
    away: list[bool] = [False]

    def cut(route: Route) -> None:
        if away[0] or "/live/" in route.request.url:
            route.abort()
        else:
            route.continue_()

    screen.route("**/*", cut)
    screen.goto(bracket(2))
    expect(screen.get_by_text("As of")).to_be_visible()
    away[0] = True
    screen.clock.run_for(17_000)
    stale = screen.locator("[data-live-mark]").get_by_text(
        "This page may be out of date."
    )
    expect(stale).to_be_visible()
    decide(first_table())
    away[0] = False
    screen.clock.run_for(12_000)
    expect(screen.locator(".won")).to_be_visible(timeout=SOON)
    expect(stale).to_be_hidden()


def test_on_a_small_phone_nothing_scrolls_sideways(
    screen: Page, bracket: Callable[..., str]
) -> None:
    address = bracket(13, settings={"third_place": True})
    with written_by_hand():
        Event.objects.update(
            name="Euskal Herriko Mus Txapelketa Nagusia",
            place="Kiroldegi Zaharra, Elizondo",
        )
    screen.set_viewport_size(PHONE)
    for rest in ("", "entries/", "bracket/", "rounds/1/", "standings/", "draws/1/"):
        screen.goto(address.replace("bracket/", rest))
        assert (
            screen.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        ), rest
        targets = screen.locator(
            "main a:visible, button:visible, header a:visible, footer a:visible"
        )
        shapes = {found.inner_text(): found.bounding_box() for found in targets.all()}
        assert {
            name for name, shape in shapes.items() if shape and shape["height"] < 44
        } == set(), rest


def test_on_a_wide_screen_a_match_stands_between_its_two_feeds(
    screen: Page, bracket: Callable[..., str]
) -> None:
    screen.goto(bracket(8))
    middles = [
        [middle(found) for found in one.locator(".meeting > div").all()]
        for one in screen.locator("details.round").all()
    ]
    assert [len(column) for column in middles] == [4, 2, 1]
    for feeds, column in pairwise(middles):
        for n, own in enumerate(column):
            assert own == pytest.approx((feeds[2 * n] + feeds[2 * n + 1]) / 2, abs=3)


def middle(found: Any) -> float:
    shape = found.bounding_box()
    return float(shape["y"] + shape["height"] / 2)


def test_without_scripts_the_whole_bracket_is_there(
    browser: Any, bracket: Callable[..., str]
) -> None:
    with browser.new_context(
        java_script_enabled=False, locale="en", viewport=WIDE
    ) as context:
        page = context.new_page()
        page.goto(bracket(8))
        expect(page.locator(".meeting")).to_have_count(7)
        expect(page.get_by_text("Winner of match 5")).to_be_visible()
