"""The first deal: promised when the match is opened, made when a seat asks for it, with the words
that seats added.
"""

from datetime import timedelta
from typing import Any

import pytest

from games import services
from games.models import Match
from games.rules import dealing
from games.services import Opening, Sitter, open_match
from tests.conftest import NOW, Api

pytestmark = pytest.mark.django_db


@pytest.fixture
def undealt(four: list[Any]) -> Match:
    return open_match(
        Opening("mus", {}, [Sitter(u.pk, str(u)) for u in four], turn_seconds=30),
        at=NOW,
    )


def test_before_the_first_deal_its_promise_is_public_and_no_card_exists(
    undealt: Match,
) -> None:
    seen = Api().get(f"matches/{undealt.pk}/")[1]
    assert (seen["number"], seen["view"]["to_act"], seen["view"]["phase"]) == (
        0,
        -1,
        "deal",
    )
    assert seen["next_shuffle"]["number"] == 1
    assert not undealt.moves.exists()


def test_the_shuffle_is_the_one_promised_with_the_words_that_a_seat_added(
    undealt: Match, seats: list[Api]
) -> None:
    promised = Api().get(f"matches/{undealt.pk}/")[1]["next_shuffle"]["commitment"]
    assert seats[2].post(f"matches/{undealt.pk}/seed/", seed="seven and a half")[1] == {
        "from_shuffle": 1
    }
    status, seen = seats[3].post(f"matches/{undealt.pk}/deal/")
    assert (status, seen["number"], seen["view"]["to_act"]) == (201, 1, 0)
    proof = seats[3].get(f"matches/{undealt.pk}/shuffles/1/")[1]
    assert proof["commitment"] == promised
    assert proof["seat_seed_hashes"] == {
        "2": dealing.seat_seed_hash("seven and a half")
    }


def test_the_first_deal_is_made_once(undealt: Match, seats: list[Api]) -> None:
    seats[0].post(f"matches/{undealt.pk}/deal/")
    status, problem = seats[1].post(f"matches/{undealt.pk}/deal/")
    assert (status, problem["code"]) == (409, "match.dealt")
    assert undealt.moves.count() == 1


def test_only_a_seat_deals(undealt: Match, outsider: Any) -> None:
    assert (
        Api(outsider).post(f"matches/{undealt.pk}/deal/")[1]["code"]
        == "match.not_your_seat"
    )
    assert Api().post(f"matches/{undealt.pk}/deal/")[0] == 401


def test_nobody_speaks_before_the_deal(undealt: Match, seats: list[Api]) -> None:
    status, problem = seats[0].post(
        f"matches/{undealt.pk}/moves/", answers=0, id="x", move="mus"
    )
    assert (status, problem["code"]) == (422, "move.deal_first")


def test_the_clock_begins_with_the_deal(undealt: Match, seats: list[Api]) -> None:
    assert undealt.deadline is None
    assert not services.call_time(match_id=undealt.pk, at=NOW + timedelta(days=1))
    seats[1].post(f"matches/{undealt.pk}/deal/")
    undealt.refresh_from_db()
    assert undealt.deadline


def test_every_seat_is_told_that_it_may_deal(undealt: Match, seats: list[Api]) -> None:
    for seat, api in enumerate(seats):
        turns = api.get("me/turns/")[1]["turns"]
        assert turns == [
            {"match": str(undealt.pk), "seat": seat, "number": 0, "deal": True}
        ]
