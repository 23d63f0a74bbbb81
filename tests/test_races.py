"""Two at the same instant, and a server that dies: one lands, nothing is half done, nothing
acknowledged is lost.
"""

import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import requests
from knox.models import AuthToken

from core.chance import Stream
from core.refusals import OutOfDate, Refusal
from games import queries as games_queries
from games import services
from games.bot_player import choose
from games.models import Match
from games.replay import RECENT
from tests.conftest import NOW
from tests.plugins.services import free_port
from tests.racing import at_once
from tournaments.models import Entry, Event, Pairing, Stage
from tournaments.reading import events as queries
from tournaments.services import decisions, draws, events, registration, results, rounds
from tournaments.services.undo import undo

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(__file__).parent.parent


def test_the_last_place_is_sold_once(make_event: Callable[..., Event]) -> None:
    event = make_event(capacity=3)

    def enter(n: int) -> Entry:
        form = registration.SignUpData(
            [registration.Person(f"Ane {n}"), registration.Person(f"Jon {n}")]
        )
        return registration.register(event_id=event.pk, data=form, at=NOW)

    answers = at_once(*(lambda n=n: enter(n) for n in range(12)))
    assert sorted(entry.state for entry in answers) == ["in"] * 3 + ["waiting"] * 9
    assert sorted(event.entries.values_list("number", flat=True)) == list(range(1, 13))


def test_the_same_person_entered_twice_at_once_is_in_once(event: Event) -> None:
    form = registration.SignUpData(
        [registration.Person("Ane"), registration.Person("Jon")]
    )
    answers = at_once(
        *[lambda: registration.register(event_id=event.pk, data=form, at=NOW)] * 6
    )
    assert sum(isinstance(answer, Entry) for answer in answers) == 1
    assert {a.code for a in answers if isinstance(a, Refusal)} == {
        "entry.person_entered"
    }


def test_two_moves_at_the_same_instant_one_lands_and_the_other_is_told(
    match: Match, four: list[Any]
) -> None:
    def say(move: str) -> Any:
        return services.play_move(
            match_id=match.pk,
            user=four[0],
            answers=1,
            client_id=uuid.uuid4().hex,
            text=move,
            at=NOW,
        )

    for _ in range(5):
        RECENT.clear()
        match.moves.filter(number__gt=1).delete()
        Match.objects.filter(pk=match.pk).update(version=1, to_act=0)
        answers = at_once(
            *(lambda move=move: say(move) for move in ["mus", "no mus"] * 3)
        )
        assert sum(isinstance(answer, services.Played) for answer in answers) == 1
        assert sum(isinstance(answer, OutOfDate) for answer in answers) == 5
        assert match.moves.count() == 2


def test_the_same_move_sent_six_times_at_once_is_one_move_with_one_answer(
    match: Match, four: list[Any]
) -> None:
    def say() -> Any:
        return services.play_move(
            match_id=match.pk,
            user=four[0],
            answers=1,
            client_id="x",
            text="mus",
            at=NOW,
        )

    answers = at_once(*[say] * 6)
    assert {(answer.number, answer.position) for answer in answers} == {
        (2, answers[0].position)
    }
    assert match.moves.count() == 2


def test_the_clock_and_a_move_at_the_same_instant_are_one_move(
    match: Match, four: list[Any]
) -> None:
    Match.objects.filter(pk=match.pk).update(deadline=NOW, turn_seconds=30)
    answers = at_once(
        lambda: services.call_time(match_id=match.pk, at=NOW),
        lambda: services.play_move(
            match_id=match.pk,
            user=four[0],
            answers=1,
            client_id="x",
            text="mus",
            at=NOW,
        ),
    )
    assert match.moves.count() == 2
    assert (answers[0] is True) != isinstance(answers[1], services.Played)


@pytest.fixture
def table(running: Callable[..., Stage]) -> Pairing:
    return Pairing.objects.filter(round__stage=running(4)).order_by("table")[0]


def test_both_sides_report_the_same_at_once_and_it_is_decided_once(
    table: Pairing,
) -> None:
    def report(entry: int | None) -> Any:
        return results.report(
            pairing_id=table.pk,
            entry_id=entry or 0,
            score=decisions.played(3, 1),
            by=None,
            at=NOW,
        )

    at_once(
        *(lambda entry=entry: report(entry) for entry in [table.a_id, table.b_id] * 3)
    )
    assert table.results.count() == 1


def test_a_report_confirmed_twice_at_once_is_decided_once(table: Pairing) -> None:
    results.report(
        pairing_id=table.pk,
        entry_id=table.a_id or 0,
        score=decisions.played(3, 1),
        by=None,
        at=NOW,
    )
    said = table.reports.get()

    def confirm() -> Any:
        return results.confirm(
            pairing_id=table.pk,
            entry_id=table.b_id or 0,
            report_id=said.pk,
            by=None,
            at=NOW,
        )

    answers = at_once(*[confirm] * 4)
    assert table.results.count() == 1
    assert [a.code for a in answers if isinstance(a, OutOfDate)] == [
        "result.decided"
    ] * 3


def test_two_players_of_a_table_of_several_report_the_same_at_once_and_it_is_decided_once(
    make_event: Callable[..., Event], enter: Callable[..., Entry], organiser: Any
) -> None:
    event = make_event(game="mu")
    entries = [enter(event, f"Ane {n}").pk for n in range(4)]
    draw = draws.announce(event_id=event.pk, kind="tables", by=organiser, at=NOW)
    draws.make(draw_id=draw.pk, by=organiser, at=NOW)
    draws.publish(draw_id=draw.pk, by=organiser, at=NOW)
    table, said = Pairing.objects.get(), decisions.points([120, 30, -10, 200])

    def report(entry: int) -> Any:
        return results.report(
            pairing_id=table.pk, entry_id=entry, score=said, by=None, at=NOW
        )

    at_once(*(lambda entry=entry: report(entry) for entry in entries))
    assert table.results.count() == 1
    assert Event.objects.get().state == "finished"


def test_a_draw_published_and_a_round_opened_twice_at_once_happen_once(
    event: Event, enter: Callable[..., Entry], organiser: Any
) -> None:
    for n in range(2):
        enter(event, f"Ane {n}", f"Jon {n}")
    draw = draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
    draws.make(draw_id=draw.pk, by=organiser, at=NOW)
    at_once(*[lambda: draws.publish(draw_id=draw.pk, by=organiser, at=NOW)] * 4)
    stage = Stage.objects.get(event=event)
    assert stage.rounds.count() == 1
    at_once(*[lambda: rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)] * 3)
    assert stage.rounds.count() == 1


def test_a_correction_and_the_opening_of_the_next_round_at_once_leave_one_truth(
    running: Callable[..., Stage], organiser: Any
) -> None:
    """Either the correction came first and its winner goes on, or the round was open and the
    correction is refused.
    """
    stage = running(4)
    first, second = Pairing.objects.filter(round__stage=stage).order_by("table")
    for pairing in (first, second):
        results.set_result(
            pairing_id=pairing.pk,
            decision=decisions.played(3, 0),
            reason="sheet",
            by=organiser,
            at=NOW,
        )
    correct = {
        "decision": decisions.played(0, 3),
        "reason": "wrong way round",
        "by": organiser,
        "at": NOW,
    }
    at_once(
        lambda: results.set_result(pairing_id=first.pk, **correct),
        lambda: rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW),
    )
    first.refresh_from_db()
    final = Pairing.objects.get(round__stage=stage, round__number=2)
    assert first.result
    assert first.result.winner_id in {final.a_id, final.b_id}


def test_final_and_third_place_decided_at_once_end_the_event(
    running: Callable[..., Stage], organiser: Any
) -> None:
    stage = running(4, settings={"third_place": True})
    decided = {
        "decision": decisions.played(3, 0),
        "reason": "sheet",
        "by": organiser,
        "at": NOW,
    }
    for pairing in Pairing.objects.filter(round__stage=stage):
        results.set_result(pairing_id=pairing.pk, **decided)
    rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)
    last = list(
        Pairing.objects.filter(round__stage=stage, round__number=2).values_list(
            "pk", flat=True
        )
    )
    at_once(
        *(lambda pk=pk: results.set_result(pairing_id=pk, **decided) for pk in last)
    )
    assert Event.objects.get(pk=stage.event_id).state == "finished"


def test_calling_off_and_the_last_result_at_once_never_end_in_a_finished_event_that_was_called_off(
    running: Callable[..., Stage], organiser: Any
) -> None:
    stage = running(2)
    final = Pairing.objects.get(round__stage=stage)
    decided = {
        "decision": decisions.played(3, 0),
        "reason": "sheet",
        "by": organiser,
        "at": NOW,
    }
    cancelled, _ = at_once(
        lambda: events.step(
            event_id=stage.event_id, action="cancel", by=organiser, at=NOW
        ),
        lambda: results.set_result(pairing_id=final.pk, **decided),
    )
    state = Event.objects.get(pk=stage.event_id).state
    assert state == ("cancelled" if isinstance(cancelled, Event) else "finished")


def test_a_draw_discarded_and_published_at_once_is_one_of_the_two(
    event: Event, enter: Callable[..., Entry], organiser: Any
) -> None:
    for n in range(2):
        enter(event, f"Ane {n}", f"Jon {n}")
    draw = draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
    draws.make(draw_id=draw.pk, by=organiser, at=NOW)
    answers = at_once(
        lambda: draws.discard(draw_id=draw.pk, reason="not so", by=organiser, at=NOW),
        lambda: draws.publish(draw_id=draw.pk, by=organiser, at=NOW),
    )
    assert sum(isinstance(answer, OutOfDate) for answer in answers) == 1
    draw.refresh_from_db()
    assert Stage.objects.exists() == (draw.state == "published")


@pytest.fixture
def pairs(event: Event, enter: Callable[..., Entry]) -> Event:
    """Four pairs that wait for the draw."""
    for n in range(4):
        enter(event, f"Ane {n}", f"Jon {n}")
    return event


def test_two_organisers_who_announce_at_once_announce_one_draw(
    pairs: Event, organiser: Any
) -> None:
    answers = at_once(
        *[
            lambda: draws.announce(
                event_id=pairs.pk, kind="bracket", by=organiser, at=NOW
            )
        ]
        * 4
    )
    assert [answer.code for answer in answers if isinstance(answer, OutOfDate)] == [
        "draw.one_at_a_time"
    ] * 3
    assert pairs.draws.count() == 1


def test_two_organisers_who_draw_at_once_with_other_words_draw_once(
    pairs: Event, organiser: Any
) -> None:
    draw = draws.announce(event_id=pairs.pk, kind="bracket", by=organiser, at=NOW)

    def make(words: str) -> Any:
        return draws.make(draw_id=draw.pk, by=organiser, at=NOW, beacon=words)

    answers = at_once(
        *(lambda words=words: make(words) for words in ("one", "two", "three", "four"))
    )
    (made,) = (answer for answer in answers if not isinstance(answer, Exception))
    assert [answer.code for answer in answers if isinstance(answer, OutOfDate)] == [
        "draw.wrong_state"
    ] * 3
    draw.refresh_from_db()
    assert (draw.beacon, draw.resolved) == (made.beacon, made.resolved)


def test_a_change_by_hand_and_the_publication_at_once_leave_what_was_published(
    pairs: Event, organiser: Any
) -> None:
    draw = draws.announce(event_id=pairs.pk, kind="bracket", by=organiser, at=NOW)
    draws.make(draw_id=draw.pk, by=organiser, at=NOW)
    at_once(
        *[
            lambda: draws.swap(
                draw_id=draw.pk, a=1, b=2, reason="late", by=organiser, at=NOW
            )
        ]
        * 2,
        lambda: draws.publish(draw_id=draw.pk, by=organiser, at=NOW),
    )
    draw.refresh_from_db()
    leaves = iter((draw.resolved or {})["leaves"])
    tables = Pairing.objects.filter(round__stage__draw=draw).order_by("slot")
    assert [(table.a.number, table.b.number) for table in tables] == list(
        zip(leaves, leaves, strict=True)
    )


def test_two_organisers_take_the_same_step_back_once(
    event: Event, organiser: Any, enter: Callable[..., Entry]
) -> None:
    entry = enter(event, "Ane", "Jon")
    registration.mark_paid(entry_id=entry.pk, paid=True, by=organiser, at=NOW)
    number = event.log.get(action="entry.paid").number
    call = partial(undo, event_id=event.pk, number=number, by=organiser, at=NOW)
    answers = at_once(call, call)
    assert [type(one) for one in answers if isinstance(one, Exception)] == [OutOfDate]
    assert event.log.filter(undoes=number).count() == 1


def test_of_two_who_correct_the_same_result_the_second_looks_again(
    running: Callable[..., Stage], organiser: Any
) -> None:
    stage, by = running(4), {"by": organiser, "at": NOW}
    for table in Pairing.objects.filter(round__stage=stage):
        results.set_result(
            pairing_id=table.pk, decision=decisions.played(3, 1), reason="sheet", **by
        )
    rounds.open_round(stage_id=stage.pk, **by)
    said = decisions.played(1, 3)
    pairing = queries.pairings().filter(round__stage=stage, round__number=1).first()
    assert pairing
    seen = results.preview_result(pairing=pairing, decision=said).mark
    call = partial(
        results.correct,
        pairing_id=pairing.pk,
        decision=said,
        reason="wrong side",
        seen=seen,
        **by,
    )
    refused = [one for one in at_once(call, call) if isinstance(one, Exception)]
    assert [type(one) for one in refused] == [OutOfDate]
    assert pairing.results.count() == 2


def test_a_draw_taken_back_and_a_report_at_once_leave_one_of_the_two(
    table: Pairing, organiser: Any
) -> None:
    draw = table.round.stage.draw
    taken_back, said = at_once(
        lambda: draws.withdraw_publication(
            draw_id=draw.pk, reason="not so", by=organiser, at=NOW
        ),
        lambda: results.report(
            pairing_id=table.pk,
            entry_id=table.a_id or 0,
            score=decisions.played(3, 1),
            by=None,
            at=NOW,
        ),
    )
    assert [type(one) for one in (taken_back, said) if isinstance(one, Exception)] == [
        OutOfDate
    ]
    assert Pairing.objects.filter(pk=table.pk).exists() == isinstance(
        taken_back, OutOfDate
    )


# --- kill -9 ---


class Web:
    """A web process of its own on the test's database, that can be killed."""

    def __init__(self, database: str) -> None:
        self.port = free_port()
        env = os.environ | {"DATABASE_URL": database}
        command = [
            sys.executable,
            "-m",
            "uvicorn",
            "config.asgi:application",
            "--port",
            str(self.port),
        ]
        self.process = subprocess.Popen(
            [*command, "--log-level", "warning"], cwd=ROOT, env=env
        )
        self.url = f"http://127.0.0.1:{self.port}/api/v1"
        self._wait()

    def _wait(self) -> None:
        for _ in range(300):
            try:
                requests.get(f"{self.url}/events/", timeout=5)
                return
            except requests.RequestException:
                time.sleep(0.1)
        self.kill()
        raise AssertionError("the web process did not come up")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)


@pytest.mark.slow
def test_an_acknowledged_move_survives_kill_9_and_the_match_resumes_exactly(
    four: list[Any], match: Match, database_url: str
) -> None:
    """The web process is killed while moves are in flight; the client sends again what was not
    acknowledged.
    """
    tokens = [AuthToken.objects.create(user=user)[1] for user in four]
    stream = Stream(b"kill")
    acknowledged: dict[int, str] = {}
    web = Web(database_url)
    try:
        for life in range(4):
            acknowledged |= play_until_killed(
                web, match, tokens, stream, after=9 + 5 * life
            )
            web = Web(database_url)
            stored = dict(match.moves.values_list("number", "text"))
            assert {n: stored.get(n) for n in acknowledged} == acknowledged
            assert sorted(stored) == list(range(1, len(stored) + 1)), (
                "no number is missing and none is twice"
            )
            status = requests.get(f"{web.url}/matches/{match.pk}/")
            assert status.json()["number"] == len(stored)
    finally:
        web.kill()
    assert len(acknowledged) > 30


def play_until_killed(
    web: Web, match: Match, tokens: list[str], stream: Stream, after: int
) -> dict[int, str]:
    """Play bots' moves and kill the process in the middle of the one after `after`; returns what
    was acknowledged.
    """
    acknowledged = {}
    with ThreadPoolExecutor(1) as killer:
        for turn in range(after + 40):
            seat = requests.get(f"{web.url}/matches/{match.pk}/").json()["view"][
                "to_act"
            ]
            headers = {"Authorization": f"Token {tokens[seat]}"}
            seen = requests.get(
                f"{web.url}/matches/{match.pk}/", headers=headers
            ).json()
            move = choose(seen["view"], stream.below)
            body = {
                "answers": seen["number"],
                "id": f"{match.pk.hex}-{seen['number']}",
                "move": move,
            }
            if turn >= after:
                killer.submit(
                    lambda: (time.sleep(0.001 * stream.below(12)), web.kill())
                )
            try:
                answer = requests.post(
                    f"{web.url}/matches/{match.pk}/moves/", json=body, headers=headers
                )
                assert answer.status_code == 201, answer.text
                acknowledged[answer.json()["move"]] = move
                if turn >= after:
                    break
            except requests.ConnectionError:
                break
    return acknowledged


def test_a_match_that_a_dead_process_left_is_taken_up_from_its_moves(
    match: Match, four: list[Any]
) -> None:
    services.play_move(
        match_id=match.pk, user=four[0], answers=1, client_id="x", text="mus", at=NOW
    )
    RECENT.clear()  # as in a process that has just started
    table = games_queries.table(match.pk, four[1])
    answer = services.play_move(
        match_id=match.pk, user=four[1], answers=2, client_id="y", text="mus", at=NOW
    )
    assert (table.seat, answer.number) == (1, 3)
