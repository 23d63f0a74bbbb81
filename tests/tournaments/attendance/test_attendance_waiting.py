"""The waiting list of an event that has begun: the first in line goes first, at the door too."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from django.test import Client

from tests.conftest import NOW, Api
from tests.tournaments.attendance.comings_and_goings import (
    LATE,
    code_of,
    play,
    sitting,
    start,
)
from tournaments.models import Entry, Event, Stage
from tournaments.services import attendance, events

pytestmark = pytest.mark.django_db


class FullHouse(NamedTuple):
    """Four pairs play with three lives each, and two more wait."""

    stage: Stage
    first: Entry
    second: Entry


@pytest.fixture
def house(
    make_event: Callable[..., Event], enter: Callable[..., Entry], organiser: Any
) -> FullHouse:
    event = make_event(format="lives", settings={"lives": 3}, capacity=4)
    entries = [enter(event, f"Ane {n}", f"Jon {n}") for n in range(6)]
    stage = start(event, organiser)
    assert [entry.state for entry in entries[3:]] == ["in", "waiting", "waiting"]
    return FullHouse(stage, *entries[4:])


def enter_late(house: FullHouse, organiser: Any) -> Entry:
    return attendance.enter_late(
        event_id=house.stage.event_id, data=LATE, by=organiser, at=NOW
    )


def let_in(entry: Entry, organiser: Any) -> Entry:
    return attendance.let_in(entry_id=entry.pk, by=organiser, at=NOW)


def leave(entry: Entry, organiser: Any) -> None:
    attendance.withdraw_during_event(
        entry_id=entry.pk, reason="went home", by=organiser, at=NOW
    )


def test_while_somebody_waits_a_newcomer_at_the_door_does_not_go_before_them(
    house: FullHouse, organiser: Any
) -> None:
    leave(house.stage.event.entries.get(number=1), organiser)
    assert code_of(lambda: enter_late(house, organiser)) == "late.others_wait"
    assert code_of(lambda: let_in(house.second, organiser)) == "late.others_wait"
    assert let_in(house.first, organiser).state == "in"
    play(house.stage, organiser)
    start(house.stage.event, organiser)
    assert house.first.number in sitting(house.stage)


def test_a_full_event_takes_nobody_until_a_place_is_free_or_there_are_more(
    house: FullHouse, organiser: Any
) -> None:
    assert code_of(lambda: let_in(house.first, organiser)) == "late.full"
    events.change_event(event_id=house.stage.event_id, by=organiser, at=NOW, capacity=5)
    house.first.refresh_from_db()
    assert house.first.state == "waiting", "nobody is let in without being there"
    assert let_in(house.first, organiser).state == "in"
    assert code_of(lambda: let_in(house.second, organiser)) == "late.full"


def test_those_who_wait_and_have_gone_home_can_be_withdrawn(
    house: FullHouse, organiser: Any
) -> None:
    leave(house.stage.event.entries.get(number=1), organiser)
    for entry in (house.first, house.second):
        leave(entry, organiser)
    assert enter_late(house, organiser).state == "in"


def test_the_desk_and_the_interface_let_the_first_in(
    house: FullHouse, organiser: Any, client: Client
) -> None:
    leave(house.stage.event.entries.get(number=1), organiser)
    client.force_login(organiser)
    page = client.get(f"/entries/{house.first.pk}/desk/").content.decode()
    assert f'action="/entries/{house.first.pk}/desk/let-in/"' in page
    status, problem = Api(organiser).post(f"entries/{house.second.pk}/let-in/")
    assert (status, problem["code"]) == (409, "late.others_wait")
    assert client.post(f"/entries/{house.first.pk}/desk/let-in/").status_code == 302
    house.first.refresh_from_db()
    assert house.first.state == "in"
