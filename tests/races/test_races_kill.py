"""A process killed in the middle of a match."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import requests
from knox.models import AuthToken

from core.chance import Stream
from games import queries as games_queries
from games import services
from games.bot_player import choose
from games.models import Match
from games.replay import RECENT
from tests.conftest import NOW
from tests.plugins.services import free_port

pytestmark = pytest.mark.django_db(transaction=True)


ROOT = Path(__file__).parents[2]


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
