"""Casual matches: a person and bots, outside any event, visible to the person alone."""

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from core.refusals import BadOption, NotAllowed, OutOfDate
from games.catalogue import GAMES
from games.models import Match, Move, Seating
from games.rules.base import Json
from games.services import Opening, Sitter, annul, open_match

BOTS: Final = {
    "simple": ("Amaia", "Beñat", "Garazi", "Xabier", "Nerea", "Unai"),
    "strong": ("Izaro", "Mikel", "Leire", "Oier", "Maddi", "Aitor"),
}
"""Invented names for the bots of each level; pages label every bot as one."""

MOST_OPEN: Final = 5
"""Casual matches that one person may have open at a time."""
ABANDONED_AFTER: Final = timedelta(days=1)
"""A casual match without a move for this long is annulled."""
GUESTS_KEPT: Final = timedelta(days=7)


def house_bots(number: int, level: str = "simple") -> list[User]:
    """The first `number` bots of this level, created if needed.

    Sign-up accepts no colon in a user name, so no person can take one of theirs.
    """
    bots = []
    for n, name in enumerate(BOTS[level][:number], start=1):
        username = f"bot:{n}" if level == "simple" else f"bot:{level}:{n}"
        fields = {"display_name": name, "is_bot": True, "level": level}
        bot, _ = User.objects.get_or_create(username=username, defaults=fields)
        bots.append(bot)
    return bots


def open_matches_of(user: Any) -> QuerySet[Match]:
    mine = Seating.objects.filter(user=user, match__public=False).values("match_id")
    return Match.objects.filter(pk__in=mine, finished_at=None, annulled_at=None)


def open_casual_match(
    *,
    by: Any,
    game: str,
    options: Json,
    at: datetime,
    words: str = "es",
    level: str = "simple",
) -> Match:
    """A match with the user in seat 0 and bots in the others.

    Raises BadOption, NotAllowed `match.too_many_open`.
    """
    if game not in GAMES:
        raise BadOption("option.no_such_game", allowed=sorted(GAMES))
    if open_matches_of(by).count() >= MOST_OPEN:
        raise NotAllowed("match.too_many_open", most=MOST_OPEN)
    rules = GAMES[game].rules
    seats = sum(map(len, rules.sides(rules.options(options))))
    people = [by, *house_bots(seats - 1, level)]
    sitters = [Sitter(person.pk, str(person)) for person in people]
    opening = Opening(game, options, sitters, public=False, words=words)
    return open_match(opening, at=at)


def annul_abandoned(at: datetime) -> int:
    """Annul the casual matches without a move for a day; returns their number."""
    touched = Move.objects.filter(match=OuterRef("pk"), at__gt=at - ABANDONED_AFTER)
    running = Match.objects.filter(
        public=False,
        opened_at__lt=at - ABANDONED_AFTER,
        finished_at=None,
        annulled_at=None,
    )
    abandoned = running.exclude(Exists(touched)).values_list("pk", flat=True)
    return sum(annul_if_running(pk, at) for pk in list(abandoned[:500]))


def annul_if_running(match_id: UUID, at: datetime) -> bool:
    """Whether the match was annulled: a last move may have ended it just now."""
    with suppress(OutOfDate):
        annul(match_id=match_id, at=at)
        return True
    return False


@transaction.atomic
def forget_guests(at: datetime) -> int:
    """Delete guests of more than a week ago who have not played since, and their matches.

    Returns the number of guests.
    """
    long_ago = at - GUESTS_KEPT
    still_here = Seating.objects.filter(
        Q(match__public=True)
        | Q(match__opened_at__gt=long_ago)
        | Q(match__finished_at=None, match__annulled_at=None)
    )
    guests = User.objects.filter(is_guest=True, date_joined__lt=long_ago).exclude(
        pk__in=still_here.values("user_id")
    )
    gone = list(guests.values_list("pk", flat=True)[:500])
    Match.objects.filter(seatings__user__in=gone).delete()
    User.objects.filter(pk__in=gone).delete()
    return len(gone)
