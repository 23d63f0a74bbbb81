"""A shelf, its books and their loans, as they were at first."""

from django.conf import settings
from django.db import models

from tournaments.journal.columns import ROOT, JournalSetup, RowAddress
from tournaments.journal.models import JournaledModel, JournalLine


class Shelf(JournaledModel):
    journal_kind = "shelf"
    journal_address = ROOT
    journal_setup = JournalSetup("toy.ShelfLine", {"accounts.User": "username"})
    journal_excluded = frozenset({"visits"})

    name = models.CharField(max_length=20)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    visits = models.PositiveIntegerField(default=0)

    class Meta:
        db_table = "toy_shelf"


class Book(JournaledModel):
    journal_kind = "book"
    journal_address = RowAddress("shelf", "number")

    shelf = models.ForeignKey(Shelf, models.CASCADE, related_name="books")
    number = models.PositiveIntegerField()
    title = models.CharField(max_length=20)
    colour = models.CharField(max_length=10, default="red")
    price = models.DecimalField(max_digits=6, decimal_places=2, default=0)
    slot = models.PositiveIntegerField(null=True)
    sequel = models.ForeignKey("self", models.SET_NULL, null=True, related_name="+")

    class Meta:
        db_table = "toy_book"
        constraints = [
            models.UniqueConstraint(fields=["shelf", "slot"], name="one_book_a_slot")
        ]


class Loan(JournaledModel):
    journal_kind = "loan"
    journal_address = RowAddress("book", "number")

    shelf = models.ForeignKey(Shelf, models.CASCADE, related_name="+")
    book = models.ForeignKey(Book, models.CASCADE, related_name="loans")
    number = models.PositiveIntegerField()
    notes = models.JSONField(default=dict)
    stamp = models.BinaryField(default=b"")
    due = models.DateTimeField(null=True)

    class Meta:
        db_table = "toy_loan"


class ShelfLine(JournalLine):
    root_field = "shelf"

    shelf = models.ForeignKey(Shelf, models.CASCADE, related_name="lines")

    class Meta:
        db_table = "toy_line"
