"""The desk opens to organisers and referees, each with their own buttons."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.conftest import written_by_hand
from tests.tournaments.pages.desk.desk_pages import PHONE, act, as_user, text
from tournaments.models import Entry, Event, LogEntry, Pairing, Stage

# Who may


@pytest.mark.parametrize(
    ("page", "allowed"),
    [
        ("/events/{event}/desk/", {"organiser", "referee"}),
        ("/events/{event}/desk/log/", {"organiser", "referee"}),
        ("/tables/{table}/result/", {"organiser", "referee"}),
        ("/events/{event}/desk/import/", {"organiser"}),
        ("/events/{event}/edit/", {"organiser"}),
        ("/events/{event}/cancel/", {"organiser"}),
        ("/entries/{entry}/withdraw/", {"organiser"}),
        ("/clubs/pena/desk/", {"organiser"}),
        ("/clubs/pena/events/new/", {"organiser"}),
        ("/clubs/new/", {"organiser", "referee", "player", "outsider"}),
    ],
)
def test_each_page_of_the_desk_opens_to_its_roles_only(
    running: Callable[..., Stage], cast: dict[str, Any], page: str, allowed: set[str]
) -> None:
    stage = running(4)
    table, entry = (
        Pairing.objects.filter(round__stage=stage).first(),
        stage.event.entries.first(),
    )
    assert table
    assert entry
    path = page.format(event=stage.event_id, table=table.pk, entry=entry.pk)
    answers = {role: as_user(user).get(path) for role, user in cast.items()}
    assert {
        role for role, answer in answers.items() if answer.status_code == 200
    } == allowed
    refused = {
        answer.status_code for role, answer in answers.items() if role not in allowed
    }
    assert refused <= {302, 403}
    assert answers["nobody"].status_code == (403 if "entries" in page else 302)


def test_an_event_in_preparation_is_known_to_its_organisers_only(
    cast: dict[str, Any], event: Event
) -> None:
    with written_by_hand():
        Event.objects.filter(pk=event.pk).update(state=Event.State.DRAFT)
    for page in ("desk/", "desk/log/", "edit/", "register/"):
        answers = {
            role: as_user(user).get(f"/events/{event.pk}/{page}")
            for role, user in cast.items()
            if user
        }
        assert {
            role for role, answer in answers.items() if answer.status_code == 200
        } == {"organiser"}
        assert {
            answer.status_code
            for role, answer in answers.items()
            if role != "organiser"
        } == {404}


@pytest.mark.parametrize(
    "do",
    [
        "open",
        "close",
        "announce",
        "make",
        "publish",
        "discard",
        "round",
        "enter",
        "paid:1",
    ],
)
def test_a_referee_presses_none_of_the_organisers_buttons(
    event: Event, referee: User, do: str
) -> None:
    assert (
        act(as_user(referee), event, do, kind="bracket", player1="Ane").status_code
        == 403
    )
    assert not LogEntry.objects.exclude(action__startswith="event.").exists()


def test_a_referee_sees_tables_but_neither_phones_nor_fees(
    running: Callable[..., Stage], referee: User
) -> None:
    event = running(4).event
    with written_by_hand():
        Entry.objects.filter(event=event).update(phone=PHONE)
    page = as_user(referee).get(f"/events/{event.pk}/desk/?entries")
    assert "Enter the result" in text(page)
    assert not {"699", "456", "Mark as paid", "Next:"} & set(
        re.findall(r"Mark as paid|Next:|699|456", text(page))
    )


@pytest.mark.parametrize("do", ["", "nonsense", "open2", "delete"])
def test_a_button_that_there_is_not_does_nothing(
    event: Event, desk: Client, do: str
) -> None:
    assert act(desk, event, do).status_code == 422
