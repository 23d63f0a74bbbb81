"""A league over weeks: the dates of its rounds, and matches moved to another day."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime, timedelta
from itertools import islice
from typing import Any, Final, NamedTuple, TypeVar

from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime

from core.refusals import OutOfDate, Refusal
from tournaments import live
from tournaments.models import Event, Pairing, Stage
from tournaments.reading.events import pairings
from tournaments.reading.stage_plans import format_of
from tournaments.services.events import locked, locked_table
from tournaments.services.log import journaled, note

FREE: Final = "free"
"""Both sides agree on another day, as in bars (BLAS, RUB)."""
ASKED: Final = "asked"
"""They agree, and the organiser approves."""
NONE: Final = "none"
"""A match is played on its day; only the organiser moves it, for a holiday (ADSJ, USU15)."""
MODES: Final = (FREE, ASKED, NONE)
MAX_ROUNDS_AN_EVENING: Final = 10
MAX_SKIPPED_DAYS: Final = 60
YEARS: Final = range(1900, 2200)
"""Any other year is a slip, and leaves no room for the rounds of a league."""

D = TypeVar("D", bound=date)


class Calendar(NamedTuple):
    """On which evenings the rounds of an event are played."""

    first: datetime
    days: tuple[int, ...]
    """Days of the week, 0 for Monday."""
    evening: int = 1
    """How many rounds are played on one evening."""
    skip: tuple[date, ...] = ()
    """Days on which nobody plays: holidays."""
    moving: str = FREE


def read(raw: Mapping[str, Any]) -> Calendar:
    """A calendar from plain JSON. Raises Refusal `calendar.bad` with the field and its values."""
    first = _parsed(parse_datetime, raw.get("first"))
    if first is None or timezone.is_naive(first) or first.year not in YEARS:
        raise _bad("first", "2026-01-12T20:00:00+01:00")
    days = raw.get("days") or [timezone.localtime(first).weekday()]
    if not isinstance(days, list) or not all(_is_whole(day, 0, 6) for day in days):
        raise _bad("days", "0–6")
    evening = raw.get("evening", 1)
    if not _is_whole(evening, 1, MAX_ROUNDS_AN_EVENING):
        raise _bad("evening", f"1–{MAX_ROUNDS_AN_EVENING}")
    moving = raw.get("moving", FREE)
    if moving not in MODES:
        raise _bad("moving", ", ".join(MODES))
    skip = tuple(_skipped_days(raw.get("skip", [])))
    return Calendar(first, tuple(sorted(set(days))), evening, skip, moving)


def _is_whole(value: object, least: int, most: int) -> bool:
    """A truth value is an int too, and no number here."""
    return type(value) is int and least <= value <= most


def _skipped_days(raw: object) -> Iterator[date]:
    allowed = '["2026-01-19"]'
    if not isinstance(raw, list) or len(raw) > MAX_SKIPPED_DAYS:
        raise _bad("skip", allowed)
    for one in raw:
        day = _parsed(parse_date, one)
        if day is None:
            raise _bad("skip", allowed)
        yield day


def _parsed(parse: Callable[[str], D | None], raw: object) -> D | None:
    """None also for a day that no calendar has."""
    if not isinstance(raw, str):
        return None
    try:
        return parse(raw)
    except ValueError:
        return None


def _bad(field: str, allowed: str) -> Refusal:
    return Refusal("calendar.bad", field=field, allowed=allowed)


def to_json(calendar: Calendar) -> dict[str, Any]:
    return {
        **calendar._asdict(),
        "first": calendar.first.isoformat(),
        "days": list(calendar.days),
        "skip": [day.isoformat() for day in calendar.skip],
    }


def dates(calendar: Calendar, rounds: int) -> list[datetime]:
    """When each round is played: from the first day on, always at the same local time."""
    evening_count = -(-rounds // calendar.evening)
    found: list[datetime] = []
    for evening in islice(_evenings(calendar), evening_count):
        found += [evening] * calendar.evening
    return found[:rounds]


def _evenings(calendar: Calendar) -> Iterator[datetime]:
    first = timezone.localtime(calendar.first)
    day = first.date()
    while True:
        if day.weekday() in calendar.days and day not in calendar.skip:
            yield timezone.make_aware(datetime.combine(day, first.time()))
        day += timedelta(days=1)


def dates_of_event(event: Event, rounds: int) -> list[datetime]:
    """When the rounds of the first stage are played; [] if no dates are set."""
    if not event.calendar:
        return []
    return dates(read(event.calendar), rounds)


@journaled
def set_calendar(
    *, event_id: int, calendar: Mapping[str, Any], by: Any, at: datetime
) -> Event:
    """Set when the rounds are played, at any time; {} takes the dates away."""
    event = locked(event_id)
    event.calendar = to_json(read(calendar)) if calendar else {}
    event.save(update_fields=["calendar"])
    note(event_id, "calendar.set", by=by, at=at, **event.calendar)
    live.changed(event_id)
    return event


@journaled
def move(*, pairing_id: int, to: datetime | None, by: Any, at: datetime) -> Pairing:
    """The organiser moves a match of a league to another day, or back to its round (None)."""
    pairing = locked_match(pairing_id, to)
    _set_day(pairing, to, by, at)
    return pairing


@journaled
def ask(
    *, pairing_id: int, entry_id: int, to: datetime, by: Any, at: datetime
) -> Pairing:
    """One side asks for another day; when both ask for the same, it is agreed as the event has it.

    Raises Refusal `calendar.not_moved` where only the organiser moves matches.
    """
    pairing = locked_match(pairing_id, to)
    mode = moving_mode(pairing.round.stage.event)
    if mode == NONE:
        raise Refusal("calendar.not_moved")
    own_number = next(one.number for one in pairing.entries if one.pk == entry_id)
    sides = {own_number}
    if pairing.wish and parse_datetime(pairing.wish["at"]) == to:
        sides.update(pairing.wish["sides"])
    if len(sides) == 2 and mode == FREE:
        _set_day(pairing, to, by, at)
        return pairing
    pairing.wish = {"at": to.isoformat(), "sides": sorted(sides)}
    pairing.save(update_fields=["wish"])
    _note_day(pairing, "match.asked_to_move", to, by, at)
    return pairing


def moving_mode(event: Event) -> str:
    """Which of the three modes applies; while no dates are set, the sides agree."""
    if not event.calendar:
        return FREE
    return read(event.calendar).moving


def locked_match(pairing_id: int, to: datetime | None) -> Pairing:
    """An undecided match of a league with its event locked.

    Raises Refusal `calendar.no_day`, `calendar.leagues_only`, OutOfDate.
    """
    if to and to.year not in YEARS:
        raise Refusal("calendar.no_day")
    pairing = locked_table(pairing_id, pairings())
    if not is_league(pairing.round.stage) or pairing.bye:
        raise Refusal("calendar.leagues_only")
    if not pairing.open:
        raise OutOfDate("result.decided")
    return pairing


def is_league(stage: Stage) -> bool:
    return format_of(stage).is_league


def _set_day(pairing: Pairing, to: datetime | None, by: Any, at: datetime) -> None:
    pairing.at, pairing.wish = to, None
    pairing.save(update_fields=["at", "wish"])
    action = "match.moved" if to else "match.moved_back"
    _note_day(pairing, action, to, by, at)


def _note_day(
    pairing: Pairing, action: str, to: datetime | None, by: Any, at: datetime
) -> None:
    opened, stage = pairing.round, pairing.round.stage
    fields: dict[str, Any] = {
        "pairing": [stage.number, opened.number, pairing.slot],
        "table": pairing.table,
    }
    if to:
        fields["day"] = to.isoformat()
    note(stage.event_id, action, by=by, at=at, **fields)
    live.changed(stage.event_id)
