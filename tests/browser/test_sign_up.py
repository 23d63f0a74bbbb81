"""Signing up on a small phone: nothing to scroll sideways for, nothing too small for a thumb."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tournaments.models import Event

PHONE = {
    "viewport": {"width": 320, "height": 640},
    "has_touch": True,
    "is_mobile": True,
}
HUMAN = 2_100
"""Milliseconds; whoever is faster is taken for a script."""

SMALL = """() => [...document.querySelectorAll('main a, main button, main input, main summary')]
  .filter(e => e.type !== 'hidden' && !e.closest('.visually-hidden, p:not(.crumbs)'))
  .filter(e => { const box = e.getBoundingClientRect(); return box.height > 0 && Math.round(box.height) < 44 })
  .map(e => e.outerHTML)"""
"""What a thumb would miss, apart from links inside a sentence."""


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext]) -> Callable[[], Page]:
    """Another phone that speaks English."""
    return lambda: new_context(
        **PHONE, extra_http_headers={"Accept-Language": "en"}
    ).new_page()


def assert_fits(page: Page) -> None:
    page.wait_for_load_state()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.evaluate(SMALL) == []


def fill_in(page: Page, **fields: Any) -> None:
    for label, value in fields.items():
        page.get_by_label(label.replace("_", " ").capitalize()).fill(value)


def test_a_pair_signs_up_and_the_partner_confirms_on_another_phone(
    live_url: str, make_event: Callable[..., Event], phone: Callable[[], Page]
) -> None:
    event = make_event(name="Txapelketa", fee=10)
    page = phone()
    page.goto(f"{live_url}/events/{event.pk}/")
    page.get_by_role("link", name="Sign up").click()
    assert_fits(page)
    fill_in(
        page,
        First_player="Ane Agirre",
        Second_player="Jon Etxeberria",
        Phone="600 123 456",
    )
    page.wait_for_timeout(HUMAN)
    page.get_by_role("button", name="Sign up").tap()
    expect(page.get_by_role("heading", name="Your entry number: 1")).to_be_visible()
    assert_fits(page)
    expect(
        page.get_by_role("img", name="QR code of the link for your partner")
    ).to_be_visible()
    expect(page.get_by_text("not yet confirmed")).to_be_visible()

    partner = phone()
    partner.goto(page.locator("a.address").first.get_attribute("href") or "")
    expect(
        partner.get_by_role("heading", name="Ane Agirre has entered you both")
    ).to_be_visible()
    assert_fits(partner)
    partner.get_by_role("button", name="Yes, I am Jon Etxeberria and I will play").tap()
    expect(partner.get_by_role("heading", name="Your entry number: 1")).to_be_visible()
    assert "/partner/" not in partner.url
    page.reload()
    expect(page.get_by_text("not yet confirmed")).to_be_hidden()


def test_a_form_sent_too_soon_stays_filled_in_and_is_taken_when_sent_again(
    live_url: str, event: Event, phone: Callable[[], Page]
) -> None:
    page = phone()
    page.goto(f"{live_url}/events/{event.pk}/register/")
    fill_in(page, First_player="Ane", Second_player="Jon")
    page.get_by_role("button", name="Sign up").tap()
    expect(page.get_by_role("alert")).to_contain_text("very quick")
    expect(page.get_by_label("Second player")).to_have_value("Jon")
    page.wait_for_timeout(HUMAN)
    page.get_by_role("button", name="Sign up").tap()
    expect(page.get_by_role("heading", name="Your entry number: 1")).to_be_visible()


def test_tapping_twice_enters_once(
    live_url: str, event: Event, phone: Callable[[], Page]
) -> None:
    page = phone()
    page.goto(f"{live_url}/events/{event.pk}/register/")
    fill_in(page, First_player="Ane", Second_player="Jon")
    page.wait_for_timeout(HUMAN)
    page.get_by_role("button", name="Sign up").dblclick()
    expect(page.get_by_role("heading", name="Your entry number: 1")).to_be_visible()
    assert event.entries.count() == 1


def test_without_scripts_a_pair_signs_up_all_the_same(
    live_url: str, event: Event, new_context: Callable[..., BrowserContext]
) -> None:
    page = new_context(
        **PHONE, java_script_enabled=False, extra_http_headers={"Accept-Language": "en"}
    ).new_page()
    page.goto(f"{live_url}/events/{event.pk}/register/")
    fill_in(page, First_player="Ane", Second_player="Jon")
    page.wait_for_timeout(HUMAN)
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("heading", name="Your entry number: 1")).to_be_visible()
