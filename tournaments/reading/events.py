"""What can be asked about events, entries, draws and pairings."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Count, Prefetch, Q, QuerySet

from accounts.models import Membership
from accounts.roles import Role
from core.refusals import NotFound
from games.catalogue import GAMES
from tournaments.models import (
    TO_PLAY,
    Draw,
    Entry,
    Event,
    LogEntry,
    Pairing,
    Place,
    Report,
    Round,
)
from tournaments.reading import snapshot
from tournaments.rules import conduct


def events_for(user: object) -> QuerySet[Event]:
    """Every announced event, and those in preparation that the user organises."""
    user_id = getattr(user, "pk", None)
    own = (
        Membership.objects.filter(user_id=user_id, role=Role.ORGANISER).values(
            "club_id"
        )
        if user_id
        else []
    )
    seen = (
        Q()
        if getattr(user, "is_superuser", False)
        else ~Q(state=Event.State.DRAFT) | Q(club_id__in=own)
    )
    return Event.objects.filter(seen).select_related("club")


def event(event_id: int, user: object) -> Event:
    """The event if this person may know of it. Raises NotFound."""
    found = events_for(user).filter(pk=event_id).first()
    if found is None:
        raise NotFound("event.not_found")
    return found


def entry(entry_id: int, user: object) -> Entry:
    """The entry, with its players, if its event is visible. Raises NotFound."""
    found = (
        Entry.objects.filter(pk=entry_id)
        .select_related("event__club")
        .prefetch_related("players")
        .first()
    )
    if found is None or not events_for(user).filter(pk=found.event_id).exists():
        raise NotFound("entry.not_found")
    return found


def draw(draw_id: int, user: object) -> Draw:
    found = Draw.objects.filter(pk=draw_id).select_related("event__club").first()
    if found is None or not events_for(user).filter(pk=found.event_id).exists():
        raise NotFound("draw.not_found")
    return found


def pairing(pairing_id: int, user: object) -> Pairing:
    """The pairing with its entries, its round and result, if its event is visible. Raises NotFound."""
    found = pairings().filter(pk=pairing_id).first()
    if (
        found is None
        or not events_for(user).filter(pk=found.round.stage.event_id).exists()
    ):
        raise NotFound("pairing.not_found")
    return found


def event_at(pairing_id: int, user: object) -> Event:
    """The event of a pairing, if it is visible. Raises NotFound."""
    found: Event | None = (
        events_for(user).filter(stages__rounds__pairings=pairing_id).first()
    )
    if found is None:
        raise NotFound("pairing.not_found")
    return found


def pairings() -> QuerySet[Pairing]:
    return Pairing.objects.select_related(
        "round__stage__event__club", "a", "b", "result", "match"
    ).prefetch_related(
        "a__players",
        "b__players",
        "places__entry__players",
        Prefetch("reports", Report.objects.order_by("number")),
    )


def entries(event: Event) -> QuerySet[Entry]:
    """All entries in order of arrival, with their players."""
    return event.entries.prefetch_related("players").order_by("number")


def entered(event: Event) -> dict[str, int]:
    """How many entries are `inside` and how many `waiting`."""
    inside, waiting = (
        Count("pk", filter=Q(state=state))
        for state in (Entry.State.IN, Entry.State.WAITING)
    )
    return event.entries.aggregate(inside=inside, waiting=waiting)


def name_of(entry: Entry) -> str:
    """What an entry is called: its team name, else its players."""
    return entry.team_name or " – ".join(player.name for player in entry.players.all())


def numbered(event: Event) -> dict[int, Entry]:
    """All entries by their numbers, by which the rules know them, with their players."""
    return {entry.number: entry for entry in entries(event)}


def names(event: Event) -> dict[int, str]:
    """What the entries are called, by their numbers."""
    return {number: name_of(entry) for number, entry in numbered(event).items()}


def field(event: Event) -> tuple[list[list[Any]], list[list[Any]]]:
    """Single players and whole teams that are in, in order of arrival: [[number, name], ...] of each."""
    course = snapshot.EventSnapshot(event)
    singles, teams = (
        [[n, listed(course.people[n])] for n in numbers]
        for numbers in (course.singles, course.active)
    )
    return singles, teams


def listed(entry: Entry) -> str:
    """How an entry stands on a list that is frozen for a draw."""
    return f"{entry.number}. {full_name(entry)}"


def full_name(entry: Entry) -> str:
    """Team name and players: enough to tell any two entries apart on a list."""
    people = " – ".join(player.name for player in entry.players.all())
    return f"{entry.team_name} ({people})" if entry.team_name else people


def rounds(event: Event) -> list[tuple[Round, list[Pairing]]]:
    """The opened rounds, phase by phase, each with its pairings in order. Constant number of queries."""
    found = (
        pairings()
        .filter(round__stage__event=event)
        .order_by("round__stage__number", "round__number", "slot")
    )
    grouped = groupby(found, key=lambda pairing: pairing.round_id)
    return [
        (group[0].round, group) for group in (list(pairings) for _, pairings in grouped)
    ]


def running_matches(event: Event) -> list[UUID]:
    """The matches of the event that are being played in the app."""
    playing = Pairing.objects.filter(
        round__stage__event=event,
        match__finished_at=None,
        match__annulled_at=None,
        match__isnull=False,
    )
    return [
        match_id for match_id in playing.values_list("match_id", flat=True) if match_id
    ]


def sits_second(pairing: Pairing) -> bool:
    """Of two sides, whether entry `a` has the second side of the match: the drawn seat 0 belongs to `b`."""
    first, _place = (pairing.seats or {"players": [(None, 0)]})["players"][0]
    return pairing.a is not None and first != pairing.a.number


def sides_at(pairing: Pairing) -> Sequence[Sequence[int]]:
    """The places of each side at a table of several: those of partners, else everybody alone."""
    stage = pairing.round.stage
    if not snapshot.format_of(stage).PARTNERS:
        return [(place,) for place, _ in enumerate(pairing.entries)]
    game = GAMES[stage.event.game].rules
    return game.sides(game.options(pairing.round.options))


def partners_at(pairing: Pairing) -> list[str]:
    """What both sides of partners are called at a table of several; [] where everybody plays alone."""
    entries = pairing.entries
    named = [[name_of(entries[place]) for place in side] for side in sides_at(pairing)]
    return [" – ".join(side) for side in named if len(side) > 1]


Own = TypeVar("Own")


def of_places(of_sides: Sequence[Own], sides: Sequence[Sequence[int]]) -> list[Own]:
    """What each place of a table gets of what the sides get."""
    got = {
        place: own for own, side in zip(of_sides, sides, strict=True) for place in side
    }
    return [got[place] for place in sorted(got)]


def docked(pairing: Pairing) -> list[int]:
    """How many sets each of two sides has been docked by coming late and by the sheet of the match."""
    target, rule = (
        int(pairing.round.options["sets_to_win"]),
        conduct.Lateness(**pairing.round.stage.event.lateness),
    )
    sheet = [
        conduct.Sanction(one.kind, one.entry_id, one.offence)
        for one in pairing.sanctions.all()
    ]
    sides = zip((pairing.a_id, pairing.b_id), pairing.late or (0, 0), strict=True)
    return [
        min(
            target,
            conduct.docked_late(rule, late, target, pairing.round.number)
            + conduct.docked_by(sheet, entry or 0, target),
        )
        for entry, late in sides
    ]


def last_reports(pairing: Pairing) -> dict[int, Report]:
    """The latest report of each who has said something, by entry."""
    return {report.entry_id: report for report in pairing.reports.all()}


def stages_of_match(match_id: UUID) -> list[int]:
    return list(
        Pairing.objects.filter(match_id=match_id).values_list(
            "round__stage_id", flat=True
        )
    )


def tables_of_match(match_id: UUID) -> list[tuple[int, int | None]]:
    """The event and the number of the table where this match is played."""
    return list(
        Pairing.objects.filter(match_id=match_id).values_list(
            "round__stage__event_id", "table"
        )
    )


def log(event: Event) -> QuerySet[LogEntry]:
    return event.log.select_related("by").defer("rows")


def of_player(event: Event, user: object, held: tuple[int, ...] = ()) -> Entry | None:
    """The entry for which this person speaks in the event, by account or by the keys of this session: their latest."""
    user_id = getattr(user, "pk", None)
    # The key of a single player goes on to speak for the team that the draw put them in.
    mine = (
        Q(pk__in=held)
        | Q(singles__pk__in=held)
        | (Q(players__user_id=user_id) if user_id else Q(pk=None))
    )
    return (
        entries(event)
        .filter(mine)
        .exclude(state=Entry.State.TEAMED)
        .distinct()
        .order_by("-number")
        .first()
    )


def waiting_position(entry: Entry) -> int:
    """The place of a waiting entry on the waiting list, from 1."""
    return Entry.objects.filter(
        event=entry.event_id, state=Entry.State.WAITING, number__lte=entry.number
    ).count()


def table_of(event: Event, entry: Entry) -> Pairing | None:
    """Where this entry plays now: its pairing in the latest round of its latest phase."""
    return (
        tables_of(event, entry)
        .order_by("-round__stage__number", "-round__number")
        .first()
    )


def tables_of(event: Event, entry: Entry) -> QuerySet[Pairing]:
    """Wherever this entry has sat or been free."""
    sits = (
        Q(a=entry)
        | Q(b=entry)
        | Q(pk__in=Place.objects.filter(entry=entry).values("pairing"))
    )
    return pairings().filter(sits, round__stage__event=event)


def to_play(event: Event, entry: Entry) -> QuerySet[Pairing]:
    """Where this entry has yet to play: in a league also matches of earlier rounds, on another day."""
    return (
        tables_of(event, entry)
        .filter(TO_PLAY, table__isnull=False)
        .order_by("round__number")
    )
