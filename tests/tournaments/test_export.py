"""An event moves between machines byte for byte: its journal as a file, and the same event made
from it.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import Club, User
from core.chance import Stream
from core.refusals import Refusal
from games.models import Match
from tests.conftest import NOW, SHORT, deal
from tests.tournaments.evenings import Evening, played_out
from tournaments.journal import verification
from tournaments.journal.archive import Archive, write_archive
from tournaments.journal.lines import Line, RowChange, line_hash
from tournaments.models import Entry, Event, LogEntry, Pairing, Player, Stage
from tournaments.services import (
    draws,
    events,
    registration,
    results,
    rounds,
    typed_results,
)
from tournaments.services.archive import export_event, import_event
from tournaments.services.typed_results import played
from tournaments.services.undo import undo

pytestmark = pytest.mark.django_db

Running = Callable[..., Stage]


def file_of(event: Event) -> list[str]:
    return list(export_event(Event.objects.get(pk=event.pk)))


def code_of(call: Callable[[], object]) -> tuple[str, Any]:
    with pytest.raises(Refusal) as caught:
        call()
    return caught.value.code, caught.value.fields.get("line")


def decide_all(stage: Stage, by: Any) -> None:
    for table in Pairing.objects.filter(
        round__stage=stage, result=None, table__isnull=False
    ).order_by("slot"):
        results.set_result(
            pairing_id=table.pk, decision=played(3, 1), reason="sheet", by=by, at=NOW
        )


@pytest.fixture
def evening_of_pairs(
    make_event: Callable[..., Event],
    enter: Callable[..., Entry],
    draw_bracket: Callable[[Event], Stage],
    organiser: Any,
) -> Event:
    """Drawn partners, a withdrawal, reports, a correction, a step taken back, a second round."""
    event = make_event(capacity=6, fee="7.50", round_options={"final": {"kings": 4}})
    for n in range(4):
        enter(event, f"Ane {n}", f"Jon {n}", phone="600123456")
    for n in range(2):
        enter(event, f"Sola {n}")
    late = enter(event, "Late", "Later")
    registration.withdraw_before_draw(entry_id=late.pk, by=organiser, at=NOW)
    teams = draws.announce(event_id=event.pk, kind="teams", by=organiser, at=NOW)
    draws.make(draw_id=teams.pk, by=organiser, at=NOW)
    draws.publish(draw_id=teams.pk, by=organiser, at=NOW)
    stage = draw_bracket(event)
    first = Pairing.objects.filter(round__stage=stage, table=1).get()
    for entry in (first.a_id, first.b_id):
        results.report(
            pairing_id=first.pk,
            entry_id=entry or 0,
            score=played(0, 3),
            by=None,
            at=NOW,
        )
    decide_all(stage, organiser)
    results.set_result(
        pairing_id=first.pk,
        decision=played(3, 2),
        reason="wrong way",
        by=organiser,
        at=NOW,
    )
    rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)
    undo(
        event_id=event.pk,
        number=event.log.latest("number").number,
        by=organiser,
        at=NOW,
    )
    rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)
    return event


def test_an_event_is_the_same_on_the_other_side_byte_for_byte(
    evening_of_pairs: Event,
) -> None:
    file = file_of(evening_of_pairs)
    copy = import_event(file)
    assert copy.pk != evening_of_pairs.pk
    assert file_of(copy) == file
    assert verification.stored_rows(copy) == verification.stored_rows(evening_of_pairs)
    assert Player.objects.filter(event=copy, entry__phone="600123456").exists()


def test_an_imported_event_goes_on(evening_of_pairs: Event, organiser: Any) -> None:
    file = file_of(evening_of_pairs)
    copy = import_event(file)
    decide_all(copy.stages.get(), organiser)
    undo(
        event_id=copy.pk, number=copy.log.latest("number").number, by=organiser, at=NOW
    )
    assert file_of(copy)[1 : len(file)] == file[1:]
    assert file_of(evening_of_pairs) == file


def test_an_evening_of_several_with_its_places_is_moved(evening: Evening) -> None:
    stage = evening.running("mu", 9)
    table = Pairing.objects.filter(round__stage=stage).order_by("slot")[0]
    for place in table.places.all()[:2]:
        said = typed_results.points([200] + [0] * (table.places.count() - 1))
        results.report(
            pairing_id=table.pk, entry_id=place.entry_id, score=said, by=None, at=NOW
        )
    file = file_of(stage.event)
    assert file_of(import_event(file)) == file


def test_matches_that_were_played_in_the_app_come_with_their_moves(
    in_app: Running,
) -> None:
    stage = in_app(options=SHORT)
    match = Match.objects.get()
    played_out(match, Stream(b"export"))
    results.record_result_of_finished_match(match_id=match.pk, at=NOW)
    file, moves = (
        file_of(stage.event),
        list(match.moves.values_list("number", "seat", "text", "proof", "at")),
    )
    score = Match.objects.get().score
    assert code_of(lambda: import_event(file))[0] == "archive.match_here"
    events.forget_event(event_id=stage.event_id)
    Match.objects.all().delete()
    copy = import_event(file)
    assert file_of(copy) == file
    there = Match.objects.get()
    assert (there.pk, there.score, bytes(there.secret)) == (
        match.pk,
        score,
        bytes(match.secret),
    )
    assert (
        list(there.moves.values_list("number", "seat", "text", "proof", "at")) == moves
    )
    assert Pairing.objects.get().match_id == match.pk


def test_an_event_is_not_exported_while_a_match_is_played(in_app: Running) -> None:
    stage = in_app()
    deal(Match.objects.get())
    assert code_of(lambda: file_of(stage.event))[0] == "archive.playing"


def test_people_without_an_account_get_one_that_nobody_can_log_in_to(
    evening_of_pairs: Event, organiser: Any
) -> None:
    file = file_of(evening_of_pairs)
    events.forget_event(event_id=evening_of_pairs.pk)
    organiser.username = "somebody-else"
    organiser.save()
    copy = import_event(file)
    made = User.objects.get(username="organiser")
    assert made.pk != organiser.pk
    assert not made.has_usable_password()
    assert {draw.by for draw in copy.draws.all()} == {made}


def test_an_event_comes_to_its_club_or_not_at_all(evening_of_pairs: Event) -> None:
    file = file_of(evening_of_pairs)
    Club.objects.update(slug="other")
    assert code_of(lambda: import_event(file))[0] == "archive.no_club"
    Club.objects.update(slug="pena")


# --- bad files ---


def chained_again(
    file: list[str], change: Callable[[list[Line]], list[Line]]
) -> list[str]:
    """The file of somebody who knows how to chain lines."""
    told = [json.loads(text) for text in file[1:]]
    lines = [
        Line(
            **{name: one[name] for name in Line._fields}
            | {"rows": tuple(RowChange(*row) for row in one["rows"])}
        )
        for one in told
    ]
    chain: list[tuple[Line, str]] = []
    for line in change(lines):
        chain.append((line, line_hash(chain[-1][1] if chain else "", line)))
    return list(write_archive(Archive(chain, [])))


def changed(file: list[str], number: int, old: str, new: str) -> list[str]:
    assert old in file[number - 1]
    return [
        text.replace(old, new) if n == number else text
        for n, text in enumerate(file, start=1)
    ]


@pytest.mark.parametrize(
    ("spoil", "code", "line"),
    [
        (lambda file: [], "archive.no_event", None),
        (lambda file: [""], "archive.bad_line", 1),
        (lambda file: file[1:], "archive.no_event", None),
        (
            lambda file: changed(file, 1, '"version":1', '"version":2'),
            "archive.no_event",
            None,
        ),
        (
            lambda file: changed(file, 1, '"lines":', '"lines":1'),
            "archive.incomplete",
            None,
        ),
        (lambda file: file[:-1], "archive.incomplete", None),
        (lambda file: [*file, "{}"], "archive.incomplete", None),
        (lambda file: [*file[:2], "x", *file[3:]], "archive.bad_line", 3),
        (lambda file: [*file[:2], "[]", *file[3:]], "archive.bad_line", 3),
        (lambda file: [*file[:2], "{}", *file[3:]], "archive.bad_line", 3),
        (lambda file: changed(file, 3, ",", ", "), "archive.bad_line", 3),
        (
            lambda file: changed(file, 2, '"rows":[[', '"rows":[[1,'),
            "archive.bad_line",
            2,
        ),
        (lambda file: changed(file, 2, "Torneo", "Torneo 2"), "archive.broken", 2),
        (lambda file: [*file[:2], file[3], file[2], *file[4:]], "archive.broken", 3),
        (lambda file: changed(file, 1, '"head":"', '"head":"0'), "archive.broken", 1),
        (lambda file: chained_again(file, lambda lines: []), "archive.broken", 1),
    ],
)
def test_a_bad_file_is_refused_with_the_line_that_is_wrong(
    evening_of_pairs: Event,
    spoil: Callable[[list[str]], list[str]],
    code: str,
    line: int | None,
) -> None:
    file = spoil(file_of(evening_of_pairs))
    assert code_of(lambda: import_event(file)) == (code, line)
    assert Event.objects.count() == 1


def without(lines: list[Line], action: str) -> list[Line]:
    kept = [line for line in lines if line.action != action]
    return [line._replace(number=n) for n, line in enumerate(kept, start=1)]


def told_wrong(lines: list[Line], kind: str, name: str, value: object) -> list[Line]:
    """Every row of this kind is made with another value."""
    return [
        line._replace(
            rows=tuple(
                row._replace(after={**row.after, name: value})
                if row.kind == kind and row.before is None
                else row
                for row in line.rows
            )
        )
        for line in lines
    ]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda lines: without(lines, "draw.announced"), "journal.does_not_follow"),
        (
            lambda lines: told_wrong(lines, "event", "club", "nowhere"),
            "archive.no_club",
        ),
        (
            lambda lines: told_wrong(lines, "event", "unheard_of", 1),
            "archive.does_not_fit",
        ),
        (
            lambda lines: told_wrong(lines, "event", "capacity", 100_000),
            "archive.does_not_fit",
        ),
        (
            lambda lines: told_wrong(lines, "event", "starts_at", "tomorrow"),
            "archive.does_not_fit",
        ),
        (lambda lines: told_wrong(lines, "player", "place", 1), "archive.does_not_fit"),
        (
            lambda lines: told_wrong(lines, "report", "entry", [99]),
            "archive.does_not_fit",
        ),
        (
            lambda lines: told_wrong(lines, "draw", "secret", "xyz"),
            "archive.does_not_fit",
        ),
        (
            lambda lines: [line._replace(at="tomorrow") for line in lines],
            "archive.does_not_fit",
        ),
        (
            lambda lines: [
                line._replace(at="2026-05-01T22:00:00+02:00") for line in lines
            ],
            "archive.does_not_fit",
        ),
    ],
)
def test_a_file_that_is_whole_and_still_no_event_leaves_nothing_behind(
    evening_of_pairs: Event, change: Callable[[list[Line]], list[Line]], code: str
) -> None:
    file, lines = (
        chained_again(file_of(evening_of_pairs), change),
        LogEntry.objects.count(),
    )
    assert code_of(lambda: import_event(file))[0] == code
    assert (Event.objects.count(), LogEntry.objects.count()) == (1, lines)


# --- the commands ---


def test_the_commands_move_an_event(
    evening_of_pairs: Event, tmp_path: Path, capsysbinary: Any
) -> None:
    call_command("export_event", str(evening_of_pairs.pk))
    file = tmp_path / "event"
    file.write_bytes(capsysbinary.readouterr().out)
    call_command("import_event", str(file))
    copy = Event.objects.order_by("pk").last()
    assert copy
    assert copy.pk != evening_of_pairs.pk
    assert capsysbinary.readouterr().out.decode() == f"Event {copy.pk}: {copy}\n"
    call_command("export_event", str(copy.pk))
    assert capsysbinary.readouterr().out == file.read_bytes()


def test_the_commands_say_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "bad").write_bytes(b"\xff")
    (tmp_path / "empty").write_bytes(b"")
    for command, argument in [
        ("export_event", "99"),
        ("import_event", str(tmp_path / "nowhere")),
        ("import_event", str(tmp_path / "bad")),
        ("import_event", str(tmp_path / "empty")),
    ]:
        with pytest.raises(CommandError):
            call_command(command, argument)
