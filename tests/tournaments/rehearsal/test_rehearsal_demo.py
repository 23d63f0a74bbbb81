"""The demo club and its bots."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db.models import Q
from knox.models import AuthToken

from accounts.models import Club, Membership, User
from games.bot_player import LEVELS
from games.casual import house_bots
from games.models import Match, Seating
from games.services import Opening, Sitter, open_match
from tests.conftest import NOW, written_by_hand
from tournaments.models import Entry, Event, Pairing, Result, Standing
from tournaments.rehearsal import bots, cup, demo, steward
from tournaments.rehearsal.client import Client
from tournaments.rehearsal.house import House
from tournaments.rehearsal.play import dealt, sign_up


@pytest.mark.django_db
def test_the_demo_has_an_event_finished_one_under_way_and_one_to_enter() -> None:
    demo.load_demo()
    done, running, evening, coming = Event.objects.order_by("starts_at")
    assert [done.state, running.state, evening.state, coming.state] == [
        "finished",
        "running",
        "running",
        "open",
    ]
    assert evening.format == "tables"
    assert (
        Pairing.objects.filter(round__stage__event=evening, match__isnull=False).count()
        == 2
    )
    assert Standing.objects.filter(stage__event=done, rank=None).count() == 0
    tables = list(
        Pairing.objects.filter(round__stage__event=running).select_related("match")
    )
    assert len(tables) == 8
    assert {
        (table.match_id is not None, table.result_id is not None) for table in tables
    } >= {
        (True, True),
        (True, False),
        (False, True),
    }
    assert coming.deadline
    assert coming.fee > 0
    assert Entry.objects.filter(event=coming, state="waiting").exists()


@pytest.mark.django_db
def test_loading_the_demo_twice_changes_nothing() -> None:
    demo.load_demo()
    before = [model.objects.count() for model in (User, Event, Entry, Match, Result)]
    demo.load_demo()
    assert [
        model.objects.count() for model in (User, Event, Entry, Match, Result)
    ] == before


@pytest.mark.django_db
def test_the_people_of_the_demo_can_log_in() -> None:
    assert demo.demo_logins() == []
    demo.load_demo()
    for _, username, password in demo.demo_logins():
        assert User.objects.get(username=username).check_password(password)


@contextmanager
def bots_at_work(
    url: str, play: Callable[[str, threading.Event], None] = bots.play_bots
) -> Iterator[threading.Thread]:
    stop = threading.Event()
    thread = threading.Thread(target=play, args=(url, stop))
    thread.start()
    try:
        yield thread
    finally:
        stop.set()
        thread.join(5)
        assert not thread.is_alive(), "the bots did not stop"


def wait_until(there: Callable[[], Any], seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not there():
        assert time.monotonic() < deadline, "it did not come"
        time.sleep(0.05)


@pytest.mark.parametrize("level", LEVELS)
def test_bots_play_until_it_is_the_persons_turn(live_url: str, level: str) -> None:
    with closing(Client(live_url, threading.Event())) as client:
        me = sign_up(client, "ane", "Ane")
        match = client.post("matches/", me.token, level=level)
        path = f"matches/{match['id']}/"
        with bots_at_work(live_url):
            dealt(client, path, me.token)
            wait_until(lambda: client.get(path, me.token)["view"]["to_act"] == 0)
            match = client.get(path, me.token)
            client.post(
                f"{path}moves/", me.token, answers=match["number"], id="1", move="mus"
            )
            wait_until(lambda: client.get(path, me.token)["view"]["to_act"] == 0)
        assert client.get(path, me.token)["number"] > match["number"] + 1
    assert set(AuthToken.objects.values_list("user", flat=True)) == {me.user}, (
        "the bots gave their tokens back"
    )


def test_who_asks_for_the_first_deal_too_late_sees_the_match_as_dealt(
    live_url: str,
) -> None:
    with closing(Client(live_url, threading.Event())) as client:
        me = sign_up(client, "ane", "Ane")
        path = f"matches/{client.post('matches/', me.token)['id']}/"
        first, late = (dealt(client, path, me.token) for _ in range(2))
    assert first["number"] == late["number"] == 1
    assert first["view"]["hand"] == late["view"]["hand"]


def test_bots_of_other_people_are_left_to_their_own_programs(
    live_url: str, tmp_path: Path
) -> None:
    house = House(Client(live_url, threading.Event()))
    users = [User.objects.create(username=f"own-{n}", is_bot=True) for n in range(4)]
    match = Match.objects.create(game="mus", opened_at="2026-01-01T00:00Z", to_act=0)
    Seating.objects.bulk_create(
        Seating(match=match, seat=n, user=user) for n, user in enumerate(users)
    )
    assert not bots.awaited(Q())
    bots.Bots(house, Q()).step()
    assert not AuthToken.objects.exists()


def test_bots_outlive_a_service_that_is_away_and_say_so_once(
    transactional_db: None, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("WARNING")
    user = User.objects.create(username="bot:1", is_bot=True)
    match = Match.objects.create(
        game="mus", opened_at="2026-01-01T00:00Z", to_act=0, public=False
    )
    Seating.objects.create(match=match, seat=0, user=user)
    with bots_at_work("http://127.0.0.1:9") as thread:
        wait_until(lambda: caplog.records)
        time.sleep(1.5)
        assert thread.is_alive()
    assert [record.message.split(":")[0] for record in caplog.records] == [
        "the bots wait"
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "public", [True, False], ids=["in an event", "at a friendly table"]
)
def test_the_first_deal_is_the_first_bots_but_at_a_friendly_table_the_persons(
    four: list[User], public: bool
) -> None:
    house = house_bots(3)
    sitters = [Sitter(user.pk, str(user)) for user in (four[0], *house)]
    open_match(Opening("mus", {}, sitters, public=public), at=NOW)
    assert [turn.user for turn in bots.awaited(Q())] == (
        [house[0].pk] if public else []
    )


@pytest.mark.slow
def test_one_cup_follows_another_and_old_ones_are_forgotten(
    live_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cup, "RULES", {"points_per_set": 2, "sets_to_win": 1})
    monkeypatch.setattr(cup, "KEPT", 1)
    monkeypatch.setattr(bots, "CUP_PACE", (0, 0))
    monkeypatch.setattr(steward, "WITH_CARDS", (0, 0))
    for waiting in ("LOOK", "UNTIL_CONFIRMED", "BREAK", "BETWEEN_CUPS"):
        monkeypatch.setattr(steward, waiting, 0)
    demo.load_demo()
    one = cup.cups().get()
    with bots_at_work(live_url, demo.play_bots):
        wait_until(lambda: not cup.cups().filter(pk=one.pk).exists(), 90)
    assert cup.cups().get().name == f"{cup.NAME} 2"
    assert not Pairing.objects.filter(round__stage__event=one.pk).exists()


@pytest.mark.django_db
def test_an_event_of_other_people_is_no_cup_whatever_it_and_its_club_are_called(
    make_event: Callable[..., Event], club: Club, organiser: User
) -> None:
    demo.load_demo()
    club.name, club.slug = "Izarra Mus Elkartea", "izarra"
    club.save()
    Membership.objects.create(club=club, user=cup.steward(), role="organiser")
    theirs = make_event(name=f"{cup.NAME} 2")
    assert theirs not in cup.cups()
    with written_by_hand():
        cup.cups().update(name="Another name")
    assert cup.cups().count() == 1


@pytest.mark.django_db
def test_without_the_demo_the_steward_does_nothing(
    make_event: Callable[..., Event],
) -> None:
    make_event(name=f"{cup.NAME} 1")
    steward.Steward(House(Client("http://127.0.0.1:9", threading.Event()))).step()
    assert Event.objects.count() == 1
    assert not User.objects.filter(username__startswith=cup.HOUSE).exists()


@pytest.mark.django_db
def test_where_there_is_no_demo_bots_play_friendly_matches_only() -> None:
    demo.load_demo()
    in_cup = bots.awaited(Q())
    assert {turn.public for turn in in_cup} == {True}
    assert not bots.awaited(Q(match__public=False))
