"""Records which rows are written in a transaction, and what they held before and after."""

from collections.abc import Collection, Iterable, Sequence
from contextvars import ContextVar
from datetime import datetime
from typing import Any, Final, NamedTuple

from tournaments.journal import columns
from tournaments.journal.lines import Key, RowChange, Values


class NotJournaled(RuntimeError):
    """A row was written outside a journal, or in a way that no journal can follow."""


class RootKey(NamedTuple):
    """Which journal: the root model and the primary key of the row."""

    model: Any
    pk: int


class RecordedChange(NamedTuple):
    root: RootKey
    change: RowChange


class LineEnd(NamedTuple):
    """Ends a line: it takes all changes of its root since the line before."""

    root: RootKey
    at: datetime
    by: Any
    action: str
    fields: Values
    undoes: int | None


class Recorder:
    """Everything that one transaction writes, in order."""

    def __init__(self) -> None:
        self.entries: list[RecordedChange | LineEnd] = []
        self.locked: set[RootKey] = set()
        """Roots that are locked until the transaction ends, so that line numbers cannot clash."""
        self._stored: dict[tuple[Any, Any], dict[str, Any]] = {}
        """Columns as read under a lock and not written since."""
        self._addresses: dict[tuple[Any, Any], tuple[Any, int]] = {}
        self._outside_names: dict[tuple[Any, Any], str] = {}

    def lock(self, root: Any) -> None:
        """Note that this row was read `for update`."""
        self.locked.add(RootKey(type(root), root.pk))
        self.remember(root)

    def remember(self, row: Any) -> None:
        """Keep the address of a row that was read, and under a lock its columns too."""
        model = type(row)
        # Through __dict__: a deferred column must not cause a query.
        parent, number = map(row.__dict__.get, columns.address_columns(model))
        if parent is not None and number is not None:
            self._addresses[model, row.pk] = parent, number
        if self.locked and not row.get_deferred_fields():
            stored = {}
            for column in model._meta.concrete_fields:
                stored[column.attname] = getattr(row, column.attname)
            self._stored[model, row.pk] = stored

    def stored_row(self, row: Any) -> Any:
        """The row as the database has it."""
        model = type(row)
        stored = self._stored.get((model, row.pk))
        if stored:
            return model(**stored)
        return model._base_manager.get(pk=row.pk)

    def find_addresses(self, model: Any, pks: Iterable[Any]) -> None:
        """Look up these rows and all above them: one query at most for each level."""
        if columns.is_root(model):
            return
        wanted = set(pks) - {None}
        missing = [pk for pk in wanted if (model, pk) not in self._addresses]
        if missing:
            names = columns.address_columns(model)
            rows = model._base_manager.filter(pk__in=missing)
            for pk, parent, number in rows.values_list("pk", *names):
                self._addresses[model, pk] = parent, number
        parents = {self._addresses[model, pk][0] for pk in wanted}
        self.find_addresses(columns.parent_model(model), parents)

    def full_key(self, model: Any, pk: Any) -> Key:
        """The primary key of the root, then the numbers down to this row."""
        if columns.is_root(model):
            return (int(pk),)
        parent, number = self._addresses[model, pk]
        return (*self.full_key(columns.parent_model(model), parent), number)

    def key(self, model: Any, pk: Any) -> Key:
        return self.full_key(model, pk)[1:]

    def prepare(self, model: Any, rows: Sequence[Any], names: Collection[str]) -> None:
        """Look up these rows and everything they refer to in the columns `names`."""
        self.find_addresses(model, [row.pk for row in rows])
        for column in columns.columns_named(model, names):
            target = column.related_model
            if columns.is_journaled(target):
                self.find_addresses(
                    target, [getattr(row, column.attname) for row in rows]
                )
            elif column.is_relation:
                self._find_outside_names(model, column, rows)

    def _find_outside_names(self, model: Any, column: Any, rows: Sequence[Any]) -> None:
        target = column.related_model
        name = columns.outside_name_column(model, target)
        missing = set()
        for row in rows:
            pk = getattr(row, column.attname)
            if pk is None:
                continue
            if column.is_cached(row):
                cached = column.get_cached_value(row)
                self._outside_names[target, pk] = str(getattr(cached, name))
            elif name == "pk":
                self._outside_names[target, pk] = str(pk)
            elif (target, pk) not in self._outside_names:
                missing.add(pk)
        if missing:
            found = target._base_manager.filter(pk__in=missing)
            for pk, text in found.values_list("pk", name):
                self._outside_names[target, pk] = text

    def values(self, row: Any, names: Collection[str]) -> dict[str, Any]:
        """The columns `names` of a prepared row, as JSON."""
        values = {}
        for column in columns.columns_named(type(row), names):
            values[column.name] = self._value(column, getattr(row, column.attname))
        return values

    def _value(self, column: Any, value: Any) -> Any:
        if value is None:
            return None
        if columns.is_journaled(column.related_model):
            return list(self.key(column.related_model, value))
        if column.is_relation:
            return self._outside_names[column.related_model, value]
        return columns.column_to_json(column, value)

    def values_of_all(
        self, rows: Iterable[Any], names: Collection[str]
    ) -> list[dict[str, Any]]:
        return [self.values(row, names) for row in rows]

    def record(
        self,
        model: Any,
        rows: Sequence[Any],
        before: Sequence[Any] | None,
        after: Sequence[Any] | None,
    ) -> None:
        """Record what happened to prepared rows; made without `before`, gone without `after`."""
        root_model = columns.root_model(model)
        nothing = [None] * len(rows)
        old_values = before or nothing
        new_values = after or nothing
        for row, old, new in zip(rows, old_values, new_values, strict=True):
            # What was read of the row is no longer what is stored.
            self._stored.pop((model, row.pk), None)
            full_key = self.full_key(model, row.pk)
            root = RootKey(root_model, full_key[0])
            change = RowChange(model.journal_kind, full_key[1:], old, new)
            self.entries.append(RecordedChange(root, change))

    def record_made(self, model: Any, rows: Sequence[Any]) -> None:
        for row in rows:
            self.remember(row)
            if columns.is_root(model):
                self.locked.add(RootKey(model, row.pk))
        names = columns.column_names(model)
        self.prepare(model, rows, names)
        self.record(model, rows, None, self.values_of_all(rows, names))


OPEN_RECORDER: Final[ContextVar[Recorder | None]] = ContextVar("recorder", default=None)
"""The recorder of this thread's transaction."""


def current_recorder() -> Recorder:
    """Raises NotJournaled outside a journal."""
    recorder = OPEN_RECORDER.get()
    if recorder is None:
        raise NotJournaled("journaled rows are written inside `open_journal` only")
    return recorder


def read_rows(root: Any, root_pk: int, models: Sequence[Any]) -> dict[Any, Any]:
    """All rows below a root, of these models, as its journal should have them."""
    recorder = Recorder()
    found = {}
    for model in models:
        names = columns.column_names(model)
        stored = model._base_manager.filter(**{columns.path_to_root(model): root_pk})
        rows = list(stored)
        for row in rows:
            recorder.remember(row)
        recorder.prepare(model, rows, names)
        for row in rows:
            row_id = model.journal_kind, recorder.key(model, row.pk)
            found[row_id] = recorder.values(row, names)
    return found
