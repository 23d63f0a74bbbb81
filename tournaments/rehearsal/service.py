"""A service for one rehearsal, in a process and a folder of its own.

Run as a program it serves until its input closes, so it ends with the process that started
it, even if that is killed.
"""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Final

import django
from django.conf import settings
from django.core.management import CommandError

NO_LIMIT: Final = "1000000/s"
ENVIRONMENT: Final = {
    "DATABASE_URL": "",
    "REDIS_URL": "",
    "RATE_SIGN_UP": NO_LIMIT,
    "RATE_LOGIN": NO_LIMIT,
    "RATE_REGISTER": NO_LIMIT,
}


@contextmanager
def throw_away() -> Iterator[str]:
    """The address of an empty service."""
    with TemporaryDirectory(prefix="rehearsal-") as folder:
        server = subprocess.Popen(
            [sys.executable, "-m", __name__],
            cwd=settings.BASE_DIR,
            env={**os.environ, **ENVIRONMENT, "VAR_DIR": folder},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            # Ctrl-C is for the rehearsal, which then ends this process.
            start_new_session=True,
        )
        with server:
            yield address_of(server)
            # Leaving the block closes its input and waits for its end.


def address_of(server: subprocess.Popen[str]) -> str:
    """The first line that the service prints."""
    assert server.stdout
    url = server.stdout.readline().strip()
    if not url:
        raise CommandError(
            "The service for the rehearsal does not start; its own output is above."
        )
    return url


def serve() -> None:
    django.setup()
    from tournaments import embedded

    with embedded.take_port("127.0.0.1", 0) as listener:
        embedded.bring_database_up_to_date()
        embedded.serve(listener, until_input_closes)


def until_input_closes(url: str, leaving: threading.Event) -> None:
    print(url, flush=True)
    sys.stdin.read()
    os.kill(os.getpid(), signal.SIGINT)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    serve()
