"""The health endpoint tells database, Redis and worker apart, and nothing else."""

import json
import os
import subprocess
import sys
import time

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client

from tests.plugins.services import free_port
from tournaments.tasks import HEARTBEAT, heartbeat

REDIS = "ok" if settings.REDIS_URL else "embedded"


@pytest.mark.django_db
def test_after_a_workers_sign_of_life_all_is_well(client: Client) -> None:
    heartbeat()
    answer = client.get("/health/")
    assert answer.status_code == 200
    assert answer.json() == {
        "status": "ok",
        "pages": "ok",
        "database": "ok",
        "redis": REDIS,
        "worker": "ok",
    }
    assert "no-store" in answer.headers["Cache-Control"]


@pytest.mark.django_db
@pytest.mark.parametrize("last", [None, 61], ids=["never seen", "a minute ago"])
def test_without_a_worker_pages_still_serve_so_the_service_is_degraded_not_down(
    client: Client, last: int | None
) -> None:
    if last is None:
        cache.delete(HEARTBEAT)
    else:
        cache.set(HEARTBEAT, time.time() - last)
    answer = client.get("/health/")
    assert answer.status_code == 200
    assert answer.json() == {
        "status": "degraded",
        "pages": "ok",
        "database": "ok",
        "redis": REDIS,
        "worker": "down",
    }


@pytest.mark.django_db
def test_health_may_be_asked_by_head_and_by_nothing_that_writes(client: Client) -> None:
    assert client.head("/health/").status_code == 200
    assert client.post("/health/").status_code == 405


ASK = """
import django; django.setup()
from django.test import Client
answer = Client(headers={"host": "localhost"}).get("/health/")
print(answer.status_code, answer.content.decode())
"""


@pytest.mark.slow
def test_a_database_and_a_redis_that_are_away_are_named_within_seconds() -> None:
    nowhere = f"127.0.0.1:{free_port()}"
    services = {
        "DATABASE_URL": f"postgresql://nobody:secret@{nowhere}/none",
        "REDIS_URL": f"redis://{nowhere}/0",
    }
    environment = {
        **os.environ,
        **services,
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    status, _, text = done.stdout.partition(" ")
    assert status == "503"
    assert json.loads(text) == {
        "status": "down",
        "pages": "ok",
        "database": "down",
        "redis": "down",
        "worker": "unknown",
    }
    assert time.monotonic() - began < 20
