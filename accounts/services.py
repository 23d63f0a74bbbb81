"""Making accounts and clubs, and saying who is what in a club."""

from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils.translation import gettext

from accounts.models import Club, Membership, User
from accounts.roles import Role


class NoSuchUser(Exception):
    """There is no user with this name."""


class LastOrganiser(Exception):
    """The club would be left without an organiser."""


def new_guest() -> User:
    """An account for somebody who just plays: no password, known to nobody but their own session."""
    user = User(username=f"guest-{uuid4().hex}", display_name=gettext("Guest"), is_guest=True)
    user.set_unusable_password()
    user.save()
    return user


@transaction.atomic
def found_club(*, by: Any, name: str, slug: str, place: str = "") -> Club:
    """A new club whose organiser is the founder."""
    club = Club.objects.create(name=name, slug=slug, place=place)
    Membership.objects.create(club=club, user=by, role=Role.ORGANISER)
    return club


@transaction.atomic
def set_role(*, club_id: int, username: str, role: str) -> Membership:
    """Say what a user is in the club. Raises NoSuchUser, LastOrganiser."""
    Club.objects.select_for_update().get(pk=club_id)  # two organisers must not step down at once
    user = User.objects.filter(username=username).first()
    if user is None:
        raise NoSuchUser(username)
    others = Membership.objects.filter(club_id=club_id, role=Role.ORGANISER).exclude(user=user)
    if role != Role.ORGANISER and not others.exists():
        raise LastOrganiser(username)
    return Membership.objects.update_or_create(club_id=club_id, user=user, defaults={"role": role})[0]
