"""The live topic of an event: its number grows with whatever its public pages show."""

from django.db.models import F

from core.numbers import parse_number
from games import live
from tournaments.models import Event


def event_topic(event_id: int) -> str:
    return f"event-{event_id}"


def topic_of(event: Event) -> str:
    """The topic that the event's pages follow: none while the public must not know of it."""
    return "" if event.state == Event.State.DRAFT else event_topic(event.pk)


def event_number(name: str) -> int | None:
    """The number of the event's topic; None if there is no such event, or none yet for the public."""
    event_id = parse_number(name, most_digits=11)
    if event_id is None:
        return None
    public = Event.objects.exclude(state=Event.State.DRAFT)
    return public.filter(pk=event_id).values_list("version", flat=True).first()


def changed(event_id: int) -> None:
    """Inside a transaction: the event's pages are different from now on."""
    Event.objects.filter(pk=event_id).update(version=F("version") + 1)
    live.announce(event_topic(event_id))
