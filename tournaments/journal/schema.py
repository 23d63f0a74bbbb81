"""Lines of an older schema, read with the columns of today."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from tournaments.journal.lines import Line, RowChange, Values


class KindSchema(NamedTuple):
    """What has happened to the columns of a kind of row since the first line was written."""

    defaults: Values
    """What a column held before there was such a column."""
    renamed: Mapping[str, str]
    """Today's name by the old one."""
    dropped: Collection[str]


Schema = Mapping[str, KindSchema]
"""By kind of row."""


def translate_lines(lines: Iterable[Line], schema: Schema) -> Iterator[Line]:
    """The lines with today's columns. Their hashes cover the lines as they were written."""
    for line in lines:
        yield translate_line(line, schema)


def translate_line(line: Line, schema: Schema) -> Line:
    changes = []
    for change in line.rows:
        translated = translate_change(change, schema)
        if translated is not None:
            changes.append(translated)
    return line._replace(rows=tuple(changes))


def translate_change(change: RowChange, schema: Schema) -> RowChange | None:
    """The change with today's columns; None if it only concerned columns that are gone."""
    kind = schema.get(change.kind)
    if kind is None:
        return change
    before = translate_values(change.before, kind)
    after = translate_values(change.after, kind)
    if change.is_update:
        if before == after:
            return None
        return change._replace(before=before, after=after)

    # A row that was made or deleted has all its columns, also those added later.
    if before is not None:
        before = {**kind.defaults, **before}
    if after is not None:
        after = {**kind.defaults, **after}
    return change._replace(before=before, after=after)


def translate_values(values: Values | None, kind: KindSchema) -> Values | None:
    if values is None:
        return None
    translated = {}
    for name, value in values.items():
        if name not in kind.dropped:
            translated[kind.renamed.get(name, name)] = value
    return translated
