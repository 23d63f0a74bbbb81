"""Links between events: circuits with a common ranking, and events that feed another."""

from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event


class Circuit(models.Model):
    """A season of events that award points for each place."""

    club = models.ForeignKey("accounts.Club", models.PROTECT, related_name="circuits")
    name = models.CharField(_("name"), max_length=80)
    points = models.JSONField(_("points"))
    """For first place, second place, and so on."""
    best = models.PositiveSmallIntegerField(
        _("best events that count for each entry; 0: all"), default=0
    )
    events = models.ManyToManyField(Event, related_name="circuits", blank=True)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="circuits_have_names")
        ]

    def __str__(self) -> str:
        return self.name


class Feeder(models.Model):
    """An event that sends its best entries to a later one.

    It sends a fixed number (`places`), or one for every `per` entries.
    """

    into = models.ForeignKey(Event, models.CASCADE, related_name="feeders")
    source = models.ForeignKey(Event, models.CASCADE, related_name="feeds")
    places = models.PositiveSmallIntegerField(
        _("places"), default=0, validators=[MaxValueValidator(512)]
    )
    per = models.PositiveSmallIntegerField(_("entries per place"), default=0)
    most = models.PositiveSmallIntegerField(_("maximum number of places"), default=512)
    reserves = models.PositiveSmallIntegerField(_("named reserves"), default=1)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["into", "source"], name="an_event_feeds_another_once"
            ),
            models.CheckConstraint(
                condition=~models.Q(into=models.F("source")),
                name="no_event_feeds_itself",
            ),
            models.CheckConstraint(
                condition=models.Q(places=0) | models.Q(per=0),
                name="not_places_and_one_for_so_many",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source} → {self.into}"
