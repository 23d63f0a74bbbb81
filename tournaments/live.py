"""The live topic of an event: its number grows with every change of its public pages."""

from django.db.models import F

from core.numbers import parse_number
from games import live
from tournaments.models import Event

MAX_ID_DIGITS = 11


def event_topic(event_id: int) -> str:
    return f"event-{event_id}"


def topic_of(event: Event) -> str:
    """The topic that the event's pages follow; "" while the event is not public."""
    if event.state == Event.State.DRAFT:
        return ""
    return event_topic(event.pk)


def event_number(name: str) -> int | None:
    """The number of the event's topic; None for an event that does not exist or is not public."""
    event_id = parse_number(name, most_digits=MAX_ID_DIGITS)
    if event_id is None:
        return None
    public = Event.objects.exclude(state=Event.State.DRAFT)
    return public.filter(pk=event_id).values_list("version", flat=True).first()


def changed(event_id: int) -> None:
    """Announce a change of the event's pages; within the transaction that makes it."""
    Event.objects.filter(pk=event_id).update(version=F("version") + 1)
    live.announce(event_topic(event_id))
