"""Who may do what in an event: predicates for API, pages and templates alike."""

from collections.abc import Collection

from accounts.queries import role_in
from accounts.roles import Role
from tournaments.models import Entry


def may_organise(user: object, club_id: int) -> bool:
    """Make events, change them, enter people, draw, open rounds."""
    return bool(getattr(user, "is_superuser", False)) or role_in(club_id, user) == Role.ORGANISER


def may_referee(user: object, club_id: int) -> bool:
    """Set and correct results."""
    return may_organise(user, club_id) or role_in(club_id, user) == Role.REFEREE


def may_act_for(user: object, entry: Entry, held: Collection[int] = ()) -> bool:
    """Speak for an entry: its players by account, or whoever holds its key (`held`: entry ids of this session)."""
    user_id = getattr(user, "pk", None)
    return entry.pk in held or (user_id is not None and any(p.user_id == user_id for p in entry.players.all()))
