"""A toy app is journaled, verified, undone, exported and imported, also across migrations."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from django.core.checks import Error

from accounts.models import User
from tournaments.journal import verification
from tournaments.journal.archive import Archive, read_archive, write_archive
from tournaments.journal.columns import schema_of
from tournaments.journal.line_writer import end_line, open_journal, without_new_lines
from tournaments.journal.lines import Line, RowChange, invert, merge_changes
from tournaments.journal.models import unjournaled
from tournaments.journal.recorder import NotJournaled, RootKey
from tournaments.journal.row_writer import (
    RowWriter,
    current_rows,
    make_rows,
    store_imported_lines,
)
from tournaments.journal.schema import translate_lines
from tournaments.journal.undo import lines_of_step

NOW = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)


@contextmanager
def written(root: Any, action: str, by: Any = None, **more: Any) -> Iterator[None]:
    """One line with what is written inside."""
    with open_journal() as recorder:
        recorder.lock(root)
        yield
        key = RootKey(type(root), root.pk)
        end_line(key, action, by=by, at=NOW, fields={}, **more)


def lines_now(root: Any) -> list[Line]:
    """The lines with the columns of today."""
    lines = (line for line, _ in verification.hashed_lines(root))
    return list(translate_lines(lines, schema_of(type(root))))


def undo(root: Any, number: int) -> tuple[RowChange, ...]:
    """Undo a step without asking whether others rest on it; returns what it had changed."""
    step = lines_of_step(lines_now(root), number)
    changes = merge_changes(change for line in step for change in line.rows)
    with written(root, "undone", undoes=number):
        RowWriter(type(root), root.pk).write(invert(changes))
    return changes


def export(root: Any) -> list[str]:
    return list(write_archive(Archive(list(verification.hashed_lines(root)), [])))


def import_file(root_model: Any, file: list[str]) -> Any:
    lines, _ = read_archive(file)
    with without_new_lines():
        root = make_rows(
            root_model, current_rows(root_model, [line for line, _ in lines])
        )
        store_imported_lines(root, lines)
    return root


def check_whole(root: Any) -> None:
    assert verification.first_broken_line(root) is None
    assert verification.differences(root) == []


def book(root: Any, number: int) -> Any:
    return root.books.get(number=number)


@pytest.fixture
def shelf(toy: Any, librarian: User) -> Any:
    """Five lines: two books, one of them changed, lent, its price changed; the other deleted."""
    with open_journal():
        shelf = toy.Shelf.objects.create(name="Añejo", owner=librarian)
        second = toy.Book.objects.create(shelf=shelf, number=2, title="Quijote II")
        toy.Book.objects.create(
            shelf=shelf, number=1, title="Quijote", sequel=second, slot=1
        )
        key = RootKey(toy.Shelf, shelf.pk)
        end_line(key, "made", by=librarian, at=NOW, fields={"n": 2})
    with written(shelf, "painted", librarian):
        toy.Book.objects.filter(number=1).update(colour="blue", price=Decimal("7.5"))
    with written(shelf, "lent"):
        toy.Loan.objects.create(
            shelf=shelf, book=book(shelf, 1), number=1, stamp=b"\x01", due=NOW
        )
    with written(shelf, "priced"):
        toy.Book.objects.filter(number=1).update(price=Decimal("9"))
    with written(shelf, "deleted"):
        toy.Book.objects.filter(number=1).update(sequel=None)
        book(shelf, 2).delete()
    return shelf


def test_lines_say_what_was_changed_and_lead_to_the_rows(shelf: Any) -> None:
    check_whole(shelf)
    made, painted, lent, _, deleted = lines_now(shelf)
    assert made.by == "librarian"
    assert ("shelf", ()) in {change.row_id for change in made.rows}
    assert painted.rows == (
        RowChange(
            "book",
            (1,),
            {"colour": "red", "price": "0.00"},
            {"colour": "blue", "price": "7.50"},
        ),
    )
    assert lent.rows[0].after == {
        "notes": {},
        "stamp": "01",
        "due": "2026-05-01T20:00:00.000000+00:00",
    }
    assert [change.row_id for change in deleted.rows] == [
        ("book", (1,)),
        ("book", (2,)),
    ]


def test_nothing_is_written_outside_a_journal(shelf: Any, toy: Any) -> None:
    with pytest.raises(NotJournaled):
        toy.Book.objects.update(title="x")
    with pytest.raises(NotJournaled), open_journal():
        toy.Book.objects.update(title="x")
    toy.Shelf.objects.update(visits=3)
    check_whole(shelf)


def test_what_was_changed_past_the_journal_is_found(shelf: Any, toy: Any) -> None:
    unjournaled(toy.Book).update(title="x")
    ((row_id, *_),) = verification.differences(shelf)
    assert row_id == ("book", (1,))
    shelf.lines.filter(number=3).update(action="sold")
    assert verification.first_broken_line(shelf) == 3


def test_each_step_is_undone_and_the_undo_is_undone(shelf: Any) -> None:
    full = verification.stored_rows(shelf)
    undo(shelf, 5)
    check_whole(shelf)
    assert book(shelf, 1).sequel == book(shelf, 2)
    undo(shelf, 6)
    check_whole(shelf)
    assert verification.stored_rows(shelf) == full


def test_a_file_is_the_same_after_its_import(shelf: Any, toy: Any) -> None:
    file = export(shelf)
    copy = import_file(toy.Shelf, file)
    assert copy.pk != shelf.pk
    assert export(copy) == file
    check_whole(copy)
    check_whole(shelf)


# --- after columns were added, renamed and dropped ---


@pytest.fixture
def rack(shelf: Any, migrate: Callable[[], Any]) -> Any:
    """The same shelf after the migrations."""
    return migrate().Rack.objects.get(pk=shelf.pk)


def test_lines_of_the_older_schema_are_whole(rack: Any) -> None:
    check_whole(rack)
    painted = lines_now(rack)[1]
    assert painted.rows == (
        RowChange("book", (1,), {"shade": "red"}, {"shade": "blue"}),
    )


def test_a_new_column_is_changed_and_the_change_undone(rack: Any) -> None:
    with written(rack, "counted"):
        volume = book(rack, 1)
        volume.pages, volume.language, volume.shade = 300, "eu", "green"
        volume.save()
    check_whole(rack)
    (change,) = undo(rack, 6)
    assert change.before == {"pages": 100, "language": "es", "shade": "blue"}
    check_whole(rack)
    assert (book(rack, 1).pages, book(rack, 1).language) == (100, "es")


def test_a_row_deleted_by_an_old_line_comes_back_with_all_columns(rack: Any) -> None:
    undo(rack, 5)
    check_whole(rack)
    volume = book(rack, 2)
    assert (volume.pages, volume.language, volume.shade) == (100, "es", "red")


def test_a_renamed_column_is_undone_under_its_new_name(rack: Any) -> None:
    undo(rack, 2)
    assert book(rack, 1).shade == "red"
    check_whole(rack)


def test_nothing_is_left_to_undo_of_a_dropped_column(rack: Any) -> None:
    assert undo(rack, 4) == ()
    check_whole(rack)


def test_a_file_is_exported_with_its_old_lines_as_they_were(
    shelf: Any, migrate: Callable[[], Any]
) -> None:
    file = export(shelf)
    models = migrate()
    rack = models.Rack.objects.get(pk=shelf.pk)
    assert export(rack) == file
    undo(rack, 5)
    longer = export(rack)
    assert longer[1 : len(file)] == file[1:]
    for one in (file, longer):
        copy = import_file(models.Rack, one)
        assert export(copy) == one
        check_whole(copy)
        undo(copy, 2)
        check_whole(copy)


# --- what a model says of its older columns ---


def test_what_is_declared_of_older_columns_must_agree_with_those_of_today(
    toy: Any, migrate: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    volume = migrate().Volume
    assert volume.check() == []
    monkeypatch.setattr(volume, "journal_renamed", {"colour": "tint"})
    monkeypatch.setattr(volume, "journal_dropped", frozenset({"title"}))
    monkeypatch.setattr(volume, "journal_defaults", {"weight": 1})
    assert [error.msg for error in volume.check() if isinstance(error, Error)] == [
        "There is no journaled column 'tint'.",
        "There is no journaled column 'weight'.",
        "The column 'title' is declared as gone, but it is there.",
    ]
