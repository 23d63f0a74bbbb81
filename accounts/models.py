"""Users, clubs, and the role of a user in a club."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.roles import Role


class User(AbstractUser):
    """A person, a guest who only plays, or a bot, which is always shown as one."""

    display_name = models.CharField(
        _("name shown to others"), max_length=60, blank=True
    )
    is_bot = models.BooleanField(default=False)
    is_guest = models.BooleanField(default=False)
    level = models.CharField(max_length=10, blank=True)
    """The strength of one of our bots; empty for all other users."""

    class Meta(AbstractUser.Meta):
        constraints = [
            models.CheckConstraint(
                condition=models.Q(level="") | models.Q(is_bot=True),
                name="only_bots_have_a_level",
            )
        ]

    def __str__(self) -> str:
        return self.display_name or self.username


class Club(models.Model):
    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(max_length=80, unique=True)
    place = models.CharField(_("place"), max_length=80, blank=True)

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    role = models.CharField(
        _("role"),
        max_length=10,
        choices=[(role.value, role.value) for role in Role],
        default=Role.PLAYER,
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="one_role_per_club")
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.role}, {self.club})"


class Mail(models.Model):
    """A mail that the mail server has not taken yet; it goes when it is sent."""

    sender = models.CharField(max_length=320)
    recipient = models.CharField(max_length=320)
    subject = models.TextField()
    text = models.TextField()
    written_at = models.DateTimeField(default=timezone.now)
    due = models.DateTimeField(default=timezone.now, db_index=True)
    """When it is tried, or tried again."""
    tries = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"mail {self.pk} of {self.written_at}"
