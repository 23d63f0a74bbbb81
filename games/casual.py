"""Friendly matches: a person and bots, outside any event, seen by those who sit there only."""

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
"""Plainly invented names of the house's bots by how well they play; every one of them is labelled as a bot."""

AT_ONCE: Final = 5
"""Friendly matches that one person may have open."""
UNTOUCHED: Final = timedelta(days=1)
"""After so long without a move nobody waits for the next any more."""
GUESTS_KEPT: Final = timedelta(days=7)


def house_bots(number: int, level: str = "simple") -> list[User]:
    """The first so many bots of the house, made if need be. No sign-up accepts a colon, so nobody can be one."""
    prefix = "bot:" if level == "simple" else f"bot:{level}:"
    return [
        User.objects.get_or_create(
            username=f"{prefix}{n}",
            defaults={"display_name": name, "is_bot": True, "level": level},
        )[0]
        for n, name in enumerate(BOTS[level][:number], start=1)
    ]


def open_matches_of(user: Any) -> QuerySet[Match]:
    mine = Seating.objects.filter(user=user, match__public=False).values("match_id")
    return Match.objects.filter(pk__in=mine, finished_at=None, annulled_at=None)


def open_friendly(
    *,
    by: Any,
    game: str,
    options: Json,
    at: datetime,
    words: str = "es",
    level: str = "simple",
) -> Match:
    """A match with the user in seat 0 and bots around. Raises BadOption, NotAllowed `match.too_many_open`."""
    if game not in GAMES:
        raise BadOption("option.no_such_game", allowed=sorted(GAMES))
    if open_matches_of(by).count() >= AT_ONCE:
        raise NotAllowed("match.too_many_open", most=AT_ONCE)
    rules = GAMES[game].rules
    seats = sum(map(len, rules.sides(rules.options(options))))
    bots = [Sitter(bot.pk, str(bot)) for bot in house_bots(seats - 1, level)]
    return open_match(
        Opening(
            game, options, [Sitter(by.pk, str(by)), *bots], public=False, words=words
        ),
        at=at,
    )


def annul_abandoned(at: datetime) -> int:
    """End the friendly matches that nobody has touched for a day; returns how many."""
    touched = Move.objects.filter(match=OuterRef("pk"), at__gt=at - UNTOUCHED)
    running = Match.objects.filter(
        public=False, opened_at__lt=at - UNTOUCHED, finished_at=None, annulled_at=None
    )
    abandoned = list(
        running.exclude(Exists(touched)).values_list("pk", flat=True)[:500]
    )
    return sum(annulled(pk, at) for pk in abandoned)


def annulled(match_id: UUID, at: datetime) -> bool:
    with suppress(OutOfDate):  # somebody played to its end just now
        annul(match_id=match_id, at=at)
        return True
    return False


@transaction.atomic
def forget_guests(at: datetime) -> int:
    """Delete the guests of more than a week ago who have played nothing since, with their matches; returns how many."""
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
