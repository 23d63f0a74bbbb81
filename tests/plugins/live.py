"""Our whole service for a test: web server and Celery worker in threads, on the test database."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest


@pytest.fixture
def live_url(transactional_db: None) -> Iterator[str]:
    """The address at which the service answers."""
    # Here, because these read the settings and this module is loaded before them.
    from celery.contrib.testing.worker import start_worker

    from config.asgi import application
    from config.celery import app

    with start_worker(app, perform_ping_check=False), web_server(application) as url:
        yield url


@contextmanager
def web_server(application: Callable[..., Any]) -> Iterator[str]:
    """Serve an ASGI application on a free port; streams that are still open at the end are cut."""
    import uvicorn

    from tournaments import embedded

    server = uvicorn.Server(
        uvicorn.Config(
            application, log_level="warning", lifespan="on", timeout_graceful_shutdown=1
        )
    )
    with embedded.take_port("127.0.0.1", 0) as listening:
        thread = threading.Thread(target=server.run, args=([listening],), name="web")
        thread.start()
        try:
            yield embedded.address(listening).rstrip("/")
        finally:
            server.should_exit = True
            thread.join(10)
            assert not thread.is_alive(), "the web server did not stop"
