"""Several events together: final orders, circuits, and who qualifies for a later event."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from operator import attrgetter
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
        rows = []
        for row in winners.standings(stage):
            if row.entry_id not in placed:
                rows.append(row)
        last = len(rows)
        rows.sort(key=lambda row: (row.rank or last, row.position))
        places += ranked(rows, len(places))
    return places


def stages_to_the_end(event: Event) -> Iterator[Stage]:
    """The stages on the way to the deciding one, that one first."""
    begun = {stage.number: stage for stage in stages(event)}
    number: int | None = winners.main_stage(event)
    while number:
        if number in begun:
            yield begun[number]
        takes = stage_plan(event, number).takes
        number = None
        if takes:
            number = takes["source"]


def ranked(rows: Sequence[Standing], before: int) -> Iterator[Place]:
    """The rows ranked behind `before` others; equal ranks of several groups are shared."""
    for _, level in groupby(rows, key=attrgetter("rank")):
        group = list(level)
        rank = before + 1
        shared_to = before + len(group)
        for row in group:
            yield Place(row.entry, rank, shared_to)
        before = shared_to


class Line(NamedTuple):
    """A line of a circuit's ranking."""

    name: str
    """That of the latest entry of these people."""
    ranked: circuits.Ranked


def circuit_ranking(circuit: Circuit) -> list[Line]:
    """The ranking over the events of the circuit that are over."""
    finished_events = circuit.events.filter(state=Event.State.FINISHED)
    over = finished_events.order_by("starts_at")
    people = PersonIndex([event.pk for event in over])
    numbers: dict[People, int] = {}
    names: dict[int, str] = {}
    finishes: list[list[circuits.Finish]] = []
    for event in over:
        finished = []
        for place in final_order(event):
            key = people.key_of(place.entry)
            number = numbers.setdefault(key, len(numbers))
            names[number] = people.name_of(place.entry)
            finish = circuits.Finish(number, place.rank, place.shared_to)
            finished.append(finish)
        finishes.append(finished)
    points = tuple(circuit.points)
    rules = circuits.Circuit(points, circuit.best)
    lines = []
    for line in circuits.ranking(rules, finishes):
        lines.append(Line(names[line.who], line))
    return lines


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
        order = {}
        for place in final_order(source):
            people = self.people.key_of(place.entry)
            order[people] = place.entry
        return order

    def entry_count(self, feeder: Feeder) -> int:
        """How many entries count for its places: all that played, or are in before it is over."""
        if feeder in self.orders:
            return len(self.orders[feeder])
        return entry_counts(feeder.source)["inside"]

    def qualifier(self, feeder: Feeder) -> Qualifier:
        order = list(self.orders[feeder])
        places = feeder.places
        if feeder.per:
            places = qualifying.places_for(len(order), feeder.per, feeder.most)
        return Qualifier(str(feeder.pk), order, places, feeder.reserves)

    def reserves(self, feeder: Feeder) -> list[Entry]:
        """The named reserves, the first one first; there are none before the event is over."""
        if feeder not in self.orders:
            return []
        order = self.orders[feeder]
        named = self.qualifier(feeder).named
        return [order[people] for people in named]

    def qualified(self, cannot: Collection[int] = ()) -> list[Sent]:
        """The places of the events that are over; `cannot` are their entries that will not come."""
        feeders = {}
        towns = []
        away = set(self.withdrawn)
        for feeder, order in self.orders.items():
            feeders[str(feeder.pk)] = feeder
            towns.append(self.qualifier(feeder))
            for people, entry in order.items():
                if entry.pk in cannot:
                    away.add(people)
        sent = []
        for goes in qualifying.going(towns, away):
            feeder = feeders[goes.town]
            sent.append(_sent(goes, feeder, self.orders[feeder]))
        return sent

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
        return set(map(self.people.key_of, entries))

    def is_in(self, entry: Entry) -> bool:
        return self.people.key_of(entry) in self.entered

    def taken_by_reserves(self, qualified: Iterable[Sent]) -> Counter[Feeder]:
        """How many places of each feeding event reserves have already taken."""
        others = set(self.entered)
        for sent in qualified:
            if sent.goes:
                people = self.people.key_of(sent.goes)
                others.discard(people)
        taken: Counter[Feeder] = Counter()
        for feeder in self.orders:
            named = self.qualifier(feeder).named
            taken[feeder] = len(others.intersection(named))
        return taken


def _sent(one: Goes, feeder: Feeder, entries: Mapping[People, Entry]) -> Sent:
    qualified = entries[one.qualified]
    goes = None
    if one.people is not None:
        goes = entries[one.people]
    return Sent(feeder, qualified, goes, one.why)
