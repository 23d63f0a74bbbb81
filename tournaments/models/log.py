"""Who did what to an event, when and why."""

from django.conf import settings
from django.db import models

from tournaments.models.event import Event


class LogEntry(models.Model):
    """An action at the desk, as a code with fields. Only ever added to; written with what it tells of."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="log")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    action = models.CharField(max_length=40)
    fields = models.JSONField(default=dict)

    class Meta:
        verbose_name_plural = "log entries"
        ordering = ["-pk"]
        indexes = [models.Index(fields=["event", "id"], name="log_of_an_event")]

    def __str__(self) -> str:
        return self.action
