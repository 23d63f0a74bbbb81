"""Stages, rounds and pairings, with the reports and results of the pairings."""

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.journal.columns import RowAddress
from tournaments.journal.models import JournaledModel
from tournaments.models.draw import Draw
from tournaments.models.event import Entry, Event


class Stage(JournaledModel):
    """A phase of an event that has begun, made by its first draw.

    The last four fields belong to the task that recomputes the standings.
    """

    journal_kind = "stage"
    journal_address = RowAddress("event", "number")
    journal_excluded = frozenset({"computed_mark", "computed_at", "lease", "leased_at"})

    event = models.ForeignKey(Event, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    draw = models.OneToOneField(Draw, models.PROTECT, related_name="stage")
    closed_at = models.DateTimeField(null=True)
    """When its standings became final: the next phase took its qualifiers, or the event ended."""
    computed_mark = models.CharField(max_length=100, blank=True)
    computed_at = models.DateTimeField(null=True)
    lease = models.CharField(max_length=32, blank=True)
    leased_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["event", "number"], name="stages_are_numbered"
            )
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.number}"


class Round(JournaledModel):
    """An opened round. Its pairings are facts from then on."""

    journal_kind = "round"
    journal_address = RowAddress("stage", "number")

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=20)
    options = models.JSONField()
    opened_at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "number"], name="rounds_are_numbered"
            )
        ]

    def __str__(self) -> str:
        return f"{self.stage} {self.code}"


class Pairing(JournaledModel):
    """Who meets whom at which table. A bye has no table. `result` is the one that counts now.

    Two sides are `a` and `b`. At a multiplayer table both are null, and `places` has the entries.
    """

    journal_kind = "pairing"
    journal_address = RowAddress("round", "slot")

    round = models.ForeignKey(Round, models.CASCADE, related_name="pairings")
    slot = models.PositiveSmallIntegerField()
    a = models.ForeignKey(Entry, models.PROTECT, related_name="+", null=True)
    b = models.ForeignKey(Entry, models.PROTECT, related_name="+", null=True)
    table = models.PositiveSmallIntegerField(null=True)
    seats = models.JSONField(null=True)
    """The drawn seats: {"players": [[number of the entry, place], ...], "cards": [...]}.

    The first player is the first to speak.
    """
    match = models.OneToOneField(
        "games.Match", models.SET_NULL, related_name="+", null=True
    )
    result = models.ForeignKey("Result", models.PROTECT, related_name="+", null=True)
    at = models.DateTimeField(null=True)
    """When it is played, if not with its round. The next round need not wait for it."""
    wish = models.JSONField(null=True)
    """{"at", "sides"}: a time that the entries with these numbers ask for, until it is agreed."""
    late = models.JSONField(null=True)
    """[a, b]: how many full minutes late each side was. None if both were on time."""
    kept = models.BooleanField(default=False)
    """Stays as played, although a corrected result would have sent other entries here."""

    class Meta:
        ordering = ["round_id", "slot"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "slot"], name="one_pairing_a_slot"
            ),
            models.UniqueConstraint(
                fields=["round", "table"], name="one_pairing_a_table"
            ),
            models.CheckConstraint(
                condition=Q(a__isnull=True) | ~Q(a=models.F("b")),
                name="nobody_meets_themselves",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round} {self.slot}"

    @property
    def several(self) -> bool:
        """Whether this is a multiplayer table, where everyone plays alone."""
        sides = (self.a_id, self.b_id)
        return sides == (None, None)

    @property
    def bye(self) -> bool:
        # At a multiplayer table both are null.
        if self.several:
            return False
        return None in (self.a_id, self.b_id)

    @property
    def open(self) -> bool:
        """Whether it is undecided, or has to be decided again."""
        if self.result is None:
            return True
        return self.result.kind == Result.Kind.VOID

    @property
    def entries(self) -> list[Entry]:
        """Who meets here, in order. Prefetch `places__entry`, and select `a` and `b`."""
        if self.several:
            places = self.places.all()
            return [place.entry for place in places]
        sides = (self.a, self.b)
        return [entry for entry in sides if entry]


TO_PLAY: Final = Q(result=None) | Q(result__kind="void")
"""The pairings that are `open`: still to be played or decided, byes included."""


class Place(JournaledModel):
    """Where an entry sits at a multiplayer table.

    Number 0 speaks first and is seat 0 of a match in the app.
    """

    journal_kind = "place"
    journal_address = RowAddress("pairing", "number")

    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="places")
    number = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="seats")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["pairing", "number"], name="one_entry_a_place"
            ),
            models.UniqueConstraint(
                fields=["pairing", "entry"], name="one_place_an_entry"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pairing} {self.number}"


class Report(JournaledModel):
    """The result as one side, or one player at a multiplayer table, reports it.

    A report never changes; the latest one of each side or player counts.
    """

    journal_kind = "report"
    journal_address = RowAddress("pairing", "number")

    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="reports")
    number = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="reports")
    sets_a = models.PositiveSmallIntegerField(default=0)
    sets_b = models.PositiveSmallIntegerField(default=0)
    points = models.JSONField(null=True)
    """At a multiplayer table: the points in the order of the places, None for absent players."""
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["pairing", "number"], name="reports_are_numbered"
            )
        ]

    def __str__(self) -> str:
        if not self.points:
            return f"{self.sets_a}-{self.sets_b}"
        points = map(str, self.points)
        return " ".join(points)


class Result(JournaledModel):
    """A decided result. It never changes; a correction is a new one with the next number."""

    journal_kind = "result"
    journal_address = RowAddress("pairing", "number")

    class Kind(models.TextChoices):
        PLAYED = "played", _("played")
        WALKOVER = "walkover", _("won without play")
        DOUBLE_WALKOVER = "double_walkover", _("lost by both")
        RETIRED = "retired", _("given up")
        VOID = "void", _("void")

    class Source(models.TextChoices):
        PLAYERS = "players", _("agreed by both sides")
        ENGINE = "engine", _("played in the app")
        DESK = "desk", _("set by the organiser or a referee")

    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="results")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=16, choices=Kind, default=Kind.PLAYED)
    winner = models.ForeignKey(Entry, models.PROTECT, related_name="+", null=True)
    sets_a = models.PositiveSmallIntegerField(default=0)
    sets_b = models.PositiveSmallIntegerField(default=0)
    tantos = models.JSONField(null=True)
    """The tantos of each set, [[30, 12], ...], if they are known."""
    points = models.JSONField(null=True)
    """At a multiplayer table: the points in the order of the places, None for absent players."""
    penalties = models.JSONField(null=True)
    """[a, b]: how many sets each side was docked. The score includes them. None for none."""
    source = models.CharField(max_length=8, choices=Source)
    reason = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["pairing", "number"], name="results_are_numbered"
            )
        ]
        # The sweep asks for the latest ones every few seconds.
        indexes = [models.Index(fields=["at"], name="results_by_time")]

    def __str__(self) -> str:
        if not self.points:
            return f"{self.sets_a}-{self.sets_b}"
        points = map(str, self.points)
        return " ".join(points)
