"""What templates ask about the table where somebody plays."""

from typing import NamedTuple
from uuid import UUID

from django import template

from tournaments.models import Entry, Event, Pairing, Report, Round
from tournaments.pages import labels
from tournaments.reading import events, snapshot
from tournaments.reading.events import last_reports, sides_at
from tournaments.rules.tables.leaderboard import placing

register = template.Library()


class Score(NamedTuple):
    """Sets as one side sees them."""

    us: int
    them: int


class Said(NamedTuple):
    """What the two sides of a table have reported so far."""

    ours: Score | None
    theirs: Score | None


@register.simple_tag
def said_at(table: Pairing, mine: Entry) -> Said:
    """The latest reports at a table from `queries.pairings()`, as the side of `mine` sees them."""
    ours, theirs = None, None
    for entry, report in last_reports(table).items():
        if entry == mine.pk:
            ours = seen_by(table, mine, report)
        else:
            theirs = seen_by(table, mine, report)
    return Said(ours, theirs)


class Heard(NamedTuple):
    """Who has reported the points of a table of several."""

    own: bool
    other: bool


@register.simple_tag
def heard_at(table: Pairing, mine: Entry) -> Heard:
    said = last_reports(table).keys()
    return Heard(mine.pk in said, bool(said - {mine.pk}))


@register.filter
def partners(table: Pairing) -> list[str]:
    """Both sides of partners by their names; [] where everybody plays alone."""
    return events.partners_at(table)


@register.filter
def counted(number: int | None, unit: int) -> str:
    """The sum of what counted at the tables; nothing where nothing has."""
    return "" if number is None else labels.counted(number, unit)


@register.simple_tag
def sits_out(mine: Entry) -> Round | None:
    """The latest round if `mine` is at no table of it because others play four by four."""
    stage = snapshot.stage_of(mine.event)
    latest = stage.rounds.last() if stage else None
    if stage is None or latest is None:
        return None
    drawn = snapshot.EventSnapshot(mine.event).drawn(stage.number)
    return latest if mine.number in snapshot.sitting_out(drawn, latest.number) else None


class Seat(NamedTuple):
    """With whom somebody sits at a table of several."""

    partner: Entry | None
    others: list[Entry]
    """All others, or of partners the other side."""


@register.simple_tag
def seat_at(table: Pairing, mine: Entry) -> Seat:
    entries = table.entries
    own = next(
        side for side in sides_at(table) if mine in [entries[place] for place in side]
    )
    partner = next((entries[place] for place in own if entries[place] != mine), None)
    return Seat(
        partner, [entry for place, entry in enumerate(entries) if place not in own]
    )


@register.filter
def winner_goes_on(table: Pairing) -> bool:
    """Whether this match sends its winner to the next round, and its loser home."""
    opened = table.round
    return snapshot.format_of(opened.stage).winner_goes_on(opened.code)


class Got(NamedTuple):
    """What somebody got at a table of several."""

    points: int | None
    """None for who did not come."""
    place: int
    players: int
    against: int | None
    """What the other side got, where partners play."""


@register.simple_tag
def points_of(table: Pairing, mine: Entry) -> Got | None:
    """What `mine` got, once there is a result with points."""
    points = table.result.points if table.result else None
    if not points:
        return None
    place, sides = [entry.pk for entry in table.entries].index(mine.pk), sides_at(table)
    other = next(side for side in sides if place not in side)
    against = points[other[0]] if len(sides) < len(points) else None
    return Got(points[place], placing(points)[place], len(points), against)


def seen_by(table: Pairing, mine: Entry, report: Report) -> Score:
    sets = (report.sets_a, report.sets_b)
    return Score(*(sets if table.a_id == mine.pk else sets[::-1]))


@register.simple_tag
def event_of(match_id: str) -> Event | None:
    """The event in which a match is played, if it is one of an event."""
    return Event.objects.filter(
        stages__rounds__pairings__match_id=UUID(match_id)
    ).first()
