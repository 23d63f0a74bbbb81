"""Table talk: who notices a sign, and who is told of it."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import (
    live,
    services,
    table_talk,
    verification,  # noqa: F401  it takes the true shuffle with it before it is replaced here
)
from games.models import Aside, Match
from games.mus import (
    rules,
    signs,
)
from tests.conftest import NOW, Api, deal
from tests.games.table_talk.talking import CATCHABLE, heard
from tournaments.models import Pairing, Stage

pytestmark = pytest.mark.django_db


def play(match: Match, four: list[User], *texts: str) -> None:
    for text in texts:
        match.refresh_from_db()
        user = four[match.to_act or 0]
        services.play_move(
            match_id=match.pk,
            user=user,
            answers=match.version,
            client_id="",
            text=text,
            at=NOW,
        )
    match.refresh_from_db()


# --- catching a sign ---


@pytest.mark.parametrize(
    ("looked", "caught"),
    [(0, True), (2.9, True), (3, False), (9, False)],
    ids=["now", "just", "too late", "long ago"],
)
def test_a_rival_who_began_to_look_a_moment_before_sees_the_sign(
    table: Callable[..., Match], make: Callable[..., Aside], looked: float, caught: bool
) -> None:
    """MUS-63: a look lasts three seconds."""
    match = table(**CATCHABLE)
    make(match, 1, "look")
    sign = make(match, 0, "sign", "kings_2", after=looked)
    assert sign.seen_by == ("012" if caught else "02")


def test_a_look_after_the_sign_comes_too_late(
    table: Callable[..., Match], make: Callable[..., Aside], seats: list[Api]
) -> None:
    match = table(**CATCHABLE)
    make(match, 0, "sign", "kings_2")
    look = make(match, 1, "look", after=0.1)
    assert (look.seen_by, heard(seats[1], match)) == ("1", [(1, "look", "")])


def test_nobody_else_learns_of_a_look(
    table: Callable[..., Match], make: Callable[..., Aside], seats: list[Api]
) -> None:
    match = table(**CATCHABLE)
    make(match, 1, "look")
    assert [heard(api, match) for api in (seats[0], seats[2], seats[3], Api())] == [
        []
    ] * 4


def test_who_saw_what_follows_from_what_is_stored(
    table: Callable[..., Match],
    make: Callable[..., Aside],
    seats: list[Api],
    four: list[User],
) -> None:
    """MUS-63: once the match is over anybody can check it, without the untrue signs; while it runs
    nobody can.
    """
    match = table(**CATCHABLE)
    make(match, 3, "look")
    make(match, 0, "sign", "kings_2", after=2)
    with pytest.raises(table_talk.Untrue):
        make(match, 2, "sign", "duples", after=3)
    make(match, 2, "phrase", "suerte", after=9)
    assert Api().get(f"matches/{match.pk}/asides/")[1]["history"] == []
    services.annul(match_id=match.pk, at=NOW)
    history = Api().get(f"matches/{match.pk}/asides/")[1]["history"]
    assert [(one["kind"], one["seat"], one["seen_by"]) for one in history] == [
        ("look", 3, [3]),
        ("sign", 0, [0, 2, 3]),
        ("phrase", 2, [0, 1, 2, 3]),
    ]
    looks = {one["seat"] for one in history if one["kind"] == "look"}
    assert set(history[1]["seen_by"]) == set(
        signs.seen_by(rules.options(match.options), 0, looks)
    )


# --- deals come and go ---


def test_what_was_signed_in_an_earlier_deal_is_seen_no_more(
    table: Callable[..., Match],
    make: Callable[..., Aside],
    seats: list[Api],
    four: list[User],
) -> None:
    match = table(**CATCHABLE)
    make(match, 0, "sign", "kings_2")
    play(match, four, "no mus")
    assert heard(seats[2], match) == [(0, "sign", "kings_2")]
    play(match, four, "ordago", "quiero")
    assert match.score["won"] != [0, 0]
    assert heard(seats[2], match) == []
    assert Aside.objects.count() == 1


def test_cards_exchanged_while_a_sign_was_chosen_excuse_it(
    table: Callable[..., Match], four: list[User], seats: list[Api]
) -> None:
    """MUS-63: such a sign is out of date, not untrue."""
    match = table(**CATCHABLE)
    chosen = match.version
    play(
        match,
        four,
        "mus",
        "mus",
        "mus",
        "mus",
        "discard Ko Kc 6o",
        "discard 5o",
        "discard 7o",
        "discard 4c",
    )
    body = {"sign": "kings_2", "answers": chosen}
    assert "kings_2" not in seats[0].get(f"matches/{match.pk}/")[1]["asides"]["signs"]
    status, answer = seats[0].post(f"matches/{match.pk}/asides/", **body)
    assert (status, answer["code"]) == (409, "move.out_of_date")
    assert not Aside.objects.exists()
    status, answer = seats[0].post(
        f"matches/{match.pk}/asides/", **body | {"answers": match.version}
    )
    assert (status, answer["code"]) == (409, "sign.untrue")
    assert Aside.objects.get().kind == "attempt"


def test_a_sign_that_is_still_true_may_answer_an_older_position(
    table: Callable[..., Match], four: list[User], seats: list[Api]
) -> None:
    match = table(**CATCHABLE)
    chosen = match.version
    play(match, four, "no mus")
    assert (
        seats[0].post(f"matches/{match.pk}/asides/", sign="kings_2", answers=chosen)[0]
        == 201
    )


# --- the referees' log ---


@pytest.fixture
def pairing(in_app: Callable[..., Stage]) -> Pairing:
    """A table of an event where signs can be caught, its cards dealt."""
    pairing = Pairing.objects.select_related("match").get(
        round__stage=in_app(options=CATCHABLE)
    )
    assert pairing.match
    deal(pairing.match)
    return pairing


def test_an_untrue_sign_stands_in_the_log_of_the_event_without_the_sign(
    pairing: Pairing, referee: User, organiser: User, caplog: Any
) -> None:
    """MUS-63: the referees read who tried and where; what a hand does not hold stays hidden while
    the match runs.
    """
    caplog.set_level(logging.DEBUG)
    match = pairing.match
    assert match
    user = match.seatings.get(seat=1).user
    event = pairing.round.stage.event_id
    assert Api(user).post(f"matches/{match.pk}/asides/", sign="duples")[0] == 409
    for api in (Api(referee), Api(organiser)):
        line = api.get(f"events/{event}/log/")[1]["results"][0]
        assert (line["action"], line["by"]) == ("sign.untrue", str(user))
        assert line["fields"] == {"table": pairing.table}
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(referee)
    page = client.get(f"/events/{event}/desk/log/").content.decode()
    assert "a sign was given that was not true of the hand" in page
    assert "duples" not in page.lower()
    assert "duples" not in caplog.text.lower()
    attempt = match.asides.get()
    assert (attempt.kind, attempt.code, attempt.seen_by) == ("attempt", "duples", "1")


def test_a_true_sign_stands_in_no_log(pairing: Pairing, referee: User) -> None:
    match = pairing.match
    assert match
    user = match.seatings.get(seat=0).user
    before = Api(referee).get(f"events/{pairing.round.stage.event_id}/log/")[1]
    assert Api(user).post(f"matches/{match.pk}/asides/", sign="kings_2")[0] == 201
    assert Api(referee).get(f"events/{pairing.round.stage.event_id}/log/")[1] == before


# --- who is told ---


def test_a_seats_topic_counts_what_it_noticed_and_that_of_the_public_only_moves(
    table: Callable[..., Match], make: Callable[..., Aside]
) -> None:
    """Not even that there was a sign reaches who did not notice it."""
    match = table(**CATCHABLE)
    topics = [
        live.seat_topic(match.pk, seat).removeprefix("match-") for seat in range(4)
    ]
    public = str(match.pk)
    before = [live.match_number(name) for name in (public, *topics)]
    make(match, 0, "sign", "kings_2")
    after = [live.match_number(name) for name in (public, *topics)]
    assert before == [match.version] * 5
    assert [late - early for early, late in zip(before, after, strict=True)] == [
        0,
        1,
        0,
        1,
        0,
    ]  # type: ignore[operator]


@pytest.mark.parametrize(
    "wrong",
    [
        ".0",
        ".0.",
        ".0.wrong",
        ".9.",
        ".00.{key}",
        ".٠.{key}",
        ".1.{key}",
        "..",
        ".-1.{key}",
    ],
)
def test_nobody_listens_for_a_seat_without_its_key(
    table: Callable[..., Match], wrong: str
) -> None:
    match = table(**CATCHABLE)
    key = live.seat_key(match.pk, 0)
    assert live.match_number(f"{match.pk}.0.{key}") == match.version
    assert live.match_number(f"{match.pk}{wrong.format(key=key)}") is None


def test_what_changes_wakes_whoever_listens_for_a_seat() -> None:
    async def woken() -> tuple[bool, bool]:
        bus = live.LocalBus()
        seat, stop = bus.listen("match-1.2.key")
        other, _ = bus.listen("match-2")
        bus.publish("match-1")
        await asyncio.sleep(0)
        stop()
        return seat.is_set(), other.is_set()

    assert asyncio.run(woken()) == (True, False)
