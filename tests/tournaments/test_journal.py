"""Rows of events are written in a journal or not at all, and the journal leads to exactly these
rows.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.db.models import F

from core.refusals import Refusal
from tests.conftest import NOW, written_by_hand
from tournaments.journal import verification
from tournaments.journal.columns import models_of
from tournaments.journal.line_writer import open_journal
from tournaments.journal.models import unjournaled
from tournaments.journal.recorder import NotJournaled
from tournaments.journal.restart import HistoricalKind, restart_journals
from tournaments.models import Entry, Event, LogEntry, Pairing, Player, Stage
from tournaments.services import events, results, rounds
from tournaments.services.log import journaled, note
from tournaments.services.typed_results import played

pytestmark = pytest.mark.django_db

Running = Callable[..., Stage]
Enter = Callable[..., Entry]


def last_line(event: Event) -> LogEntry:
    return LogEntry.objects.filter(event=event).order_by("-number")[0]


def decide_all(stage: Stage, by: Any) -> None:
    for table in Pairing.objects.filter(
        round__stage=stage, result=None, table__isnull=False
    ):
        results.set_result(
            pairing_id=table.pk, decision=played(3, 1), reason="sheet", by=by, at=NOW
        )


@pytest.mark.parametrize(
    "write",
    [
        lambda entry: entry.save(),
        lambda entry: entry.save(update_fields=["paid"]),
        lambda entry: Entry.objects.filter(pk=entry.pk).update(paid=True),
        lambda entry: Entry.objects.filter(pk=entry.pk).update(team_id=None),
        lambda entry: Entry.objects.bulk_update([entry], ["paid"]),
        lambda entry: Entry.objects.create(
            event=entry.event, number=9, registered_at=NOW
        ),
        lambda entry: Entry.objects.bulk_create(
            [Entry(event=entry.event, number=9, registered_at=NOW)]
        ),
        lambda entry: entry.players.update(active=False),
        lambda entry: entry.delete(),
        lambda entry: Entry.objects.filter(pk=entry.pk).delete(),
    ],
    ids=range(10),
)
def test_no_row_of_an_event_is_written_outside_a_journal(
    event: Event, enter: Enter, write: Any
) -> None:
    entry = enter(event, "Ane", "Jon")
    with pytest.raises(NotJournaled), transaction.atomic():
        write(entry)


def test_what_is_no_fact_needs_no_journal(running: Running) -> None:
    stage = running(2)
    stage.computed_mark = "x"
    stage.save(update_fields=["computed_mark"])
    Event.objects.update(version=F("version") + 1)
    Stage.objects.bulk_update([stage], ["lease"])
    assert Stage.objects.get().computed_mark == "x"


def test_a_change_that_no_line_tells_of_is_not_made(event: Event) -> None:
    with pytest.raises(NotJournaled), open_journal():
        Event.objects.filter(pk=event.pk).update(name="Another")
    assert Event.objects.get().name == event.name


def test_a_line_is_written_only_while_the_event_is_held(event: Event) -> None:
    with pytest.raises(NotJournaled), open_journal():
        note(event.pk, "entry.paid", by=None, at=NOW)


def test_a_value_that_only_the_database_knows_is_not_written(event: Event) -> None:
    with pytest.raises(NotJournaled), open_journal():
        Event.objects.update(capacity=F("capacity") + 1)


def test_what_is_below_a_row_goes_with_it_and_is_written_down(
    event: Event, enter: Enter
) -> None:
    entry = enter(event, "Ane", "Jon")
    with written_by_hand():
        entry.delete()
    assert [row[:2] for row in last_line(event).rows] == [
        ["player", [1, 0]],
        ["player", [1, 1]],
        ["entry", [1]],
    ]


def test_a_line_has_the_rows_since_the_last_one_and_the_last_line_those_after_it(
    event: Event, enter: Enter
) -> None:
    one = enter(event, "Ane", "Jon")

    @journaled
    def inner() -> None:
        Entry.objects.filter(pk=one.pk).update(paid=True)
        note(event.pk, "first", by=None, at=NOW)

    @journaled
    def outer() -> None:
        events.locked(event.pk)
        inner()
        Entry.objects.filter(pk=one.pk).update(club_name="Tolosa")
        note(event.pk, "second", by=None, at=NOW)
        Entry.objects.filter(pk=one.pk).update(phone="600")

    outer()
    first, second = LogEntry.objects.filter(
        event=event, action__in=["first", "second"]
    ).order_by("number")
    assert first.rows == [["entry", [1], {"paid": False}, {"paid": True}]]
    assert second.rows == [
        [
            "entry",
            [1],
            {"club_name": "", "phone": ""},
            {"club_name": "Tolosa", "phone": "600"},
        ]
    ]
    assert (second.step, second.number) == (first.number, first.number + 1)


def test_a_refusal_leaves_neither_rows_nor_a_line(event: Event, enter: Enter) -> None:
    enter(event, "Ane", "Jon")
    lines = event.log.count()
    with pytest.raises(Refusal):
        enter(event, "Ane", "Peio")
    assert (event.log.count(), event.entries.count()) == (lines, 1)


def test_rows_name_each_other_by_their_numbers_and_people_by_their_names(
    in_app: Running, four: list[Any], organiser: Any
) -> None:
    stage = in_app(fee=5)
    rows = {
        (kind, *key): after
        for line in stage.event.log.all()
        for kind, key, before, after in line.rows
        if not before
    }
    table = Pairing.objects.get()
    assert rows["player", 1, 0]["user"] == four[0].username
    assert rows["draw", 1]["by"] == organiser.username
    assert rows["event",]["club"] == "pena"
    assert rows["event",]["fee"] == "5.00"
    assert rows["event",]["starts_at"] == "2026-05-02T20:00:00.000000+00:00"
    assert rows["pairing", 1, 1, 0]["match"] == str(table.match_id)
    assert {tuple(rows["pairing", 1, 1, 0][side]) for side in "ab"} == {(1,), (2,)}
    assert rows["stage", 1]["draw"] == [1]


def test_a_line_written_past_the_journal_is_found(event: Event, enter: Enter) -> None:
    enter(event, "Ane", "Jon")
    unjournaled(Player).filter(place=0).update(name="Mikel")
    ((place, told, found),) = verification.differences(event)
    assert (place, told["name"], found["name"]) == (("player", (1, 0)), "Ane", "Mikel")
    unjournaled(Player).filter(place=0).update(name="Ane")


@pytest.mark.parametrize("field", ["at", "action", "username", "fields", "rows"])
def test_a_line_that_was_changed_afterwards_is_found(event: Event, field: str) -> None:
    was = event.log.get(number=1)
    now = {
        "at": NOW + timedelta(1),
        "action": "x",
        "username": "x",
        "fields": {},
        "rows": [],
    }[field]
    LogEntry.objects.filter(pk=was.pk).update(**{field: now})
    assert verification.first_broken_line(event) == 1
    LogEntry.objects.filter(pk=was.pk).update(**{field: getattr(was, field)})
    assert verification.first_broken_line(event) is None


def test_the_command_says_whether_an_event_is_as_its_log_tells(
    event: Event, enter: Enter, capsys: Any
) -> None:
    enter(event, "Ane", "Jon")
    call_command("verify_event", event.pk)
    assert f"All {event.log.count()} lines" in capsys.readouterr().out
    unjournaled(Player).filter(place=0).update(name="Mikel")
    with pytest.raises(CommandError, match="other rows than the event has: player 1 0"):
        call_command("verify_event", event.pk)
    unjournaled(Player).filter(place=0).update(name="Ane")
    LogEntry.objects.filter(event=event, number=1).update(username="x")
    with pytest.raises(CommandError, match="Line 1 of the log"):
        call_command("verify_event", event.pk)
    LogEntry.objects.filter(event=event, number=1).update(
        username=event.log.get(number=2).username
    )
    with pytest.raises(CommandError, match="no event 0"):
        call_command("verify_event", 0)


def test_a_whole_knockout_with_a_correction_is_its_journal(
    running: Running, organiser: Any
) -> None:
    stage = running(6, settings={"third_place": True})
    while stage.rounds.count() < 3:
        decide_all(stage, organiser)
        rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)
    decide_all(stage, organiser)
    final = Pairing.objects.filter(round__stage=stage, round__number=3).order_by(
        "slot"
    )[0]
    results.set_result(
        pairing_id=final.pk, decision=played(0, 3), reason="sheet", by=organiser, at=NOW
    )
    assert verification.differences(stage.event) == []
    kinds = {kind for kind, _ in verification.replayed_rows(stage.event)}
    assert kinds == {
        "event",
        "entry",
        "player",
        "draw",
        "stage",
        "round",
        "pairing",
        "result",
    }


def test_a_journal_begun_anew_holds_all_that_is_there(
    running: Running, organiser: Any
) -> None:
    stage = running(4)
    decide_all(stage, organiser)
    kinds = [
        HistoricalKind(
            model, model.journal_kind, model.journal_address, model.journal_excluded
        )
        for model in models_of(Event)
    ]
    restart_journals(kinds, LogEntry, "event", Event.journal_setup)
    assert last_line(stage.event).action == "journal.begun"
    assert {row[2] for row in last_line(stage.event).rows} == {None}
    rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)
    assert verification.first_broken_line(stage.event) is None
    assert verification.differences(stage.event) == []


def test_an_event_is_forgotten_with_its_log_only_as_a_whole(
    running: Running, organiser: Any
) -> None:
    stage = running(2)
    decide_all(stage, organiser)
    events.forget_event(event_id=stage.event_id)
    assert not Event.objects.exists()
    assert not LogEntry.objects.exists()
