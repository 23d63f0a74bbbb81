"""What each role may do in an event.

`reading.participants` decides which entry a user may speak for.
"""

from typing import Final

from accounts.queries import role_in
from accounts.roles import Role
from core.refusals import NotAllowed
from tournaments.models import Event

MAX_OPEN_EVENTS: Final = 50
"""The limit for one club, so that no club fills the home page alone."""


def may_organise(user: object, club_id: int) -> bool:
    """May create and change events, register entries, make draws and open rounds."""
    if getattr(user, "is_superuser", False):
        return True
    return role_in(club_id, user) == Role.ORGANISER


def may_referee(user: object, club_id: int) -> bool:
    """May set and correct results."""
    if may_organise(user, club_id):
        return True
    return role_in(club_id, user) == Role.REFEREE


def check_room(club_id: int) -> None:
    """Raises NotAllowed if the club has too many events that are not over."""
    events = Event.objects.filter(club_id=club_id)
    over = {
        Event.State.FINISHED,
        Event.State.CANCELLED,
    }
    open_events = events.exclude(state__in=over)
    if open_events.count() >= MAX_OPEN_EVENTS:
        raise NotAllowed("club.too_many_events", most=MAX_OPEN_EVENTS)
