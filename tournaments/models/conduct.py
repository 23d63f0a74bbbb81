"""Sanctions on the sheet of a match, and substitutions of players."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.journal.columns import RowAddress
from tournaments.journal.models import JournaledModel
from tournaments.models.event import Entry
from tournaments.models.play import Pairing


class Sanction(JournaledModel):
    """A line of a match sheet, written by a referee. It never changes and is not public."""

    journal_kind = "sanction"
    journal_address = RowAddress("pairing", "number")

    class Kind(models.TextChoices):
        WARNING = "warning", _("warning")
        SET = "set", _("loss of a set")
        MATCH = "match", _("loss of the match")
        DISQUALIFICATION = "disqualification", _("disqualification")

    class Offence(models.TextChoices):
        AGAINST_THE_SPIRIT = "against_the_spirit", _("against the spirit of the game")
        FORBIDDEN_SIGNAL = "forbidden_signal", _("a forbidden signal")
        FALSE_SIGNALS = "false_signals", _("false or agreed signals")
        FOUL_LANGUAGE = "foul_language", _("foul language")
        INSULTS = "insults", _("insults")
        RESULT_FIXED = "result_fixed", _("a prearranged result")
        OTHER = "other", _("something else")

    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="sanctions")
    number = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="sanctions")
    kind = models.CharField(max_length=16, choices=Kind)
    offence = models.CharField(max_length=20, choices=Offence)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["pairing", "number"], name="sanctions_are_numbered"
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.kind}"


class Substitution(JournaledModel):
    """A player of an entry who was replaced, and the replacement.

    The row of the player holds the one who plays now.
    """

    journal_kind = "substitution"
    journal_address = RowAddress("entry", "number")

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="substitutions")
    number = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    went = models.CharField(max_length=60)
    came = models.CharField(max_length=60)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["entry_id", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "number"], name="substitutions_are_numbered"
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.came}"
