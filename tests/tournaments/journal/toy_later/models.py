"""The models after the migrations in `tests/tournaments/journal/conftest.py`.

Two columns were added, one was renamed and one dropped; three classes were renamed.
"""

from django.conf import settings
from django.db import models

from tournaments.journal.columns import ROOT, JournalSetup, RowAddress
from tournaments.journal.models import JournaledModel, JournalLine


class Rack(JournaledModel):
    journal_kind = "shelf"
    journal_address = ROOT
    journal_setup = JournalSetup("toy_later.RackLine", {"accounts.User": "username"})
    journal_excluded = frozenset({"visits"})

    name = models.CharField(max_length=20)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    visits = models.PositiveIntegerField(default=0)

    class Meta:
        db_table = "toy_shelf"


class Volume(JournaledModel):
    journal_kind = "book"
    journal_address = RowAddress("shelf", "number")
    journal_renamed = {"colour": "shade"}
    journal_dropped = frozenset({"price"})
    journal_defaults = {"language": "es"}

    shelf = models.ForeignKey(Rack, models.CASCADE, related_name="books")
    number = models.PositiveIntegerField()
    title = models.CharField(max_length=20)
    shade = models.CharField(max_length=10, default="red")
    slot = models.PositiveIntegerField(null=True)
    sequel = models.ForeignKey("self", models.SET_NULL, null=True, related_name="+")
    pages = models.PositiveIntegerField(default=100)
    language = models.CharField(max_length=5)

    class Meta:
        db_table = "toy_book"
        constraints = [
            models.UniqueConstraint(fields=["shelf", "slot"], name="one_volume_a_slot")
        ]


class Loan(JournaledModel):
    journal_kind = "loan"
    journal_address = RowAddress("book", "number")

    shelf = models.ForeignKey(Rack, models.CASCADE, related_name="+")
    book = models.ForeignKey(Volume, models.CASCADE, related_name="loans")
    number = models.PositiveIntegerField()
    notes = models.JSONField(default=dict)
    stamp = models.BinaryField(default=b"")
    due = models.DateTimeField(null=True)

    class Meta:
        db_table = "toy_loan"


class RackLine(JournalLine):
    root_field = "shelf"

    shelf = models.ForeignKey(Rack, models.CASCADE, related_name="lines")

    class Meta:
        db_table = "toy_line"
