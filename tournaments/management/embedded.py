"""The whole service in one process, for a machine without PostgreSQL and Redis: web server, worker and clock."""

import fcntl
import signal
import socket
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

import uvicorn
from celery import current_app
from celery.beat import Scheduler, Service
from celery.worker import state
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.db.migrations.exceptions import InconsistentMigrationHistory
from django.db.migrations.loader import MigrationLoader
from django.utils.module_loading import import_string

Meanwhile = Callable[[str, threading.Event], None]
"""What to do while the service runs: given its address, until the event is set."""


class CannotStart(CommandError):
    """The service does not fit this machine or this folder; the text says why and what would help."""


def check_settings() -> None:
    if settings.DATABASE_URL or settings.REDIS_URL:
        raise CannotStart(
            "this keeps everything in one file of its own: unset DATABASE_URL and REDIS_URL."
        )


def take_port(host: str, port: int) -> socket.socket:
    """Listen there, from now on, so that nobody else can."""
    try:
        listener = socket.create_server(
            (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET
        )
        # Else every answer waits 40 ms: asyncio sets this only for sockets that it makes itself.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listener
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or "a port is a number up to 65535"
        advice = "choose another: make run PORT=8001, or --port 8001"
        raise CannotStart(
            f"port {port} of {host} cannot be had ({reason}); {advice}."
        ) from error


def check_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise CannotStart(
            f"the folder {folder} cannot be written ({error.strerror}); name one in VAR_DIR."
        ) from error


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Nobody else serves from this folder, or empties it, meanwhile."""
    check_folder(folder)
    with (folder / "running.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise CannotStart(
                f"the service of {folder} is running; stop it first."
            ) from error
        yield


def bring_database_up_to_date() -> None:
    """Migrate, unless a newer version was here before or the file is something else."""
    file = settings.DATABASES["default"]["NAME"]
    try:
        if unknown := unknown_migrations():
            raise CannotStart(
                f"{file} is from a newer version ({unknown[0]}): update the code, or start over (--clean)."
            )
        call_command("migrate", verbosity=0, interactive=False)
    except (DatabaseError, InconsistentMigrationHistory) as error:
        raise CannotStart(
            f"{file} does not fit this version ({error}): keep a copy and start over (--clean)."
        ) from error


def unknown_migrations() -> list[str]:
    """Changes of the database that were made there and that this code does not have."""
    loader = MigrationLoader(connection)
    unknown = set(loader.applied_migrations) - set(loader.disk_migrations)
    return sorted(
        f"{app}.{name}" for app, name in unknown if app in loader.migrated_apps
    )


def own_files() -> list[Path]:
    """The database file and what SQLite keeps beside it."""
    file = Path(settings.DATABASES["default"]["NAME"])
    return [
        path
        for path in (
            file,
            *(file.with_name(file.name + end) for end in ("-wal", "-shm")),
        )
        if path.exists()
    ]


def serve(listener: socket.socket, meanwhile: Meanwhile) -> None:
    """Serve until Ctrl-C (or SIGTERM); everything has stopped a few seconds later."""
    # Both are about how static files reach an asynchronous server, and do no harm.
    warnings.filterwarnings(
        "ignore", "No directory at|StreamingHttpResponse must consume"
    )
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    server = Server(
        uvicorn.Config(
            import_string(settings.ASGI_APPLICATION), log_config=None, access_log=False
        )
    )
    server.config.timeout_graceful_shutdown = 2
    with (
        tasks_done_here(),
        server.company(address(listener), meanwhile),
        suppress(KeyboardInterrupt),
    ):
        server.run(sockets=[listener])


def address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(
        host, f"[{host}]" if ":" in host else host
    )
    return f"http://{host}:{port}/"


class Server(uvicorn.Server):
    """A web server that is kept company by a thread which visits it."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.leaving = threading.Event()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.leaving.set()
        super().handle_exit(sig, frame)

    @contextmanager
    def company(self, url: str, meanwhile: Meanwhile) -> Iterator[None]:
        visitor = threading.Thread(
            target=self._visit, args=(url, meanwhile), name="visitor", daemon=True
        )
        visitor.start()
        try:
            yield
        finally:
            self.leaving.set()
            visitor.join(3)

    def _visit(self, url: str, meanwhile: Meanwhile) -> None:
        while not self.started:
            if self.leaving.wait(0.05):
                return
        try:
            meanwhile(url, self.leaving)
        except OSError:
            if not self.leaving.is_set():
                raise


@contextmanager
def tasks_done_here() -> Iterator[None]:
    """A worker and the clock that feeds it, each in a thread."""
    worker = current_app.WorkController(
        pool="solo",
        concurrency=1,
        without_heartbeat=True,
        without_mingle=True,
        without_gossip=True,
    )
    clock = Service(current_app, max_interval=1, scheduler_cls=Scheduler)
    threads = [
        threading.Thread(target=part.start, daemon=True) for part in (worker, clock)
    ]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        # An exit code, at which the worker looks after each task; the clock gives it one within a second.
        state.should_stop = 0  # type: ignore[assignment]
        threads[0].join(3)
        clock.stop()
        threads[1].join(3)
