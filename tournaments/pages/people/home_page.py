"""What somebody looks for on the home page: the tables where they are to play, their clubs and what is on there."""

from typing import Any, NamedTuple

from django.db.models import Q
from django.http import HttpRequest

from accounts.models import Club, Membership
from accounts.roles import Role
from tournaments.models import Entry, Event, Pairing
from tournaments.pages.people.session import held
from tournaments.reading import events as queries
from tournaments.reading import participants

TABLES_SHOWN = 3
EVENTS_SHOWN = 10
OVER = (Event.State.FINISHED, Event.State.CANCELLED)


class OwnTable(NamedTuple):
    event: Event
    mine: Entry
    table: Pairing


class OwnClub(NamedTuple):
    """A club of which somebody is a member; `desk` says whether they sit at the desks of its events."""

    club: Club
    desk: bool
    events: list[Event]


def own(request: HttpRequest) -> dict[str, Any]:
    return {
        "tables": own_tables(request),
        "clubs": own_clubs(request.user) if request.user.pk else [],
    }


def own_tables(request: HttpRequest) -> list[OwnTable]:
    """The tables of events under way at which this person is to play now."""
    keys, user_id = held(request), request.user.pk
    if not keys and not user_id:
        return []
    entered = (
        Q(pk__in=keys)
        | Q(singles__pk__in=keys)
        | (Q(players__user_id=user_id) if user_id else Q(pk=None))
    )
    entries = Entry.objects.filter(entered, event__state=Event.State.RUNNING)
    events = (
        queries.events_for(request.user)
        .filter(pk__in=entries.values("event"))
        .order_by("-starts_at")
    )
    tables = [own_table(event, request) for event in events[:TABLES_SHOWN]]
    return [table for table in tables if table]


def own_table(event: Event, request: HttpRequest) -> OwnTable | None:
    mine = participants.own_entry(event, request.user, held(request))
    table = queries.current_pairing_of(event, mine) if mine else None
    if not mine or not table or table.bye or not table.open:
        return None
    return OwnTable(event, mine, table)


def own_clubs(user: Any) -> list[OwnClub]:
    memberships = list(
        Membership.objects.filter(user=user)
        .select_related("club")
        .order_by("club__name")
    )
    clubs = [membership.club_id for membership in memberships]
    seen = (
        queries.events_for(user)
        .filter(club__in=clubs)
        .exclude(state__in=OVER)
        .order_by("starts_at")
    )
    return [
        OwnClub(
            membership.club,
            membership.role in {Role.ORGANISER, Role.REFEREE},
            [event for event in seen if event.club_id == membership.club_id][
                :EVENTS_SHOWN
            ],
        )
        for membership in memberships
    ]
