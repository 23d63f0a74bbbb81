"""Creating guests and clubs, and assigning roles."""

from collections.abc import Iterable, Iterator
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
"""Organisers of more clubs cannot found another, so that nobody fills the home page alone."""
RESERVED: Final = {"new"}
"""Slugs that are addresses of pages."""
SLUG_LONGEST: Final = 70
"""Leaves room for a number."""


class NoSuchUser(Exception):
    """There is no user of this name."""


class LastOrganiser(Exception):
    """The club would be left without an organiser."""


class TooManyClubs(Exception):
    """The user already organises as many clubs as allowed."""


class AddressTaken(Exception):
    """Another club or a page has this address."""


def new_guest() -> User:
    """An account without a password, known only to the session of its guest."""
    user = User(
        username=f"guest-{uuid4().hex}", display_name=gettext("Guest"), is_guest=True
    )
    user.set_unusable_password()
    user.save()
    return user


@transaction.atomic
def found_club(*, by: Any, name: str, slug: str = "", place: str = "") -> Club:
    """A new club; its founder becomes organiser. Without `slug` the name makes its address.

    Raises TooManyClubs, AddressTaken.
    """
    # The lock keeps one user from founding the last two clubs at once.
    User.objects.select_for_update().get(pk=by.pk)
    if by.memberships.filter(role=Role.ORGANISER).count() >= CLUBS_MAX:
        raise TooManyClubs(by.pk)
    slugs = [slug] if slug else free_slugs(name)
    club = create_at_free_slug(slugs, name=name, place=place)
    Membership.objects.create(club=club, user=by, role=Role.ORGANISER)
    return club


def create_at_free_slug(slugs: Iterable[str], **fields: str) -> Club:
    """The club at the first slug that is free. Raises AddressTaken."""
    for slug in slugs:
        if slug in RESERVED:
            continue
        # Somebody may take the slug between the question and the answer: try it.
        with suppress(IntegrityError), transaction.atomic():
            return Club.objects.create(slug=slug, **fields)
    raise AddressTaken


def free_slugs(name: str) -> Iterator[str]:
    """The name as a slug, then numbered, without those that are known to be taken."""
    base = slugify(name)[:SLUG_LONGEST] or "club"
    similar = Club.objects.filter(slug__startswith=base)
    taken = set(similar.values_list("slug", flat=True))
    if base not in taken:
        yield base
    for number in count(2):
        slug = f"{base}-{number}"
        if slug not in taken:
            yield slug


@transaction.atomic
def set_role(*, club_id: int, username: str, role: str) -> Membership:
    """Assign a user a role in the club. Raises NoSuchUser, LastOrganiser."""
    # The lock keeps two organisers from stepping down at once.
    Club.objects.select_for_update().get(pk=club_id)
    user = User.objects.filter(username=username, is_guest=False).first()
    if user is None:
        raise NoSuchUser(username)
    organisers = Membership.objects.filter(club_id=club_id, role=Role.ORGANISER)
    others = organisers.exclude(user=user)
    if role != Role.ORGANISER and not others.exists():
        raise LastOrganiser(username)
    membership, _created = Membership.objects.update_or_create(
        club_id=club_id, user=user, defaults={"role": role}
    )
    return membership
