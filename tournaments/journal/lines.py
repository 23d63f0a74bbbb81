"""The journal of an event: lines that say which rows they changed, chained, folded into tables, and taken back."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from core.refusals import Refusal

Fields = Mapping[str, Any]
"""Columns of a row by name, as JSON has them."""

Place = tuple[str, tuple[int, ...]]
"""Which row of an event: its kind, and its key from the event down, e.g. ("pairing", (1, 2, 5))."""

BEGUN: Final = "journal.begun"
"""The action of a line whose rows are the whole event: whatever was before does not count."""


class Row(NamedTuple):
    """What happened to a row: made (no `before`), gone (no `after`), or changed (both, with what differs only)."""

    kind: str
    key: tuple[int, ...]
    before: Fields | None
    after: Fields | None

    @property
    def place(self) -> Place:
        return self.kind, self.key


class Line(NamedTuple):
    """A line of the journal. `step` is the number of the first line of the same act, `undoes` that of one undone."""

    number: int
    at: str
    by: str | None
    action: str
    fields: Fields
    rows: tuple[Row, ...]
    step: int
    undoes: int | None = None


def plain(value: Any) -> Any:
    """The value as it comes back from JSON: lists for tuples, text for every name."""
    return json.loads(json.dumps(value))


def canonical(value: Any) -> str:
    """The one way to write a value as JSON."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def chained(previous: str, line: Line) -> str:
    """The hash of a line: of the hash before it ("" before the first), a line break, and the line; 64 hex digits."""
    return hashlib.sha256(
        f"{previous}\n{canonical(line._asdict())}".encode()
    ).hexdigest()


def broken(lines: Iterable[tuple[Line, str]]) -> int | None:
    """The number that the first line has, or should have, that does not follow from those before; None if all do."""
    last = ""
    for number, (line, stored) in enumerate(lines, start=1):
        last = chained(last, line)
        if line.number != number or stored != last:
            return number
    return None


def merged(rows: Iterable[Row]) -> tuple[Row, ...]:
    """One row of the journal for each row of the event, however often it was written; none where nothing came of it."""
    found: dict[Place, Row] = {}
    for row in rows:
        found[row.place] = (
            combined(found[row.place], row) if row.place in found else row
        )
    return tuple(trimmed for row in found.values() if (trimmed := trim(row)))


def combined(first: Row, then: Row) -> Row:
    before = None if first.before is None else {**(then.before or {}), **first.before}
    after = None if then.after is None else {**(first.after or {}), **then.after}
    return first._replace(before=before, after=after)


def trim(row: Row) -> Row | None:
    """The row with what differs only; None if nothing does."""
    if row.before is None or row.after is None:
        return None if row.before is row.after else row
    names = [name for name, value in row.after.items() if row.before[name] != value]
    before, after = (
        {name: values[name] for name in names} for values in (row.before, row.after)
    )
    return row._replace(before=before, after=after) if names else None


def inverse(rows: Sequence[Row]) -> tuple[Row, ...]:
    """What takes these rows back, the last first."""
    return tuple(
        row._replace(before=row.after, after=row.before) for row in reversed(rows)
    )


def fold(lines: Iterable[Line]) -> dict[Place, Fields]:
    """The tables that these lines lead to. Raises Refusal `journal.does_not_follow` with the number of a line."""
    tables: dict[Place, Fields] = {}
    for line in lines:
        if line.action == BEGUN:
            tables = {}
        for row in line.rows:
            if not follows(tables.get(row.place), row):
                raise Refusal(
                    "journal.does_not_follow",
                    line=line.number,
                    row=f"{row.kind} {list(row.key)}",
                )
            put(tables, row)
    return tables


def follows(now: Fields | None, row: Row) -> bool:
    """Whether the row is before the change as the change says."""
    if now is None or row.before is None:
        return now is row.before
    return all(name in now and now[name] == value for name, value in row.before.items())


def put(tables: dict[Place, Fields], row: Row) -> None:
    if row.after is None:
        del tables[row.place]
    else:
        tables[row.place] = {**tables.get(row.place, {}), **row.after}


def differences(
    one: Mapping[Place, Fields], other: Mapping[Place, Fields]
) -> Iterator[tuple[Place, Any, Any]]:
    """Where two sets of tables are not the same, with what each has there."""
    for place in sorted({*one, *other}):
        if one.get(place) != other.get(place):
            yield place, one.get(place), other.get(place)
