"""A league over weeks: dates from a rhythm, matches on another day in three modes, and rounds that
do not wait.
"""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from core.refusals import Refusal
from tests.conftest import NOW
from tests.tournaments.halls import Hall
from tests.tournaments.leagues import League
from tournaments import signed_links
from tournaments.models import Entry, Event, Pairing
from tournaments.pages.desk import log
from tournaments.pages.public.calendar import movable
from tournaments.reading import events, stage_plans
from tournaments.services import calendar, results, rounds
from tournaments.services.typed_results import Decision, played

pytestmark = pytest.mark.django_db

MONDAYS: dict[str, Any] = {
    "first": "2026-01-12T20:00:00+01:00",
    "days": [0],
    "evening": 1,
}
TO = datetime.fromisoformat("2026-02-20T19:30:00+01:00")


def days(found: list[datetime]) -> list[str]:
    return [timezone.localtime(one).strftime("%m-%d %H:%M") for one in found]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, ["01-12 20:00", "01-19 20:00", "01-26 20:00", "02-02 20:00"]),
        (
            {"days": [1, 3]},
            ["01-13 20:00", "01-15 20:00", "01-20 20:00", "01-22 20:00"],
        ),
        ({"evening": 3}, ["01-12 20:00"] * 3 + ["01-19 20:00"]),
        (
            {"skip": ["2026-01-19", "2026-01-26"]},
            ["01-12 20:00", "02-02 20:00", "02-09 20:00", "02-16 20:00"],
        ),
        (
            {"first": "2026-03-23T20:00:00+01:00"},
            ["03-23 20:00", "03-30 20:00", "04-06 20:00", "04-13 20:00"],
        ),
    ],
)
def test_the_rounds_go_by_the_rhythm_always_at_the_same_time_of_the_day(
    settings: Any, changes: dict[str, Any], expected: list[str]
) -> None:
    settings.TIME_ZONE = "Europe/Madrid"
    with timezone.override("Europe/Madrid"):
        assert days(calendar.dates(calendar.read(MONDAYS | changes), 4)) == expected


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        ({}, "first"),
        ({"first": "2026-01-12"}, "first"),
        ({"first": ["2026-01-12"]}, "first"),
        ({"first": "2026-13-40T20:00:00+01:00"}, "first"),
        ({"first": "9999-12-31T20:00:00+00:00"}, "first"),
        ({"first": "0001-01-01T00:00:00+14:00"}, "first"),
        ({**MONDAYS, "skip": ["2026-02-31"]}, "skip"),
        ({**MONDAYS, "days": [7]}, "days"),
        ({**MONDAYS, "evening": 0}, "evening"),
        ({**MONDAYS, "skip": ["tomorrow"]}, "skip"),
        ({**MONDAYS, "moving": "never"}, "moving"),
    ],
)
def test_what_is_no_calendar_is_refused_with_what_it_may_be(
    raw: dict[str, Any], field: str
) -> None:
    with pytest.raises(Refusal) as caught:
        calendar.read(raw)
    assert (caught.value.code, caught.value.fields["field"]) == ("calendar.bad", field)


def test_the_organiser_sets_the_dates_and_everybody_reads_them(league: League) -> None:
    stage = league.running(4)
    calendar.set_calendar(
        event_id=stage.event_id, calendar=MONDAYS, by=league.organiser, at=NOW
    )
    found = Client().get(reverse("api_calendar", args=[stage.event_id])).json()
    assert [one["number"] for one in found["rounds"]] == [1, 2, 3]
    page = Client().get(reverse("calendar", args=[stage.event_id])).content.decode()
    assert page.count("<small><time") == 3
    assert page.count("<li>") >= 6
    assert (
        reverse("calendar", args=[stage.event_id])
        in Client().get(f"/events/{stage.event_id}/").content.decode()
    )


def match(league: League, mode: str) -> Pairing:
    stage = league.running(4)
    given = MONDAYS | {"moving": mode}
    calendar.set_calendar(
        event_id=stage.event_id, calendar=given, by=league.organiser, at=NOW
    )
    return league.tables(stage_plans.stage_of(stage.event, 1))[0]  # type: ignore[arg-type]


def ask(
    league: League, pairing: Pairing, entry: int | None, to: datetime = TO
) -> Pairing:
    assert entry
    return calendar.ask(
        pairing_id=pairing.pk, entry_id=entry, to=to, by=league.organiser, at=NOW
    )


def test_a_match_is_moved_when_both_sides_have_asked_for_the_same_day(
    league: League,
) -> None:
    pairing = match(league, "free")
    assert ask(league, pairing, pairing.a_id).at is None
    assert ask(league, pairing, pairing.b_id, TO + timedelta(days=1)).at is None
    moved = ask(league, pairing, pairing.a_id, TO + timedelta(days=1))
    assert (moved.at, moved.wish) == (TO + timedelta(days=1), None)


def test_where_the_organiser_approves_the_agreement_of_both_waits(
    league: League,
) -> None:
    pairing = match(league, "asked")
    ask(league, pairing, pairing.a_id)
    waiting = ask(league, pairing, pairing.b_id)
    assert (waiting.at, len(waiting.wish["sides"])) == (None, 2)  # type: ignore[index]
    assert (
        calendar.move(pairing_id=pairing.pk, to=TO, by=league.organiser, at=NOW).at
        == TO
    )


def test_where_nothing_is_moved_only_the_organiser_can(league: League) -> None:
    pairing = match(league, "none")
    with pytest.raises(Refusal) as caught:
        ask(league, pairing, pairing.a_id)
    assert caught.value.code == "calendar.not_moved"
    assert (
        calendar.move(pairing_id=pairing.pk, to=TO, by=league.organiser, at=NOW).at
        == TO
    )


def test_the_next_round_does_not_wait_for_a_match_that_is_moved(league: League) -> None:
    pairing = match(league, "free")
    stage = pairing.round.stage
    (other,) = [one for one in league.tables(stage) if one.pk != pairing.pk]
    results.set_result(
        pairing_id=other.pk,
        decision=played(3, 0),
        reason="the sheet",
        by=league.organiser,
        at=NOW,
    )
    with pytest.raises(Refusal):
        rounds.open_round(stage_id=stage.pk, by=league.organiser, at=NOW)
    calendar.move(pairing_id=pairing.pk, to=TO, by=league.organiser, at=NOW)
    assert rounds.open_round(stage_id=stage.pk, by=league.organiser, at=NOW).number == 2
    assert Pairing.objects.get(pk=pairing.pk).result is None


def test_a_void_match_is_played_on_another_day(league: League) -> None:
    stage = league.running(4)
    table, said = league.tables(stage)[0], {"by": league.organiser, "at": NOW}
    results.set_result(
        pairing_id=table.pk, decision=Decision("void"), reason="wrong cards", **said
    )
    assert [one.pk for one in movable(stage.event)] == [
        one.pk for one in league.tables(stage)
    ]
    assert calendar.move(pairing_id=table.pk, to=TO, **said).at == TO


def test_in_a_knockout_no_match_is_moved_since_its_next_round_waits_for_it(
    hall: Hall,
) -> None:
    event = hall.event(4, format="knockout")
    hall.go_on(event)
    with pytest.raises(Refusal) as caught:
        calendar.move(
            pairing_id=hall.tables(event)[0].pk, to=TO, by=hall.organiser, at=NOW
        )
    assert caught.value.code == "calendar.leagues_only"


def test_the_form_sets_what_it_shows(league: League, organiser: User) -> None:
    stage = league.running(4)
    desk, address = Client(), reverse("calendar", args=[stage.event_id])
    desk.force_login(organiser)
    given = {
        "first": "2026-01-12T20:00",
        "days": ["0", "3"],
        "evening": 1,
        "skip": "2026-01-15",
        "moving": "asked",
    }
    assert desk.post(address, given).status_code == 302
    event = Event.objects.get(pk=stage.event_id)
    assert (event.calendar["days"], event.calendar["skip"]) == ([0, 3], ["2026-01-15"])
    assert "2026-01-15" in desk.get(address).content.decode()
    for wrong in ({"skip": "2026-02-30"}, {"first": "2026-01-13T20:00"}):  # a Tuesday
        assert desk.post(address, given | wrong).status_code == 200
        assert Event.objects.get(pk=stage.event_id).calendar == event.calendar
    assert Client().post(address, given).status_code == 403


def test_the_organiser_moves_on_the_page_what_a_side_has_asked_for(
    league: League, organiser: User
) -> None:
    pairing = match(league, "asked")
    ask(league, pairing, pairing.a_id)
    desk, address = Client(), reverse("calendar", args=[pairing.round.stage.event_id])
    desk.force_login(organiser)
    assert (
        timezone.localtime(TO).strftime("%Y-%m-%dT%H:%M")
        in desk.get(address).content.decode()
    )
    assert (
        desk.post(
            address, {"pairing": pairing.pk, "to": "2026-02-20T19:30"}
        ).status_code
        == 302
    )
    moved = Pairing.objects.get(pk=pairing.pk)
    assert (moved.at is not None, moved.wish) == (True, None)
    assert desk.post(address, {"pairing": pairing.pk, "to": ""}).status_code == 302
    assert Pairing.objects.get(pk=pairing.pk).at is None
    for wrong in (
        {"pairing": pairing.pk + 999, "to": ""},
        {"pairing": pairing.pk, "to": "someday"},
    ):
        assert 'role="alert"' in desk.post(address, wrong).content.decode()
    said = [line.words for line in log.lines(pairing.round.stage.event, 4)]
    assert not [words for words in said if words.startswith(("match.", "calendar."))]


def phone(entry: Entry | None) -> Client:
    """A phone that has opened the link of this entry."""
    assert entry
    client = Client(headers={"Accept-Language": "en"})
    client.get(
        reverse("entry_key", args=[signed_links.key(signed_links.ENTRY, entry.pk)])
    )
    return client


def test_the_sides_agree_on_another_day_on_their_phones(league: League) -> None:
    pairing = match(league, "free")
    ours, theirs, address = (
        phone(pairing.a),
        phone(pairing.b),
        reverse("pairing", args=[pairing.pk]),
    )
    assert "Monday 12 January 2026, 20:00" in ours.get(address).content.decode()
    assert (
        ours.post(address, {"do": "day", "to": "2026-02-20T19:30"}).status_code == 302
    )
    assert (
        "You asked for Friday 20 February 2026, 19:30"
        in ours.get(address).content.decode()
    )
    page = theirs.get(address).content.decode()
    assert (
        f"{events.name_of(pairing.a)} asked for Friday 20 February 2026, 19:30" in page
    )  # type: ignore[arg-type]
    (asked,) = re.findall('name="to" value="([^"]+)"', page)
    assert theirs.post(address, {"do": "day", "to": asked}).status_code == 302
    assert Pairing.objects.get(pk=pairing.pk).at == TO
    assert "Friday 20 February 2026, 19:30" in ours.get(address).content.decode()


@pytest.mark.parametrize(
    "said", ["", "someday", "2026-02-30T20:00", "0001-01-01T00:00"]
)
def test_a_day_that_is_none_is_refused_with_how_to_write_one(
    league: League, said: str
) -> None:
    pairing = match(league, "free")
    answer = phone(pairing.a).post(
        reverse("pairing", args=[pairing.pk]), {"do": "day", "to": said}
    )
    assert (
        answer.status_code,
        "Write a day and a time" in answer.content.decode(),
    ) == (422, True)


@pytest.mark.parametrize(
    ("mode", "offered"), [("free", True), ("asked", True), ("none", False)]
)
def test_another_day_is_offered_where_the_sides_may_move_a_match(
    league: League, mode: str, offered: bool
) -> None:
    pairing = match(league, mode)
    page = phone(pairing.a).get(reverse("pairing", args=[pairing.pk])).content.decode()
    assert ("Ask for another date" in page) == offered


def test_one_day_told_from_two_time_zones_is_the_same_day(league: League) -> None:
    pairing = match(league, "free")
    ask(league, pairing, pairing.a_id, TO.astimezone(UTC))
    assert ask(league, pairing, pairing.b_id).at == TO


def test_a_match_of_an_earlier_round_is_still_found_by_its_sides(
    league: League,
) -> None:
    pairing = match(league, "free")
    calendar.move(pairing_id=pairing.pk, to=TO, by=league.organiser, at=NOW)
    (other,) = [
        one for one in league.tables(pairing.round.stage) if one.pk != pairing.pk
    ]
    results.set_result(
        pairing_id=other.pk,
        decision=played(3, 0),
        reason="the sheet",
        by=league.organiser,
        at=NOW,
    )
    rounds.open_round(stage_id=pairing.round.stage_id, by=league.organiser, at=NOW)
    page = phone(pairing.a).get(reverse("entry", args=[pairing.a_id])).content.decode()
    assert "Monday 19 January 2026, 20:00" in page
    left = page.partition("Still to be played")[2]
    assert reverse("pairing", args=[pairing.pk]) in left
    assert "20 Feb 2026, 19:30" in left
