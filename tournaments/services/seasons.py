"""Circuits and chains of events: founding a circuit, joining events to it, sending the best of one on to another."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django.db import IntegrityError, transaction

from games.rules.errors import Refusal
from games.services import OutOfDate
from tournaments import queries, seasons
from tournaments.models import Circuit, Entry, Event, Feeder
from tournaments.services import registration
from tournaments.services.events import locked
from tournaments.services.log import journaled
from tournaments.services.registration import Form, Person, clean_text

PLACES_MOST: Final = 128


@transaction.atomic
def found_circuit(*, club_id: int, name: str, points: Sequence[int], best: int = 0) -> Circuit:
    """A circuit of a club. Raises Refusal `circuit.points`, `circuit.name`, `circuit.name_taken`."""
    if not 1 <= len(points) <= PLACES_MOST or min(points) < 0 or sorted(points, reverse=True) != list(points):
        raise Refusal("circuit.points", most=PLACES_MOST)
    if not (said := clean_text(name, 80)):
        raise Refusal("circuit.name")
    try:
        with transaction.atomic():
            return Circuit.objects.create(club_id=club_id, name=said, points=list(points), best=best)
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
    *, into_id: int, source_id: int, places: int = 0, per: int = 0, most: int = PLACES_MOST, reserves: int = 1
) -> Feeder:
    """Let one event send its best on. Raises Refusal `feeder.itself`, `feeder.places_or_per`, `feeder.twice`."""
    if into_id == source_id:
        raise Refusal("feeder.itself")
    if bool(places) == bool(per):
        raise Refusal("feeder.places_or_per")
    try:
        with transaction.atomic():
            return Feeder.objects.create(
                into_id=into_id, source_id=source_id, places=places, per=per, most=most, reserves=reserves
            )
    except IntegrityError as error:
        raise Refusal("feeder.twice") from error


@journaled
def enter_qualified(*, event_id: int, cannot: Sequence[int], by: Any, at: datetime) -> list[Entry]:
    """Enter all who go on to this event and are not in it yet; for who cannot come the first named reserve who can.

    `cannot` are entries of the events that feed it. Raises OutOfDate once its list is closed.
    """
    event = locked(event_id)
    inside, going, entered = seasons.inside(event), seasons.going(event, cannot), []
    taken = seasons.taken_by_reserves(event, going)
    for sent in going:
        if sent.goes is None or seasons.people_of(sent.goes) in inside:
            continue
        if taken[sent.feeder]:
            taken[sent.feeder] -= 1
            continue
        people = [Person(player.name, player.user_id) for player in sent.goes.players.all()]
        from_club = sent.goes.club_name or str(sent.feeder.source)[:60]
        own = sent.feeder.source.club_id == event.club_id  # what people told another club is not for this one
        form = Form(people, sent.goes.team_name, from_club, sent.goes.phone if own else "")
        entry = registration.register(event_id=event.pk, form=form, at=at, by=by, at_desk=True)
        if entry.state != Entry.State.IN:
            raise OutOfDate("feeder.no_room", name=queries.name_of(sent.goes))
        entered.append(entry)
    return entered
