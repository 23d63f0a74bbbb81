"""Which tests need a browser, that they run last, and a loud word when there is none."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "browser"
CANDIDATES = ("chromium", "chromium-browser", "google-chrome")
NO_CHROMIUM = "no Chromium found (install one, or name it in CHROMIUM)"


def chromium() -> str | None:
    """The browser named in CHROMIUM, else the system's."""
    named = os.environ.get("CHROMIUM")
    return next(filter(None, map(shutil.which, [named] if named else CANDIDATES)), None)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Last, because Playwright leaves an event loop running in which no asynchronous test could
    start its own.
    """
    for item in items:
        if FOLDER in item.path.parents:
            item.add_marker("browser")
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("browser") and chromium() is None:
        if os.environ.get("CI"):
            pytest.fail(NO_CHROMIUM, pytrace=False)
        pytest.skip(NO_CHROMIUM)


@pytest.hookimpl(wrapper=True)
def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter,
) -> Iterator[None]:
    yield
    missed = sum(
        NO_CHROMIUM in str(report.longrepr)
        for report in terminalreporter.stats.get("skipped", [])
    )
    if missed:
        terminalreporter.write_sep(
            "!",
            f"BROWSER TESTS DID NOT RUN: {missed}, {NO_CHROMIUM}",
            red=True,
            bold=True,
        )
