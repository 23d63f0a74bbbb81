"""Template tags about the table of one player or pair."""

from typing import NamedTuple
from uuid import UUID

from django import template

from tournaments.models import Entry, Event, Pairing, Report, Round
from tournaments.pages import labels
from tournaments.reading import events, snapshot, stage_plans
from tournaments.reading.events import last_reports, sides_at
from tournaments.rules.tables.leaderboard import placing

register = template.Library()


class Score(NamedTuple):
    """Sets from one side's point of view."""

    us: int
    them: int


class SideReports(NamedTuple):
    """The latest report of each side."""

    ours: Score | None
    theirs: Score | None


@register.simple_tag
def reports_at(pairing: Pairing, mine: Entry) -> SideReports:
    """Expects a pairing from `queries.pairings()`, which prefetches its reports."""
    ours, theirs = None, None
    for entry, report in last_reports(pairing).items():
        score = _seen_by(pairing, mine, report)
        if entry == mine.pk:
            ours = score
        else:
            theirs = score
    return SideReports(ours, theirs)


def _seen_by(pairing: Pairing, mine: Entry, report: Report) -> Score:
    if pairing.a_id == mine.pk:
        return Score(report.sets_a, report.sets_b)
    return Score(report.sets_b, report.sets_a)


class PointsReported(NamedTuple):
    """Who has reported the points of a multiplayer table."""

    own: bool
    other: bool


@register.simple_tag
def points_reported_at(pairing: Pairing, mine: Entry) -> PointsReported:
    reporters = last_reports(pairing).keys()
    return PointsReported(mine.pk in reporters, bool(reporters - {mine.pk}))


@register.filter
def partners(pairing: Pairing) -> list[str]:
    """The names of both sides; [] where each player plays alone."""
    return events.partners_at(pairing)


@register.filter
def counted(total: int | None, unit: int) -> str:
    """A total of the leaderboard in its unit; empty before anything has counted."""
    if total is None:
        return ""
    return labels.counted(total, unit)


@register.simple_tag
def sits_out(mine: Entry) -> Round | None:
    """The latest round, if the schedule leaves `mine` without a table there."""
    stage = stage_plans.stage_of(mine.event)
    if stage is None:
        return None
    latest = stage.rounds.last()
    if latest is None:
        return None
    state = snapshot.stage_state(stage)
    if mine.number in state.sitting_out(latest.number):
        return latest
    return None


class Seat(NamedTuple):
    """The company of one player at a multiplayer table."""

    partner: Entry | None
    others: list[Entry]
    """The opponents: all other players, or the other side."""


@register.simple_tag
def seat_at(pairing: Pairing, mine: Entry) -> Seat:
    entries = pairing.entries
    seat = entries.index(mine)
    own_side = next(side for side in sides_at(pairing) if seat in side)
    partner = None
    others = []
    for number, entry in enumerate(entries):
        if number not in own_side:
            others.append(entry)
        elif number != seat:
            partner = entry
    return Seat(partner, others)


@register.filter
def winner_goes_on(pairing: Pairing) -> bool:
    """Whether this match sends its winner to the next round, and its loser home."""
    round_ = pairing.round
    return stage_plans.format_of(round_.stage).winner_goes_on(round_.code)


class TableScore(NamedTuple):
    """The result of one player at a multiplayer table."""

    points: int | None
    """None for an absent player."""
    place: int
    players: int
    against: int | None
    """Points of the other side, where partners play."""


@register.simple_tag
def score_of(pairing: Pairing, mine: Entry) -> TableScore | None:
    """None until there is a result with points."""
    points = pairing.result.points if pairing.result else None
    if not points:
        return None
    seat = [entry.pk for entry in pairing.entries].index(mine.pk)
    sides = sides_at(pairing)
    plays_with_partner = len(sides) < len(points)
    against = None
    if plays_with_partner:
        other_side = next(side for side in sides if seat not in side)
        against = points[other_side[0]]
    return TableScore(points[seat], placing(points)[seat], len(points), against)


@register.simple_tag
def event_of(match_id: str) -> Event | None:
    """The event that a match belongs to; None for a casual match."""
    return Event.objects.filter(
        stages__rounds__pairings__match_id=UUID(match_id)
    ).first()
