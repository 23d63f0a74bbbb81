"""The test bed: temporary servers unless others are named, real processes, and their CPU."""

import os
import subprocess
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import psutil

from tests.plugins import services as throw_away

ROOT = Path(__file__).parent.parent
BARE = {"DJANGO_SETTINGS_MODULE": "bench.settings"}
"""The environment that turns a server into the bare counterpart."""
TICK = 0.01
"""The resolution of CPU times, in seconds."""


class Server(NamedTuple):
    """A running web server."""

    port: int
    pid: int


def options(about: str, **sizes: float) -> Namespace:
    """The requested sizes. The defaults are those of docs/benchmarks.md."""
    parser = ArgumentParser(
        description=about, formatter_class=RawDescriptionHelpFormatter
    )
    for name, size in sizes.items():
        parser.add_argument(f"--{name}", type=type(size), default=size)
    return parser.parse_args()


@contextmanager
def services() -> Iterator[list[int]]:
    """A database with all tables, and a Redis-compatible server; Django is set up to use them.

    Yields the process ids of PostgreSQL if it was started here. A named database must be empty.
    """
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DJANGO_SECRET_KEY": "only for benches",
    }
    os.environ["PYTHONWARNINGS"] = (
        "ignore"  # a folder of static files that is not there yet
    )
    with ExitStack() as stack:
        started = [stack.enter_context(server) for server in missing()]
        run("manage.py", "migrate", "--verbosity=0")
        run("manage.py", "migrate", "--verbosity=0", "--run-syncdb", **BARE)
        import django

        django.setup()
        yield [
            server.keeper.pid
            for server in started
            if isinstance(server, throw_away.Postgres) and server.keeper
        ]


def missing() -> Iterator[throw_away.Server]:
    """Start each server that the environment does not name."""
    kinds: dict[str, type[throw_away.Server]] = {
        "DATABASE_URL": throw_away.Postgres,
        "REDIS_URL": throw_away.Valkey,
    }
    for name, kind in kinds.items():
        if not os.environ.get(name):
            server = kind()
            os.environ[name] = server.url
            yield server


def run(*command: str, **env: str) -> None:
    subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=os.environ | env, check=True
    )


@contextmanager
def process(*command: str, **env: str) -> Iterator[int]:
    """Run a program as a separate process until the end of the block. Yields its id."""
    child = subprocess.Popen(
        [sys.executable, "-m", *command], cwd=ROOT, env=os.environ | env
    )
    try:
        yield child.pid
    finally:
        child.terminate()
        child.wait(20)


@contextmanager
def web(application: str, **env: str) -> Iterator[Server]:
    port = throw_away.free_port()
    command = (
        "uvicorn",
        application,
        "--port",
        str(port),
        "--log-level",
        "error",
        "--no-access-log",
    )
    with process(*command, **env) as pid:
        throw_away.wait_until(
            lambda: any(
                c.status == "LISTEN" for c in psutil.Process(pid).net_connections()
            ),
            60,
        )
        yield Server(port, pid)


def cpu(*pids: int) -> float:
    """CPU seconds that these processes and their children have used so far."""
    trees = [
        [root, *root.children(recursive=True)] for root in map(psutil.Process, pids)
    ]
    return sum(sum(one.cpu_times()[:2]) for tree in trees for one in tree)


def used(before: float, after: float) -> float:
    """CPU seconds between two readings, at least one tick."""
    return max(after - before, TICK)


def commands_of_redis() -> dict[str, int]:
    """How often each Redis command was called."""
    from redis import Redis

    stats = Redis.from_url(os.environ["REDIS_URL"]).info("commandstats")
    return {
        name.removeprefix("cmdstat_"): figures["calls"]
        for name, figures in stats.items()
    }
