"""The log of an event: who did what and when, as the lines of its journal."""

from django.db import models

from tournaments.journal.models import JournalLine
from tournaments.models.event import Event


class LogEntry(JournalLine):
    """A line of the journal of an event. Its `rows` hold phones and the secrets of draws."""

    root_field = "event"

    event = models.ForeignKey(Event, models.CASCADE, related_name="log")

    class Meta:
        verbose_name_plural = "log entries"
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "number"], name="lines_are_numbered"
            )
        ]
        indexes = [models.Index(fields=["event", "id"], name="log_of_an_event")]
