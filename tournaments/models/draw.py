"""A draw that anybody can check: first committed to, then drawn, then published."""

import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.journal.columns import RowAddress
from tournaments.journal.models import JournaledModel
from tournaments.models.event import Event


def new_secret() -> bytes:
    return secrets.token_bytes(32)


class Draw(JournaledModel):
    """The frozen list, the committed secret, and the order drawn from them.

    The order is stored and never drawn again.
    """

    journal_kind = "draw"
    journal_address = RowAddress("event", "number")

    class Kind(models.TextChoices):
        TEAMS = "teams", _("draw of partners")
        BRACKET = "bracket", _("draw of the bracket")
        NUMBERS = "numbers", _("draw of the numbers")
        TABLES = "tables", _("draw of the tables")
        GROUPS = "groups", _("draw of the groups")
        ROUND = "round", _("draw of a round")

    class State(models.TextChoices):
        COMMITTED = "committed", _("announced")
        DRAFT = "draft", _("drawn, not yet published")
        PUBLISHED = "published", _("published")
        DISCARDED = "discarded", _("discarded")

    PENDING = (State.COMMITTED, State.DRAFT)
    """Announced, but neither published nor discarded. An event has at most one of these."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="draws")
    number = models.PositiveSmallIntegerField()
    public_id = models.CharField(max_length=60)
    """The name under which the draw was committed to. It is part of what is hashed."""
    kind = models.CharField(max_length=10, choices=Kind)
    phase = models.PositiveSmallIntegerField(default=1)
    """The phase of the event that it is for."""
    round = models.PositiveSmallIntegerField(default=1)
    """Which draw of the phase it is: 1 is the draw of the first round or of all rounds."""
    state = models.CharField(max_length=10, choices=State, default=State.COMMITTED)
    field = models.JSONField()
    """The frozen list: [[number of the entry, name], ...]."""
    field_hash = models.CharField(max_length=64)
    inputs = models.JSONField(default=dict)
    """Everything the draw depends on: format, settings, entrants and the rounds before."""
    input_hash = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    secret = models.BinaryField(max_length=32, default=new_secret, editable=False)
    beacon = models.CharField(max_length=200, blank=True)
    drawn = models.JSONField(null=True)
    """What chance produced."""
    resolved = models.JSONField(null=True)
    """The same after the changes by hand. This is what counts."""
    swaps = models.JSONField(default=list)
    """The changes by hand in order: [{"a", "b", "reason", "at", "by"}, ...].

    Entries are given by their numbers.
    """
    reason = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    committed_at = models.DateTimeField()
    drawn_at = models.DateTimeField(null=True)
    published_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "number"], name="draws_are_numbered"
            )
        ]

    def __str__(self) -> str:
        return self.public_id
