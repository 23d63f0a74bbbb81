"""An event and its entries."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.journal.columns import ROOT, JournalSetup, RowAddress
from tournaments.journal.models import JournaledModel


class Event(JournaledModel):
    """A tournament of a club: its rules, conditions and state."""

    journal_kind = "event"
    journal_address = ROOT
    journal_setup = JournalSetup(
        line_model="tournaments.LogEntry",
        outside_names={
            "accounts.Club": "slug",
            "accounts.User": "username",
            "games.Match": "pk",
        },
    )
    journal_excluded = frozenset({"version"})

    class State(models.TextChoices):
        DRAFT = "draft", _("in preparation")
        OPEN = "open", _("registration open")
        CLOSED = "closed", _("registration closed")
        RUNNING = "running", _("under way")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class Words(models.TextChoices):
        """The language of the words said at the table, whatever language the reader uses."""

        SPANISH = "es", _("Spanish")
        BASQUE = "eu", _("Basque")
        FRENCH_BASQUE = "eu-ipar", _("Basque of the north and of America")
        GERMAN = "de", _("German")
        ENGLISH = "en", _("English")

    class Substitutes(models.TextChoices):
        NONE = "none", _("not allowed")
        ONE_OF_TWO = "one_of_two", _("one player of a pair")
        FREE = "free", _("allowed")

    club = models.ForeignKey("accounts.Club", models.PROTECT, related_name="events")
    name = models.CharField(_("name"), max_length=80)
    intro = models.TextField(_("about the event"), max_length=2000, blank=True)
    place = models.CharField(_("place"), max_length=120, blank=True)
    starts_at = models.DateTimeField(_("starts at"))
    state = models.CharField(
        _("state"), max_length=10, choices=State, default=State.DRAFT
    )

    game = models.CharField(_("game"), max_length=20, default="mus")
    options = models.JSONField(_("rules of the game"), default=dict, blank=True)
    round_options = models.JSONField(
        _("rules of single rounds"), default=dict, blank=True
    )
    format = models.CharField(_("format"), max_length=20, default="knockout")
    settings = models.JSONField(_("settings of the format"), default=dict, blank=True)
    """Of the first phase: what `SETTINGS` of its format names, and `tie_breaks`."""
    phases = models.JSONField(_("later stages"), default=list, blank=True)
    """What comes after it: [{"format", "settings", "takes"}, ...]."""
    team_size = models.PositiveSmallIntegerField(_("players in a team"), default=2)
    singles = models.BooleanField(
        _("single players may enter and are drawn a partner"), default=True
    )
    in_app = models.BooleanField(_("matches are played in the app"), default=False)
    turn_seconds = models.PositiveSmallIntegerField(
        _("seconds for a turn"),
        null=True,
        blank=True,
        validators=[MinValueValidator(5), MaxValueValidator(3600)],
    )
    lateness = models.JSONField(_("penalty for late arrival"), default=dict, blank=True)
    """{"grace", "per", "lost_after", "first_round"} as in `rules.conduct`; empty where
    lateness costs nothing.
    """
    calendar = models.JSONField(_("dates of the rounds"), default=dict, blank=True)
    """{"first", "days", "evening", "skip", "moving"} as in `services.calendar`.

    Empty if the whole event is played at once.
    """
    substitutes = models.CharField(
        _("substitutes"), max_length=10, choices=Substitutes, default=Substitutes.FREE
    )
    words = models.CharField(
        _("talk at the table"), max_length=8, choices=Words, default=Words.SPANISH
    )

    fee = models.DecimalField(
        _("fee of a pair, in euros"),
        max_digits=6,
        decimal_places=2,
        default=0,
        validators=[MinValueValidator(0)],
    )
    capacity = models.PositiveSmallIntegerField(
        _("places for pairs"),
        default=64,
        validators=[MinValueValidator(2), MaxValueValidator(512)],
    )
    deadline = models.DateTimeField(_("registration until"), null=True, blank=True)
    frozen_at = models.DateTimeField(null=True, editable=False)
    version = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        ordering = ["-starts_at", "-pk"]
        indexes = [models.Index(fields=["state", "starts_at"], name="events_by_state")]
        constraints = [
            models.CheckConstraint(
                condition=Q(capacity__gte=2, capacity__lte=512),
                name="capacity_2_to_512",
            ),
            models.CheckConstraint(condition=Q(fee__gte=0), name="fee_not_negative"),
        ]

    def __str__(self) -> str:
        return self.name


class Entry(JournaledModel):
    """A competitor: a pair as one unit, or a single player until the draw finds a partner."""

    journal_kind = "entry"
    journal_address = RowAddress("event", "number")

    class State(models.TextChoices):
        IN = "in", _("entered")
        WAITING = "waiting", _("on the waiting list")
        WITHDRAWN = "withdrawn", _("withdrawn")
        TEAMED = "teamed", _("plays with a drawn partner")

    event = models.ForeignKey(Event, models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    team_name = models.CharField(_("team name"), max_length=60, blank=True)
    club_name = models.CharField(_("club or town"), max_length=60, blank=True)
    phone = models.CharField(_("phone"), max_length=30, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.IN)
    places = models.PositiveSmallIntegerField(default=2)
    team = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="singles"
    )
    seed = models.PositiveSmallIntegerField(_("seeding"), null=True, blank=True)
    paid = models.BooleanField(_("paid"), default=False)
    registered_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "entries"
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="order_of_arrival")
        ]
        indexes = [
            models.Index(fields=["event", "state", "number"], name="entries_in_order")
        ]

    def __str__(self) -> str:
        return self.team_name or f"#{self.number}"


class Player(JournaledModel):
    """A person in an entry.

    Among active players of an event no account and no name appears twice.
    """

    journal_kind = "player"
    journal_address = RowAddress("entry", "place")

    event = models.ForeignKey(Event, models.CASCADE, related_name="players")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="players")
    place = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=60)
    name_key = models.CharField(max_length=120)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="played",
    )
    confirmed_at = models.DateTimeField(null=True, blank=True)
    active = models.BooleanField(default=True)

    class Meta:
        ordering = ["entry_id", "place"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "place"], name="one_player_a_place"
            ),
            models.UniqueConstraint(
                fields=["event", "name_key"],
                condition=Q(active=True),
                name="a_name_once",
            ),
            models.UniqueConstraint(
                fields=["event", "user"], condition=Q(active=True), name="a_user_once"
            ),
        ]

    def __str__(self) -> str:
        return self.name
