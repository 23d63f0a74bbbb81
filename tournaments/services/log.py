"""The log of an event as services write it: `journaled` services that `note` what they did."""

from datetime import datetime
from typing import Any

from tournaments.journal.line_writer import account, end_line, journaled
from tournaments.journal.recorder import RootKey
from tournaments.models import Event

__all__ = ["account", "journaled", "note"]


def note(
    event_id: int,
    action: str,
    /,
    *,
    by: Any,
    at: datetime,
    undoes: int | None = None,
    **fields: Any,
) -> None:
    """End a line of the log of an event. Private data (phones) must stay out of `fields`."""
    root = RootKey(Event, event_id)
    end_line(root, action, by=by, at=at, fields=fields, undoes=undoes)
