"""What follows from allauth's signals."""

from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from django.dispatch import receiver
from knox.models import AuthToken

from accounts.models import User


@receiver([password_changed, password_reset, password_set])
def forget_tokens(user: User, **_: Any) -> None:
    """A changed password ends all API logins: the old one may have leaked."""
    AuthToken.objects.filter(user=user).delete()
