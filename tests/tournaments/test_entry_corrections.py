"""Typing errors in an entry are corrected at the desk at any time, in the log."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.conftest import NOW, Api
from tournaments.models import Draw, Entry, LogEntry, Stage
from tournaments.reading.events import full_name
from tournaments.rules.draws.verify import verify
from tournaments.services import draws
from tournaments.services.entry_corrections import correct_entry

pytestmark = pytest.mark.django_db

TYPED = {"team_name": "", "club_name": "Peña Ona", "phone": "611222333"}


@pytest.fixture
def entry(running: Callable[..., Stage]) -> Entry:
    return running(4).event.entries.get(number=1)


def correct(entry: Entry, organiser: Any, names: list[str], **texts: str) -> Entry:
    return correct_entry(entry_id=entry.pk, names=names, by=organiser, at=NOW, **texts)


def test_a_name_a_club_and_a_phone_are_corrected_after_the_draw(
    entry: Entry, organiser: Any, client: Client
) -> None:
    correct(entry, organiser, ["Ane Zero", "Jon 0"], **TYPED)
    entry = Entry.objects.get(pk=entry.pk)
    assert full_name(entry) == "Ane Zero – Jon 0"
    assert (entry.club_name, entry.phone) == ("Peña Ona", "611222333")
    line = LogEntry.objects.get(action="entry.corrected")
    assert line.fields["corrected"] == ["name", "club_name", "phone"]
    assert "611222333" not in str(line.fields)
    client.force_login(organiser)
    client.cookies["django_language"] = "en"
    log = client.get(f"/events/{entry.event_id}/desk/log/").content.decode()
    assert "was corrected: name, club or town, phone" in log


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (["Ane 1", "Jon 0"], "entry.person_entered"),
        (["Ane 0", "ANE 0"], "entry.person_twice"),
        (["Ane 0"], "entry.team_size"),
        (["Ane 0", "\u200b"], "entry.name_missing"),
        (["Ane 0", "J" * 61], "entry.text_too_long"),
    ],
)
def test_corrected_names_are_checked_like_new_ones(
    entry: Entry, organiser: Any, names: list[str], code: str
) -> None:
    players = [{"name": name} for name in names]
    path = f"entries/{entry.pk}/correct/"
    status, problem = Api(organiser).post(path, players=players)
    assert (status, problem["code"]) == (422, code)
    assert full_name(Entry.objects.get(pk=entry.pk)) == "Ane 0 – Jon 0"


def test_while_a_draw_waits_its_names_stay_but_a_phone_may_change(
    make_event: Callable[..., Any], enter: Callable[..., Entry], organiser: Any
) -> None:
    event = make_event(capacity=4)
    entry, *_ = [enter(event, f"Ane {n}", f"Jon {n}") for n in range(4)]
    draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
    path, desk = f"entries/{entry.pk}/correct/", Api(organiser)
    new = {"players": [{"name": "Ane Zero"}, {"name": "Jon 0"}]}
    status, problem = desk.post(path, **new)
    assert (status, problem["code"]) == (409, "draw.one_at_a_time")
    same = {"players": [{"name": "Ane 0"}, {"name": "Jon 0"}], "phone": "611222333"}
    assert desk.post(path, **same)[0] == 200


def test_the_desk_has_a_form_for_it_and_a_published_draw_still_verifies(
    entry: Entry, organiser: Any, client: Client
) -> None:
    client.force_login(organiser)
    page = client.get(f"/entries/{entry.pk}/desk/").content.decode()
    assert 'value="Ane 0"' in page
    given = {"player1": "Ane Zero", "player2": "Jon 0", **TYPED}
    path = f"/entries/{entry.pk}/desk/correct/"
    assert client.post(path, {**given, "player1": ""}).status_code == 422
    assert client.post(path, given).status_code == 302
    assert full_name(Entry.objects.get(pk=entry.pk)) == "Ane Zero – Jon 0"
    draw = Draw.objects.get()
    published = Client().get(f"/api/v1/draws/{draw.pk}/").content
    assert verify(published).ok
