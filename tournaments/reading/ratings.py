"""How strong the players of a club's events have shown themselves, and how sure that is."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import partial
from typing import Final, NamedTuple, cast

from django.core.cache import cache
from django.db.models import Count, QuerySet, Sum

from accounts.models import Club
from games.catalogue import GAMES
from tournaments.models import Entry, Event, Result, Stage
from tournaments.reading.people import PersonIndex
from tournaments.reading.snapshot import EventSnapshot
from tournaments.reading.stage_plans import format_of
from tournaments.rules.seasons import ratings
from tournaments.rules.seasons.ratings import Met, Rating
from tournaments.rules.tables.tallies import ConfirmedResult

CACHED_SECONDS: Final = 3600
RESULT_COLUMNS: Final = (
    "pairing__round__number",
    "pairing__slot",
    "kind",
    "source",
    "at",
    "pairing__match__opened_at",
)
SlotKey = tuple[int, int]
"""Round and slot."""


class Rated(NamedTuple):
    """The rating of a player, or of players who enter together."""

    name: str
    rating: Rating


class ClubRatings(NamedTuple):
    """All who have played in finished events of a club, the surest strength first."""

    players: list[Rated]
    pairs: list[Rated]
    """Players who have entered together; what each has shown beside others counts too."""


class PlayerNumbers:
    """The numbers by which the ratings know the players."""

    def __init__(self, people: PersonIndex) -> None:
        self.people = people
        self.numbers: dict[str, int] = {}
        self.names: dict[int, str] = {}
        """The latest of each."""
        self.pairs: set[tuple[int, ...]] = set()

    def sat(self, entry: Entry, at: datetime) -> tuple[int, ...]:
        """The players of the entry then."""
        numbers = []
        for person in self.people.sat(entry, at):
            number = self.numbers.setdefault(person.key, len(self.numbers))
            self.names[number] = person.name
            numbers.append(number)
        if len(numbers) > 1:
            self.pairs.add(tuple(sorted(numbers)))
        return tuple(numbers)


def club_ratings(club: Club) -> ClubRatings:
    over = list(finished_events(club).order_by("starts_at", "pk"))
    people = PersonIndex([event.pk for event in over])
    known = PlayerNumbers(people)
    matches = _matches_of_events(over, known)
    of_players = ratings.rated({}, matches)
    players = []
    for number in ratings.ranking(of_players):
        rated = Rated(known.names[number], of_players[number])
        players.append(rated)
    of_pairs = {pair: ratings.of_side(of_players, pair) for pair in known.pairs}
    pairs = []
    for pair in ratings.ranking(of_pairs):
        name = " – ".join(known.names[number] for number in pair)
        rated = Rated(name, of_pairs[pair])
        pairs.append(rated)
    return ClubRatings(players, pairs)


def finished_events(club: Club) -> QuerySet[Event]:
    return Event.objects.filter(club=club, state=Event.State.FINISHED)


def _matches_of_events(events: list[Event], known: PlayerNumbers) -> Iterator[Met]:
    for event in events:
        snapshot = EventSnapshot(event)
        for number, stage in snapshot.stages.items():
            who_sat = _who_sat(stage, snapshot.entries, known)
            yield from ratings.played(
                snapshot.results(number), who_sat, sides_of_table(stage)
            )


def _who_sat(
    stage: Stage, entries: Mapping[int, Entry], known: PlayerNumbers
) -> ratings.Sat:
    times = decided_at(stage)

    def sat(result: ConfirmedResult, entry: int) -> tuple[int, ...]:
        return known.sat(entries[entry], times[result.round, result.slot])

    return sat


def decided_at(stage: Stage) -> dict[SlotKey, datetime]:
    """When each match was decided, or began if it was played in the app.

    A correction does not mean that others have played, but a void match is played again.
    """
    found: dict[SlotKey, datetime] = {}
    results = Result.objects.filter(pairing__round__stage=stage).order_by("number")
    for number, slot, kind, source, at, opened in results.values_list(*RESULT_COLUMNS):
        if kind == Result.Kind.VOID:
            found.pop((number, slot), None)
        elif opened and source == Result.Source.ENGINE:
            found.setdefault((number, slot), opened)
        else:
            found.setdefault((number, slot), at)
    return found


def sides_of_table(stage: Stage) -> ratings.Seats:
    """The seats of each side at a multiplayer table, where partners play."""
    if not format_of(stage).has_partners:
        return ()
    game = GAMES[stage.event.game].rules
    return game.sides(game.options(stage.event.options))


def cached_ratings(club: Club) -> ClubRatings:
    """The ratings of the club, computed once until something changes."""
    key = f"club-ratings-{club.pk}-{ratings_version(club)}"
    compute = partial(club_ratings, club)
    return cast(ClubRatings, cache.get_or_set(key, compute, CACHED_SECONDS))


def ratings_version(club: Club) -> str:
    """Changes whenever something that ratings are made of does."""
    found = finished_events(club).aggregate(events=Count("pk"), changes=Sum("version"))
    return f"{found['events']}.{found['changes']}"
