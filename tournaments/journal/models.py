"""The base classes of journaled models, and of the model that stores the lines."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self, TypeVar

from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.db import models

from tournaments.journal import columns
from tournaments.journal.columns import JournalSetup, RowAddress, time_to_json
from tournaments.journal.lines import Line, change_from_json
from tournaments.journal.recorder import (
    OPEN_RECORDER,
    NotJournaled,
    current_recorder,
)


def unjournaled(model: Any) -> models.QuerySet[Any]:
    """The rows of a model without recording: for rows that go together with their journal."""
    return models.QuerySet(model)


M = TypeVar("M", bound="JournaledModel")


class JournaledQuerySet(models.QuerySet[M]):
    """Records what it changes."""

    def bulk_create(self, objs: Iterable[M], *args: Any, **kwargs: Any) -> list[M]:
        recorder = current_recorder()
        made = super().bulk_create(objs, *args, **kwargs)
        recorder.record_made(self.model, made)
        return made

    def bulk_update(
        self, objs: Iterable[M], fields: Iterable[str], batch_size: int | None = None
    ) -> int:
        rows = list(objs)
        given = list(fields)
        queryset = unjournaled(self.model)
        names = columns.names_among(self.model, given)
        if names:
            recorder = current_recorder()
            pks = [row.pk for row in rows]
            found = queryset.in_bulk(pks)
            stored = list(map(found.__getitem__, pks))
            recorder.prepare(self.model, [*rows, *stored], names)
            before = recorder.values_of_all(stored, names)
            after = recorder.values_of_all(rows, names)
            recorder.record(self.model, rows, before, after)
        return queryset.bulk_update(rows, given, batch_size)

    def update(self, **kwargs: Any) -> int:
        names = columns.names_among(self.model, kwargs)
        if not names:
            return super().update(**kwargs)
        if any(hasattr(value, "resolve_expression") for value in kwargs.values()):
            raise NotJournaled("only the database knows the value of an expression")
        recorder, rows = current_recorder(), list(self.all())
        recorder.prepare(self.model, rows, names)
        before = recorder.values_of_all(rows, names)
        for row in rows:
            for name, value in kwargs.items():
                setattr(row, name, value)
        recorder.prepare(self.model, rows, names)
        after = recorder.values_of_all(rows, names)
        recorder.record(self.model, rows, before, after)
        return super().update(**kwargs)

    def delete(self) -> tuple[int, dict[str, int]]:
        """Delete the rows below first, so that they are recorded too."""
        recorder, rows = current_recorder(), list(self.all())
        names = columns.column_names(self.model)
        for relation in self.model._meta.related_objects:
            below: Any = relation.related_model
            if relation.on_delete is models.CASCADE and columns.is_journaled(below):
                lookup = {f"{relation.field.name}__in": rows}
                below.objects.filter(**lookup).delete()
        recorder.prepare(self.model, rows, names)
        before = recorder.values_of_all(rows, names)
        recorder.record(self.model, rows, before, None)
        return super().delete()

    bulk_create.alters_data = True  # type: ignore[attr-defined]
    bulk_update.alters_data = True  # type: ignore[attr-defined]
    update.alters_data = True  # type: ignore[attr-defined]
    delete.alters_data = True  # type: ignore[attr-defined]
    delete.queryset_only = True  # type: ignore[attr-defined]


class JournaledModel(models.Model):
    """A row that is written inside an open journal only."""

    journal_kind: ClassVar[str]
    """The name of the kind in lines and files; it stays when the class is renamed."""
    journal_address: ClassVar[RowAddress]
    journal_setup: ClassVar[JournalSetup]
    """On the root model only."""
    journal_excluded: ClassVar[frozenset[str]] = frozenset()
    """Columns that hold no facts: computed values, leases, versions."""
    journal_renamed: ClassVar[Mapping[str, str]] = {}
    """Today's name of a column by each name that it had before."""
    journal_dropped: ClassVar[frozenset[str]] = frozenset()
    """Columns of older lines that are gone."""
    journal_defaults: ClassVar[Mapping[str, Any]] = {}
    """What a column that older lines do not know held then, where that is not its default."""
    objects = JournaledQuerySet.as_manager()

    class Meta:
        abstract = True

    @classmethod
    def from_db(cls, *args: Any, **kwargs: Any) -> Self:
        row = super().from_db(*args, **kwargs)
        recorder = OPEN_RECORDER.get()
        if recorder:
            recorder.remember(row)
        return row

    def save(self, *args: Any, **kwargs: Any) -> None:
        model, given = type(self), kwargs.get("update_fields")
        names = columns.column_names(model)
        if given is not None:
            names = columns.names_among(model, given)
        if not names:
            return super().save(*args, **kwargs)
        recorder = current_recorder()
        if self._state.adding:
            super().save(*args, **kwargs)
            return recorder.record_made(model, [self])

        stored = recorder.stored_row(self)
        recorder.prepare(model, [stored, self], names)
        before, after = recorder.values_of_all([stored, self], names)
        # Columns that are not journaled may differ even if these are equal.
        has_other_columns = given is None or len(names) < len(given)
        if before != after or has_other_columns:
            super().save(*args, **kwargs)
            recorder.record(model, [self], [before], [after])
        return None

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        return type(self)._default_manager.filter(pk=self.pk).delete()

    @classmethod
    def check(cls, **kwargs: Any) -> list[CheckMessage]:
        """What is declared of older columns must agree with the columns of today."""
        errors = super().check(**kwargs)
        today = set(columns.column_names(cls))
        unknown = {*cls.journal_renamed.values(), *cls.journal_defaults} - today
        present = {*cls.journal_renamed, *cls.journal_dropped} & today
        for name in sorted(unknown):
            errors.append(Error(f"There is no journaled column {name!r}.", obj=cls))
        for name in sorted(present):
            message = f"The column {name!r} is declared as gone, but it is there."
            errors.append(Error(message, obj=cls))
        return errors


class JournalLine(models.Model):
    """A stored line; lines are only ever added. A subclass has the foreign key to the root.

    `rows` may hold what is private. No page and no API shows them.
    """

    root_field: ClassVar[str]
    """The name of that foreign key."""

    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    username = models.CharField(max_length=150, null=True)
    """The user name of who acted, as it is hashed; accounts can change theirs later."""
    action = models.CharField(max_length=40)
    fields = models.JSONField(default=dict)
    rows = models.JSONField(default=list)
    """[[kind, key, before or null, after or null], ...], see `RowChange`."""
    step = models.PositiveIntegerField()
    """The number of the first line of the same act."""
    undoes = models.PositiveIntegerField(null=True)
    hash = models.CharField(max_length=64)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.action

    def as_line(self) -> Line:
        """The line as it was hashed."""
        return line_from_stored(self)


def line_from_stored(stored: Any) -> Line:
    return Line(
        number=stored.number,
        at=time_to_json(stored.at),
        by=stored.username,
        action=stored.action,
        fields=stored.fields,
        rows=tuple(map(change_from_json, stored.rows)),
        step=stored.step,
        undoes=stored.undoes,
    )
