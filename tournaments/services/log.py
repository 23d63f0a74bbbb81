"""Writing down who did what."""

from datetime import datetime
from typing import Any

from tournaments.models import LogEntry


def note(event_id: int, action: str, *, by: Any, at: datetime, **fields: Any) -> None:
    """Add to the event's log, in the transaction of what it tells of. Private things (phones) stay out of `fields`."""
    user_id = getattr(by, "pk", None)
    LogEntry.objects.create(event_id=event_id, action=action, by_id=user_id, at=at, fields=fields)
