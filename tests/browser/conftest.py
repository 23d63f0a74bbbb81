"""The browser of the browser tests: the system's Chromium, talking to nobody but us."""

import os
from collections.abc import Iterator
from typing import Any

import pytest

from tests.plugins.browser import chromium

FLAGS = ["--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync"]


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
