"""Checks that the lines are as they were written, and that the tables hold what they lead to."""

from collections.abc import Iterator
from typing import Any

from tournaments.journal import lines as journal_lines
from tournaments.journal.columns import models_of
from tournaments.journal.line_writer import lines_of
from tournaments.journal.lines import Line, RowId, Rows, compare
from tournaments.journal.models import line_from_stored
from tournaments.journal.recorder import read_rows
from tournaments.journal.row_writer import current_rows


def hashed_lines(root: Any) -> Iterator[tuple[Line, str]]:
    """The lines of a root from the first, each with its stored hash."""
    for stored in lines_of(type(root), root.pk):
        yield stored.as_line(), stored.hash


def first_broken_line(root: Any) -> int | None:
    """The number of the first line that is not as it was written, or is missing."""
    return journal_lines.first_broken_line(hashed_lines(root))


def replayed_rows(root: Any) -> Rows:
    """The rows that the lines lead to. Raises Refusal `journal.does_not_follow`."""
    stored = lines_of(type(root), root.pk)
    return current_rows(type(root), map(line_from_stored, stored))


def stored_rows(root: Any) -> Rows:
    """The rows that are in the tables."""
    root_model = type(root)
    return read_rows(root_model, root.pk, models_of(root_model))


def differences(root: Any) -> list[tuple[RowId, Any, Any]]:
    """The rows that are not as the lines say: none, unless they were written past the journal."""
    replayed = replayed_rows(root)
    stored = stored_rows(root)
    return list(compare(replayed, stored))
