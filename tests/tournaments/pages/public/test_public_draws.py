"""Draws, sheets and what all pages share."""

from collections.abc import Callable
from hashlib import sha256
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Club, User
from tests.conftest import NOW
from tests.tournaments.pages.public.public_pages import text
from tournaments.models import Draw, Entry, Event, Stage
from tournaments.services import (
    draws,
    registration,
)


def test_a_draw_shows_its_secret_only_when_it_has_been_used(
    anybody: Client, event: Event, enter: Callable[..., Entry], organiser: User
) -> None:
    for n in range(3):
        enter(event, f"Ane {n}", f"Jon {n}")
    drawn = draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
    secret, path = bytes(drawn.secret).hex(), f"/events/{event.pk}/draws/1/"
    shown = text(anybody, path)
    assert drawn.field_hash in shown
    assert drawn.commitment in shown
    assert secret not in shown
    draws.make(draw_id=drawn.pk, by=organiser, at=NOW, beacon="campana 7")
    shown = text(anybody, path)
    assert secret in shown
    assert "campana 7" in shown
    assert "goes on without a match" in shown


def test_the_list_of_a_draw_is_shown_exactly_as_it_was_hashed(
    anybody: Client, running: Callable[..., Stage]
) -> None:
    event = running(3).event
    shown = anybody.get(f"/events/{event.pk}/draws/1/").content.decode()
    names = unescape(shown.partition('<pre class="names">')[2].partition("</pre>")[0])
    assert sha256(names.encode()).hexdigest() == Draw.objects.get().field_hash


def test_a_draw_of_partners_shows_the_cards_and_the_reserve(
    anybody: Client, event: Event, enter: Callable[..., Entry], organiser: User
) -> None:
    for n in range(5):
        enter(event, f"Solo {n}")
    drawn = draws.announce(event_id=event.pk, kind="teams", by=organiser, at=NOW)
    drawn = draws.make(draw_id=drawn.pk, by=organiser, at=NOW)
    shown = text(anybody, f"/events/{event.pk}/draws/1/")
    for cards in (drawn.resolved or {})["cards"].values():
        assert f"<code>{cards[0]}</code>" in shown
    assert "drew the lowest card and is the reserve" in shown
    draws.discard(draw_id=drawn.pk, reason="a name was missing", by=organiser, at=NOW)
    assert "This draw was discarded: a name was missing" in text(
        anybody, f"/events/{event.pk}/draws/1/"
    )


def test_the_sheets_name_every_player_once_and_every_table(
    anybody: Client, running: Callable[..., Stage]
) -> None:
    stage = running(5)
    by_name = text(anybody, f"/events/{stage.event_id}/rounds/1/sheet/names/")
    assert [
        by_name.count(f'<th scope="row">{who} {n}</th>')
        for who in ("Ane", "Jon")
        for n in range(5)
    ] == [1] * 10
    assert by_name.index('"row">Ane 4') < by_name.index('"row">Jon 0')
    by_table = text(anybody, f"/events/{stage.event_id}/rounds/1/sheet/tables/")
    assert by_table.count('<th scope="row" class="number">') == 1
    assert by_table.count("<li>") == 3


def test_pages_that_change_name_their_topic_and_number(
    anybody: Client, running: Callable[..., Stage]
) -> None:
    stage = running(2)
    number = Event.objects.get().version
    for rest in ("", "entries/", "bracket/", "rounds/1/", "standings/"):
        shown = text(anybody, f"/events/{stage.event_id}/{rest}")
        assert f'data-live="event-{stage.event_id}" data-number="{number}"' in shown
        assert "data-live-part=" in shown
        assert '<noscript><meta http-equiv="refresh" content="20"></noscript>' in shown


@pytest.mark.parametrize(
    "rest",
    ["", "entries/", "bracket/", "rounds/1/", "standings/", "rounds/1/sheet/names/"],
)
def test_the_number_of_queries_does_not_grow_with_the_field(
    rest: str,
    anybody: Client,
    running: Callable[..., Stage],
    play_round: Callable[..., None],
    make_event: Callable[..., Event],
) -> None:
    counts = []
    for pairs in (4, 16):
        stage = running(pairs, name=f"With {pairs}")
        play_round(stage)
        with CaptureQueriesContext(connection) as made:
            text(anybody, f"/events/{stage.event_id}/{rest}")
        counts.append(len(made))
    assert counts[0] == counts[1] <= 12


@pytest.mark.parametrize("rest", ["bracket/", "rounds/1/", "standings/"])
def test_what_all_watchers_see_is_made_once_for_each_state_of_the_event(
    rest: str,
    anybody: Client,
    running: Callable[..., Stage],
    play_round: Callable[..., None],
) -> None:
    stage = running(6)
    path = f"/events/{stage.event_id}/{rest}"
    with CaptureQueriesContext(connection) as first:
        before = text(anybody, path)
    with CaptureQueriesContext(connection) as second:
        text(anybody, path)
    assert len(second) < len(first)
    assert len(second) <= 5
    play_round(stage)
    assert text(anybody, path) != before


def test_ones_own_entry_is_marked_for_oneself_only(
    anybody: Client, running: Callable[..., Stage], play_round: Callable[..., None]
) -> None:
    stage = running(2)
    play_round(stage)
    entry = Entry.objects.filter(event=stage.event).first()
    assert entry is not None
    phone = Client()
    session = phone.session
    session["entries"] = [entry.pk]
    session.save()
    marked = f'data-entry="{entry.pk}" aria-current="true"'
    for rest in ("bracket/", "rounds/1/", "rounds/1/?name=ane", "standings/"):
        path = f"/events/{stage.event_id}/{rest}"
        assert (
            text(phone, path).count(marked)
            == text(phone, path).count('data-entry="') / 2
            == 1
        )
        assert marked not in text(anybody, path)


def test_the_home_page_takes_as_many_queries_for_many_events(
    anybody: Client, make_event: Callable[..., Event], club: Club
) -> None:
    counts = []
    for n in range(2):
        for m in range(3):
            make_event(name=f"Torneo {n} {m}")
        with CaptureQueriesContext(connection) as made:
            text(anybody, "/")
        counts.append(len(made))
    assert counts[0] == counts[1] <= 4


def test_withdrawn_entries_are_not_listed(
    anybody: Client, event: Event, enter: Callable[..., Entry]
) -> None:
    entry = enter(event, "Ane", "Jon")
    registration.withdraw_before_draw(entry_id=entry.pk, by=None, at=NOW)
    assert "Ane" not in text(anybody, f"/events/{event.pk}/entries/")


@pytest.mark.parametrize(
    "path", ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"]
)
def test_the_pages_of_accounts_look_like_ours(
    path: str, anybody: Client, db: None
) -> None:
    shown = text(anybody, path)
    assert "css/app.css" in shown
    assert 'class="button primary"' in shown
