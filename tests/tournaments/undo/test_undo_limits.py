"""What keeps a step from being undone, and how the log tells it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Match
from tests.conftest import NOW, Api, deal
from tests.tournaments.undo.undoing import (
    Enter,
    Running,
    TakeBack,
    code_of,
    decide_all,
    line,
    tables,
)
from tournaments.models import Entry, Event, Pairing, Round, Stage
from tournaments.services import draws, events, registration, results, rounds
from tournaments.services.typed_results import played
from tournaments.services.undo import LAST, undo, undoable

pytestmark = pytest.mark.django_db


# --- what rests on it ---


def test_a_result_stays_while_the_next_round_is_open(
    running: Running, organiser: Any, take_back: TakeBack
) -> None:
    stage = running(4)
    decide_all(stage, organiser)
    rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)
    opened = line(stage.event, "round.opened")
    assert code_of(lambda: take_back(stage.event, "result.decided")) == (
        "undo.later_changes",
        opened,
    )
    take_back(stage.event, "round.opened")
    take_back(stage.event, "result.decided")
    assert Pairing.objects.filter(result=None).count() == 1


def test_a_round_stays_once_something_was_reported_in_it(
    running: Running, take_back: TakeBack
) -> None:
    stage = running(2)
    pairing = Pairing.objects.get()
    results.report(
        pairing_id=pairing.pk,
        entry_id=pairing.a_id or 0,
        score=played(3, 0),
        by=None,
        at=NOW,
    )
    reported = line(stage.event, "result.reported")
    assert code_of(lambda: take_back(stage.event, "draw.published")) == (
        "undo.later_changes",
        reported,
    )


def test_a_withdrawal_stays_once_the_draw_is_published(
    event: Event,
    enter: Enter,
    organiser: Any,
    draw_bracket: Callable[[Event], Stage],
    take_back: TakeBack,
) -> None:
    first, *_ = [enter(event, f"Ane {n}", f"Jon {n}") for n in range(3)]
    registration.withdraw_before_draw(entry_id=first.pk, by=organiser, at=NOW)
    registration.mark_paid(entry_id=first.pk, paid=True, by=organiser, at=NOW)
    draw_bracket(event)
    published = line(event, "draw.published")
    assert code_of(lambda: take_back(event, "entry.withdrawn")) == (
        "undo.later_changes",
        published,
    )
    take_back(event, "entry.paid")


def test_an_entry_stays_once_something_was_done_with_it(
    event: Event, organiser: Any, take_back: TakeBack
) -> None:
    form = registration.SignUpData(
        [registration.Person("Mikel"), registration.Person("Peio")]
    )
    entry = registration.register(
        event_id=event.pk, data=form, at_desk=True, by=organiser, at=NOW
    )
    registration.mark_paid(entry_id=entry.pk, paid=True, by=organiser, at=NOW)
    paid = line(event, "entry.paid")
    assert code_of(lambda: take_back(event, "entry.registered")) == (
        "undo.later_changes",
        paid,
    )
    take_back(event, "entry.paid")
    take_back(event, "entry.registered")
    assert not event.entries.exists()


def test_a_withdrawal_stays_when_the_same_people_have_entered_again(
    event: Event, enter: Enter, organiser: Any, take_back: TakeBack
) -> None:
    entry = enter(event, "Ane", "Jon")
    registration.withdraw_before_draw(entry_id=entry.pk, by=organiser, at=NOW)
    enter(event, "Ane", "Jon")
    assert code_of(lambda: take_back(event, "entry.withdrawn"))[0] == "undo.in_the_way"


def test_what_was_taken_back_is_not_taken_back_twice(
    event: Event, enter: Enter, organiser: Any, take_back: TakeBack
) -> None:
    events.step(event_id=event.pk, action="close", by=organiser, at=NOW)
    take_back(event, "event.close")
    closed = line(event, "event.close")
    assert code_of(lambda: take_back(event, "event.close")) == ("undo.already", closed)


# --- what is never taken back ---


@pytest.mark.parametrize("action", ["draw.announced", "draw.made", "draw.discarded"])
def test_a_draw_is_given_up_with_a_reason_and_not_taken_back(
    event: Event, enter: Enter, organiser: Any, take_back: TakeBack, action: str
) -> None:
    for n in range(2):
        enter(event, f"Ane {n}", f"Jon {n}")
    draw = draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
    draws.make(draw_id=draw.pk, by=organiser, at=NOW)
    draws.discard(draw_id=draw.pk, reason="a pair was missing", by=organiser, at=NOW)
    assert code_of(lambda: take_back(event, action))[0] == "undo.not_undoable"


def test_what_players_did_is_not_for_the_desk_to_take_back(
    event: Event, enter: Enter, take_back: TakeBack
) -> None:
    enter(event, "Ane", "Jon")
    assert (
        code_of(lambda: take_back(event, "entry.registered"))[0] == "undo.not_undoable"
    )


def test_only_the_last_steps_of_the_desk_are_taken_back(
    event: Event, enter: Enter, organiser: Any, take_back: TakeBack
) -> None:
    entry = enter(event, "Ane", "Jon")
    events.change_event(event_id=event.pk, by=organiser, at=NOW, name="Otro")
    for n in range(LAST - 1):
        registration.mark_paid(entry_id=entry.pk, paid=n % 2 == 0, by=organiser, at=NOW)
        enter(event, f"Player {n}", f"Jon {n}")
    assert line(event, "event.changed") in undoable(event)
    events.step(event_id=event.pk, action="close", by=organiser, at=NOW)
    assert line(event, "event.changed") not in undoable(event)
    assert code_of(lambda: take_back(event, "event.changed"))[0] == "undo.too_old"


def test_a_line_that_there_is_not_is_not_found(event: Event, organiser: Any) -> None:
    assert (
        code_of(lambda: undo(event_id=event.pk, number=99, by=organiser, at=NOW))[0]
        == "undo.no_such_line"
    )


# --- matches in the app ---


def test_a_match_that_nobody_has_begun_is_annulled_with_its_round(
    in_app: Running, take_back: TakeBack
) -> None:
    stage = in_app()
    take_back(stage.event, "draw.published")
    assert Match.objects.get().annulled_at == NOW
    assert code_of(lambda: take_back(stage.event, "undone"))[0] == "undo.not_undoable"


def test_a_round_stays_once_cards_were_dealt_in_it(
    in_app: Running, take_back: TakeBack
) -> None:
    stage = in_app()
    deal(Match.objects.get())
    assert (
        code_of(lambda: take_back(stage.event, "draw.published"))[0]
        == "undo.not_undoable"
    )


def test_a_result_that_ended_a_running_match_stays(
    in_app: Running, organiser: Any, take_back: TakeBack
) -> None:
    stage = in_app()
    decide_all(stage, organiser)
    assert (
        code_of(lambda: take_back(stage.event, "result.decided"))[0]
        == "undo.not_undoable"
    )


# --- the log ---


def test_the_log_says_what_was_taken_back_and_what_may_be(
    event: Event, organiser: Any
) -> None:
    events.step(event_id=event.pk, action="close", by=organiser, at=NOW)
    api = Api(organiser)
    closed = api.get(f"events/{event.pk}/log/")[1]["results"][0]
    assert (closed["action"], closed["may_be_undone"], closed["undoes"]) == (
        "event.close",
        True,
        None,
    )
    status, seen = api.post(f"events/{event.pk}/undo/", number=closed["number"])
    assert (status, seen["state"]) == (200, "open")
    latest, before, *_ = api.get(f"events/{event.pk}/log/")[1]["results"]
    assert (latest["action"], latest["undoes"], latest["may_be_undone"]) == (
        "undone",
        closed["number"],
        True,
    )
    assert before["may_be_undone"] is False
    assert api.post(f"events/{event.pk}/undo/", number=closed["number"])[0] == 409


def test_the_log_never_shows_rows(running: Running, organiser: Any) -> None:
    stage = running(2)
    seen = Api(organiser).get(f"events/{stage.event_id}/log/")[1]["results"]
    assert {*seen[0]} == {
        "number",
        "at",
        "by",
        "action",
        "fields",
        "undoes",
        "hash",
        "may_be_undone",
    }
    assert "600123456" not in str(seen)
    assert bytes(stage.draw.secret).hex() not in str(seen)


def test_the_page_of_the_log_asks_once_more_and_names_what_it_takes_back(
    event: Event, enter: Enter, organiser: Any, client: Client
) -> None:
    entry = enter(event, "Ane", "Jon")
    registration.mark_paid(entry_id=entry.pk, paid=True, by=organiser, at=NOW)
    client.force_login(organiser)
    page = reverse("desk_undo", args=[event.pk, line(event, "entry.paid")])

    def text(url: str) -> str:
        return client.get(url, headers={"Accept-Language": "en"}).content.decode()

    log = reverse("desk_log", args=[event.pk])
    assert page in text(log)
    assert "Ane – Jon paid" in text(page)
    assert client.post(page).status_code == 302
    assert not Entry.objects.get().paid
    assert "Undone: Ane – Jon paid" in text(log)
    assert client.post(page).status_code == 409


def test_a_page_for_a_line_that_there_is_not_is_not_found(
    event: Event, organiser: Any, client: Client
) -> None:
    client.force_login(organiser)
    assert client.get(reverse("desk_undo", args=[event.pk, 99])).status_code == 404


def test_all_steps_of_an_evening_are_taken_back_one_after_another(
    event: Event, enter: Enter, organiser: Any, draw_bracket: Callable[[Event], Stage]
) -> None:
    """From the last to the first, until only what is never taken back is left."""
    for n in range(4):
        entry = enter(event, f"Ane {n}", f"Jon {n}")
        registration.mark_paid(entry_id=entry.pk, paid=True, by=organiser, at=NOW)
    before = tables(event)
    stage = draw_bracket(event)
    decide_all(stage, organiser)
    rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)
    decide_all(stage, organiser)
    for number in sorted(undone_last_first(event), reverse=True):
        undo(event_id=event.pk, number=number, by=organiser, at=NOW)
    assert not Round.objects.exists()
    assert {
        place: row
        for place, row in tables(event).items()
        if place[0] in {"entry", "player"}
    } == {
        place: row | ({"paid": False} if place[0] == "entry" else {})
        for place, row in before.items()
        if place[0] in {"entry", "player"}
    }


def undone_last_first(event: Event) -> set[int]:
    desk = {"entry.paid", "draw.published", "result.decided", "round.opened"}
    return set(event.log.filter(action__in=desk).values_list("step", flat=True))
