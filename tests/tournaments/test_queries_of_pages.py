"""What a page asks the database does not grow with the number of entries and tables."""

from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.conftest import NOW
from tests.tournaments.leagues import League
from tournaments.models import Event, Stage
from tournaments.services import rounds, standings

pytestmark = pytest.mark.django_db

OF_AN_EVENT = (
    "",
    "entries/",
    "rounds/1/",
    "rounds/1/sheet/tables/",
    "rounds/1/sheet/names/",
    "standings/",
    "draws/1/",
    "calendar/",
    "desk/",
    "desk/log/",
    "desk/rounds/1/slips/",
)
IN_THE_API = ("", "entries/", "rounds/", "draws/", "standings/", "calendar/", "log/")


@pytest.fixture
def in_its_second_round(league: League) -> Callable[[int], Event]:
    """A league of so many pairs, whose first round is over."""

    def play(pairs: int) -> Event:
        stage = league.running(pairs)
        league.play_round(stage)
        rounds.open_round(stage_id=stage.pk, by=league.organiser, at=NOW)
        standings.recompute(stage_id=stage.pk)
        return Stage.objects.select_related("event").get(pk=stage.pk).event

    return play


def test_a_page_asks_as_often_for_many_pairs_as_for_few(
    in_its_second_round: Callable[[int], Event], client: Client, organiser: User
) -> None:
    client.force_login(organiser)
    few, many = in_its_second_round(6).pk, in_its_second_round(12).pk
    pages = [f"/events/%d/{page}" for page in OF_AN_EVENT] + [
        f"/api/v1/events/%d/{page}" for page in IN_THE_API
    ]
    for page in pages:
        assert asked(client, page % few) == asked(client, page % many), page


def asked(client: Client, address: str) -> int:
    """How many queries the page takes that nobody has read for a while."""
    assert client.get(address).status_code == 200, address
    cache.clear()
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    return len(queries)
