"""A card that was seen while dealing, entered by a referee at a table in the app."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from core.refusals import IllegalMove, Refusal
from games import services
from games.models import Match
from games.verification import verify
from tests.conftest import NOW, Api, deal
from tournaments.models import LogEntry, Pairing, Stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def pairing(in_app: Callable[..., Stage]) -> Pairing:
    found = Pairing.objects.select_related("match").get(round__stage=in_app(capacity=2))
    assert found.match
    deal(found.match)
    return found


def mano(pairing: Pairing) -> Any:
    assert pairing.match
    return pairing.match.seatings.get(seat=0).user


def url(pairing: Pairing) -> str:
    return f"pairings/{pairing.pk}/exposed/"


def test_mus_b6_a_referee_enters_a_card_that_was_seen(
    pairing: Pairing, referee: Any
) -> None:
    status, _ = Api(referee).post(url(pairing), seat=2)
    assert status == 200
    seen = Api(referee).get(f"matches/{pairing.match_id}/")[1]
    assert (seen["number"], seen["view"]["phase"], seen["view"]["seen"]) == (
        2,
        "discard",
        True,
    )
    assert seen["view"]["talk"][-1] == {
        "seat": 2,
        "say": "exposed",
        "n": None,
        "lance": None,
    }
    line = LogEntry.objects.get(action="card.exposed")
    assert (line.by, line.fields) == (referee, {"table": pairing.table, "seat": 2})


def test_mus_21_it_is_refused_once_somebody_has_spoken(
    pairing: Pairing, referee: Any
) -> None:
    services.play_move(
        match_id=pairing.match_id,
        user=mano(pairing),
        answers=1,
        client_id="",
        text="mus",
        at=NOW,
    )
    status, refused = Api(referee).post(url(pairing), seat=2)
    assert (status, refused["code"]) == (422, "mus.nothing_dealt")
    assert not LogEntry.objects.filter(action="card.exposed").exists()


def test_no_seat_may_play_it(pairing: Pairing) -> None:
    with pytest.raises(IllegalMove) as refused:
        services.play_move(
            match_id=pairing.match_id,
            user=mano(pairing),
            answers=1,
            client_id="",
            text="exposed 2",
            at=NOW,
        )
    assert refused.value.code == "move.referees_only"


def test_a_seat_that_does_not_exist_is_refused(pairing: Pairing, referee: Any) -> None:
    assert Api(referee).post(url(pairing), seat=5)[1]["code"] == "mus.unknown_move"
    assert Api(referee).post(url(pairing), seat=-1)[0] == 400


def test_it_stands_in_the_record_and_takes_no_shuffles_number(
    pairing: Pairing, referee: Any, four: list[Any]
) -> None:
    Api(referee).post(url(pairing), seat=3)
    services.annul(match_id=pairing.match_id, at=NOW)
    record = Api(four[0]).get(f"matches/{pairing.match_id}/record/")[1]
    assert "\n2 ! exposed 3\n" in record
    assert verify(record).ok
    assert Match.objects.get(pk=pairing.match_id).moves.count() == 2


def test_after_the_match_nothing_is_entered(pairing: Pairing) -> None:
    services.annul(match_id=pairing.match_id, at=NOW)
    with pytest.raises(Refusal) as refused:
        services.expose(match_id=pairing.match_id, seat=0, at=NOW)
    assert refused.value.code == "match.over"


def test_a_referee_enters_it_at_the_desk_while_nobody_has_spoken(
    pairing: Pairing, referee: Any
) -> None:
    desk = Client(headers={"Accept-Language": "en"})
    desk.force_login(referee)
    page = desk.get(f"/tables/{pairing.pk}/result/").content.decode()
    assert page.count('name="seat"') == 4
    answer = desk.post(
        f"/tables/{pairing.pk}/exposed/", {"seat": "1"}, follow=True
    ).content.decode()
    assert "The exposed card is entered" in answer
    assert 'name="seat"' not in answer, "one exchange is forced already"
    again = desk.post(
        f"/tables/{pairing.pk}/exposed/", {"seat": "1"}, follow=True
    ).content.decode()
    assert "A card can only be seen while cards are being dealt" in again
    assert (
        "is not a move"
        in desk.post(
            f"/tables/{pairing.pk}/exposed/", {"seat": "x"}, follow=True
        ).content.decode()
    )
