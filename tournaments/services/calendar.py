"""A league over weeks: the dates of its rounds, and matches that are played on another day."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime, timedelta
from itertools import islice
from typing import Any, Final, NamedTuple, TypeVar

from django.utils import timezone
from django.utils.dateparse import parse_date, parse_datetime

from core.refusals import OutOfDate, Refusal
from tournaments import live
from tournaments.models import Event, Pairing, Stage
from tournaments.reading import events, snapshot
from tournaments.services.events import locked, locked_table
from tournaments.services.log import journaled, note

FREE: Final = "free"
"""Both sides agree on another day, as in bars (BLAS, RUB)."""
ASKED: Final = "asked"
"""They agree, and the organiser approves."""
NONE: Final = "none"
"""A match is played on its day; only the organiser moves it, for a holiday (ADSJ, USU15)."""
MODES: Final = (FREE, ASKED, NONE)
ROUNDS_OF_AN_EVENING: Final = 10
SKIPPED_MOST: Final = 60
YEARS: Final = range(1900, 2200)
"""What cannot be a year of a league is a slip; from its first evening on there has to be room for all rounds."""

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
    """A calendar from plain JSON. Raises Refusal `calendar.bad` with the field and what it may be."""
    first = parsed(parse_datetime, raw.get("first"))
    if first is None or timezone.is_naive(first) or first.year not in YEARS:
        raise bad("first", "2026-01-12T20:00:00+01:00")
    days = raw.get("days") or [timezone.localtime(first).weekday()]
    if not isinstance(days, list) or not all(
        type(day) is int and 0 <= day <= 6 for day in days
    ):
        raise bad("days", "0–6")
    evening, skip, moving = (
        raw.get("evening", 1),
        raw.get("skip", []),
        raw.get("moving", FREE),
    )
    if type(evening) is not int or not 1 <= evening <= ROUNDS_OF_AN_EVENING:
        raise bad("evening", f"1–{ROUNDS_OF_AN_EVENING}")
    if moving not in MODES:
        raise bad("moving", ", ".join(MODES))
    return Calendar(
        first, tuple(sorted(set(days))), evening, tuple(days_of(skip)), moving
    )


def days_of(raw: object) -> Iterator[date]:
    if not isinstance(raw, list) or len(raw) > SKIPPED_MOST:
        raise bad("skip", '["2026-01-19"]')
    for one in raw:
        day = parsed(parse_date, one)
        if day is None:
            raise bad("skip", '["2026-01-19"]')
        yield day


def parsed(parse: Callable[[str], D | None], raw: object) -> D | None:
    """The day, or None also where the calendar has no such day."""
    try:
        return parse(raw) if isinstance(raw, str) else None
    except ValueError:
        return None


def bad(field: str, allowed: str) -> Refusal:
    return Refusal("calendar.bad", field=field, allowed=allowed)


def told(calendar: Calendar) -> dict[str, Any]:
    """The same as plain JSON."""
    skip = [day.isoformat() for day in calendar.skip]
    return {
        **calendar._asdict(),
        "first": calendar.first.isoformat(),
        "days": list(calendar.days),
        "skip": skip,
    }


def dates(calendar: Calendar, rounds: int) -> list[datetime]:
    """When each round is played: evenings from the first day on, always at the same time of the day there."""
    evenings = islice(_evenings(calendar), -(-rounds // calendar.evening))
    return [evening for evening in evenings for _ in range(calendar.evening)][:rounds]


def _evenings(calendar: Calendar) -> Iterator[datetime]:
    first = timezone.localtime(calendar.first)
    day = first.date()
    while True:
        if day.weekday() in calendar.days and day not in calendar.skip:
            yield timezone.make_aware(datetime.combine(day, first.time()))
        day += timedelta(days=1)


def of_rounds(event: Event, rounds: int) -> list[datetime]:
    """When the rounds of the first phase are played; [] if nobody has said."""
    return dates(read(event.calendar), rounds) if event.calendar else []


@journaled
def set_calendar(
    *, event_id: int, calendar: Mapping[str, Any], by: Any, at: datetime
) -> Event:
    """The organiser says when the rounds are played, at any time; {} takes the dates away."""
    event = locked(event_id)
    event.calendar = told(read(calendar)) if calendar else {}
    event.save(update_fields=["calendar"])
    note(event_id, "calendar.set", by=by, at=at, **event.calendar)
    live.changed(event_id)
    return event


@journaled
def move(*, pairing_id: int, to: datetime | None, by: Any, at: datetime) -> Pairing:
    """The organiser lets a match of a league be played on another day, or again with its round (None)."""
    return moved(held(pairing_id, to), to, by, at)


@journaled
def ask(
    *, pairing_id: int, entry_id: int, to: datetime, by: Any, at: datetime
) -> Pairing:
    """One side asks for another day; when the other asks for the same it is agreed, as the event has it.

    Raises Refusal `calendar.not_moved` where nobody but the organiser moves a match.
    """
    pairing = held(pairing_id, to)
    mode = moving(pairing.round.stage.event)
    if mode == NONE:
        raise Refusal("calendar.not_moved")
    number = next(entry.number for entry in pairing.entries if entry.pk == entry_id)
    before = (
        pairing.wish
        if pairing.wish and parse_datetime(pairing.wish["at"]) == to
        else None
    )
    sides = sorted({number, *(before["sides"] if before else ())})
    if len(sides) == 2 and mode == FREE:
        return moved(pairing, to, by, at)
    pairing.wish = {"at": to.isoformat(), "sides": sides}
    pairing.save(update_fields=["wish"])
    tell(pairing, "match.asked_to_move", to, by, at)
    return pairing


def moving(event: Event) -> str:
    """In which of the three modes a match is moved; while no dates are set, as its sides agree."""
    return read(event.calendar).moving if event.calendar else FREE


def held(pairing_id: int, to: datetime | None) -> Pairing:
    """An undecided match of a league, with its event held. Raises Refusal `calendar.no_day`, OutOfDate."""
    if to and to.year not in YEARS:
        raise Refusal("calendar.no_day")
    pairing = locked_table(pairing_id, events.pairings())
    if not is_league(pairing.round.stage) or pairing.bye:
        raise Refusal("calendar.leagues_only")
    if not pairing.open:
        raise OutOfDate("result.decided")
    return pairing


def is_league(stage: Stage) -> bool:
    """Whether all its meetings are known from its draw on, so that a round need not wait for another."""
    answers = snapshot.format_of(stage)
    return bool(answers.TIE_BREAKS) and not answers.REDRAWN and not answers.SEVERAL


def moved(pairing: Pairing, to: datetime | None, by: Any, at: datetime) -> Pairing:
    pairing.at, pairing.wish = to, None
    pairing.save(update_fields=["at", "wish"])
    tell(pairing, "match.moved" if to else "match.moved_back", to, by, at)
    return pairing


def tell(
    pairing: Pairing, action: str, to: datetime | None, by: Any, at: datetime
) -> None:
    stage = pairing.round.stage
    where = [stage.number, pairing.round.number, pairing.slot]
    day: dict[str, Any] = {"day": to.isoformat()} if to else {}
    note(
        stage.event_id, action, by=by, at=at, pairing=where, table=pairing.table, **day
    )
    live.changed(stage.event_id)
