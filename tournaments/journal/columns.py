"""Which columns of a model its journal holds, what they refer to, and how rows are addressed."""

from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, Final, NamedTuple

from django.apps import apps
from django.db import models

from core.canonical_json import plain_json
from tournaments.journal.schema import KindSchema, Schema


class RowAddress(NamedTuple):
    """The foreign key to the row above, and the column with the number of a row below that."""

    parent: str
    number: str


ROOT: Final = RowAddress("", "pk")
"""The address of the row that the journal belongs to."""


class JournalSetup(NamedTuple):
    """What a root model says about its journal."""

    line_model: str
    """The model of the lines, as "app_label.ModelName"."""
    outside_names: Mapping[str, str]
    """The column that names a row outside the journal, by "app_label.ModelName"."""


def is_journaled(model: Any) -> bool:
    # Not `issubclass`: the models that a migration sees have no base class of ours.
    return hasattr(model, "journal_address")


def is_root(model: Any) -> bool:
    return is_journaled(model) and not model.journal_address.parent


def parent_model(model: Any) -> Any:
    return model._meta.get_field(model.journal_address.parent).related_model


def root_model(model: Any) -> Any:
    while not is_root(model):
        model = parent_model(model)
    return model


def path_to_root(model: Any) -> str:
    """The lookup that leads from a row to its root."""
    steps = []
    while not is_root(model):
        steps.append(model.journal_address.parent)
        model = parent_model(model)
    return "__".join(steps) or "pk"


def models_of(root: Any) -> list[Any]:
    """All models of this journal, in the order in which they are defined: parents first."""
    journaled = filter(is_journaled, apps.get_models())
    return [model for model in journaled if root_model(model) is root]


def line_model(root: Any) -> Any:
    return apps.get_model(root.journal_setup.line_model)


def address_columns(model: Any) -> tuple[str, str]:
    """The attributes that hold the key of the parent and the number of the row."""
    parent, number = model.journal_address
    return (f"{parent}_id" if parent else "pk"), number


def journaled_columns(model: Any) -> list[Any]:
    """The columns that the journal holds: neither the address nor what is derived."""
    left_out = {*model.journal_address, *model.journal_excluded}
    columns = []
    for column in model._meta.concrete_fields:
        is_address = column.primary_key or is_root(column.related_model)
        if not is_address and column.name not in left_out:
            columns.append(column)
    return columns


def column_names(model: Any) -> list[str]:
    return [column.name for column in journaled_columns(model)]


def names_among(model: Any, given: Iterable[str]) -> list[str]:
    """The journaled columns among these names, which may end in `_id`."""
    wanted = set(given)
    columns = journaled_columns(model)
    return [
        one.name for one in columns if not wanted.isdisjoint((one.name, one.attname))
    ]


def columns_named(model: Any, names: Collection[str]) -> list[Any]:
    return [column for column in model._meta.concrete_fields if column.name in names]


def root_columns(model: Any) -> list[Any]:
    """Foreign keys straight to the root, which follow from the address."""
    columns = model._meta.concrete_fields
    return [column for column in columns if is_root(column.related_model)]


def reference_columns(model: Any) -> list[Any]:
    """The journaled columns that refer to rows of the same journal."""
    columns = journaled_columns(model)
    return [column for column in columns if is_journaled(column.related_model)]


def outside_name_column(model: Any, target: Any) -> str:
    """The column by which the journal of `model` names rows of `target`."""
    setup: JournalSetup = root_model(model).journal_setup
    return setup.outside_names[target._meta.label]


def column_to_json(column: Any, value: Any) -> Any:
    """The value of a column as JSON, the same before it is stored and after."""
    if isinstance(column, models.JSONField):
        return plain_json(value)
    match column.to_python(value):
        case datetime() as moment:
            return time_to_json(moment)
        case Decimal() as number:
            return f"{number:.{column.decimal_places}f}"
        case bytes() | bytearray() | memoryview() as octets:
            return bytes(octets).hex()
        case str() as text:
            return str(text)
        case other:
            return other


def time_to_json(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def schema_of(root: Any) -> Schema:
    """How lines of any age are read with the columns that the models have now."""
    schema = {}
    for model in models_of(root):
        schema[model.journal_kind] = KindSchema(
            column_defaults(model),
            model.journal_renamed,
            model.journal_dropped | model.journal_excluded,
        )
    return schema


def column_defaults(model: Any) -> dict[str, Any]:
    """What a line that does not know a column means by that, as JSON."""
    defaults = {}
    for column in journaled_columns(model):
        if column.name in model.journal_defaults:
            value = model.journal_defaults[column.name]
            defaults[column.name] = column_to_json(column, value)
        elif has_fixed_default(column):
            value = column.get_default()
            defaults[column.name] = None
            if value is not None:
                defaults[column.name] = column_to_json(column, value)
    return defaults


def has_fixed_default(column: Any) -> bool:
    if column.has_default():
        # Other callables may answer differently each time, e.g. with a new secret.
        return not callable(column.default) or column.default in (dict, list)
    return bool(column.null)
