"""The whole service in one process, for a machine without PostgreSQL and Redis.

Web server, worker and clock run in threads.
"""

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
"""What to do while the service runs. It gets the address, and ends when the event is set."""


class CannotStart(CommandError):
    """The service cannot run on this machine or in this folder. The text says what would help."""


def check_settings() -> None:
    if settings.DATABASE_URL or settings.REDIS_URL:
        raise CannotStart(
            "this keeps everything in one file of its own: unset DATABASE_URL and REDIS_URL."
        )


def take_port(host: str, port: int) -> socket.socket:
    """Listen on the port from now on, so that no other program can take it."""
    is_ipv6 = ":" in host
    family = socket.AF_INET6 if is_ipv6 else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family)
        # Without it every answer waits 40 ms. asyncio sets it only on sockets of its own.
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
    """Lock the folder, so that no other process serves from it or empties it."""
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
    """Migrate. Raises CannotStart if the file is from a newer version, or not a database."""
    file = settings.DATABASES["default"]["NAME"]
    try:
        unknown = unknown_migrations()
        if unknown:
            raise CannotStart(
                f"{file} is from a newer version ({unknown[0]}): "
                "update the code, or start over (--clean)."
            )
        call_command("migrate", verbosity=0, interactive=False)
    except (DatabaseError, InconsistentMigrationHistory) as error:
        raise CannotStart(
            f"{file} does not fit this version ({error}): "
            "keep a copy and start over (--clean)."
        ) from error


def unknown_migrations() -> list[str]:
    """Migrations that the database has and this code does not."""
    loader = MigrationLoader(connection)
    known = set(loader.disk_migrations)
    # A squashed migration is recorded together with those that it replaces.
    for migration in loader.disk_migrations.values():
        known.update(migration.replaces)
    unknown = set(loader.applied_migrations) - known
    return sorted(
        f"{app}.{name}" for app, name in unknown if app in loader.migrated_apps
    )


def own_files() -> list[Path]:
    """The database file, and the files that SQLite keeps beside it."""
    file = Path(settings.DATABASES["default"]["NAME"])
    paths = [
        file,
        file.with_name(f"{file.name}-wal"),
        file.with_name(f"{file.name}-shm"),
    ]
    return [path for path in paths if path.exists()]


def serve(listener: socket.socket, meanwhile: Meanwhile) -> None:
    """Serve until Ctrl-C or SIGTERM. Everything stops within a few seconds."""
    # Both warnings are about static files in an asynchronous server, and harmless.
    warnings.filterwarnings(
        "ignore", "No directory at|StreamingHttpResponse must consume"
    )
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    config = uvicorn.Config(
        import_string(settings.ASGI_APPLICATION),
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=2,
    )
    server = Server(config)
    with (
        worker_and_clock(),
        server.visitor(address(listener), meanwhile),
        suppress(KeyboardInterrupt),
    ):
        server.run(sockets=[listener])


def address(listener: socket.socket) -> str:
    """The address for a browser on this machine."""
    host, port = listener.getsockname()[:2]
    if host == "0.0.0.0":
        host = "127.0.0.1"
    elif host == "::":
        host = "::1"
    if ":" in host:
        host = f"[{host}]"
    return f"http://{host}:{port}/"


class Server(uvicorn.Server):
    """A web server, with a thread that uses it while it runs."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.leaving = threading.Event()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.leaving.set()
        super().handle_exit(sig, frame)

    @contextmanager
    def visitor(self, url: str, meanwhile: Meanwhile) -> Iterator[None]:
        thread = threading.Thread(
            target=self._visit, args=(url, meanwhile), name="visitor", daemon=True
        )
        thread.start()
        try:
            yield
        finally:
            self.leaving.set()
            thread.join(3)

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
def worker_and_clock() -> Iterator[None]:
    """Run the Celery worker and its clock, each in a thread of this process.

    The embedded service has its queue in memory, which no other process could read.
    """
    worker = current_app.WorkController(
        pool="solo",
        concurrency=1,
        without_heartbeat=True,
        without_mingle=True,
        without_gossip=True,
    )
    clock = Service(current_app, max_interval=1, scheduler_cls=Scheduler)
    worker_thread = threading.Thread(target=worker.start, daemon=True)
    clock_thread = threading.Thread(target=clock.start, daemon=True)
    worker_thread.start()
    clock_thread.start()
    try:
        yield
    finally:
        # Celery has no public way to stop a worker outside the main thread. The worker reads
        # this exit code after each task, and the clock gives it a task within a second.
        state.should_stop = 0  # type: ignore[assignment]
        worker_thread.join(3)
        clock.stop()
        clock_thread.join(3)
