"""Making accounts and clubs, and saying who is what in a club."""

from itertools import count
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils.text import slugify
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
def found_club(*, by: Any, name: str, slug: str = "", place: str = "") -> Club:
    """A new club whose organiser is the founder; without a `slug` its address is made from the name."""
    club = Club.objects.create(name=name, slug=slug or free_slug(name), place=place)
    Membership.objects.create(club=club, user=by, role=Role.ORGANISER)
    return club


def free_slug(name: str) -> str:
    """The name as an address, numbered if another club has it."""
    base = slugify(name)[:70] or "club"
    taken = {"new"} | set(Club.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    wanted = (base if n == 1 else f"{base}-{n}" for n in count(1))
    return next(slug for slug in wanted if slug not in taken)


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
