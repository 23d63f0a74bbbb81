"""Standings and tallies: recomputed by tasks from confirmed facts, twice or late without harm,
never two at once.
"""

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Event as Flag
from typing import Any

import pytest
from celery.contrib.testing.worker import start_worker
from django.core.cache import cache
from django.db import connections
from django.utils import timezone

from config.celery import app
from core.chance import Stream
from games import replay, services
from games.bot_player import choose
from games.models import Match
from tests.conftest import NOW, SHORT, deal
from tests.racing import at_once
from tournaments import tasks
from tournaments.models import Event, Pairing, Stage, Standing
from tournaments.reading import events
from tournaments.services import results, standings
from tournaments.services.typed_results import Decision, played
from tournaments.signals import facts_changed

Running = Callable[..., Stage]


def decide(pairing: Pairing, by: Any, decision: Decision | None = None) -> None:
    results.set_result(
        pairing_id=pairing.pk,
        decision=decision or played(3, 1),
        reason="sheet",
        by=by,
        at=NOW,
    )


def pairings(stage: Stage) -> list[Pairing]:
    return list(
        Pairing.objects.filter(round__stage=stage, table__isnull=False).order_by(
            "table"
        )
    )


def rows(stage: Stage) -> list[tuple[Any, ...]]:
    return list(
        stage.standings.values_list(
            "entry_id", "rank", "shared_to", "won", "lost", "sets_for", "sets_against"
        )
    )


@pytest.mark.django_db
def test_a_result_shows_in_the_standings_once_they_are_computed(
    running: Running, organiser: Any
) -> None:
    stage = running(2)
    final = pairings(stage)[0]
    decide(final, organiser, played(3, 1, [[30, 12], [30, 28], [4, 30], [30, 0]]))
    standings.recompute(stage_id=stage.pk)
    first, second = stage.standings.all()
    assert (first.entry_id, first.rank, first.sets_for, first.tantos_for) == (
        final.a_id,
        1,
        3,
        94,
    )
    assert (second.rank, second.lost, second.tantos_against) == (2, 1, 94)
    assert first.why["code"] == "champion"


@pytest.mark.django_db
def test_computing_again_changes_nothing_and_tells_nobody(
    running: Running, organiser: Any
) -> None:
    stage = running(4)
    decide(pairings(stage)[0], organiser)
    assert standings.recompute(stage_id=stage.pk) == 1
    before, number = rows(stage), Event.objects.get(pk=stage.event_id).version
    assert standings.recompute(stage_id=stage.pk) == 0
    Stage.objects.update(computed_mark="")
    assert standings.recompute(stage_id=stage.pk) == 1
    assert rows(stage) == before
    assert Event.objects.get(pk=stage.event_id).version == number


@pytest.mark.django_db
def test_a_correction_shows_and_leaves_no_trace_of_the_old_result(
    running: Running, organiser: Any
) -> None:
    stage = running(2)
    final = pairings(stage)[0]
    decide(final, organiser)
    standings.recompute(stage_id=stage.pk)
    decide(final, organiser, played(0, 3))
    standings.recompute(stage_id=stage.pk)
    assert rows(stage) == [
        (final.b_id, 1, 1, 1, 0, 3, 0),
        (final.a_id, 2, 2, 0, 1, 0, 3),
    ]


@pytest.mark.django_db
def test_while_one_computes_another_leaves_it_alone(running: Running) -> None:
    stage = running(2)
    assert standings.take_lease(stage.pk, timezone.now())
    assert standings.recompute(stage_id=stage.pk) == 0


@pytest.mark.django_db
def test_a_killed_run_holds_nobody_up_for_longer_than_its_lease(
    running: Running, organiser: Any
) -> None:
    stage = running(2)
    Stage.objects.update(
        lease="dead", leased_at=timezone.now() - standings.LEASE - timedelta(seconds=1)
    )
    assert standings.recompute(stage_id=stage.pk) == 1


@pytest.mark.django_db
def test_what_comes_during_a_run_is_left_to_a_later_one(
    running: Running, organiser: Any, monkeypatch: Any
) -> None:
    stage = running(4)
    first, second = pairings(stage)
    decide(first, organiser)
    computed, said = standings.ranked_rows, []

    def meanwhile(stage: Stage) -> Any:
        decide(second, organiser)
        return computed(stage)

    monkeypatch.setattr(standings, "ranked_rows", meanwhile)
    monkeypatch.setattr(
        facts_changed, "send", lambda sender, stage_id: said.append(stage_id)
    )
    assert standings.recompute(stage_id=stage.pk)
    assert standings.is_out_of_date(stage.pk)
    assert said == [stage.pk] * 2, (
        "by the result, and again by the run that it came too late for"
    )


@pytest.mark.django_db
def test_a_run_that_lost_its_lease_writes_nothing(running: Running) -> None:
    stage = running(2)
    token = standings.take_lease(stage.pk, timezone.now())
    Stage.objects.update(lease="somebody else")
    assert not standings.compute(stage.pk, token)
    assert not Standing.objects.exists()


@pytest.mark.django_db
def test_the_sweep_finds_what_a_lost_message_left_undone(
    running: Running, organiser: Any
) -> None:
    stage = running(2)
    decide(pairings(stage)[0], organiser)
    assert tasks.sweep() == 1
    assert stage.standings.count() == 2
    assert tasks.sweep() == 0


@pytest.mark.django_db
def test_many_changes_in_a_moment_are_one_message(
    running: Running, monkeypatch: Any
) -> None:
    sent = []
    monkeypatch.setattr(
        tasks.recompute, "apply_async", lambda args, countdown: sent.append(args)
    )
    stage = running(2)
    cache.delete(tasks.gate(stage.pk))
    for _ in range(20):
        tasks.ask_for_recompute(stage.pk)
    assert sent == [(stage.pk,)]


@pytest.mark.django_db
def test_a_broker_that_is_away_costs_the_request_nothing_but_time(
    running: Running, monkeypatch: Any
) -> None:
    def away(*args: Any, **more: Any) -> None:
        raise ConnectionError

    monkeypatch.setattr(tasks.recompute, "apply_async", away)
    cache.delete(tasks.gate(running(2).pk))
    tasks.ask_for_recompute(Stage.objects.get().pk)


@pytest.mark.django_db(transaction=True)
def test_six_workers_at_once_compute_one_at_a_time(
    running: Running, organiser: Any, monkeypatch: Any
) -> None:
    stage = running(4)
    inside, most = [], []
    computed = standings.ranked_rows

    def slow(stage: Stage) -> Any:
        inside.append(1)
        most.append(len(inside))
        time.sleep(0.05)
        inside.pop()
        return computed(stage)

    monkeypatch.setattr(standings, "ranked_rows", slow)
    for pairing in pairings(stage):
        decide(pairing, organiser)
        at_once(*[lambda: standings.recompute(stage_id=stage.pk)] * 6)
    assert max(most) == 1
    assert not standings.is_out_of_date(stage.pk)


@pytest.fixture
def short(in_app: Callable[..., Stage]) -> Stage:
    return in_app(options=SHORT)


def play_to_the_end(match: Match) -> None:
    stream = Stream(b"end")
    deal(match)
    while True:
        match.refresh_from_db()
        if match.over:
            return
        position = replay.position(match)
        game = replay.rules_of(match)
        seat = game.to_act(position.state) or 0
        move = choose(game.view(position.state, seat), stream.below)
        user = match.seatings.get(seat=seat).user
        services.play_move(
            match_id=match.pk,
            user=user,
            answers=position.number,
            client_id=f"{position.number}",
            text=move,
            at=NOW,
        )


@pytest.mark.django_db
def test_the_stones_of_a_running_set_stand_in_the_tables(short: Stage) -> None:
    pairing = pairings(short)[0]
    Match.objects.filter(pk=pairing.match_id).update(
        score={"won": [0, 0], "running": [4, 3], "sets": []}
    )
    short.draw.event.refresh_from_db()
    Stage.objects.update(computed_mark="")
    standings.recompute(stage_id=short.pk)
    running = {row.entry_id: row.running for row in short.standings.all()}
    first, _place = (pairing.seats or {})["players"][0]
    of_first = short.event.entries.get(number=first).pk
    assert running[of_first] == {
        "sets": 0,
        "tantos": 4,
        "amarracos": 0,
        "piedras": 4,
        "adentro": False,
        "against": 3,
    }


@pytest.mark.django_db
def test_a_match_in_the_app_counts_once_a_worker_has_replayed_it(short: Stage) -> None:
    pairing = pairings(short)[0]
    assert pairing.match
    play_to_the_end(pairing.match)
    pairing.refresh_from_db()
    assert pairing.result is None
    assert tasks.take_from_engine(str(pairing.match_id))
    pairing.refresh_from_db()
    assert pairing.result
    assert pairing.match
    assert pairing.result.source == "engine"
    won = pairing.match.score["won"]
    sets = [pairing.result.sets_a, pairing.result.sets_b]
    assert sets == (won[::-1] if events.sits_second(pairing) else won)
    assert not tasks.take_from_engine(str(pairing.match_id)), (
        "late and twice without harm"
    )
    assert pairing.results.count() == 1


@pytest.mark.django_db
def test_a_score_that_the_moves_do_not_lead_to_is_not_taken(short: Stage) -> None:
    pairing = pairings(short)[0]
    assert pairing.match
    play_to_the_end(pairing.match)
    outcome = pairing.match.outcome or {}
    Match.objects.update(outcome=outcome | {"score": outcome["score"][::-1]})
    assert not tasks.take_from_engine(str(pairing.match_id))
    pairing.refresh_from_db()
    assert pairing.result is None


@pytest.mark.django_db(transaction=True)
def test_from_an_accepted_result_to_changed_tables_with_a_real_worker(
    running: Running, organiser: Any
) -> None:
    stage = running(2)
    seen = Flag()
    with start_worker(app, perform_ping_check=False):
        began = time.monotonic()
        decide(pairings(stage)[0], organiser)
        while time.monotonic() < began + 15:
            if Stage.objects.get(pk=stage.pk).standings.filter(rank=1).exists():
                seen.set()
                break
            time.sleep(0.02)
    connections.close_all()
    assert seen.is_set()


@pytest.mark.django_db
def test_what_cannot_be_repaired_does_not_keep_the_rest_waiting(
    short: Stage, running: Running, organiser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairing = pairings(short)[0]
    assert pairing.match
    play_to_the_end(pairing.match)
    other = running(2)
    decide(pairings(other)[0], organiser)

    def broken(**_: Any) -> bool:
        raise RuntimeError

    monkeypatch.setattr(tasks, "record_result_of_finished_match", broken)
    tasks.sweep()
    assert other.standings.exists()


@pytest.mark.django_db
def test_a_run_that_fails_gives_its_lease_back(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = running(2)

    def broken(*_: Any) -> bool:
        raise RuntimeError

    monkeypatch.setattr(standings, "compute", broken)
    with pytest.raises(RuntimeError):
        standings.recompute(stage_id=stage.pk)
    stage.refresh_from_db()
    assert stage.lease == ""


@pytest.mark.django_db
def test_the_sweep_leaves_old_events_alone_and_a_worker_that_starts_does_not(
    running: Running, organiser: Any
) -> None:
    stage = running(2)
    decide(pairings(stage)[0], organiser)
    standings.recompute(stage_id=stage.pk)
    Stage.objects.update(computed_mark="odd")
    days = [NOW, NOW + timedelta(days=2)]
    assert [suspected(at) for at in days] == [[stage.pk], []]
    assert suspected(days[1], everything=True) == [stage.pk]


@pytest.mark.django_db
def test_the_sweep_asks_the_same_few_questions_however_many_events_are_over(
    running: Running, organiser: Any, django_assert_num_queries: Any
) -> None:
    for _ in range(3):
        stage = running(2)
        decide(pairings(stage)[0], organiser)
        standings.recompute(stage_id=stage.pk)
    with django_assert_num_queries(2):
        assert suspected(NOW + timedelta(days=2)) == []


def suspected(at: datetime, everything: bool = False) -> list[int]:
    found = standings.unfinished_business(at, everything)
    return [key for kind, key in found if kind == "standings"]
