"""The turn clock: at zero the least committing legal move, never an órdago, never mus."""

from datetime import timedelta
from typing import Any

import pytest

from games import replay, services, tasks
from games.models import Match
from games.services import Opening, Sitter
from tests.conftest import NOW, Api, open_dealt

pytestmark = pytest.mark.django_db


@pytest.fixture
def timed(four: list[Any]) -> Match:
    return open_dealt(
        Opening("mus", {}, [Sitter(u.pk, str(u)) for u in four], turn_seconds=30),
        at=NOW,
    )


def test_before_zero_nothing_happens(timed: Match) -> None:
    assert not services.call_time(match_id=timed.pk, at=NOW + timedelta(seconds=29))
    assert timed.moves.count() == 1


def test_at_zero_a_silent_mano_wants_no_mus(timed: Match) -> None:
    assert services.call_time(match_id=timed.pk, at=NOW + timedelta(seconds=30))
    assert list(timed.moves.values_list("seat", "text"))[1:] == [(0, "no mus")]


def test_a_match_whose_players_all_sleep_comes_to_its_end_without_mus_or_ordago(
    timed: Match,
) -> None:
    at = NOW
    for _ in range(3000):
        at += timedelta(seconds=30)
        if not services.call_time(match_id=timed.pk, at=at):
            break
    timed.refresh_from_db()
    assert timed.finished_at
    assert timed.deadline is None
    said = set(timed.moves.exclude(seat=None).values_list("text", flat=True))
    assert said <= {"no mus", "paso", "no quiero"}


def test_the_same_zero_called_twice_is_one_move(timed: Match) -> None:
    at = NOW + timedelta(seconds=31)
    assert services.call_time(match_id=timed.pk, at=at)
    assert not services.call_time(match_id=timed.pk, at=at)


def test_a_move_at_the_last_moment_leaves_the_next_seat_its_own_time(
    timed: Match, four: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    at, position = NOW + timedelta(seconds=30), replay.position

    def after_a_move(match: Match) -> Any:
        monkeypatch.setattr(replay, "position", position)
        services.play_move(
            match_id=timed.pk, user=four[0], answers=1, client_id="x", text="mus", at=at
        )
        replay.RECENT.clear()
        return position(match)

    monkeypatch.setattr(replay, "position", after_a_move)
    assert not services.call_time(match_id=timed.pk, at=at)
    assert list(timed.moves.values_list("seat", "text"))[1:] == [(0, "mus")]


def test_a_player_can_call_time_when_no_worker_runs(
    timed: Match, seats: list[Api]
) -> None:
    # The match was opened in the past, so its clock has long run out.
    assert seats[3].post(f"matches/{timed.pk}/clock/") == (200, {"moved": True})
    assert seats[3].post(f"matches/{timed.pk}/clock/") == (200, {"moved": False})


def test_the_worker_calls_time_for_all(timed: Match) -> None:
    assert tasks.call_time() == 1
    assert tasks.call_time() == 0


def test_without_a_clock_nobody_is_hurried(match: Match) -> None:
    assert match.deadline is None
    assert not services.call_time(match_id=match.pk, at=NOW + timedelta(days=9))


def test_an_annulled_match_has_no_clock_and_takes_no_move(
    timed: Match, seats: list[Api]
) -> None:
    services.annul(match_id=timed.pk, at=NOW)
    assert not services.call_time(match_id=timed.pk, at=NOW + timedelta(days=9))
    status, problem = seats[0].post(
        f"matches/{timed.pk}/moves/", answers=1, id="x", move="mus"
    )
    assert (status, problem["code"]) == (409, "match.over")


def test_no_id_that_a_client_chooses_stops_its_clock(
    timed: Match, seats: list[Api]
) -> None:
    for number in range(1, 9):
        seat = timed.moves.count() - 1
        seats[seat % 4].post(
            f"matches/{timed.pk}/moves/",
            answers=seat + 1,
            id=f"clock-{number + 1}",
            move="mus",
        )
        timed.refresh_from_db()
    before = timed.moves.count()
    assert services.call_time(match_id=timed.pk, at=NOW + timedelta(days=900))
    assert timed.moves.count() > before


def test_a_table_whose_clock_fails_does_not_stop_the_others(
    timed: Match, four: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = open_dealt(
        Opening("mus", {}, [Sitter(u.pk, str(u)) for u in four], turn_seconds=30),
        at=NOW,
    )
    call = services.call_time

    def fails_for_one(*, match_id: Any, at: Any) -> bool:
        if match_id == timed.pk:
            raise RuntimeError
        return call(match_id=match_id, at=at)

    monkeypatch.setattr(services, "call_time", fails_for_one)
    assert tasks.call_time() == 1
    assert other.moves.filter(seat=0).exists()
