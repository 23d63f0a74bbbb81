"""Friendly matches: a person and bots, outside any event, seen by those who sit there only."""

from datetime import datetime
from typing import Any, Final

from django.db.models import QuerySet

from accounts.models import User
from games.models import Match, Seating
from games.rules import RULEBOOK
from games.rules.base import Json
from games.rules.errors import BadOption
from games.services import NotAllowed, Opening, Sitter, open_match

BOTS: Final = ("Amaia", "Beñat", "Garazi", "Xabier", "Nerea", "Unai")
"""Plainly invented names of the house's bots; every one of them is labelled as a bot."""

AT_ONCE: Final = 5
"""Friendly matches that one person may have open."""


def house_bots(number: int) -> list[User]:
    """The first so many bots of the house, made if need be. No sign-up accepts a colon, so nobody can be one."""
    bots = [
        User.objects.get_or_create(username=f"bot:{n}", defaults={"display_name": name, "is_bot": True})[0]
        for n, name in enumerate(BOTS[:number], start=1)
    ]
    return bots


def open_matches_of(user: Any) -> QuerySet[Match]:
    mine = Seating.objects.filter(user=user, match__public=False).values("match_id")
    return Match.objects.filter(pk__in=mine, finished_at=None, annulled_at=None)


def open_friendly(*, by: Any, game: str, options: Json, at: datetime) -> Match:
    """A match with the user in seat 0 and bots around. Raises BadOption, NotAllowed `match.too_many_open`."""
    if game not in RULEBOOK:
        raise BadOption("option.no_such_game", allowed=sorted(RULEBOOK))
    if open_matches_of(by).count() >= AT_ONCE:
        raise NotAllowed("match.too_many_open", most=AT_ONCE)
    rules = RULEBOOK[game]
    seats = sum(map(len, rules.sides(rules.options(options))))
    bots = [Sitter(bot.pk, str(bot)) for bot in house_bots(seats - 1)]
    return open_match(Opening(game, options, [Sitter(by.pk, str(by)), *bots], public=False), at=at)
