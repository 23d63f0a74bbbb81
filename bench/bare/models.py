"""A game that is only a number, and its moves."""

from django.db import models


class Game(models.Model):
    version = models.PositiveIntegerField(default=0)

    class Meta:
        app_label = "bare"

    def __str__(self) -> str:
        return f"{self.pk}"


class Said(models.Model):
    game = models.ForeignKey(Game, models.CASCADE)
    number = models.PositiveIntegerField()
    text = models.TextField()
    client_id = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        app_label = "bare"

    def __str__(self) -> str:
        return self.text
