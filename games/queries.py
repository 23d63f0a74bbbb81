"""What can be asked about matches."""

import logging
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import F, Q, QuerySet

from core.refusals import NotFound, Refusal
from games import replay
from games.models import Match, Move, Seating
from games.replay import Recent
from games.rules.base import CHANCE, Score

log = logging.getLogger(__name__)

IS_AWAITED = Q(seat=F("match__to_act")) | Q(match__to_act=CHANCE)
"""Seats that can go on: theirs is the turn, or nobody has dealt yet."""


class Table(NamedTuple):
    """A match with its seats, and the viewer's own seat (None for spectators)."""

    match: Match
    seatings: tuple[Seating, ...]
    seat: int | None


def table(match_id: UUID, user: object) -> Table:
    """The match as this user may see it. Raises NotFound."""
    match = Match.objects.filter(pk=match_id).first()
    if match is None:
        raise NotFound("match.not_found")
    seatings = seatings_of(match_id)
    seat = seat_of(getattr(user, "pk", None), seatings)
    if seat is None and not match.public:
        raise NotFound("match.not_found")
    return Table(match, seatings, seat)


def seat_of(user_id: int | None, seatings: tuple[Seating, ...]) -> int | None:
    """The seat of this user; None for anyone without one."""
    for seating in seatings:
        if user_id is not None and seating.user_id == user_id:
            return seating.seat
    return None


SEATINGS: Recent[tuple[Seating, ...]] = Recent(2000)


def seatings_of(match_id: UUID) -> tuple[Seating, ...]:
    """The seats of a match. They never change, so each process asks once."""
    seatings = SEATINGS.get(match_id)
    if seatings is None:
        rows = Seating.objects.filter(match_id=match_id)
        seatings = tuple(rows.select_related("user").order_by("seat"))
        SEATINGS.put(match_id, seatings)
    return seatings


def awaiting(user_id: int | None) -> QuerySet[Seating]:
    """The seats where this user can move or deal now, the longest-waiting match first."""
    return (
        Seating.objects.filter(IS_AWAITED, user=user_id, match__annulled_at=None)
        .select_related("match")
        .order_by("match__opened_at")
    )


def bots_to_act() -> QuerySet[Seating]:
    """The seats where a bot can move or deal now.

    In a casual match the first deal is left to the person who opened it.
    """
    return (
        Seating.objects.filter(IS_AWAITED, user__is_bot=True, match__annulled_at=None)
        .exclude(match__to_act=CHANCE, match__public=False)
        .select_related("match", "user")
        .order_by("match_id")
    )


def clocks_run_out(at: datetime) -> QuerySet[Match]:
    return Match.objects.filter(deadline__lte=at)


def shuffles_of(match: Match) -> QuerySet[Move]:
    return match.moves.filter(seat=None, proof__isnull=False).order_by("number")


def may_be_exposed(match_id: UUID) -> tuple[Seating, ...]:
    """The seats for which a referee may record a card seen while dealing: all or none."""
    match = Match.objects.get(pk=match_id)
    rules, state = replay.rules_of(match), replay.position(match).state
    if match.over:
        return ()
    try:
        rules.play(state, rules.parse("exposed 0"))
    except Refusal:
        return ()
    return seatings_of(match_id)


def is_over(match_id: UUID) -> bool:
    match = Match.objects.only("finished_at", "annulled_at").get(pk=match_id)
    return match.over


def replayed_score(match_id: UUID) -> Score | None:
    """The score of a finished match, if its moves lead to its stored outcome; else None."""
    match = Match.objects.get(pk=match_id)
    if match.finished_at is None:
        return None
    rules = replay.rules_of(match)
    position = replay.position_at(match, match.version)
    outcome = rules.outcome(position.state)
    if outcome is None or list(outcome.score) != (match.outcome or {}).get("score"):
        log.error("match %s does not replay to its stored outcome", match_id)
        return None
    return rules.score(position.state)
