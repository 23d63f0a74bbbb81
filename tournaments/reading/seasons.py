"""Several events together: final orders, circuits, and who qualifies for a later event."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from tournaments.models import Circuit, Entry, Event, Feeder, Stage, Standing
from tournaments.reading import winners
from tournaments.reading.events import entry_counts
from tournaments.reading.people import PersonIndex
from tournaments.reading.stage_plans import stage_plan, stages
from tournaments.rules.seasons import circuits, qualifying
from tournaments.rules.seasons.qualifying import Goes, People, Qualifier


class Place(NamedTuple):
    """Where an entry finished in an event, over all its stages."""

    entry: Entry
    rank: int
    shared_to: int


def final_order(event: Event) -> list[Place]:
    """All who played: by the deciding stage, then those that missed it by the one before."""
    places: list[Place] = []
    for stage in stages_to_the_end(event):
        placed = {place.entry.pk for place in places}
        rows = [row for row in winners.standings(stage) if row.entry_id not in placed]
        last = len(rows)
        rows.sort(key=lambda row: (row.rank or last, row.position))
        places += ranked(rows, len(places))
    return places


def stages_to_the_end(event: Event) -> Iterator[Stage]:
    """The stages on the way to the deciding one, that one first."""
    begun = {stage.number: stage for stage in stages(event)}
    number: int | None = winners.main_stage(event)
    while number:
        if stage := begun.get(number):
            yield stage
        takes = stage_plan(event, number).takes
        number = takes["source"] if takes else None


def ranked(rows: Sequence[Standing], before: int) -> Iterator[Place]:
    """The rows ranked behind `before` others; equal ranks of several groups are shared."""
    for _, level in groupby(rows, key=lambda row: row.rank):
        group = list(level)
        for row in group:
            yield Place(row.entry, before + 1, before + len(group))
        before += len(group)


class Line(NamedTuple):
    """A line of a circuit's ranking."""

    name: str
    """That of the latest entry of these people."""
    ranked: circuits.Ranked


def circuit_ranking(circuit: Circuit) -> list[Line]:
    """The ranking over the events of the circuit that are over."""
    over = circuit.events.filter(state=Event.State.FINISHED).order_by("starts_at")
    people = PersonIndex([event.pk for event in over])
    numbers: dict[People, int] = {}
    names: dict[int, str] = {}
    finishes: list[list[circuits.Finish]] = []
    for event in over:
        finished = []
        for place in final_order(event):
            number = numbers.setdefault(people.key_of(place.entry), len(numbers))
            names[number] = people.name_of(place.entry)
            finished.append(circuits.Finish(number, place.rank, place.shared_to))
        finishes.append(finished)
    rules = circuits.Circuit(tuple(circuit.points), circuit.best)
    return [Line(names[line.who], line) for line in circuits.ranking(rules, finishes)]


class Sent(NamedTuple):
    """A place that a feeding event has."""

    feeder: Feeder
    qualified: Entry
    goes: Entry | None
    """The entry that takes it; None when none is left that can."""
    why: str


class FedEvent:
    """An event to which others send their best. Each question is read once."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.feeders = list(event.feeders.select_related("source__club"))
        sources = [feeder.source_id for feeder in self.feeders]
        self.people = PersonIndex([event.pk, *sources])

    @cached_property
    def orders(self) -> dict[Feeder, dict[People, Entry]]:
        """Who played in each feeding event that is over, the first place first."""
        orders = {}
        for feeder in self.feeders:
            if feeder.source.state == Event.State.FINISHED:
                orders[feeder] = self._order(feeder.source)
        return orders

    def _order(self, source: Event) -> dict[People, Entry]:
        entries = [place.entry for place in final_order(source)]
        return {self.people.key_of(entry): entry for entry in entries}

    def entry_count(self, feeder: Feeder) -> int:
        """How many entries count for its places: all that played, or are in before it is over."""
        if feeder in self.orders:
            return len(self.orders[feeder])
        return entry_counts(feeder.source)["inside"]

    def qualifier(self, feeder: Feeder) -> Qualifier:
        order, places = list(self.orders[feeder]), feeder.places
        if feeder.per:
            places = qualifying.places_for(len(order), feeder.per, feeder.most)
        return Qualifier(str(feeder.pk), order, places, feeder.reserves)

    def reserves(self, feeder: Feeder) -> list[Entry]:
        """The named reserves, the first one first; there are none before the event is over."""
        if feeder not in self.orders:
            return []
        named = self.qualifier(feeder).named
        return [self.orders[feeder][people] for people in named]

    def qualified(self, cannot: Collection[int] = ()) -> list[Sent]:
        """The places of the events that are over; `cannot` are their entries that will not come."""
        over, away = {}, set(self.withdrawn)
        for feeder, order in self.orders.items():
            over[str(feeder.pk)] = (feeder, order)
            for people, entry in order.items():
                if entry.pk in cannot:
                    away.add(people)
        towns = [self.qualifier(feeder) for feeder in self.orders]
        return [_sent(one, *over[one.town]) for one in qualifying.going(towns, away)]

    @cached_property
    def entered(self) -> set[People]:
        """The people who are in the event already."""
        return self._people_in(Entry.State.IN)

    @property
    def withdrawn(self) -> set[People]:
        """The people who have withdrawn and are not in it again."""
        return self._people_in(Entry.State.WITHDRAWN) - self.entered

    def _people_in(self, state: str) -> set[People]:
        entries = self.event.entries.filter(state=state)
        return {self.people.key_of(entry) for entry in entries}

    def is_in(self, entry: Entry) -> bool:
        return self.people.key_of(entry) in self.entered

    def taken_by_reserves(self, qualified: Iterable[Sent]) -> Counter[Feeder]:
        """How many places of each feeding event reserves have already taken."""
        others = set(self.entered)
        for sent in qualified:
            if sent.goes:
                others.discard(self.people.key_of(sent.goes))
        taken: Counter[Feeder] = Counter()
        for feeder in self.orders:
            taken[feeder] = len(others.intersection(self.qualifier(feeder).named))
        return taken


def _sent(one: Goes, feeder: Feeder, entries: Mapping[People, Entry]) -> Sent:
    goes = entries[one.people] if one.people is not None else None
    return Sent(feeder, entries[one.qualified], goes, one.why)
