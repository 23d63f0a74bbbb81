"""The throw-away servers: a test may start one more, and none outlives the tests, however they
end.
"""

import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
import redis

from tests.plugins.services import Postgres, Server, Valkey, own_database

ROOT = Path(__file__).parents[2]
OWNER = """
import time
from tests.plugins.services import Valkey
server = Valkey()
print(server.folder, flush=True)
time.sleep(60)
"""


def test_a_test_may_start_a_database_of_its_own() -> None:
    with Postgres() as server, psycopg.connect(server.url) as connection:
        assert connection.info.server_version >= 180000
    gone(server)


def test_a_test_may_start_a_redis_of_its_own() -> None:
    with Valkey() as server:
        assert redis.Redis.from_url(server.url).ping()
    gone(server)


def gone(server: Server) -> None:
    assert server.keeper
    assert server.keeper.poll() is not None
    assert not server.folder.exists()


def test_a_server_ends_with_its_owner_even_when_that_is_killed() -> None:
    owner = subprocess.Popen(
        [sys.executable, "-c", OWNER], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert owner.stdout
    with owner.stdout:
        folder = Path(owner.stdout.readline().strip())
    assert folder.exists()
    owner.kill()
    owner.wait()
    deadline = time.monotonic() + 10
    while folder.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not folder.exists()


@pytest.mark.parametrize(
    ("url", "worker", "own"),
    [
        ("redis://localhost:7000/0", "gw0", "redis://localhost:7000/1"),
        ("redis://localhost:7000/3", "gw1", "redis://localhost:7000/5"),
        ("redis://localhost:7000", "gw10", "redis://localhost:7000/11"),
        ("redis://localhost:7000/", "gw0", "redis://localhost:7000/1"),
    ],
)
def test_every_test_worker_has_a_redis_database_of_its_own(
    url: str, worker: str, own: str
) -> None:
    assert own_database(url, worker) == own
