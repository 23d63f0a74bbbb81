"""What can be asked about several events together: final orders, circuits, who goes on to a later event."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from tournaments.models import Circuit, Entry, Event, Feeder, Stage, Standing
from tournaments.reading import events, snapshot, winners
from tournaments.reading.people import Known
from tournaments.rules.seasons import circuits, qualifying
from tournaments.rules.seasons.qualifying import Goes, People, Qualifier


class Place(NamedTuple):
    """Where an entry came in an event, over all its phases."""

    entry: Entry
    rank: int
    shared_to: int


def final_order(event: Event) -> list[Place]:
    """All who played: those of the phase that decided the event, then who did not come into it, by the one before."""
    places: list[Place] = []
    for stage in deciding(event):
        seen = {place.entry.pk for place in places}
        rows = [row for row in winners.standings(stage) if row.entry_id not in seen]
        places += ranked(
            sorted(rows, key=lambda row: (row.rank or len(rows), row.position)),
            len(places),
        )
    return places


def deciding(event: Event) -> Iterator[Stage]:
    """The phases on the way to the one that decided, that one first."""
    begun = {stage.number: stage for stage in snapshot.stages(event)}
    number: int | None = winners.main_phase(event)
    while number:
        if stage := begun.get(number):
            yield stage
        takes = snapshot.phase(event, number).takes
        number = takes["source"] if takes else None


def ranked(rows: Sequence[Standing], before: int) -> Iterator[Place]:
    """The rows with the places that they share after so many others; of several groups equal places are shared."""
    for _, level in groupby(rows, key=lambda row: row.rank):
        group = list(level)
        yield from (Place(row.entry, before + 1, before + len(group)) for row in group)
        before += len(group)


class Line(NamedTuple):
    """A line of a circuit's ranking, with the name of the latest entry of these people."""

    name: str
    ranked: circuits.Ranked


def circuit_ranking(circuit: Circuit) -> list[Line]:
    """The ranking over the events of the circuit that are over."""
    over = list(circuit.events.filter(state=Event.State.FINISHED).order_by("starts_at"))
    known = Known([event.pk for event in over])
    numbers: dict[People, int] = {}
    names: dict[int, str] = {}
    finishes: list[list[circuits.Finish]] = [[] for _ in over]
    for event, finished in zip(over, finishes, strict=True):
        for place in final_order(event):
            who = numbers.setdefault(known.pair(place.entry), len(numbers))
            names[who] = known.name_of(place.entry)
            finished.append(circuits.Finish(who, place.rank, place.shared_to))
    rules = circuits.Circuit(tuple(circuit.points), circuit.best)
    return [Line(names[line.who], line) for line in circuits.ranking(rules, finishes)]


class Sent(NamedTuple):
    """A place that an event has, whose it is, and which entry takes it; None when nobody is left who can."""

    feeder: Feeder
    qualified: Entry
    goes: Entry | None
    why: str


class Chain:
    """The events that send their best to one. What is asked of it is read once."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.feeders = list(event.feeders.select_related("source__club"))
        self.known = Known([event.pk, *(feeder.source_id for feeder in self.feeders)])

    @cached_property
    def orders(self) -> dict[Feeder, dict[People, Entry]]:
        """Who played in each event that is over, the first place first."""
        over = [
            feeder
            for feeder in self.feeders
            if feeder.source.state == Event.State.FINISHED
        ]
        orders = {
            feeder: (place.entry for place in final_order(feeder.source))
            for feeder in over
        }
        return {
            feeder: {self.known.pair(entry): entry for entry in order}
            for feeder, order in orders.items()
        }

    def entries(self, feeder: Feeder) -> int:
        """How many count for its places: who played there, and before it is over who is entered."""
        return (
            len(self.orders[feeder])
            if feeder in self.orders
            else events.entered(feeder.source)["inside"]
        )

    def town(self, feeder: Feeder) -> Qualifier:
        order = list(self.orders[feeder])
        places = (
            qualifying.places_for(len(order), feeder.per, feeder.most)
            if feeder.per
            else feeder.places
        )
        return Qualifier(str(feeder.pk), order, places, feeder.reserves)

    def reserves(self, feeder: Feeder) -> list[Entry]:
        """Who goes when somebody cannot, the first one first; nobody is named before the event is over."""
        named = self.town(feeder).named if feeder in self.orders else ()
        return [self.orders[feeder][people] for people in named]

    def going(self, cannot: Collection[int] = ()) -> list[Sent]:
        """Who comes from the events that are over; `cannot` are entries of them that have said they will not."""
        over = {
            str(feeder.pk): (feeder, order) for feeder, order in self.orders.items()
        }
        entries = (
            (people, entry)
            for order in self.orders.values()
            for people, entry in order.items()
        )
        away = {people for people, entry in entries if entry.pk in cannot} | self.left
        sent = qualifying.going(map(self.town, self.orders), away)
        return [told(one, *over[one.town]) for one in sent]

    @cached_property
    def inside(self) -> set[People]:
        """Who is in the event already."""
        return {
            self.known.pair(entry)
            for entry in self.event.entries.filter(state=Entry.State.IN)
        }

    @property
    def left(self) -> set[People]:
        """Who has been entered and has withdrawn."""
        withdrawn = self.event.entries.filter(state=Entry.State.WITHDRAWN)
        return {self.known.pair(entry) for entry in withdrawn} - self.inside

    def is_in(self, entry: Entry) -> bool:
        return self.known.pair(entry) in self.inside

    def taken_by_reserves(self, sent: Iterable[Sent]) -> Counter[Feeder]:
        """How many places of each event reserves have taken already for those who could not come."""
        others = self.inside - {self.known.pair(one.goes) for one in sent if one.goes}
        return Counter(
            {
                feeder: len(others.intersection(self.town(feeder).named))
                for feeder in self.orders
            }
        )


def told(one: Goes, feeder: Feeder, entries: Mapping[People, Entry]) -> Sent:
    goes = entries[one.people] if one.people is not None else None
    return Sent(feeder, entries[one.qualified], goes, one.why)
