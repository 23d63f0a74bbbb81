"""Circuits and feeders: founding a circuit, and sending the best of one event to another."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django.db import IntegrityError, transaction

from core.refusals import OutOfDate, Refusal
from tournaments.models import Circuit, Entry, Event, Feeder
from tournaments.reading.events import name_of
from tournaments.reading.seasons import FedEvent, Sent
from tournaments.rules.seasons.qualifying import shared_out
from tournaments.services.events import locked
from tournaments.services.log import journaled
from tournaments.services.registration import (
    SIGN_UP_FIELDS,
    Person,
    SignUpData,
    clean_text,
    register,
)

MAX_PLACES: Final = 128
MAX_CIRCUIT_NAME_LENGTH: Final = 80


@transaction.atomic
def found_circuit(
    *, club_id: int, name: str, points: Sequence[int], best: int = 0
) -> Circuit:
    """A circuit of a club. Raises Refusal `circuit.points`, `circuit.name`,
    `circuit.name_taken`.
    """
    is_falling = sorted(points, reverse=True) == list(points)
    if not 1 <= len(points) <= MAX_PLACES or min(points) < 0 or not is_falling:
        raise Refusal("circuit.points", most=MAX_PLACES)
    name = clean_text(name, MAX_CIRCUIT_NAME_LENGTH)
    if not name:
        raise Refusal("circuit.name")
    fields = {"name": name, "points": list(points), "best": best}
    try:
        with transaction.atomic():
            return Circuit.objects.create(club_id=club_id, **fields)
    except IntegrityError as error:
        raise Refusal("circuit.name_taken", name=name) from error


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
    most: int = MAX_PLACES,
    reserves: int = 1,
) -> Feeder:
    """Let one event send its best to another, or change how many it sends.

    Raises Refusal `feeder.itself`, `feeder.places_or_per`, `feeder.team_size`.
    """
    if into_id == source_id:
        raise Refusal("feeder.itself")
    if bool(places) == bool(per):
        raise Refusal("feeder.places_or_per")
    both = Event.objects.filter(pk__in=[into_id, source_id])
    sizes = dict(both.values_list("pk", "team_size"))
    if sizes[source_id] != sizes[into_id]:
        raise Refusal("feeder.team_size", there=sizes[source_id], here=sizes[into_id])
    feeder, _ = Feeder.objects.update_or_create(
        into_id=into_id,
        source_id=source_id,
        defaults={"places": places, "per": per, "most": most, "reserves": reserves},
    )
    return feeder


def stop_feeding(*, into_id: int, source_id: int) -> None:
    """The event sends nobody any more; entries that were sent stay."""
    Feeder.objects.filter(into=into_id, source=source_id).delete()


@transaction.atomic
def share_out(*, into_id: int, places: int, most: int = MAX_PLACES) -> None:
    """Share the places among the feeding events by their entries, none above `most`.

    Raises Refusal `quota.too_many_places`.
    """
    fed = FedEvent(Event.objects.select_for_update().get(pk=into_id))
    entries = {str(feeder.pk): fed.entry_count(feeder) for feeder in fed.feeders}
    shares = shared_out(places, entries, most)
    for feeder in fed.feeders:
        feeder.places, feeder.per = shares[str(feeder.pk)], 0
    Feeder.objects.bulk_update(fed.feeders, ["places", "per"])


@journaled
def enter_qualified(
    *, event_id: int, cannot: Sequence[int], by: Any, at: datetime
) -> list[Entry]:
    """Enter all that qualify for this event and are not in it yet.

    `cannot` are entries of the feeding events that will not come; for each of them, and for each
    that has withdrawn here, the first named reserve that can come is entered. Raises OutOfDate once
    the list is closed, and `feeder.no_room`.
    """
    event = locked(event_id)
    fed = FedEvent(event)
    qualified, entered = fed.qualified(cannot), []
    taken = fed.taken_by_reserves(qualified)
    for sent in qualified:
        if sent.goes is None or fed.is_in(sent.goes):
            continue
        if taken[sent.feeder]:
            # A reserve was entered for this place before.
            taken[sent.feeder] -= 1
            continue
        data = _sign_up_data(fed, sent, sent.goes)
        entry = register(event_id=event.pk, data=data, at=at, by=by, at_desk=True)
        if entry.state != Entry.State.IN:
            raise OutOfDate("feeder.no_room", name=name_of(sent.goes))
        entered.append(entry)
    return entered


def _sign_up_data(fed: FedEvent, sent: Sent, entry: Entry) -> SignUpData:
    """The entry as it signed up for the feeding event: a substitute there has no place here."""
    source, people = sent.feeder.source, []
    for person in fed.people.signed_up(entry):
        people.append(Person(person.name, person.user_id))
    texts = {name: getattr(entry, name) for name in SIGN_UP_FIELDS}
    max_length = SIGN_UP_FIELDS["club_name"].max_length
    texts["club_name"] = entry.club_name or str(source)[:max_length]
    if source.club_id != fed.event.club_id:
        # Another club has no right to the phone number.
        texts["phone"] = ""
    return SignUpData(people, **texts)
