"""Whether a user has an account, and their role in a club."""

from typing import TypeGuard

from accounts.models import Membership, User
from accounts.roles import Role


def has_account(user: object) -> TypeGuard[User]:
    """Logged in, and not a guest of one session, who cannot log in again."""
    return isinstance(user, User) and not user.is_guest


def role_in(club_id: int, user: object) -> Role | None:
    """None for outsiders and for people without an account."""
    if not has_account(user):
        return None
    memberships = Membership.objects.filter(club_id=club_id, user_id=user.pk)
    role = memberships.values_list("role", flat=True).first()
    if role is None:
        return None
    return Role(role)
