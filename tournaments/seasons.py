"""What can be asked about several events together: final orders, circuits, who goes on to a later event, ratings."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Final, NamedTuple

from django.core.cache import cache
from django.db.models import Max, QuerySet

from accounts.models import Club
from games.rules import RULEBOOK
from tournaments import progress, queries, winners
from tournaments.models import Circuit, Entry, Event, Feeder, Result, Stage, Standing
from tournaments.rules import circuits, qualifying, ratings
from tournaments.rules.qualifying import Goes, People

KEPT: Final = 3600
"""Seconds for which ratings are kept."""


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
        places += ranked(sorted(rows, key=lambda row: (row.rank or len(rows), row.position)), len(places))
    return places


def deciding(event: Event) -> Iterator[Stage]:
    """The phases on the way to the one that decided, that one first."""
    begun = {stage.number: stage for stage in progress.stages(event)}
    number: int | None = winners.main_phase(event)
    while number:
        if stage := begun.get(number):
            yield stage
        takes = progress.phase(event, number).takes
        number = takes["source"] if takes else None


def ranked(rows: Sequence[Standing], before: int) -> Iterator[Place]:
    """The rows with the places that they share after so many others; of several groups equal places are shared."""
    for _, level in groupby(rows, key=lambda row: row.rank):
        group = list(level)
        yield from (Place(row.entry, before + 1, before + len(group)) for row in group)
        before += len(group)


def people_of(entry: Entry) -> People:
    """The players, by what tells them apart over all events: their account, else their name."""
    return frozenset(f"user {p.user_id}" if p.user_id else f"name {p.name_key}" for p in entry.players.all())


class Line(NamedTuple):
    """A line of a circuit's ranking, with the name of the latest entry of these people."""

    name: str
    ranked: circuits.Ranked


def circuit_ranking(circuit: Circuit) -> list[Line]:
    """The ranking over the events of the circuit that are over."""
    numbers: dict[People, int] = {}
    names: dict[int, str] = {}
    finishes = []
    for event in circuit.events.filter(state=Event.State.FINISHED).order_by("starts_at"):
        order = final_order(event)
        for place in order:
            who = numbers.setdefault(people_of(place.entry), len(numbers))
            names[who] = queries.name_of(place.entry)
        finishes.append([circuits.Finish(numbers[people_of(p.entry)], p.rank, p.shared_to) for p in order])
    rules = circuits.Circuit(tuple(circuit.points), circuit.best)
    return [Line(names[line.who], line) for line in circuits.ranking(rules, finishes)]


def feeders(event: Event) -> QuerySet[Feeder]:
    return Feeder.objects.filter(into=event).select_related("source__club")


class Sent(NamedTuple):
    """A place that an event has, whose it is, and which entry takes it; None when nobody is left who can."""

    feeder: Feeder
    qualified: Entry
    goes: Entry | None
    why: str


def going(event: Event, cannot: Sequence[int] = ()) -> list[Sent]:
    """Who comes from the events that feed this one and are over; `cannot` are entries that have said they will not."""
    over = {str(feeder.pk): feeder for feeder in over_feeders(event)}
    order = {name: [place.entry for place in final_order(feeder.source)] for name, feeder in over.items()}
    by_town = [town(feeder, order[name]) for name, feeder in over.items()]
    away = [people_of(entry) for entries in order.values() for entry in entries if entry.pk in cannot]
    found = {name: {people_of(entry): entry for entry in entries} for name, entries in order.items()}
    return [told(one, over[one.town], found[one.town]) for one in qualifying.going(by_town, away)]


def over_feeders(event: Event) -> list[Feeder]:
    return list(feeders(event).filter(source__state=Event.State.FINISHED))


def town(feeder: Feeder, order: Sequence[Entry]) -> qualifying.Qualifier:
    places = feeder.places or qualifying.places_for(len(order), feeder.per, feeder.most)
    return qualifying.Qualifier(str(feeder.pk), [people_of(e) for e in order], min(places, len(order)), feeder.reserves)


def told(one: Goes, feeder: Feeder, entries: Mapping[People, Entry]) -> Sent:
    goes = entries[one.people] if one.people is not None else None
    return Sent(feeder, entries[one.qualified], goes, one.why)


def inside(event: Event) -> set[People]:
    """Who is in the event already."""
    return {people_of(entry) for entry in queries.entries(event) if entry.state == Entry.State.IN}


def taken_by_reserves(event: Event, sent: Sequence[Sent]) -> Counter[Feeder]:
    """How many places of each event named reserves have taken already for those who could not come."""
    there, expected = inside(event), {people_of(one.goes) for one in sent if one.goes}
    return Counter({feeder: len(there & reserves(feeder) - expected) for feeder in {one.feeder for one in sent}})


def reserves(feeder: Feeder) -> set[People]:
    """The named reserves of an event that is over."""
    sends = town(feeder, [place.entry for place in final_order(feeder.source)])
    return {*sends.order[sends.places : sends.places + sends.reserves]}


class Rated(NamedTuple):
    """A player's rating over the events of a club."""

    name: str
    rating: ratings.Rating


def club_ratings(club: Club) -> list[Rated]:
    """All who have played in events of the club that are over, the surest strength first."""
    found: dict[int, ratings.Rating] = {}
    numbers: dict[str, int] = {}
    names: dict[int, str] = {}
    for event in Event.objects.filter(club=club, state=Event.State.FINISHED).order_by("starts_at", "pk"):
        players: dict[int, list[int]] = {}
        for entry in queries.entries(event):
            for player in entry.players.all():
                key = f"user {player.user_id}" if player.user_id else f"name {player.name_key}"
                who = numbers.setdefault(key, len(numbers))
                names[who] = player.name
                players.setdefault(entry.number, []).append(who)
        course = progress.Course(event)
        for number, stage in course.stages.items():
            found = ratings.rated(found, ratings.played(course.facts(number), players, together(stage)))
    return [Rated(names[who], found[who]) for who in ratings.ranking(found)]


def ratings_kept(club: Club) -> list[Rated]:
    """The same, reckoned once for all who ask until something changes."""
    key = f"ratings-{club.pk}-{rated_mark(club)}"
    return cache.get_or_set(key, partial(club_ratings, club), KEPT) or []


def together(stage: Stage) -> ratings.Seats:
    """Who plays with whom at its tables of several: the sides of the game, where it has any."""
    if not progress.format_of(stage).PARTNERS:
        return ()
    rules = RULEBOOK[stage.event.game]
    return rules.sides(rules.options(stage.event.options))


def rated_mark(club: Club) -> str:
    """Changes whenever something that ratings are made of does."""
    over = Event.objects.filter(club=club, state=Event.State.FINISHED)
    last = Result.objects.filter(pairing__round__stage__event__in=over).aggregate(last=Max("pk"))["last"]
    return f"{over.count()}.{last}"
