"""Derived tables: a task recomputes their rows from the facts, so they can be deleted safely."""

from django.db import models

from tournaments.models.event import Entry
from tournaments.models.play import Stage


class Standing(models.Model):
    """A line of the leaderboard.

    The ranks from `rank` to `shared_to` are shared. `why` is the reason as code and fields.
    """

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
    """The sum of the points at multiplayer tables, with the points so far of one still in play."""
    placing = models.PositiveIntegerField(null=True)
    """The sum of the places at these tables; lower is better."""
    group = models.PositiveSmallIntegerField(null=True)
    """The group of the phase, from 1, within which it is ranked."""
    running = models.JSONField(null=True)
    """The set in play in the app: this entry's points and stones, and the opponent's points.

    At a multiplayer table: the deals played so far.
    """
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
