"""The tables of an event are the fold of its journal; here the two are held against each other."""

from collections.abc import Iterator
from typing import Any

from tournaments.models import Event
from tournaments.models.journal import journaled_models, tables
from tournaments.models.log import line_of
from tournaments.rules import journal
from tournaments.rules.journal import Fields, Line, Place


def lines(event: Event) -> Iterator[tuple[Line, str]]:
    """The journal of the event from its first line, each with its stored hash."""
    for entry in event.log.order_by("number"):
        yield line_of(entry), entry.hash


def broken(event: Event) -> int | None:
    """The number of the first line of the log that was not written as it stands; None if all were."""
    return journal.broken(lines(event))


def replayed(event: Event) -> dict[Place, Fields]:
    """The rows that the journal leads to. Raises Refusal `journal.does_not_follow`."""
    return journal.fold(line for line, _ in lines(event))


def stored(event: Event) -> dict[Place, Fields]:
    """The rows that the event has."""
    return tables(event.pk, journaled_models())


def differences(event: Event) -> list[tuple[Place, Any, Any]]:
    """Where the journal and the tables disagree: nowhere, unless somebody wrote past the journal."""
    return list(journal.differences(replayed(event), stored(event)))
