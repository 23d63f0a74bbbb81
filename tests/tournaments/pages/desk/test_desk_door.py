"""Entries at the desk: the door form, fees and phones."""

import re
from collections.abc import Callable

from django.test import Client

from tests.conftest import NOW, written_by_hand
from tests.pages import tidy
from tests.tournaments.pages.desk.desk_pages import PHONE, act, text
from tournaments.models import Entry, Event, LogEntry, Stage

# Entries


def test_while_rounds_are_played_the_list_of_entries_is_one_step_away(
    running: Callable[..., Stage], desk: Client
) -> None:
    event = running(4).event
    page = desk.get(f"/events/{event.pk}/desk/")
    assert (
        "Entries: 4 accepted, 0 waiting" in text(page),
        "Mark as paid" in text(page),
    ) == (
        True,
        False,
    )
    assert (
        text(desk.get(f"/events/{event.pk}/desk/?entries")).count("Mark as paid") == 4
    )


def test_a_phone_shows_its_last_three_digits_until_it_is_opened(
    event: Event, desk: Client, enter: Callable[..., Entry]
) -> None:
    enter(event, "Ane", "Jon", phone=PHONE)
    page = tidy(desk.get(f"/events/{event.pk}/desk/").content.decode())
    hidden = re.search(
        r'<details class="phone"><summary>(.*?)</summary>(.*?)</details>', page, re.S
    )
    assert hidden
    assert (hidden[1], PHONE in hidden[2]) == ("… 456", True)
    assert page.count(PHONE) == hidden[2].count(PHONE)


def test_the_door_form_enters_and_keeps_the_focus_for_the_next(
    event: Event, desk: Client
) -> None:
    answer = act(
        desk, event, "enter", player1="Ane", player2="Jon", phone=PHONE, paid="on"
    )
    entry = event.entries.get()
    assert (entry.paid, entry.phone, answer.url) == (
        True,
        PHONE,
        f"/events/{event.pk}/desk/?door",
    )
    page = desk.get(answer.url)
    assert "1. Ane – Jon: entered" in text(page)
    assert re.search(
        r'<input[^>]*id="door_player1"[^>]*autofocus|<input[^>]*autofocus[^>]*id="door_player1"',
        page.content.decode(),
    )


def test_the_door_form_says_what_is_wrong_beside_what_was_typed(
    event: Event, desk: Client
) -> None:
    act(desk, event, "enter", player1="Ane", player2="Jon")
    for given in (
        {"player1": "Ane", "player2": "Kepa"},
        {"player1": "", "player2": "Kepa"},
        {"player1": "\x00", "player2": "Kepa"},
    ):
        answer = act(desk, event, "enter", **given)
        assert answer.status_code == 422
        assert 'value="Kepa"' in answer.content.decode()
    assert event.entries.count() == 1


def test_the_desk_enters_people_after_the_deadline_but_not_after_the_draw(
    event: Event, desk: Client, running: Callable[..., Stage]
) -> None:
    with written_by_hand():
        Event.objects.filter(pk=event.pk).update(deadline=NOW, state=Event.State.CLOSED)
    assert act(desk, event, "enter", player1="Ane", player2="Jon").status_code == 302
    assert (
        act(desk, running(2).event, "enter", player1="Ane", player2="Jon").status_code
        == 409
    )


def test_a_fee_is_marked_once_however_often_it_is_pressed(
    event: Event, desk: Client, enter: Callable[..., Entry]
) -> None:
    entry = enter(event, "Ane", "Jon")
    for do in ("paid", "paid", "unpaid", "paid"):
        assert act(desk, event, f"{do}:{entry.pk}").status_code == 302
    assert Entry.objects.get().paid
    actions = LogEntry.objects.filter(
        action__in=["entry.paid", "entry.unpaid"]
    ).order_by("pk")
    assert list(actions.values_list("action", flat=True)) == [
        "entry.paid",
        "entry.unpaid",
        "entry.paid",
    ]


def test_a_fee_of_an_entry_of_another_event_is_not_marked(
    event: Event, desk: Client, running: Callable[..., Stage]
) -> None:
    other = running(2).event.entries.first()
    assert other
    assert act(desk, event, f"paid:{other.pk}").status_code == 404
    assert act(desk, event, "paid:x").status_code == 422
    assert not Entry.objects.filter(paid=True).exists()
