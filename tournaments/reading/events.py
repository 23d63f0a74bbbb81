"""Reading events, entries, draws and pairings, as far as a person may see them."""

from collections.abc import Sequence
from itertools import groupby
from typing import TypeVar
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
from tournaments.reading.stage_plans import format_of
from tournaments.rules import conduct

OfSide = TypeVar("OfSide")


def events_for(user: object) -> QuerySet[Event]:
    """Every announced event, and those in preparation that the user organises."""
    events = Event.objects.select_related("club")
    if getattr(user, "is_superuser", False):
        return events
    is_visible = ~Q(state=Event.State.DRAFT)
    if user_id := getattr(user, "pk", None):
        own = Membership.objects.filter(user_id=user_id, role=Role.ORGANISER)
        is_visible |= Q(club_id__in=own.values("club_id"))
    return events.filter(is_visible)


def is_visible(event_id: int, user: object) -> bool:
    return events_for(user).filter(pk=event_id).exists()


def event(event_id: int, user: object) -> Event:
    """Raises NotFound if the user may not know of it."""
    found = events_for(user).filter(pk=event_id).first()
    if found is None:
        raise NotFound("event.not_found")
    return found


def entry(entry_id: int, user: object) -> Entry:
    """The entry with its players. Raises NotFound if its event is not visible."""
    entries = Entry.objects.select_related("event__club").prefetch_related("players")
    found = entries.filter(pk=entry_id).first()
    if found is None or not is_visible(found.event_id, user):
        raise NotFound("entry.not_found")
    return found


def draw(draw_id: int, user: object) -> Draw:
    """Raises NotFound if its event is not visible."""
    found = Draw.objects.filter(pk=draw_id).select_related("event__club").first()
    if found is None or not is_visible(found.event_id, user):
        raise NotFound("draw.not_found")
    return found


def pairing(pairing_id: int, user: object) -> Pairing:
    """The pairing with its entries, round and result. Raises NotFound if its event is not
    visible.
    """
    found = pairings().filter(pk=pairing_id).first()
    if found is None or not is_visible(found.round.stage.event_id, user):
        raise NotFound("pairing.not_found")
    return found


def event_at(pairing_id: int, user: object) -> Event:
    """The event of a pairing. Raises NotFound if it is not visible."""
    events = events_for(user).filter(stages__rounds__pairings=pairing_id)
    found: Event | None = events.first()
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


def entry_counts(event: Event) -> dict[str, int]:
    """How many entries are `inside` and how many `waiting`."""
    return event.entries.aggregate(
        inside=Count("pk", filter=Q(state=Entry.State.IN)),
        waiting=Count("pk", filter=Q(state=Entry.State.WAITING)),
    )


def name_of(entry: Entry) -> str:
    """The team name, else the names of the players."""
    return entry.team_name or _player_names(entry)


def _player_names(entry: Entry) -> str:
    return " – ".join(player.name for player in entry.players.all())


def entries_by_number(event: Event) -> dict[int, Entry]:
    """With their players; the rules know entries by their numbers."""
    return {entry.number: entry for entry in entries(event)}


def names(event: Event) -> dict[int, str]:
    """The names of the entries by number."""
    return {entry.number: name_of(entry) for entry in entries(event)}


def listed(entry: Entry) -> str:
    """The line of an entry on a list that is frozen for a draw."""
    return f"{entry.number}. {full_name(entry)}"


def full_name(entry: Entry) -> str:
    """Team name and players: enough to tell any two entries apart on a list."""
    players = _player_names(entry)
    if entry.team_name:
        return f"{entry.team_name} ({players})"
    return players


def rounds(event: Event) -> list[tuple[Round, list[Pairing]]]:
    """The opened rounds in order with their pairings. Constant number of queries."""
    found = pairings().filter(round__stage__event=event)
    ordered = found.order_by("round__stage__number", "round__number", "slot")
    grouped = []
    for _, of_round in groupby(ordered, key=lambda pairing: pairing.round_id):
        group = list(of_round)
        grouped.append((group[0].round, group))
    return grouped


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
    """Whether entry `a` is the second side of the match: the drawn first seat belongs to `b`."""
    if pairing.a is None or not pairing.seats:
        return False
    first, _place = pairing.seats["players"][0]
    return bool(first != pairing.a.number)


def sides_at(pairing: Pairing) -> Sequence[Sequence[int]]:
    """The seats of each side at a multiplayer table, where partners play or everybody alone."""
    stage = pairing.round.stage
    if not format_of(stage).has_partners:
        return [(seat,) for seat, _ in enumerate(pairing.entries)]
    game = GAMES[stage.event.game].rules
    return game.sides(game.options(pairing.round.options))


def partners_at(pairing: Pairing) -> list[str]:
    """The names of both sides of partners at a multiplayer table; [] where everybody plays
    alone.
    """
    found = []
    for side in sides_at(pairing):
        if len(side) > 1:
            found.append(" – ".join(name_of(pairing.entries[seat]) for seat in side))
    return found


def per_place(
    of_sides: Sequence[OfSide], sides: Sequence[Sequence[int]]
) -> list[OfSide]:
    """Gives each seat of a table what its side has."""
    of_seats: dict[int, OfSide] = {}
    for value, side in zip(of_sides, sides, strict=True):
        of_seats |= dict.fromkeys(side, value)
    return [of_seats[seat] for seat in sorted(of_seats)]


def penalties_of(pairing: Pairing) -> list[int]:
    """The sets that each of two sides loses by lateness and by the match sheet."""
    opened, target = pairing.round, int(pairing.round.options["sets_to_win"])
    rule = conduct.Lateness(**opened.stage.event.lateness)
    sheet = match_sheet(pairing)
    penalties = []
    late = pairing.late or (0, 0)
    for entry, minutes in zip((pairing.a_id, pairing.b_id), late, strict=True):
        sets = conduct.lateness_penalty(rule, minutes, target, opened.number)
        sets += conduct.sheet_penalty(sheet, entry or 0, target)
        penalties.append(min(target, sets))
    return penalties


def match_sheet(pairing: Pairing) -> list[conduct.Sanction]:
    sheet = []
    for one in pairing.sanctions.all():
        sheet.append(conduct.Sanction(one.kind, one.entry_id, one.offence))
    return sheet


def last_reports(pairing: Pairing) -> dict[int, Report]:
    """The latest report of each entry that has reported."""
    return {report.entry_id: report for report in pairing.reports.all()}


def stages_of_match(match_id: UUID) -> list[int]:
    pairings = Pairing.objects.filter(match_id=match_id)
    return list(pairings.values_list("round__stage_id", flat=True))


def tables_of_match(match_id: UUID) -> list[tuple[int, int | None]]:
    """The event and the table number of this match."""
    pairings = Pairing.objects.filter(match_id=match_id)
    return list(pairings.values_list("round__stage__event_id", "table"))


def log(event: Event) -> QuerySet[LogEntry]:
    return event.log.select_related("by").defer("rows")


def waiting_position(entry: Entry) -> int:
    """The position of an entry on the waiting list, from 1."""
    waiting = Entry.objects.filter(event=entry.event_id, state=Entry.State.WAITING)
    return waiting.filter(number__lte=entry.number).count()


def current_pairing_of(event: Event, entry: Entry) -> Pairing | None:
    """The pairing of this entry in the latest round of its latest stage."""
    ordered = pairings_of(event, entry).order_by(
        "-round__stage__number", "-round__number"
    )
    return ordered.first()


def pairings_of(event: Event, entry: Entry) -> QuerySet[Pairing]:
    """All pairings of this entry, byes too."""
    seats = Place.objects.filter(entry=entry)
    sits_there = Q(a=entry) | Q(b=entry) | Q(pk__in=seats.values("pairing"))
    return pairings().filter(sits_there, round__stage__event=event)


def to_play(event: Event, entry: Entry) -> QuerySet[Pairing]:
    """The matches that this entry has yet to play, those moved to another day too."""
    found = pairings_of(event, entry).filter(TO_PLAY, table__isnull=False)
    return found.order_by("round__number")
