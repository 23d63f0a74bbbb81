"""A stored match: its options, its seats, and its moves, from which all else follows."""

import secrets
import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q


def new_secret() -> bytes:
    return secrets.token_bytes(32)


class Match(models.Model):
    """One sitting. `version`, `to_act`, `score`, `deadline` and `outcome` follow from the
    moves; they are stored so that pages need not replay them.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    seat_seeds = models.JSONField(default=dict)
    """By seat, the text that it adds to the next shuffles: {"2": "seven and a half"}."""
    secret = models.BinaryField(max_length=32, default=new_secret, editable=False)
    public = models.BooleanField(default=True)
    words = models.CharField(max_length=8, default="es")
    """The vocabulary that the table speaks."""
    turn_seconds = models.PositiveSmallIntegerField(null=True, blank=True)
    opened_at = models.DateTimeField()
    version = models.PositiveIntegerField(default=0)
    to_act = models.SmallIntegerField(null=True)
    score = models.JSONField(default=dict)
    deadline = models.DateTimeField(null=True, blank=True)
    outcome = models.JSONField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    annulled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "matches"
        indexes = [
            models.Index(
                fields=["deadline"],
                name="running_clocks",
                condition=Q(deadline__isnull=False),
            ),
            models.Index(
                fields=["to_act"],
                name="matches_to_act_in",
                condition=Q(to_act__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.id}"

    @property
    def over(self) -> bool:
        return self.finished_at is not None or self.annulled_at is not None


class Seating(models.Model):
    """A player at a seat, and the name shown there. Never changes once the match is open."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seatings")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="seatings"
    )
    name = models.CharField(max_length=80)

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="one_person_a_seat"),
            models.UniqueConstraint(fields=["match", "user"], name="one_seat_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.seat})"


class Move(models.Model):
    """A seat's move; with seat null, a shuffle with its proof, or an event. Never changed."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    text = models.TextField()
    client_id = models.CharField(max_length=64, blank=True)
    proof = models.JSONField(null=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "number"], name="one_move_a_number"
            ),
            models.UniqueConstraint(
                F("match"),
                F("seat"),
                F("client_id"),
                name="a_client_id_counts_once",
                condition=~Q(client_id=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}. move"


class Aside(models.Model):
    """Table talk of a seat, and who noticed it. Never changed, and no part of the record."""

    class Kind(models.TextChoices):
        SIGN = "sign"
        ATTEMPT = "attempt"
        """A sign that was not true of the hand: no one saw it."""
        LOOK = "look"
        PHRASE = "phrase"

    match = models.ForeignKey(Match, models.CASCADE, related_name="asides")
    number = models.PositiveIntegerField()
    """The number of moves that the match had."""
    deal = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=Kind.choices)
    code = models.CharField(max_length=20, blank=True)
    """The code of the sign or the phrase."""
    seen_by = models.CharField(max_length=8)
    """The seats that noticed it, a digit each: `02`."""
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(seen_by=""), name="noticed_by_its_maker_at_least"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} after {self.number}"
