"""The service in one process starts, works and stops; what keeps it from starting is said in one
clear line.
"""

import fcntl
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.config.viewing import wait_until
from tests.plugins.services import free_port

pytestmark = pytest.mark.slow


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """A machine without servers, and a folder of our own."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in {"DATABASE_URL", "REDIS_URL"}
    }
    return {
        **kept,
        "VAR_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "club.sqlite3"


def demo(
    environment: dict[str, str], *arguments: str
) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "manage.py",
        "demo",
        "--port",
        str(free_port()),
        *arguments,
    ]
    return subprocess.run(
        command,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def complaint(done: subprocess.CompletedProcess[str]) -> str:
    """The one line with which it gave up."""
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1, done.stderr
    assert not done.stdout
    return done.stderr


def test_a_taken_port_is_named(environment: dict[str, str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        line = complaint(demo(environment, "--port", port))
    assert f"port {port}" in line
    assert "--port" in line


@pytest.mark.parametrize("port", ["70000", "-1"])
def test_a_port_that_cannot_be_is_named(environment: dict[str, str], port: str) -> None:
    assert f"port {port}" in complaint(demo(environment, f"--port={port}"))


def test_an_address_of_another_machine_is_named(environment: dict[str, str]) -> None:
    assert "192.0.2.1" in complaint(demo(environment, "--host", "192.0.2.1"))


def test_a_folder_that_cannot_be_written_is_named(
    environment: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "var"
    assert str(folder) in complaint(
        demo({**environment, "VAR_DIR": str(folder), "DJANGO_SECRET_KEY": "given"})
    )


def test_a_file_that_is_no_database_is_named_and_kept(
    environment: dict[str, str], database: Path
) -> None:
    database.write_text("shopping list " * 100)
    assert str(database) in complaint(demo(environment))
    assert database.read_text().startswith("shopping list")


def test_a_database_of_another_program_or_from_before_is_named_and_kept(
    environment: dict[str, str], database: Path
) -> None:
    with closing(sqlite3.connect(database)) as old:
        old.execute("CREATE TABLE accounts_user (name TEXT)")
    assert str(database) in complaint(demo(environment))
    with closing(sqlite3.connect(database)) as old:
        assert old.execute("SELECT count(*) FROM accounts_user").fetchone() == (0,)


def test_a_database_of_a_newer_version_is_named_and_kept(
    environment: dict[str, str], database: Path
) -> None:
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "-v0"], env=environment, check=True
    )
    with closing(sqlite3.connect(database)) as newer, newer:
        newer.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('games', '9999_later', '2040-01-01')"
        )
    line = complaint(demo(environment))
    assert "newer version" in line
    assert "games.9999_later" in line


def test_beside_a_production_database_it_does_not_start(
    environment: dict[str, str],
) -> None:
    line = complaint(
        demo(
            {
                **environment,
                "DATABASE_URL": "postgresql://127.0.0.1:1/club",
                "DJANGO_SECRET_KEY": "given",
            }
        )
    )
    assert "DATABASE_URL" in line


def test_clean_removes_the_database_and_nothing_else(
    environment: dict[str, str], database: Path, tmp_path: Path
) -> None:
    own = [database, tmp_path / "club.sqlite3-wal", tmp_path / "club.sqlite3-shm"]
    others = [
        tmp_path / "photo.jpg",
        tmp_path / "club.sqlite3.copy",
        tmp_path / "other.sqlite3",
    ]
    for path in own + others:
        path.touch()
    done = demo(environment, "--clean")
    assert done.returncode == 0
    assert all(str(path) in done.stdout and not path.exists() for path in own)
    assert all(path.exists() for path in others)
    assert "nothing" in demo(environment, "--clean").stdout


@pytest.mark.parametrize("asked", [(), ("--clean",)], ids=["a second one", "clean"])
def test_while_it_runs_nobody_else_serves_or_empties_its_folder(
    environment: dict[str, str], database: Path, tmp_path: Path, asked: tuple[str, ...]
) -> None:
    database.touch()
    with (tmp_path / "running.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # as the running service holds it
        assert "stop it first" in complaint(demo(environment, *asked))
    assert database.exists()


SERVICE = """
import sys, django; django.setup()
from tournaments import embedded
from tournaments.tasks import heartbeat

def meanwhile(url, leaving):
    heartbeat.delay()
    print("up", flush=True)
    leaving.wait()
    print("left", flush=True)

embedded.bring_database_up_to_date()
embedded.serve(embedded.take_port("127.0.0.1", int(sys.argv[1])), meanwhile)
print("stopped", flush=True)
"""


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def service(environment: dict[str, str], port: int) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", SERVICE, str(port)]
    process = subprocess.Popen(
        command,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    assert process.stdout.readline() == "up\n"
    yield process
    process.kill()
    process.wait()


def health(port: int) -> dict[str, str]:
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", "/health/")
    answer: dict[str, str] = json.loads(connection.getresponse().read())
    return answer


@pytest.mark.parametrize(
    "end", [signal.SIGINT, signal.SIGTERM], ids=lambda end: end.name
)
def test_one_process_serves_and_does_its_own_tasks_until_it_is_told_to_stop(
    service: subprocess.Popen[str], port: int, end: signal.Signals
) -> None:
    wait_until(lambda: health(port)["worker"] == "ok")
    assert health(port) == {
        "status": "ok",
        "pages": "ok",
        "database": "ok",
        "redis": "embedded",
        "worker": "ok",
    }
    service.send_signal(end)
    output, errors = service.communicate(timeout=10)
    assert service.returncode == 0
    assert output == "left\nstopped\n"
    assert "Traceback" not in errors
