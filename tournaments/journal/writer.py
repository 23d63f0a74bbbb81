"""Rows as a journal tells them, made so in the tables."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from django.db import models

from tournaments.models.journal import (
    OUTSIDE,
    Journal,
    above,
    all_columns,
    attributes,
    columns,
    is_event,
    journaled_models,
    path,
)
from tournaments.rules.journal import Fields, Row

Key = tuple[int, ...]


class Tables:
    """The rows of an event by their keys, to be changed; of an event that is not there yet if it is None."""

    def __init__(self, event_id: int | None) -> None:
        self.models = journaled_models()
        self.keys: dict[Any, dict[Key, Any]] = {
            model: keys_of(model, event_id) for model in self.models
        }

    def write(self, rows: Sequence[Row]) -> None:
        """Make, change and delete these rows, in an order in which no constraint is ever broken on the way."""
        of = [
            (model, [row for row in rows if row.kind == model._meta.model_name])
            for model in self.models
        ]
        for model, given in of:
            self.release(model, [row for row in given if row.before is not None])
        for model, given in reversed(of):
            self.delete(model, [row for row in given if row.after is None])
        for model, given in of:
            plain = {*all_columns(model)} - references(model)
            self.change(
                model, [row for row in given if row.before and row.after], plain
            )
        for model, given in of:
            self.make(model, [row for row in given if row.before is None])
        for model, given in of:
            self.change(
                model,
                [row for row in given if row.before and row.after],
                references(model),
            )
            self.change(
                model, [row for row in given if row.before is None], self.late(model)
            )

    def pks(self, model: Any, rows: Iterable[Row]) -> list[Any]:
        return [self.keys[model][row.key] for row in rows]

    def release(self, model: Any, rows: Sequence[Row]) -> None:
        """Let go, for a moment, of what other rows of the event may want, or could not go without."""
        for name in self.late(model) | contested(model):
            ready = [row for row in rows if row.after is None or name in row.after]
            model.objects.filter(pk__in=self.pks(model, ready)).update(**{name: None})

    def delete(self, model: Any, rows: Sequence[Row]) -> None:
        if rows:
            model.objects.filter(pk__in=self.pks(model, rows)).delete()
        for row in rows:
            del self.keys[model][row.key]

    def change(self, model: Any, rows: Sequence[Row], names: Collection[str]) -> None:
        """Give these columns the values after the change."""
        told = [
            (row.key, {name: row.after[name] for name in names if name in row.after})
            for row in rows
            if row.after
        ]
        told = [(key, values) for key, values in told if values]
        found = model._base_manager.in_bulk([self.keys[model][key] for key, _ in told])
        for key, values in told:
            for name, value in self.filled(model, values).items():
                setattr(found[self.keys[model][key]], name, value)
        if changed := {name for _, values in told for name in values}:
            model.objects.bulk_update(found.values(), sorted(changed))

    def make(self, model: Any, rows: Sequence[Row]) -> None:
        """Make rows; what refers to rows that may come after them stays open."""
        made = model.objects.bulk_create(
            model(**self.columns_of(model, row)) for row in rows
        )
        self.keys[model] |= {
            row.key: one.pk for row, one in zip(rows, made, strict=True)
        }

    def columns_of(self, model: Any, row: Row) -> dict[str, Any]:
        early = {
            name: value
            for name, value in (row.after or {}).items()
            if name not in self.late(model)
        }
        found = self.filled(model, early)
        if model.journaled.parent:
            parent, number = attributes(model)
            found |= {
                parent: self.keys[above(model)][row.key[:-1]],
                number: row.key[-1],
            }
        events = [
            column
            for column in model._meta.concrete_fields
            if is_event(column.related_model)
        ]
        return found | {
            column.attname: self.keys[column.related_model][()] for column in events
        }

    def late(self, model: Any) -> set[str]:
        """The columns that refer to rows of the same kind or of one that is made later."""
        later = self.models[self.models.index(model) :]
        return {
            column.name
            for column in columns(model, references(model))
            if column.related_model in later
        }

    def filled(self, model: Any, values: Fields) -> dict[str, Any]:
        """The columns of the table with these values of the journal."""
        return {
            column.attname: self.value(column, values[column.name])
            for column in columns(model, values.keys())
        }

    def value(self, column: Any, told: Any) -> Any:
        if told is None or isinstance(column, models.JSONField):
            return told
        if isinstance(column, models.BinaryField):
            return bytes.fromhex(told)
        if not column.is_relation:
            return column.to_python(told)
        target = column.related_model
        if target in self.keys:
            return self.keys[target][tuple(told)]
        return target._base_manager.values_list("pk", flat=True).get(
            **{OUTSIDE[target._meta.model_name]: told}
        )


def keys_of(model: Any, event_id: int | None) -> dict[Key, Any]:
    """All rows of an event by their keys."""
    reader, pks = (
        Journal(),
        list(
            model._base_manager.filter(**{path(model): event_id}).values_list(
                "pk", flat=True
            )
        ),
    )
    reader.know(model, pks)
    return {reader.key(model, pk)[1:]: pk for pk in pks}


def references(model: Any) -> set[str]:
    """The columns that refer to rows of the event."""
    told = columns(model, all_columns(model))
    return {
        column.name for column in told if hasattr(column.related_model, "journaled")
    }


def contested(model: Any) -> set[str]:
    """The columns that may be empty, and in which no two rows may say the same."""
    constraints = [
        one
        for one in model._meta.constraints
        if isinstance(one, models.UniqueConstraint)
    ]
    unique = {name for one in constraints for name in one.fields}
    return {
        column.name
        for column in columns(model, unique)
        if column.null and not column.is_relation
    }
