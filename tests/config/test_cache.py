"""Without Redis nobody is turned away: what the cache is for is done in memory, soon and not after
a long wait.
"""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.conf import settings

from config.cache import RedisOrMemory
from tests.plugins.services import free_port


@contextmanager
def nobody() -> Iterator[int]:
    """A port at which nobody listens."""
    yield free_port()


@contextmanager
def silence() -> Iterator[int]:
    """A port that takes calls and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def options() -> dict[str, Any]:
    return {"OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 0.5}}


@pytest.mark.parametrize("away", [nobody, silence])
def test_while_redis_is_away_the_process_remembers_by_itself(away: Any) -> None:
    with away() as port:
        cache = RedisOrMemory(f"redis://127.0.0.1:{port}/0", options())
        cache.memory.clear()  # all caches of a process have one memory
        began = time.monotonic()
        assert cache.get("a") is None
        cache.set("a", 1)
        assert cache.get("a") == 1
        assert [cache.add("b", 1, 5), cache.add("b", 1, 5)] == [True, False]
        cache.delete("a")
        assert cache.get("a", 7) == 7
        assert time.monotonic() - began < 6


@pytest.mark.skipif(not settings.REDIS_URL, reason="REDIS_URL is set to none")
def test_while_redis_is_there_processes_share_what_is_remembered() -> None:
    one, other = (RedisOrMemory(settings.REDIS_URL, options()) for _ in range(2))
    one.set("shared", "x", 5)
    assert other.get("shared") == "x"
    one.delete("shared")
    assert other.get("shared") is None


EVENING = """
import django; django.setup()
from django.core import signing
from django.test import Client
from django.utils import timezone
from accounts.models import Club, User
from tournaments.services.events import create_event
from tournaments.pages.sign_up_form import STAMP
import time
club = Club.objects.create(name="Pena", slug="pena")
now = timezone.now()
event = create_event(club_id=club.pk, by=None, at=now, name="Torneo", starts_at=now, capacity=8, state="open")
User.objects.create_user("ane", "ane@example.org", "a long one, nobody guesses it")
def call(path, **body):
    kind = {"content_type": "application/json"} if path.startswith("/api/") else {}
    return Client(headers={"host": "localhost"}).post(path, body, **kind).status_code
stamp = signing.dumps((time.time() - 30, "abcdefghijkl", False), salt=STAMP)
print(
    call(f"/events/{event.pk}/register/", player1="Ane", player2="Jon", stamp=stamp),
    call("/play/"),
    call("/accounts/login/", login="ane", password="a long one, nobody guesses it"),
    call("/api/v1/auth/token/", username="ane", password="a long one, nobody guesses it"),
    call("/api/v1/accounts/", username="jon", password="a long one, nobody guesses it"),
    event.entries.count(),
)
"""


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("away", [nobody, silence])
def test_without_redis_people_sign_up_play_and_log_in(
    database_url: str, away: Any
) -> None:
    with away() as port:
        services = {
            "DATABASE_URL": database_url,
            "REDIS_URL": f"redis://127.0.0.1:{port}/0",
        }
        environment = {
            **os.environ,
            **services,
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        done = subprocess.run(
            [sys.executable, "-c", EVENING],
            env=environment,
            capture_output=True,
            text=True,
        )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["302", "302", "302", "201", "201", "1"]
