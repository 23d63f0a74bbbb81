"""Who may do what in an event: predicates for API, pages and templates alike."""

from collections.abc import Collection
from typing import Final

from accounts.queries import role_in
from accounts.roles import Role
from core.refusals import NotAllowed
from tournaments.models import Entry, Event

EVENTS_MAX: Final = 50
"""Events of a club that are not over: no club fills the home page alone."""


def may_organise(user: object, club_id: int) -> bool:
    """Make events, change them, enter people, draw, open rounds."""
    return (
        bool(getattr(user, "is_superuser", False))
        or role_in(club_id, user) == Role.ORGANISER
    )


def check_room(club_id: int) -> None:
    """Raises NotAllowed if the club may have no further event for now."""
    over = {Event.State.FINISHED, Event.State.CANCELLED}
    if (
        Event.objects.filter(club_id=club_id).exclude(state__in=over).count()
        >= EVENTS_MAX
    ):
        raise NotAllowed("club.too_many_events", most=EVENTS_MAX)


def may_referee(user: object, club_id: int) -> bool:
    """Set and correct results."""
    return may_organise(user, club_id) or role_in(club_id, user) == Role.REFEREE


def may_act_for(user: object, entry: Entry, held: Collection[int] = ()) -> bool:
    """Speak for an entry: its players by account, or whoever holds its key (`held`: entry ids of this session)."""
    user_id = getattr(user, "pk", None)
    return entry.pk in held or (
        user_id is not None and any(p.user_id == user_id for p in entry.players.all())
    )
