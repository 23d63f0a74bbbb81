"""The places of an event: how many are free, who waits, who moves up."""

from datetime import datetime

from django.db.models import Max, Sum

from tournaments.models import Entry, Event
from tournaments.services.log import note


def next_number(event: Event) -> int:
    return int(event.entries.aggregate(last=Max("number"))["last"] or 0) + 1


def has_place(event: Event, players: int) -> bool:
    return places_for_newcomers(event) >= players


def places_for_newcomers(event: Event) -> int:
    """Places are given strictly in order: while anybody waits, all newcomers wait too."""
    if event.entries.filter(state=Entry.State.WAITING).exists():
        return 0
    return places_left(event)


def places_left(event: Event) -> int:
    """Places for players that are still free (a pair takes two)."""
    taken = event.entries.filter(state=Entry.State.IN).aggregate(sum=Sum("places"))
    return event.capacity * event.team_size - int(taken["sum"] or 0)


def promote(event: Event, at: datetime) -> list[Entry]:
    """Give free places to the waiting list in order; an entry too large for them blocks the
    rest.
    """
    left, moved = places_left(event), []
    for entry in event.entries.filter(state=Entry.State.WAITING).order_by("number"):
        if entry.places > left:
            break
        left -= entry.places
        entry.state = Entry.State.IN
        entry.save(update_fields=["state"])
        note(event.pk, "entry.promoted", by=None, at=at, entry=entry.number)
        moved.append(entry)
    return moved
