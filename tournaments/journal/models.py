"""Rows of events that are written inside a journal or not at all, and how the journal writes them down."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextvars import ContextVar
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, ClassVar, Final, NamedTuple, Self, TypeVar

from django.apps import apps
from django.db import models

from tournaments.rules.journal import Fields, Place, Row, plain

OUTSIDE: Final = {"user": "username", "club": "slug", "match": "pk"}
"""What names a row that belongs to no event."""


class NotJournaled(RuntimeError):
    """A row of an event was written outside a journal, or in a way that no journal can follow."""


class Shape(NamedTuple):
    """Where a row has its place in its event: the row above it (none: it is the event), and its number below that."""

    parent: str
    number: str
    left_out: frozenset[str] = frozenset()
    """Columns that are no facts."""


class Note(NamedTuple):
    """What ends a line of the journal of an event."""

    event_id: int
    at: datetime
    by: Any
    action: str
    fields: Fields
    undoes: int | None


class Journal:
    """What is written in one act, in order: rows, each with its event, and the notes that tell of those before them."""

    def __init__(self) -> None:
        self.written: list[tuple[int, Row] | Note] = []
        self.held: set[int] = set()
        """The events that are held until the transaction ends, so that nobody else numbers a line."""
        self._read: dict[tuple[Any, Any], dict[str, Any]] = {}
        """What was read while the event is held, and not written since: so it is stored."""
        self._above: dict[tuple[Any, Any], tuple[Any, int]] = {}
        self._named: dict[tuple[Any, Any], str] = {}

    def hold(self, event: Any) -> None:
        """This event was read so that nobody else writes anything of it until the transaction ends."""
        self.held.add(event.pk)
        self.meet(event)

    def meet(self, row: Any) -> None:
        """Remember where a row has its place, if it says so; and while an event is held, all that was read of it."""
        parent, number = (row.__dict__.get(name) for name in attributes(type(row)))
        if parent is not None and number is not None:
            self._above[type(row), row.pk] = parent, number
        if self.held and not row.get_deferred_fields():
            fields = type(row)._meta.concrete_fields
            self._read[type(row), row.pk] = {
                field.attname: getattr(row, field.attname) for field in fields
            }

    def stored(self, row: Any) -> Any:
        """The row as it is stored."""
        read = self._read.get((type(row), row.pk))
        return type(row)(**read) if read else type(row)._base_manager.get(pk=row.pk)

    def know(self, model: Any, keys: Iterable[Any]) -> None:
        """Find the places of these rows, in one query for each row above that is not known yet."""
        if not model.journaled.parent:
            return
        asked = set(keys) - {None}
        if missing := [pk for pk in asked if (model, pk) not in self._above]:
            found = model._base_manager.filter(pk__in=missing).values_list(
                "pk", *attributes(model)
            )
            self._above |= {
                (model, pk): (parent, number) for pk, parent, number in found
            }
        self.know(above(model), {self._above[model, pk][0] for pk in asked})

    def key(self, model: Any, pk: Any) -> tuple[int, ...]:
        """The key of a row that is known, with the event's own before it."""
        if not model.journaled.parent:
            return (int(pk),)
        parent, number = self._above[model, pk]
        return (*self.key(above(model), parent), number)

    def look_up(self, model: Any, rows: Sequence[Any], names: Collection[str]) -> None:
        """Know these rows and all that they refer to in the columns `names`."""
        self.know(model, [row.pk for row in rows])
        for column in columns(model, names):
            if column.is_relation:
                self._look_up_referred(column, rows)

    def _look_up_referred(self, column: Any, rows: Sequence[Any]) -> None:
        target, wanted = (
            column.related_model,
            {getattr(row, column.attname) for row in rows} - {None},
        )
        if hasattr(target, "journaled"):
            return self.know(target, wanted)
        at_hand = [
            column.get_cached_value(row) for row in rows if column.is_cached(row)
        ]
        self._named |= {(target, one.pk): name_outside(one) for one in at_hand if one}
        if missing := [pk for pk in wanted if (target, pk) not in self._named]:
            self._named |= {
                (target, pk): word for pk, word in names_outside(target, missing)
            }

    def values(self, row: Any, names: Collection[str]) -> dict[str, Any]:
        """The columns `names` of a row that was looked up, as JSON has them."""
        return {
            column.name: self._value(column, row)
            for column in columns(type(row), names)
        }

    def _value(self, column: Any, row: Any) -> Any:
        value = getattr(row, column.attname)
        if value is None:
            return None
        if column.is_relation and hasattr(column.related_model, "journaled"):
            return list(self.key(column.related_model, value)[1:])
        if column.is_relation:
            return self._named[column.related_model, value]
        return told(column, value)

    def record(
        self,
        model: Any,
        rows: Sequence[Any],
        before: list[Any] | None,
        after: list[Any] | None,
    ) -> None:
        """Write down what happened to rows that were looked up: the values before (none: made), after (none: gone)."""
        for place, row in enumerate(rows):
            self._read.pop((model, row.pk), None)
            event_id, *key = self.key(model, row.pk)
            then = before[place] if before else None
            now = after[place] if after else None
            self.written.append(
                (event_id, Row(model._meta.model_name, tuple(key), then, now))
            )

    def made(self, model: Any, rows: Sequence[Any]) -> None:
        for row in rows:
            self.meet(row)
            self.held |= {row.pk} if not model.journaled.parent else set()
        names = all_columns(model)
        self.look_up(model, rows, names)
        self.record(model, rows, None, [self.values(row, names) for row in rows])


OPEN: Final[ContextVar[Journal | None]] = ContextVar("journal", default=None)
"""The journal of this thread."""


def current() -> Journal:
    """The open journal. Raises NotJournaled."""
    journal = OPEN.get()
    if journal is None:
        raise NotJournaled(
            "rows of an event are written by services only, inside `journaled`"
        )
    return journal


def name_outside(row: Any) -> str:
    """What names a row that belongs to no event."""
    return str(getattr(row, OUTSIDE[row._meta.model_name]))


def names_outside(target: Any, keys: Collection[Any]) -> list[tuple[Any, str]]:
    """The same of many rows, by their keys."""
    name = OUTSIDE[target._meta.model_name]
    if name == "pk":
        return [(pk, str(pk)) for pk in keys]
    return list(target._base_manager.filter(pk__in=keys).values_list("pk", name))


def told(column: Any, value: Any) -> Any:
    """A value of a column as JSON has it, the same before it is stored and after."""
    if isinstance(column, models.JSONField):
        return plain(value)
    match column.to_python(value):
        case datetime() as moment:
            return told_time(moment)
        case Decimal() as number:
            return f"{number:.{column.decimal_places}f}"
        case bytes() | bytearray() | memoryview() as octets:
            return bytes(octets).hex()
        case str() as text:
            return str(text)
        case other:
            return other


def told_time(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def attributes(model: Any) -> tuple[str, str]:
    """Where a row has the key of the row above, and its own number."""
    parent, number, _ = model.journaled
    return (f"{parent}_id" if parent else "pk"), number


def above(model: Any) -> Any:
    """The model of the rows above."""
    return model._meta.get_field(model.journaled.parent).related_model


def all_columns(model: Any) -> list[str]:
    """The columns that are facts and not said by the key."""
    shape = model.journaled
    known = {shape.parent, shape.number, *shape.left_out}
    return [
        column.name
        for column in model._meta.concrete_fields
        if not column.primary_key
        and column.name not in known
        and not is_event(column.related_model)
    ]


def is_event(model: Any) -> bool:
    return hasattr(model, "journaled") and not model.journaled.parent


def columns(model: Any, names: Collection[str]) -> list[Any]:
    return [column for column in model._meta.concrete_fields if column.name in names]


def named(model: Any, given: Iterable[str]) -> list[str]:
    """Which facts are among these columns, named either way: `team`, `team_id`."""
    wanted = set(given)
    return [
        column.name
        for column in columns(model, all_columns(model))
        if {column.name, column.attname} & wanted
    ]


def journaled_models() -> list[type["Journaled"]]:
    """All kinds of rows of events, those above before those below."""
    return [
        model
        for model in apps.get_app_config("tournaments").get_models()
        if issubclass(model, Journaled)
    ]


def tables(event_id: int, kinds: Sequence[Any]) -> dict[Place, Fields]:
    """All rows of an event, of these models, as its journal should tell them."""
    reader = Journal()
    return {
        place: values
        for model in kinds
        for place, values in _table(reader, event_id, model)
    }


def _table(
    reader: Journal, event_id: int, model: Any
) -> Iterator[tuple[Place, Fields]]:
    names, rows = (
        all_columns(model),
        list(model._base_manager.filter(**{path(model): event_id})),
    )
    for row in rows:
        reader.meet(row)
    reader.look_up(model, rows, names)
    for row in rows:
        yield (
            (model._meta.model_name, reader.key(model, row.pk)[1:]),
            reader.values(row, names),
        )


def path(model: Any) -> str:
    """How a query gets from a row to its event."""
    steps = []
    while model.journaled.parent:
        steps.append(model.journaled.parent)
        model = above(model)
    return "__".join(steps) or "pk"


def past_the_journal(model: Any) -> models.QuerySet[Any]:
    """The rows of a model for one who writes them down elsewhere, or who forgets them with their event."""
    return models.QuerySet(model)


M = TypeVar("M", bound="Journaled")


class JournaledQuerySet(models.QuerySet[M]):
    """Writes down what it changes."""

    def bulk_create(self, objs: Iterable[M], *args: Any, **kwargs: Any) -> list[M]:
        journal = current()
        made = super().bulk_create(objs, *args, **kwargs)
        journal.made(self.model, made)
        return made

    def bulk_update(
        self, objs: Iterable[M], fields: Iterable[str], batch_size: int | None = None
    ) -> int:
        rows, given, bare = list(objs), list(fields), past_the_journal(self.model)
        if not (names := named(self.model, given)):
            return bare.bulk_update(rows, given, batch_size)
        stored = {row.pk: row for row in bare.filter(pk__in=[row.pk for row in rows])}
        with_stored = [*rows, *stored.values()]
        current().look_up(self.model, with_stored, names)
        before, after = (
            [current().values(row, names) for row in of]
            for of in ([stored[r.pk] for r in rows], rows)
        )
        current().record(self.model, rows, before, after)
        return bare.bulk_update(rows, given, batch_size)

    def update(self, **kwargs: Any) -> int:
        if not (names := named(self.model, kwargs)):
            return super().update(**kwargs)
        if any(hasattr(value, "resolve_expression") for value in kwargs.values()):
            raise NotJournaled(
                "a journal needs values, not what the database makes of an expression"
            )
        journal, rows = current(), list(self.all())
        journal.look_up(self.model, rows, names)
        before = [journal.values(row, names) for row in rows]
        for row in rows:
            for name, value in kwargs.items():
                setattr(row, name, value)
        journal.look_up(self.model, rows, names)
        journal.record(
            self.model, rows, before, [journal.values(row, names) for row in rows]
        )
        return super().update(**kwargs)

    def delete(self) -> tuple[int, dict[str, int]]:
        """Delete rows, and before them what is below them."""
        journal, rows, names = current(), list(self.all()), all_columns(self.model)
        for below in self.model._meta.related_objects:
            if below.on_delete is models.CASCADE and issubclass(
                below.related_model, Journaled
            ):
                below.related_model.objects.filter(
                    **{f"{below.field.name}__in": rows}
                ).delete()
        journal.look_up(self.model, rows, names)
        journal.record(
            self.model, rows, [journal.values(row, names) for row in rows], None
        )
        return super().delete()

    bulk_create.alters_data = True  # type: ignore[attr-defined]
    bulk_update.alters_data = True  # type: ignore[attr-defined]
    update.alters_data = True  # type: ignore[attr-defined]
    delete.alters_data = True  # type: ignore[attr-defined]
    delete.queryset_only = True  # type: ignore[attr-defined]


class Journaled(models.Model):
    """A row of an event. Whoever writes one has a journal open."""

    journaled: ClassVar[Shape]
    objects = JournaledQuerySet.as_manager()

    class Meta:
        abstract = True

    @classmethod
    def from_db(cls, *args: Any, **kwargs: Any) -> Self:
        row = super().from_db(*args, **kwargs)
        if journal := OPEN.get():
            journal.meet(row)
        return row

    def save(self, *args: Any, **kwargs: Any) -> None:
        given = kwargs.get("update_fields")
        names = all_columns(type(self)) if given is None else named(type(self), given)
        if not names:
            return super().save(*args, **kwargs)
        journal = current()
        if self._state.adding:
            super().save(*args, **kwargs)
            return journal.made(type(self), [self])
        stored = journal.stored(self)
        journal.look_up(type(self), [stored, self], names)
        before, after = (journal.values(row, names) for row in (stored, self))
        if (
            before != after or given is None or len(names) < len(given)
        ):  # else all is as it was
            super().save(*args, **kwargs)
            journal.record(type(self), [self], [before], [after])

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        return type(self)._default_manager.filter(pk=self.pk).delete()
