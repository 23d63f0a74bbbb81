"""Who did what to an event, when and why: the lines of its journal."""

from typing import Any

from django.conf import settings
from django.db import models

from tournaments.models.event import Event
from tournaments.models.journal import told_time
from tournaments.rules.journal import Line, Row


class LogEntry(models.Model):
    """An act at the desk, as a code with fields, and all rows that it changed. Only ever added to, and chained.

    `rows` hold phones and the secrets of draws: no page and no API shows them.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="log")
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    username = models.CharField(max_length=150, null=True)
    """That of `by`, as the hash has it."""
    action = models.CharField(max_length=40)
    fields = models.JSONField(default=dict)
    rows = models.JSONField(default=list)
    """[[kind, key, before or null, after or null], ...]: see `tournaments.rules.journal.Row`."""
    step = models.PositiveIntegerField()
    """The number of the first line of the same act."""
    undoes = models.PositiveIntegerField(null=True)
    hash = models.CharField(max_length=64)

    class Meta:
        verbose_name_plural = "log entries"
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "number"], name="lines_are_numbered"
            )
        ]
        indexes = [models.Index(fields=["event", "id"], name="log_of_an_event")]

    def __str__(self) -> str:
        return self.action


def line_of(entry: Any) -> Line:
    """A stored line as the rules take it; what it was chained with is in its `hash`."""
    rows = tuple(
        Row(kind, tuple(key), before, after) for kind, key, before, after in entry.rows
    )
    at = told_time(entry.at)
    return Line(
        entry.number,
        at,
        entry.username,
        entry.action,
        entry.fields,
        rows,
        entry.step,
        entry.undoes,
    )
