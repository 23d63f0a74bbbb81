"""What friendly matches leave behind goes by itself: tables that nobody plays at, and guests who
do not come back.
"""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError

from accounts.models import User
from accounts.services import new_guest
from games import casual
from games.bot_player import LEVELS
from games.catalogue import GAMES
from games.models import Match
from games.services import annul
from games.tasks import tidy
from tests.conftest import NOW

pytestmark = pytest.mark.django_db

WEEK = timedelta(days=7)


def friendly_match(user: User) -> Match:
    options = {"points_per_set": 5, "sets_to_win": 1}
    return casual.open_casual_match(by=user, game="mus", options=options, at=NOW)


@pytest.fixture
def guest() -> User:
    guest = new_guest()
    User.objects.filter(pk=guest.pk).update(date_joined=NOW)
    return guest


def there(thing: Any) -> bool:
    return type(thing).objects.filter(pk=thing.pk).exists()


@pytest.mark.parametrize(("hours", "ended"), [(23, 0), (25, 1)])
def test_a_friendly_match_untouched_for_a_day_is_annulled(
    outsider: User, hours: int, ended: int
) -> None:
    match = friendly_match(outsider)
    assert casual.annul_abandoned(NOW + timedelta(hours=hours)) == ended
    match.refresh_from_db()
    assert bool(match.annulled_at) is bool(ended)
    assert casual.open_matches_of(outsider).count() == 1 - ended


def test_a_friendly_match_in_which_somebody_moved_goes_on(outsider: User) -> None:
    match = friendly_match(outsider)
    match.moves.create(number=99, seat=0, text="mus", at=NOW + timedelta(hours=20))
    assert casual.annul_abandoned(NOW + timedelta(hours=25)) == 0


def test_a_match_of_an_event_waits_for_ever(match: Match) -> None:
    assert casual.annul_abandoned(NOW + 10 * WEEK) == 0


@pytest.mark.parametrize("level", LEVELS)
def test_the_house_has_bots_of_each_level_for_the_largest_table_each_with_a_name_of_its_own(
    level: str,
) -> None:
    most = max(
        choice.values[-1]
        for game in GAMES.values()
        if (choice := game.rules.OPTIONS["players"])
    )
    bots = casual.house_bots(int(most) - 1, level)
    assert [bot.level for bot in bots] == [level] * (int(most) - 1)
    assert len({str(bot) for bot in bots}) == len(bots)
    assert casual.house_bots(int(most) - 1, level) == bots


def test_nobody_but_a_bot_has_a_level(outsider: User) -> None:
    with pytest.raises(IntegrityError, match="only_bots_have_a_level"):
        User.objects.filter(pk=outsider.pk).update(level="strong")


def test_a_guest_who_does_not_come_back_goes_with_the_matches_played(
    guest: User, outsider: User
) -> None:
    match, other = friendly_match(guest), friendly_match(outsider)
    for one in (match, other):
        annul(match_id=one.pk, at=NOW)
    assert casual.forget_guests(NOW + WEEK - timedelta(hours=1)) == 0
    assert casual.forget_guests(NOW + WEEK + timedelta(hours=1)) == 1
    assert [there(thing) for thing in (guest, match, outsider, other)] == [
        False,
        False,
        True,
        True,
    ]
    assert User.objects.filter(is_bot=True).exists()


def test_a_guest_whose_match_is_not_over_stays(guest: User) -> None:
    friendly_match(guest)
    assert casual.forget_guests(NOW + 2 * WEEK) == 0


def test_the_clock_of_friendly_matches_does_both(guest: User) -> None:
    User.objects.filter(pk=guest.pk).update(date_joined=NOW - 100 * WEEK)
    match = friendly_match(guest)
    Match.objects.update(opened_at=NOW - 100 * WEEK)
    match.moves.update(at=NOW - 100 * WEEK)
    tidy()
    assert not there(guest)
    assert not there(match)
