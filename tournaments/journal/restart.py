"""Restarts every journal from the tables: for a migration that gives columns another meaning.

Migrations that add, rename or drop columns need none of this; see `JournaledModel`.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils import timezone

from tournaments.journal.columns import JournalSetup, RowAddress, time_to_json
from tournaments.journal.lines import RESTARTED, Line, RowChange, line_hash
from tournaments.journal.recorder import read_rows


class HistoricalKind(NamedTuple):
    """What a migration has to say of a model, since the models it sees have only columns."""

    model: Any
    kind: str
    address: RowAddress
    excluded: frozenset[str] = frozenset()


def restart_journals(
    kinds: Sequence[HistoricalKind],
    line_model: Any,
    root_field: str,
    setup: JournalSetup,
) -> None:
    """Add a line with all rows to every journal. The root comes first, parents before children."""
    models = []
    for model, kind, address, excluded in kinds:
        model.journal_kind, model.journal_address = kind, address
        model.journal_excluded = excluded
        models.append(model)
    root_model = models[0]
    root_model.journal_setup = setup
    for root in root_model._base_manager.order_by("pk"):
        changes = []
        for (kind, key), values in read_rows(root_model, root.pk, models).items():
            changes.append(RowChange(kind, key, None, values))
        restart_journal(line_model, {f"{root_field}_id": root.pk}, tuple(changes))


def restart_journal(
    line_model: Any, root: dict[str, Any], changes: tuple[RowChange, ...]
) -> None:
    last, previous = 0, ""
    for stored in line_model._base_manager.filter(**root).order_by("number"):
        last, previous = stored.number, stored.hash
    now, number = timezone.now(), last + 1
    line = Line(number, time_to_json(now), None, RESTARTED, {}, changes, number)
    line_model._base_manager.create(
        **root,
        number=number,
        step=number,
        at=now,
        action=RESTARTED,
        rows=changes,
        hash=line_hash(previous, line),
    )
