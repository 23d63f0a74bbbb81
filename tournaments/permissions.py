"""The roles that may do something in an event; for whom somebody speaks is in `reading.participants`."""

from typing import Final

from accounts.queries import role_in
from accounts.roles import Role
from core.refusals import NotAllowed
from tournaments.models import Event

MAX_OPEN_EVENTS: Final = 50
"""Of a club: no club fills the home page alone."""


def may_organise(user: object, club_id: int) -> bool:
    """Make events, change them, enter people, draw, open rounds."""
    if getattr(user, "is_superuser", False):
        return True
    return role_in(club_id, user) == Role.ORGANISER


def may_referee(user: object, club_id: int) -> bool:
    """Set and correct results."""
    return may_organise(user, club_id) or role_in(club_id, user) == Role.REFEREE


def check_room(club_id: int) -> None:
    """Raises NotAllowed if the club has too many events that are not over."""
    over = {Event.State.FINISHED, Event.State.CANCELLED}
    open_events = Event.objects.filter(club_id=club_id).exclude(state__in=over)
    if open_events.count() >= MAX_OPEN_EVENTS:
        raise NotAllowed("club.too_many_events", most=MAX_OPEN_EVENTS)
