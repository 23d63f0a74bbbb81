"""Who has which role where."""

from accounts.models import Membership, User
from accounts.roles import Role


def role_in(club_id: int, user: object) -> Role | None:
    """The user's role in the club; None for outsiders and for people who are not logged in."""
    if not isinstance(user, User):
        return None
    role = Membership.objects.filter(club_id=club_id, user_id=user.pk).values_list("role", flat=True).first()
    return Role(role) if role else None
