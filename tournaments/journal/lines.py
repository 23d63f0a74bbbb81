"""The lines of a journal: what each changed, how they are chained, and the rows they lead to."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from core.canonical_json import canonical_json
from core.refusals import Refusal

Values = Mapping[str, Any]
"""Columns of a row by name, with their values as JSON."""

Key = tuple[int, ...]

RowId = tuple[str, Key]
"""Kind and key of a row; the key leads down from the root, e.g. ("pairing", (1, 2, 5))."""

Rows = dict[RowId, Values]

RESTARTED: Final = "journal.begun"
"""The action of a line that has every row as made: all lines before it no longer count."""


class RowChange(NamedTuple):
    """A row was made (no `before`), deleted (no `after`) or changed (both, only what differs)."""

    kind: str
    key: Key
    before: Values | None
    after: Values | None

    @property
    def row_id(self) -> RowId:
        return self.kind, self.key

    @property
    def is_update(self) -> bool:
        return self.before is not None and self.after is not None


class Line(NamedTuple):
    """The fields in the order, and under the names, that are hashed.

    `step` is the number of the first line of the same act, `undoes` the step that is undone.
    """

    number: int
    at: str
    by: str | None
    action: str
    fields: Values
    rows: tuple[RowChange, ...]
    step: int
    undoes: int | None = None


def change_from_json(value: Sequence[Any]) -> RowChange:
    kind, key, before, after = value
    return RowChange(kind, tuple(key), before, after)


def line_hash(previous: str, line: Line) -> str:
    """SHA-256 as 64 hex digits; `previous` is the hash of the line before, "" for the first."""
    text = f"{previous}\n{canonical_json(line._asdict())}"
    return hashlib.sha256(text.encode()).hexdigest()


def first_broken_line(lines: Iterable[tuple[Line, str]]) -> int | None:
    """The number of the first line that does not match its hash, or that is missing."""
    previous = ""
    for number, (line, stored) in enumerate(lines, start=1):
        previous = line_hash(previous, line)
        if line.number != number or stored != previous:
            return number
    return None


def merge_changes(changes: Iterable[RowChange]) -> tuple[RowChange, ...]:
    """One change for each row, however often it was written; none if the row is as it was."""
    merged: dict[RowId, RowChange] = {}
    for change in changes:
        earlier = merged.get(change.row_id)
        merged[change.row_id] = join_changes(earlier, change) if earlier else change
    trimmed = map(trim_change, merged.values())
    return tuple(filter(None, trimmed))


def join_changes(first: RowChange, then: RowChange) -> RowChange:
    before = after = None
    if first.before is not None:
        before = {**(then.before or {}), **first.before}
    if then.after is not None:
        after = {**(first.after or {}), **then.after}
    return first._replace(before=before, after=after)


def trim_change(change: RowChange) -> RowChange | None:
    """The change with only the columns that differ; None if none does."""
    if change.before is None or change.after is None:
        # Made and deleted within one line: nothing has happened.
        return None if change.before is change.after else change
    before, after = {}, {}
    for name, value in change.after.items():
        if change.before[name] != value:
            before[name] = change.before[name]
            after[name] = value
    return change._replace(before=before, after=after) if after else None


def invert(changes: Sequence[RowChange]) -> tuple[RowChange, ...]:
    """The changes that undo these, the last one first."""
    return tuple(map(invert_change, reversed(changes)))


def invert_change(change: RowChange) -> RowChange:
    return change._replace(before=change.after, after=change.before)


def replay(lines: Iterable[Line]) -> Rows:
    """The rows that these lines lead to.

    Raises Refusal `journal.does_not_follow` with the number of the line.
    """
    rows: Rows = {}
    for line in lines:
        if line.action == RESTARTED:
            rows = {}
        for change in line.rows:
            if not fits(rows.get(change.row_id), change):
                name = f"{change.kind} {list(change.key)}"
                raise Refusal("journal.does_not_follow", line=line.number, row=name)
            apply_change(rows, change)
    return rows


def fits(values: Values | None, change: RowChange) -> bool:
    """Whether the row, before the change, is what the change says it was."""
    if values is None or change.before is None:
        return values is change.before
    for name, value in change.before.items():
        if name not in values or values[name] != value:
            return False
    return True


def apply_change(rows: Rows, change: RowChange) -> None:
    if change.after is None:
        del rows[change.row_id]
    else:
        rows[change.row_id] = {**rows.get(change.row_id, {}), **change.after}


def compare(
    one: Mapping[RowId, Values], other: Mapping[RowId, Values]
) -> Iterator[tuple[RowId, Any, Any]]:
    """The rows in which the two differ, with the values of both."""
    for row_id in sorted({*one, *other}):
        if one.get(row_id) != other.get(row_id):
            yield row_id, one.get(row_id), other.get(row_id)
