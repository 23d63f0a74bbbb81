"""Makes the tables what the rows of a journal say."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.db import models

from tournaments.journal import columns
from tournaments.journal.line_writer import stored_line
from tournaments.journal.lines import Key, Line, RowChange, Rows, Values, replay
from tournaments.journal.recorder import Recorder
from tournaments.journal.schema import translate_lines

ByKind = defaultdict[str, list[RowChange]]


class RowWriter:
    """Writes changes to the rows below a root; without `root_pk` the root is made as well."""

    def __init__(self, root: Any, root_pk: int | None) -> None:
        self.root = root
        self.models = columns.models_of(root)
        self.pks: dict[Any, dict[Key, Any]] = {}
        for model in self.models:
            self.pks[model] = pks_by_key(model, root_pk)

    def write(self, changes: Sequence[RowChange]) -> None:
        """Apply the changes in an order that breaks no constraint on the way."""
        made, updated, deleted = sort_changes(changes)
        for model in self.models:
            kind = model.journal_kind
            self.release(model, [*updated[kind], *deleted[kind]])
        for model in reversed(self.models):
            self.delete(model, deleted[model.journal_kind])
        for model in self.models:
            all_names = set(columns.column_names(model))
            plain_names = all_names - reference_names(model)
            self.update(model, updated[model.journal_kind], plain_names)
        for model in self.models:
            self.make(model, made[model.journal_kind])
        # Now that all rows are there, they can refer to each other.
        for model in self.models:
            kind = model.journal_kind
            self.update(model, updated[kind], reference_names(model))
            self.update(model, made[kind], self.late_references(model))

    def release(self, model: Any, changes: Sequence[RowChange]) -> None:
        """Empty the columns that other rows may claim, or that could keep a row from going."""
        for name in self.late_references(model) | contested_columns(model):
            pks = []
            for change in changes:
                if change.after is None or name in change.after:
                    pk = self.pks[model][change.key]
                    pks.append(pk)
            model.objects.filter(pk__in=pks).update(**{name: None})

    def delete(self, model: Any, changes: Sequence[RowChange]) -> None:
        if not changes:
            return
        pks = [self.pks[model].pop(change.key) for change in changes]
        model.objects.filter(pk__in=pks).delete()

    def update(
        self, model: Any, changes: Sequence[RowChange], names: Collection[str]
    ) -> None:
        """Give these columns their values after the changes."""
        wanted: dict[Key, dict[str, Any]] = {}
        changed = set()
        for change in changes:
            for name, value in (change.after or {}).items():
                if name in names:
                    wanted.setdefault(change.key, {})[name] = value
                    changed.add(name)
        if not changed:
            return
        rows = model._base_manager.in_bulk([self.pks[model][key] for key in wanted])
        for key, values in wanted.items():
            row = rows[self.pks[model][key]]
            for attribute, value in self.attributes(model, values).items():
                setattr(row, attribute, value)
        model.objects.bulk_update(rows.values(), sorted(changed))

    def make(self, model: Any, changes: Sequence[RowChange]) -> None:
        """Make rows; references to rows that may not be there yet stay empty for now."""
        rows = []
        for change in changes:
            attributes = self.attributes_of_new(model, change)
            rows.append(model(**attributes))
        made = model.objects.bulk_create(rows)
        for change, row in zip(changes, made, strict=True):
            self.pks[model][change.key] = row.pk

    def attributes_of_new(self, model: Any, change: RowChange) -> dict[str, Any]:
        values = dict(change.after or {})
        for name in self.late_references(model):
            values.pop(name, None)
        attributes = self.attributes(model, values)
        if not columns.is_root(model):
            parent, number = columns.address_columns(model)
            parent_pks = self.pks[columns.parent_model(model)]
            attributes[parent] = parent_pks[change.key[:-1]]
            attributes[number] = change.key[-1]
        for column in columns.root_columns(model):
            attributes[column.attname] = self.pks[self.root][()]
        return attributes

    def late_references(self, model: Any) -> set[str]:
        """The columns that refer to rows of the same kind, or of one that is made later."""
        later = self.models[self.models.index(model) :]
        names = set()
        for column in columns.reference_columns(model):
            if column.related_model in later:
                names.add(column.name)
        return names

    def attributes(self, model: Any, values: Values) -> dict[str, Any]:
        """Values of the journal as attributes of the model."""
        attributes = {}
        for column in columns.columns_named(model, values.keys()):
            value = self.from_json(model, column, values[column.name])
            attributes[column.attname] = value
        return attributes

    def from_json(self, model: Any, column: Any, value: Any) -> Any:
        if value is None or isinstance(column, models.JSONField):
            return value
        if isinstance(column, models.BinaryField):
            return bytes.fromhex(value)
        if not column.is_relation:
            return column.to_python(value)
        target = column.related_model
        if target in self.pks:
            return self.pks[target][tuple(value)]
        name = columns.outside_name_column(model, target)
        found = target._base_manager.values_list("pk", flat=True)
        return found.get(**{name: value})


def sort_changes(changes: Iterable[RowChange]) -> tuple[ByKind, ByKind, ByKind]:
    """Rows made, updated and deleted, each by kind."""
    made: ByKind = defaultdict(list)
    updated: ByKind = defaultdict(list)
    deleted: ByKind = defaultdict(list)
    for change in changes:
        if change.before is None:
            made[change.kind].append(change)
        elif change.after is None:
            deleted[change.kind].append(change)
        else:
            updated[change.kind].append(change)
    return made, updated, deleted


def pks_by_key(model: Any, root_pk: int | None) -> dict[Key, Any]:
    """The primary keys of all rows of a model below a root."""
    rows = model._base_manager.filter(**{columns.path_to_root(model): root_pk})
    pks = list(rows.values_list("pk", flat=True))
    recorder = Recorder()
    recorder.find_addresses(model, pks)
    return {recorder.key(model, pk): pk for pk in pks}


def reference_names(model: Any) -> set[str]:
    return {column.name for column in columns.reference_columns(model)}


def contested_columns(model: Any) -> set[str]:
    """The nullable columns in which no two rows may have the same value."""
    unique: set[str] = set()
    for constraint in model._meta.constraints:
        if isinstance(constraint, models.UniqueConstraint):
            unique.update(constraint.fields)
    names = set()
    for column in columns.columns_named(model, unique):
        if column.null and not column.is_relation:
            names.add(column.name)
    return names


def current_rows(root: Any, lines: Iterable[Line]) -> Rows:
    """The rows that lines of any age lead to, with today's columns."""
    return replay(translate_lines(lines, columns.schema_of(root)))


def make_rows(root: Any, rows: Rows) -> Any:
    """Make a root with all its rows."""
    changes = []
    for (kind, key), values in rows.items():
        changes.append(RowChange(kind, key, None, values))
    writer = RowWriter(root, None)
    writer.write(changes)
    return root._base_manager.get(pk=writer.pks[root][()])


def store_imported_lines(root: Any, lines: Sequence[tuple[Line, str]]) -> None:
    """Store the lines of a journal with their hashes, as they were written elsewhere."""
    model = columns.line_model(type(root))
    model._default_manager.bulk_create(imported_lines(root, model, lines))


def imported_lines(
    root: Any, model: Any, lines: Sequence[tuple[Line, str]]
) -> Iterator[Any]:
    user_model = get_user_model()
    usernames = {line.by for line, _ in lines if line.by}
    lookup = {f"{user_model.USERNAME_FIELD}__in": usernames}
    accounts = {}
    for account in user_model._default_manager.filter(**lookup):
        accounts[account.get_username()] = account
    for line, link in lines:
        at, by = datetime.fromisoformat(line.at), accounts.get(line.by or "")
        yield stored_line(model, root.pk, line, link, at=at, by=by)
