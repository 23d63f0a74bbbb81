"""Making accounts."""

from uuid import uuid4

from django.utils.translation import gettext

from accounts.models import User


def new_guest() -> User:
    """An account for somebody who just plays: no password, known to nobody but their own session."""
    user = User(username=f"guest-{uuid4().hex}", display_name=gettext("Guest"), is_guest=True)
    user.set_unusable_password()
    user.save()
    return user
