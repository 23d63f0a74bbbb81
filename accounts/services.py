"""Making accounts and clubs, and saying who is what in a club."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from typing import Any, Final
from uuid import uuid4

from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext

from accounts.models import Club, Membership, User
from accounts.roles import Role

CLUBS_MAX: Final = 20
"""Clubs that one person may organise before founding another: nobody fills the home page alone."""
RESERVED: Final = {"new"}
"""Addresses of pages that no club can have."""


class NoSuchUser(Exception):
    """There is no user with this name."""


class LastOrganiser(Exception):
    """The club would be left without an organiser."""


class TooManyClubs(Exception):
    """The person organises as many clubs as one may found."""


class AddressTaken(Exception):
    """Another club, or a page, has this address."""


def new_guest() -> User:
    """An account for somebody who just plays: no password, known to nobody but their own session."""
    user = User(
        username=f"guest-{uuid4().hex}", display_name=gettext("Guest"), is_guest=True
    )
    user.set_unusable_password()
    user.save()
    return user


@transaction.atomic
def found_club(*, by: Any, name: str, slug: str = "", place: str = "") -> Club:
    """A new club whose organiser is the founder; without a `slug` its address is made from the name.

    Raises TooManyClubs, AddressTaken.
    """
    User.objects.select_for_update().get(pk=by.pk)  # nobody founds the last two at once
    if by.memberships.filter(role=Role.ORGANISER).count() >= CLUBS_MAX:
        raise TooManyClubs(by.pk)
    club = new_club([slug] if slug else addresses(name), name=name, place=place)
    Membership.objects.create(club=club, user=by, role=Role.ORGANISER)
    return club


def new_club(slugs: Iterator[str] | list[str], **fields: str) -> Club:
    """The club at the first address that is free, also while others found theirs. Raises AddressTaken."""
    for slug in slugs:
        if slug not in RESERVED:
            with suppress(IntegrityError), transaction.atomic():
                return Club.objects.create(slug=slug, **fields)
    raise AddressTaken


def addresses(name: str) -> Iterator[str]:
    """The name as an address, then numbered, without those that are known to be taken."""
    base = slugify(name)[:70] or "club"
    taken = set(
        Club.objects.filter(slug__startswith=base).values_list("slug", flat=True)
    )
    return (
        slug
        for n in count(1)
        if (slug := base if n == 1 else f"{base}-{n}") not in taken
    )


@transaction.atomic
def set_role(*, club_id: int, username: str, role: str) -> Membership:
    """Say what a user is in the club. Raises NoSuchUser, LastOrganiser."""
    Club.objects.select_for_update().get(
        pk=club_id
    )  # two organisers must not step down at once
    user = User.objects.filter(username=username, is_guest=False).first()
    if user is None:
        raise NoSuchUser(username)
    others = Membership.objects.filter(club_id=club_id, role=Role.ORGANISER).exclude(
        user=user
    )
    if role != Role.ORGANISER and not others.exists():
        raise LastOrganiser(username)
    return Membership.objects.update_or_create(
        club_id=club_id, user=user, defaults={"role": role}
    )[0]
