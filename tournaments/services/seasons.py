"""Circuits and chains of events: founding a circuit, joining events to it, sending the best of one to another."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django.db import IntegrityError, transaction

from core.refusals import OutOfDate, Refusal
from tournaments.models import Circuit, Entry, Event, Feeder
from tournaments.reading import events, seasons
from tournaments.rules.seasons import qualifying
from tournaments.services import registration
from tournaments.services.events import locked
from tournaments.services.log import journaled
from tournaments.services.registration import Form, Person, clean_text

PLACES_MOST: Final = 128


@transaction.atomic
def found_circuit(
    *, club_id: int, name: str, points: Sequence[int], best: int = 0
) -> Circuit:
    """A circuit of a club. Raises Refusal `circuit.points`, `circuit.name`, `circuit.name_taken`."""
    if (
        not 1 <= len(points) <= PLACES_MOST
        or min(points) < 0
        or sorted(points, reverse=True) != list(points)
    ):
        raise Refusal("circuit.points", most=PLACES_MOST)
    if not (said := clean_text(name, 80)):
        raise Refusal("circuit.name")
    try:
        with transaction.atomic():
            return Circuit.objects.create(
                club_id=club_id, name=said, points=list(points), best=best
            )
    except IntegrityError as error:
        raise Refusal("circuit.name_taken", name=said) from error


@transaction.atomic
def set_events(*, circuit_id: int, event_ids: Sequence[int]) -> Circuit:
    """Which events belong to the circuit. Raises Refusal `circuit.no_such_event`."""
    circuit = Circuit.objects.select_for_update().get(pk=circuit_id)
    found = Event.objects.filter(pk__in=event_ids).exclude(state=Event.State.DRAFT)
    if found.count() != len(set(event_ids)):
        raise Refusal("circuit.no_such_event")
    circuit.events.set(found)
    return circuit


@transaction.atomic
def feed(
    *,
    into_id: int,
    source_id: int,
    places: int = 0,
    per: int = 0,
    most: int = PLACES_MOST,
    reserves: int = 1,
) -> Feeder:
    """Let one event send its best on, or say anew how many it sends.

    Raises Refusal `feeder.itself`, `feeder.places_or_per`, `feeder.team_size`.
    """
    if into_id == source_id:
        raise Refusal("feeder.itself")
    if bool(places) == bool(per):
        raise Refusal("feeder.places_or_per")
    sizes = dict(
        Event.objects.filter(pk__in=[into_id, source_id]).values_list("pk", "team_size")
    )
    if sizes[source_id] != sizes[into_id]:
        raise Refusal("feeder.team_size", there=sizes[source_id], here=sizes[into_id])
    sends = {"places": places, "per": per, "most": most, "reserves": reserves}
    return Feeder.objects.update_or_create(
        into_id=into_id, source_id=source_id, defaults=sends
    )[0]


def stop_feeding(*, into_id: int, source_id: int) -> None:
    """The event sends nobody any more; who has been entered stays."""
    Feeder.objects.filter(into=into_id, source=source_id).delete()


@transaction.atomic
def share_out(*, into_id: int, places: int, most: int = PLACES_MOST) -> None:
    """Give each event that feeds this one its part of the places by its entries, none above `most`.

    Raises Refusal `quota.too_many_places`.
    """
    chain = seasons.Chain(Event.objects.select_for_update().get(pk=into_id))
    shares = qualifying.shared_out(
        places, {str(one.pk): chain.entries(one) for one in chain.feeders}, most
    )
    for one in chain.feeders:
        one.places, one.per = shares[str(one.pk)], 0
    Feeder.objects.bulk_update(chain.feeders, ["places", "per"])


@journaled
def enter_qualified(
    *, event_id: int, cannot: Sequence[int], by: Any, at: datetime
) -> list[Entry]:
    """Enter all who go on to this event and are not in it yet; for who cannot come the first named reserve who can.

    `cannot` are entries of the events that feed it; nor does come who has been entered and has withdrawn. Raises
    OutOfDate once its list is closed.
    """
    event = locked(event_id)
    chain = seasons.Chain(event)
    going, entered = chain.going(cannot), []
    taken = chain.taken_by_reserves(going)
    for sent in going:
        if sent.goes is None or chain.is_in(sent.goes):
            continue
        if taken[sent.feeder]:
            taken[sent.feeder] -= 1
            continue
        form = form_of(sent.goes, sent.feeder.source, event, chain)
        entry = registration.register(
            event_id=event.pk, form=form, at=at, by=by, at_desk=True
        )
        if entry.state != Entry.State.IN:
            raise OutOfDate("feeder.no_room", name=events.name_of(sent.goes))
        entered.append(entry)
    return entered


def form_of(goes: Entry, source: Event, event: Event, chain: seasons.Chain) -> Form:
    """The entry as it was entered in the event that sends it: a substitute's place there is not one here."""
    people = [
        Person(person.name, person.user_id) for person in chain.known.entered(goes)
    ]
    own = (
        source.club_id == event.club_id
    )  # what people told another club is not for this one
    return Form(
        people,
        goes.team_name,
        goes.club_name or str(source)[:60],
        goes.phone if own else "",
    )
