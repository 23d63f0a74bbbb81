"""A result typed on one phone and confirmed on another, and what the desk sees of it meanwhile."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tournaments import signed_links
from tournaments.models import Entry, Pairing, Stage

SOON = 10_000
PHONE = {
    "viewport": {"width": 320, "height": 640},
    "extra_http_headers": {"Accept-Language": "en"},
}


@pytest.fixture
def table(live_url: str, running: Callable[..., Stage]) -> Pairing:
    return Pairing.objects.select_related("a", "b").get(round__stage=running(2))


@pytest.fixture
def phones(
    live_url: str, table: Pairing, new_context: Callable[..., BrowserContext]
) -> tuple[tuple[Page, str], tuple[Page, str]]:
    """The phones of both pairs, each at its own table, and what the pairs are called."""

    def opened(entry: Entry | None) -> tuple[Page, str]:
        assert entry
        page = new_context(**PHONE).new_page()
        page.goto(f"{live_url}/e/{signed_links.key(signed_links.ENTRY, entry.pk)}/")
        page.get_by_role("link", name="Report the result").click()
        expect(page.get_by_role("heading", name="What was the result?")).to_be_visible()
        return page, " – ".join(player.name for player in entry.players.all())

    return opened(table.a), opened(table.b)


def test_two_taps_report_and_one_on_the_other_phone_confirms(
    table: Pairing, phones: tuple[tuple[Page, str], tuple[Page, str]]
) -> None:
    (ours, us), (theirs, them) = phones
    ours.get_by_role("link", name="3–1").click()
    ours.get_by_role("button", name=f"{us} won 3–1 against {them}").click()
    expect(ours.get_by_text("Reported.")).to_be_visible()

    # The other phone hears of it without being touched.
    expect(
        theirs.get_by_role("heading", name=f"You lost 1–3 to {us}. Is that right?")
    ).to_be_visible(timeout=SOON)
    assert theirs.evaluate("document.documentElement.scrollWidth") <= 320
    theirs.get_by_role("button", name="Yes").click()
    expect(theirs.get_by_role("heading", name=f"You lost 1–3 to {us}.")).to_be_visible()
    expect(
        ours.get_by_role("heading", name=f"You won 3–1 against {them}.")
    ).to_be_visible(timeout=SOON)
    table.refresh_from_db()
    assert table.result
    assert (table.result.winner_id, table.result.source) == (table.a_id, "players")


def test_two_who_disagree_see_both_stories_and_are_sent_to_the_referee(
    table: Pairing, phones: tuple[tuple[Page, str], tuple[Page, str]]
) -> None:
    (ours, us), (theirs, them) = phones
    ours.get_by_role("link", name="3–1").click()
    ours.get_by_role("button", name="won 3–1").click()
    theirs.get_by_role("link", name="No, it was different").click(timeout=SOON)
    theirs.get_by_role("link", name="3–2").click()
    theirs.get_by_role("button", name=f"{them} won 3–2 against {us}").click()
    for phone in (ours, theirs):
        expect(phone.get_by_text("Please call the referee.")).to_be_visible(
            timeout=SOON
        )
        expect(phone.locator("main")).to_contain_text(f"{us} won 3–1 against {them}")
        expect(phone.locator("main")).to_contain_text(f"{them} won 3–2 against {us}")
    table.refresh_from_db()
    assert table.result is None
