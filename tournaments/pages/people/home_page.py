"""What a person finds on the home page: their next tables, their clubs and their events."""

from typing import Any, NamedTuple

from django.http import HttpRequest

from accounts.models import Club, Membership, User
from accounts.roles import Role
from tournaments.models import Entry, Event, Pairing
from tournaments.pages.people.session import session_entry_ids
from tournaments.reading import events, participants

TABLES_SHOWN = 3
EVENTS_SHOWN = 10
OVER = (Event.State.FINISHED, Event.State.CANCELLED)


class OwnTable(NamedTuple):
    event: Event
    mine: Entry
    table: Pairing


class OwnClub(NamedTuple):
    club: Club
    desk: bool
    """Whether the person works at the desks of its events."""
    events: list[Event]


def own_affairs(request: HttpRequest) -> dict[str, Any]:
    clubs = []
    if isinstance(request.user, User):
        clubs = own_clubs(request.user)
    return {"tables": own_tables(request), "clubs": clubs}


def own_tables(request: HttpRequest) -> list[OwnTable]:
    """The tables of running events at which this person plays now."""
    entry_ids, user_id = session_entry_ids(request), request.user.pk
    if not entry_ids and not user_id:
        return []
    # The link of a single player speaks for the drawn pair too.
    is_mine = participants.is_entry_of(request.user, entry_ids)
    entries = Entry.objects.filter(is_mine, event__state=Event.State.RUNNING)
    entered = events.events_for(request.user).filter(pk__in=entries.values("event"))
    tables = []
    for event in entered.order_by("-starts_at")[:TABLES_SHOWN]:
        table = own_table(event, request)
        if table is not None:
            tables.append(table)
    return tables


def own_table(event: Event, request: HttpRequest) -> OwnTable | None:
    mine = participants.own_entry(event, request.user, session_entry_ids(request))
    if mine is None:
        return None
    table = events.current_pairing_of(event, mine)
    if table is None or table.bye or not table.open:
        return None
    return OwnTable(event, mine, table)


def own_clubs(user: User) -> list[OwnClub]:
    memberships = Membership.objects.filter(user=user).select_related("club")
    memberships = memberships.order_by("club__name")
    club_ids = [membership.club_id for membership in memberships]
    current = events.events_for(user).filter(club__in=club_ids).exclude(state__in=OVER)
    by_club: dict[int, list[Event]] = {}
    for event in current.order_by("starts_at"):
        by_club.setdefault(event.club_id, []).append(event)
    clubs = []
    for membership in memberships:
        is_at_desk = membership.role in {Role.ORGANISER, Role.REFEREE}
        own_events = by_club.get(membership.club_id, [])[:EVENTS_SHOWN]
        clubs.append(OwnClub(membership.club, is_at_desk, own_events))
    return clubs
