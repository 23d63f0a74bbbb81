"""Events exported in December 2026 stay readable for ever; never write these files anew.

They were written before the journal knew older columns. In them are a knockout with drawn partners,
a substitute, a sanction, a correction and an undo; an event with lives, a latecomer and a
withdrawal; and a match that was played in the app.
"""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from accounts.models import Club, User
from games.models import Match
from tests.conftest import NOW
from tournaments.journal import verification
from tournaments.models import Event, Pairing, Result
from tournaments.services.archive import export_event, import_event
from tournaments.services.undo import undo, undoable

pytestmark = pytest.mark.django_db

DATA = Path(__file__).parent / "data"
NAMES = ["knockout", "lives", "in-app"]


def imported(name: str) -> tuple[Event, list[str]]:
    text = (DATA / f"journal-2026-{name}.jsonl").read_text()
    file = text.removesuffix("\n").split("\n")
    return import_event(file), file


@pytest.mark.parametrize("name", NAMES)
def test_a_file_is_imported_verified_and_exported_as_it_was(
    club: Club, name: str, capsys: Any
) -> None:
    event, file = imported(name)
    call_command("verify_event", event.pk)
    assert f"All {event.log.count()} lines" in capsys.readouterr().out
    assert list(export_event(event)) == file


@pytest.mark.parametrize("name", ["knockout", "lives"])
def test_steps_of_a_file_are_undone_and_restored(
    club: Club, organiser: User, name: str
) -> None:
    event, file = imported(name)
    before = verification.stored_rows(event)
    steps = undoable(event)
    assert steps
    for step in steps:
        undo(event_id=event.pk, number=step, by=organiser, at=NOW)
        assert verification.differences(event) == []
        last = event.log.latest("number").number
        undo(event_id=event.pk, number=last, by=organiser, at=NOW)
        assert verification.stored_rows(event) == before
    call_command("verify_event", event.pk)
    assert list(export_event(event))[1 : len(file)] == file[1:]


def test_the_rows_of_a_file_are_those_of_then(club: Club) -> None:
    knockout, _ = imported("knockout")
    assert knockout.entries.filter(state="in").count() == 6
    first = Pairing.objects.get(round__stage__event=knockout, table=1, round__number=1)
    assert first.results.count() == 2
    assert first.late == [5, 0]
    assert knockout.entries.filter(substitutions__came="Miren Sola").exists()
    lives, _ = imported("lives")
    assert lives.entries.count() == 7
    in_app, _ = imported("in-app")
    assert Match.objects.get().moves.exists()
    result = Result.objects.get(pairing__round__stage__event=in_app)
    assert result.source == Result.Source.ENGINE
