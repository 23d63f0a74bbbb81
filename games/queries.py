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
    """A match with its seats, and the seat of whoever asks (None: they only watch)."""

    match: Match
    seatings: tuple[Seating, ...]
    seat: int | None


def table(match_id: UUID, user: object) -> Table:
    """The match as the user meets it. Raises NotFound."""
    user_id = getattr(user, "pk", None)
    match = Match.objects.filter(pk=match_id).first()
    seatings = seatings_of(match_id) if match else ()
    seat = next((s.seat for s in seatings if user_id and s.user_id == user_id), None)
    if match is None or (seat is None and not match.public):
        raise NotFound("match.not_found")
    return Table(match, seatings, seat)


SEATINGS: Recent[tuple[Seating, ...]] = Recent(2000)


def seatings_of(match_id: UUID) -> tuple[Seating, ...]:
    """Who sits where. It never changes, so a process asks once."""
    if (known := SEATINGS.get(match_id)) is None:
        known = tuple(
            Seating.objects.filter(match_id=match_id)
            .select_related("user")
            .order_by("seat")
        )
        SEATINGS.put(match_id, known)
    return known


def awaiting(user_id: int | None) -> QuerySet[Seating]:
    """The seats that can go on for this user, by a move or by the first deal, those waiting longest first."""
    return (
        Seating.objects.filter(IS_AWAITED, user=user_id, match__annulled_at=None)
        .select_related("match")
        .order_by("match__opened_at")
    )


def bots_to_act() -> QuerySet[Seating]:
    """The bots' seats that can go on. At a friendly table the first deal is left to the person who opened it."""
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
    """The seats of which a referee may enter now that a card was seen while dealing: all of them, or none."""
    match = Match.objects.get(pk=match_id)
    game, state = replay.rules_of(match), replay.position(match).state
    try:
        game.play(state, game.parse("exposed 0"))
    except Refusal:
        return ()
    return () if match.over else seatings_of(match_id)


def is_over(match_id: UUID) -> bool:
    match = Match.objects.only("finished_at", "annulled_at").get(pk=match_id)
    return match.over


def replayed_score(match_id: UUID) -> Score | None:
    """The score of a finished match if its moves, played again from the first, lead to it; else nothing."""
    match = Match.objects.get(pk=match_id)
    if match.finished_at is None:
        return None
    game, position = replay.rules_of(match), replay.position_at(match, match.version)
    outcome = game.outcome(position.state)
    if outcome is None or list(outcome.score) != (match.outcome or {}).get("score"):
        log.error("match %s does not replay to its stored outcome", match_id)
        return None
    return game.score(position.state)
