"""Who has an account, and which role where."""

from typing import TypeGuard

from accounts.models import Membership, User
from accounts.roles import Role


def has_account(user: object) -> TypeGuard[User]:
    """Whether this is somebody who can come back as the same: logged in, and not a guest of one session."""
    return isinstance(user, User) and not user.is_guest


def role_in(club_id: int, user: object) -> Role | None:
    """The user's role in the club; None for outsiders and for people without an account."""
    if not has_account(user):
        return None
    role = (
        Membership.objects.filter(club_id=club_id, user_id=user.pk)
        .values_list("role", flat=True)
        .first()
    )
    return Role(role) if role else None
