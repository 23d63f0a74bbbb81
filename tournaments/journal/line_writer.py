"""One transaction, one journal: opens a recorder, and stores what it recorded as lines."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import wraps
from typing import Any, NamedTuple, ParamSpec, TypeVar

from django.db import models, transaction

from core.canonical_json import plain_json
from tournaments.journal.columns import line_model, time_to_json
from tournaments.journal.lines import (
    Line,
    RowChange,
    Values,
    line_hash,
    merge_changes,
)
from tournaments.journal.recorder import (
    OPEN_RECORDER,
    LineEnd,
    NotJournaled,
    Recorder,
    RootKey,
    current_recorder,
)

P = ParamSpec("P")
T = TypeVar("T")


class UnstoredLine(NamedTuple):
    """The end of a line, and the changes that belong to it."""

    end: LineEnd
    changes: list[RowChange]


def journaled(service: Callable[P, T]) -> Callable[P, T]:
    """Run the service in a journal: its own, or that of the service that calls it."""

    @wraps(service)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        with open_journal():
            return service(*args, **kwargs)

    return run


@contextmanager
def open_journal() -> Iterator[Recorder]:
    """A transaction that records. Inside another one it joins that: both succeed or neither.

    Raises NotJournaled if rows were changed and no line was ended.
    """
    recorder = OPEN_RECORDER.get()
    if recorder:
        with transaction.atomic(savepoint=False):
            yield recorder
        return
    recorder = Recorder()
    token = OPEN_RECORDER.set(recorder)
    try:
        with transaction.atomic():
            yield recorder
            store_lines(recorder)
    finally:
        OPEN_RECORDER.reset(token)


@contextmanager
def without_new_lines() -> Iterator[None]:
    """A transaction for rows whose lines exist already and are stored with them."""
    token = OPEN_RECORDER.set(Recorder())
    try:
        with transaction.atomic():
            yield
    finally:
        OPEN_RECORDER.reset(token)


def end_line(
    root: RootKey,
    action: str,
    *,
    by: Any,
    at: datetime,
    fields: Values,
    undoes: int | None = None,
) -> None:
    """End a line with all changes since the one before.

    The last line of a transaction also gets the changes that come after it.
    """
    line_end = LineEnd(root, at, account(by), action, fields, undoes)
    current_recorder().entries.append(line_end)


def account(by: Any) -> Any:
    """Who acts, if that is somebody with an account."""
    return by if getattr(by, "pk", None) else None


def store_lines(recorder: Recorder) -> None:
    for root, unstored in group_by_root(recorder).items():
        if root not in recorder.locked:
            raise NotJournaled(f"{root.model.__name__} {root.pk} is not locked")
        stored = chain_lines(root, unstored)
        line_model(root.model)._default_manager.bulk_create(stored)


def group_by_root(recorder: Recorder) -> dict[RootKey, list[UnstoredLine]]:
    lines: defaultdict[RootKey, list[UnstoredLine]] = defaultdict(list)
    open_changes: defaultdict[RootKey, list[RowChange]] = defaultdict(list)
    for entry in recorder.entries:
        if isinstance(entry, LineEnd):
            changes = open_changes.pop(entry.root, [])
            lines[entry.root].append(UnstoredLine(entry, changes))
        else:
            open_changes[entry.root].append(entry.change)
    for root, changes in open_changes.items():
        if root not in lines:
            name = f"{root.model.__name__} {root.pk}"
            raise NotJournaled(f"{name} was changed, and no line says what was done")
        lines[root][-1].changes.extend(changes)
    return lines


def chain_lines(root: RootKey, unstored: Sequence[UnstoredLine]) -> Iterator[Any]:
    """The lines of one act as stored ones, after the last line that the root has."""
    model = line_model(root.model)
    earlier = lines_of(root.model, root.pk).values_list("number", "hash")
    last, previous = earlier.last() or (0, "")
    for number, (end, changes) in enumerate(unstored, start=last + 1):
        line = Line(
            number=number,
            at=time_to_json(end.at),
            by=end.by.get_username() if end.by else None,
            action=end.action,
            fields=plain_json(end.fields),
            rows=merge_changes(changes),
            step=last + 1,
            undoes=end.undoes,
        )
        previous = line_hash(previous, line)
        yield stored_line(model, root.pk, line, previous, at=end.at, by=end.by)


def stored_line(
    model: Any, root_pk: int, line: Line, link: str, **at_and_by: Any
) -> Any:
    columns = line._asdict() | at_and_by
    columns[f"{model.root_field}_id"] = root_pk
    return model(username=line.by, hash=link, **columns)


def lines_of(root_model: Any, root_pk: Any) -> models.QuerySet[Any]:
    """The stored lines of a journal from the first."""
    model = line_model(root_model)
    manager: models.Manager[Any] = model._default_manager
    return manager.filter(**{model.root_field: root_pk}).order_by("number")
