"""The stage of the browser tests: the system's Chromium, and our whole service running on the test database."""

import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import uvicorn
from celery.contrib.testing.worker import start_worker

from tests.plugins.browser import chromium

FLAGS = ["--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
"""A browser that talks to nobody but us."""


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    return {**browser_type_launch_args, "executable_path": chromium(), "args": [*FLAGS, *sandbox]}


@pytest.fixture(scope="session", autouse=True)
def models_beside_playwright() -> Iterator[None]:
    """Playwright's event loop runs in the test's own thread, where Django would refuse a query."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


@pytest.fixture
def live_url(transactional_db: None) -> Iterator[str]:
    """The address of our service: web server and Celery worker in threads, on the test database."""
    from config.celery import app

    with start_worker(app, perform_ping_check=False), web_server("config.asgi:application") as url:
        yield url


@contextmanager
def web_server(application: str) -> Iterator[str]:
    config = uvicorn.Config(application, log_level="warning", lifespan="off", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=server.run, args=([listening],), name="web")
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(10)
