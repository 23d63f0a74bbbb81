"""Derived tables: rows that a task recomputes from the facts and that may be thrown away."""

from django.db import models

from tournaments.models.event import Entry
from tournaments.models.play import Stage


class Standing(models.Model):
    """A line of the leaderboard. Ranks `rank` to `shared_to` are shared; `why` is the reason as code and fields."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="standings")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="standings")
    position = models.PositiveSmallIntegerField()
    rank = models.PositiveSmallIntegerField(null=True)
    shared_to = models.PositiveSmallIntegerField(null=True)
    played = models.PositiveSmallIntegerField()
    won = models.PositiveSmallIntegerField()
    lost = models.PositiveSmallIntegerField()
    sets_for = models.PositiveSmallIntegerField()
    sets_against = models.PositiveSmallIntegerField()
    tantos_for = models.PositiveIntegerField(null=True)
    tantos_against = models.PositiveIntegerField(null=True)
    points = models.IntegerField(null=True)
    """The sum of the points at tables of several, of one still in play what there is so far."""
    placing = models.PositiveIntegerField(null=True)
    """The sum of the places at these tables: fewer is better."""
    group = models.PositiveSmallIntegerField(null=True)
    """The group of the phase, from 1, within which it is ranked."""
    running = models.JSONField(null=True)
    """The set being played in the app: points and stones of this entry and the opponent's points. At a table of
    several: the deals that have been played."""
    why = models.JSONField(default=dict)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "entry"], name="one_line_an_entry"
            ),
            models.UniqueConstraint(
                fields=["stage", "position"], name="one_entry_a_line"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.position}. {self.entry}"
