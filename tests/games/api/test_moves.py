"""Playing over REST: what a seat reads, what a move answers, and what each wrong move is told."""

import uuid
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Match, Move
from tests.conftest import Api

pytestmark = pytest.mark.django_db


def say(
    api: Api, match: Match, move: str, answers: int = 1, client_id: str | None = None
) -> tuple[int, Any]:
    return api.post(
        f"matches/{match.pk}/moves/",
        answers=answers,
        id=client_id or uuid.uuid4().hex,
        move=move,
    )


def test_a_seat_reads_its_own_hand_and_its_legal_moves(
    match: Match, seats: list[Api]
) -> None:
    status, seen = seats[0].get(f"matches/{match.pk}/")
    assert status == 200
    assert seen["seat"] == 0
    assert len(seen["view"]["hand"]) == 4
    assert {choice["say"] for choice in seen["view"]["choices"] if choice["legal"]} == {
        "mus",
        "no mus",
    }


def test_a_spectator_reads_no_hand(match: Match) -> None:
    status, seen = Api().get(f"matches/{match.pk}/")
    assert status == 200
    assert seen["seat"] is None
    assert "hand" not in seen["view"]
    assert "choices" not in seen["view"]


def test_a_seats_view_is_for_nobodys_cache(match: Match, seats: list[Api]) -> None:
    response = seats[0].client.get(
        f"/api/v1/matches/{match.pk}/", headers=seats[0].headers
    )
    assert response["Cache-Control"] == "private, no-store"


def test_a_move_is_stored_and_answered_with_the_new_view(
    match: Match, seats: list[Api]
) -> None:
    status, answer = say(seats[0], match, "mus")
    assert status == 201
    assert answer["move"] == answer["number"] == 2
    assert answer["view"]["to_act"] == 1
    assert list(match.moves.values_list("seat", "text"))[1:] == [(0, "mus")]


def test_the_same_id_twice_has_one_effect_and_the_same_answer(
    match: Match, seats: list[Api]
) -> None:
    first = say(seats[0], match, "mus", client_id="a")
    say(seats[1], match, "mus", answers=2)
    again = say(seats[0], match, "mus", client_id="a")
    assert again == first
    assert match.moves.count() == 3


def test_the_same_id_for_another_move_is_refused(
    match: Match, seats: list[Api]
) -> None:
    say(seats[0], match, "mus", client_id="a")
    status, problem = say(seats[0], match, "no mus", client_id="a")
    assert (status, problem["code"]) == (409, "move.id_used")


def test_an_id_belongs_to_its_seat_only(match: Match, seats: list[Api]) -> None:
    say(seats[0], match, "mus", client_id="a")
    assert say(seats[1], match, "mus", answers=2, client_id="a")[0] == 201


def test_a_stale_number_is_answered_with_the_fresh_view(
    match: Match, seats: list[Api]
) -> None:
    say(seats[0], match, "mus")
    status, problem = say(seats[1], match, "mus", answers=1)
    assert (status, problem["code"]) == (409, "move.out_of_date")
    assert problem["fields"]["match"]["number"] == 2
    assert problem["fields"]["match"]["seat"] == 1


@pytest.mark.parametrize(
    ("move", "status", "code"),
    [
        pytest.param(
            "envido 2",
            422,
            "mus.mus_or_no_mus",
            id="MUS-14 no bet before the mus question is settled",
        ),
        pytest.param("quiero", 422, "mus.mus_or_no_mus", id="MUS-41 nothing to accept"),
        pytest.param(
            "discard Ko",
            422,
            "mus.mus_or_no_mus",
            id="MUS-15 no exchange before four mus",
        ),
        pytest.param("envidoo 2", 400, "mus.unknown_move", id="not a word of the game"),
        pytest.param("discard Ko Ko", 400, "cards.twice", id="a card twice"),
        pytest.param("deal Ko", 422, "mus.already_dealt", id="a player cannot deal"),
    ],
)
def test_a_move_that_cannot_be_is_refused_with_its_code(
    match: Match, seats: list[Api], move: str, status: int, code: str
) -> None:
    got, problem = say(seats[0], match, move)
    assert (got, problem["status"], problem["code"]) == (status, status, code)
    assert problem["detail"] != code
    assert match.moves.count() == 1


def test_out_of_turn_is_against_the_rules(match: Match, seats: list[Api]) -> None:
    status, problem = say(seats[2], match, "mus")
    assert (status, problem["code"]) == (422, "move.not_your_turn")


def test_who_has_no_seat_may_not_move(match: Match, outsider: Any) -> None:
    status, problem = say(Api(outsider), match, "mus")
    assert (status, problem["code"]) == (403, "match.not_your_seat")


def test_without_a_token_nobody_moves(match: Match) -> None:
    assert say(Api(), match, "mus")[0] == 401


def test_a_private_match_does_not_exist_for_others(
    match: Match, outsider: Any, seats: list[Api]
) -> None:
    Match.objects.filter(pk=match.pk).update(public=False)
    assert Api(outsider).get(f"matches/{match.pk}/")[0] == 404
    assert say(Api(outsider), match, "mus")[0] == 404
    assert seats[3].get(f"matches/{match.pk}/")[0] == 200


def test_a_token_with_strange_letters_is_refused_like_any_other() -> None:
    api = Api()
    api.headers = {"Authorization": "Token \u00f1\u00f1\u00f1"}
    assert api.get("me/turns/")[0] == 401


def test_errors_come_in_the_readers_language(match: Match, seats: list[Api]) -> None:
    seats[2].headers["Accept-Language"] = "en"
    assert say(seats[2], match, "mus")[1]["detail"] == "It is not your turn."


def test_turns_lists_where_a_player_is_awaited(match: Match, seats: list[Api]) -> None:
    assert seats[0].get("me/turns/")[1]["turns"] == [
        {"match": str(match.pk), "seat": 0, "number": 1, "deal": False}
    ]
    assert seats[1].get("me/turns/")[1]["turns"] == []


def play_on(seats: list[Api], match: Match, moves: int) -> None:
    """Everybody wants mus and throws one card, for so many moves."""
    seen = seats[0].get(f"matches/{match.pk}/")[1]
    for _ in range(moves):
        api = seats[seen["view"]["to_act"]]
        mine = api.get(f"matches/{match.pk}/")[1]
        move = (
            "mus"
            if mine["view"]["phase"] == "mus"
            else f"discard {mine['view']['hand'][0]}"
        )
        status, seen = say(api, match, move, answers=mine["number"])
        assert status == 201, seen


def statements(api: Api, match: Match) -> int:
    number = Match.objects.get(pk=match.pk).version
    with CaptureQueriesContext(
        connection,
    ) as caught:
        assert say(api, match, "mus", answers=number)[0] == 201
    return len(caught)


def test_a_move_takes_at_most_eight_statements_however_long_the_match(
    match: Match, seats: list[Api]
) -> None:
    early = statements(seats[0], match)
    play_on(seats, match, 8 * 6 - 1)
    late = statements(seats[0], match)
    # The test's own transaction turns BEGIN and COMMIT into SAVEPOINT and RELEASE, which are
    # counted.
    assert early == late <= 8


def test_nothing_is_queued_by_an_ordinary_move(
    match: Match, seats: list[Api], monkeypatch: Any
) -> None:
    from celery.app.task import Task

    queued: list[object] = []
    monkeypatch.setattr(Task, "apply_async", lambda self, *a, **k: queued.append(self))
    say(seats[0], match, "mus")
    assert queued == []


def test_the_shuffle_was_promised_before_and_each_seat_can_check_its_own_cards(
    match: Match, seats: list[Api]
) -> None:
    from games.rules import dealing

    proof = seats[1].get(f"matches/{match.pk}/shuffles/1/")[1]
    hand = seats[1].get(f"matches/{match.pk}/")[1]["view"]["hand"]
    assert sorted(card["card"] for card in proof["yours"]) == sorted(hand)
    for card in proof["yours"]:
        leaf = dealing.leaf(card["card"], card["position"], bytes.fromhex(card["salt"]))
        assert leaf == proof["leaves"][card["position"]]
    assert dealing.root(proof["leaves"]) == proof["root"]
    assert "seed" not in proof
    assert "order" not in proof


def test_a_seats_seed_goes_into_the_next_shuffle_and_stays_sealed(
    match: Match, seats: list[Api]
) -> None:
    assert seats[2].post(f"matches/{match.pk}/seed/", seed="my own words")[1] == {
        "from_shuffle": 2
    }
    for api in (*seats, Api()):
        assert "my own words" not in str(api.get(f"matches/{match.pk}/"))
    assert (
        "2"
        in seats[0].get(f"matches/{match.pk}/")[1]["next_shuffle"]["seat_seed_hashes"]
    )


def test_the_record_is_closed_while_the_match_runs(
    match: Match, seats: list[Api]
) -> None:
    status, problem = seats[0].get(f"matches/{match.pk}/record/")
    assert (status, problem["code"]) == (409, "record.match_running")


def test_moves_are_never_rewritten(match: Match, seats: list[Api]) -> None:
    before = list(Move.objects.values_list("number", "text"))
    say(seats[0], match, "mus")
    assert (
        list(Move.objects.order_by("number").values_list("number", "text"))[
            : len(before)
        ]
        == before
    )
