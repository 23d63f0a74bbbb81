"""What accounts do when allauth says that something happened."""

from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from django.dispatch import receiver
from knox.models import AuthToken

from accounts.models import User


@receiver([password_changed, password_reset, password_set])
def forget_tokens(user: User, **_: Any) -> None:
    """Whoever changes a password, perhaps because it got about, shuts out whoever had logged in with the old one."""
    AuthToken.objects.filter(user=user).delete()
