"""How strong those who play in the events of a club have shown themselves, and how sure that is."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import partial
from typing import Final, NamedTuple, cast

from django.core.cache import cache
from django.db.models import Count, Sum

from accounts.models import Club
from games.catalogue import GAMES
from tournaments.models import Entry, Event, Result, Stage
from tournaments.reading import snapshot
from tournaments.reading.people import Known
from tournaments.rules.seasons import ratings
from tournaments.rules.seasons.ratings import Met, Rating
from tournaments.rules.tables.tallies import ConfirmedResult

KEPT: Final = 3600
"""Seconds for which ratings are kept."""
TOLD: Final = (
    "pairing__round__number",
    "pairing__slot",
    "kind",
    "source",
    "at",
    "pairing__match__opened_at",
)


class Rated(NamedTuple):
    """The rating of a player, or of those who play as one entry."""

    name: str
    rating: Rating


class ClubRatings(NamedTuple):
    """All who have played in events of a club that are over, the surest strength first."""

    players: list[Rated]
    pairs: list[Rated]
    """Who have played together as one entry; what each has shown beside others counts too."""


def club_ratings(club: Club) -> ClubRatings:
    over = list(
        Event.objects.filter(club=club, state=Event.State.FINISHED).order_by(
            "starts_at", "pk"
        )
    )
    roll = Roll(Known([event.pk for event in over]))
    players = ratings.rated(
        {}, (met for event in over for met in meetings(event, roll))
    )
    pairs = {pair: ratings.of_side(players, pair) for pair in roll.pairs}
    return ClubRatings(
        [Rated(roll.names[who], players[who]) for who in ratings.ranking(players)],
        [
            Rated(" – ".join(roll.names[who] for who in pair), pairs[pair])
            for pair in ratings.ranking(pairs)
        ],
    )


class Roll:
    """Those who have played, by the numbers under which the ratings know them."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.numbers: dict[str, int] = {}
        self.names: dict[int, str] = {}
        """The latest of each."""
        self.pairs: set[tuple[int, ...]] = set()

    def sat(self, entry: Entry, at: datetime) -> tuple[int, ...]:
        """Who played for the entry then."""
        who = []
        for person in self.known.sat(entry, at):
            who.append(self.numbers.setdefault(person.key, len(self.numbers)))
            self.names[who[-1]] = person.name
        if len(who) > 1:
            self.pairs.add(tuple(sorted(who)))
        return tuple(who)


def meetings(event: Event, roll: Roll) -> Iterator[Met]:
    """All that was played in the event, phase by phase."""
    course = snapshot.EventSnapshot(event)
    for number, stage in course.stages.items():
        yield from ratings.played(
            course.facts(number), who_sat(stage, course.entries, roll), together(stage)
        )


def who_sat(stage: Stage, entries: Mapping[int, Entry], roll: Roll) -> ratings.Sat:
    known_at = decided_at(stage)

    def sat(fact: ConfirmedResult, entry: int) -> tuple[int, ...]:
        return roll.sat(entries[entry], known_at[fact.round, fact.slot])

    return sat


def decided_at(stage: Stage) -> dict[tuple[int, int], datetime]:
    """When the match in each slot of each round was decided, or began if it was played in the app.

    A correction does not say that others have played, but a void match is played anew.
    """
    found: dict[tuple[int, int], datetime] = {}
    told = (
        Result.objects.filter(pairing__round__stage=stage)
        .order_by("number")
        .values_list(*TOLD)
    )
    for number, slot, kind, source, at, opened in told:
        if kind == Result.Kind.VOID:
            found.pop((number, slot), None)
        else:
            found.setdefault(
                (number, slot),
                opened if opened and source == Result.Source.ENGINE else at,
            )
    return found


def together(stage: Stage) -> ratings.Seats:
    """Who plays with whom at its tables of several: the sides of the game, where it has any."""
    if not snapshot.format_of(stage).PARTNERS:
        return ()
    rules = GAMES[stage.event.game].rules
    return rules.sides(rules.options(stage.event.options))


def ratings_kept(club: Club) -> ClubRatings:
    """The same, reckoned once for all who ask until something changes."""
    key = f"ratings-{club.pk}-{rated_mark(club)}"
    return cast(ClubRatings, cache.get_or_set(key, partial(club_ratings, club), KEPT))


def rated_mark(club: Club) -> str:
    """Changes whenever something that ratings are made of does."""
    over = Event.objects.filter(club=club, state=Event.State.FINISHED)
    return "{events}.{changes}".format(
        **over.aggregate(events=Count("pk"), changes=Sum("version"))
    )
