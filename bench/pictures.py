"""The pictures of the README, taken from a demo club that this starts in a temporary folder.

It needs Playwright (requirements/dev.txt) and the system's Chromium, or the one in CHROMIUM.

    python -m bench.pictures [--wait 90] [--folder docs]
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Browser, Page, sync_playwright

from tests.plugins.browser import NO_CHROMIUM, chromium
from tests.plugins.services import free_port

ROOT: Final = Path(__file__).parent.parent
SERVERS: Final = ("DATABASE_URL", "REDIS_URL")
CUP: Final = "Copa Izarra"
STARTS_WITHIN: Final = 60
"""Seconds."""
TURN_WITHIN: Final = 60_000
"""Milliseconds until it is the visitor's turn again."""
BUTTONS_REST: Final = 2_000
"""Milliseconds: the buttons of a new turn do not act, and look pale, for half a second."""
LAPTOP: Final = (1280, 900)
PHONE: Final = (400, 590)
MY_TURN: Final = ".calls[data-turn=mine]"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--wait", type=int, default=90, help="seconds that the bots play first"
    )
    parser.add_argument("--folder", type=Path, default=ROOT / "docs")
    asked = parser.parse_args()
    executable = chromium()
    if executable is None:
        sys.exit(NO_CHROMIUM)
    with demo_club() as (url, password), sync_playwright() as playwright:
        # Chromium refuses to start its sandbox for the root user.
        flags = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=executable, args=flags)
        time.sleep(asked.wait)
        take_bracket(browser, url, asked.folder / "bracket.png")
        take_desk(browser, url, password, asked.folder / "desk.png")
        take_table(browser, url, asked.folder / "table.png")
        browser.close()


@contextmanager
def demo_club() -> Iterator[tuple[str, str]]:
    """The address of a new demo club, and the password of its organiser."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = [sys.executable, "manage.py", "demo", "--port", str(port)]
    with tempfile.TemporaryDirectory() as folder:
        settings = {
            name: value for name, value in os.environ.items() if name not in SERVERS
        }
        settings |= {"VAR_DIR": folder, "PYTHONUNBUFFERED": "1"}
        output = Path(folder) / "output.txt"
        with output.open("w") as written:
            server = subprocess.Popen(command, cwd=ROOT, env=settings, stdout=written)
            try:
                wait_for(f"{url}/health/")
                yield url, password_in(output)
            finally:
                server.terminate()
                server.wait()


def wait_for(address: str) -> None:
    """Until this address answers. Raises TimeoutError."""
    deadline = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < deadline:
        try:
            with urlopen(address):
                return
        except URLError:
            time.sleep(0.5)
    raise TimeoutError(f"{address} does not answer")


def password_in(output: Path) -> str:
    """The password that the demo prints for its organiser."""
    deadline = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < deadline:
        printed = re.search(r"organiser +\S+ +password (\S+)", output.read_text())
        if printed:
            return printed[1]
        time.sleep(0.5)
    raise TimeoutError("the demo has printed no logins")


def open_page(browser: Browser, url: str, size: tuple[int, int]) -> Page:
    """A page of a new visitor who reads English."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale="en-GB"
    )
    context.add_cookies([{"name": "django_language", "value": "en", "url": url}])
    return context.new_page()


def take_bracket(browser: Browser, url: str, file: Path) -> None:
    page = open_page(browser, url, LAPTOP)
    page.goto(f"{url}{cup_path(page, url)}bracket/")
    page.screenshot(path=file)


def cup_path(page: Page, url: str) -> str:
    """The path of the cup that is being played: the home page links to it."""
    page.goto(url)
    link = page.get_by_role("link", name=CUP).first.get_attribute("href") or ""
    path = re.match(r"/events/\d+/", link)
    if path is None:
        raise LookupError(f"the home page has no link to {CUP}")
    return path[0]


def take_desk(browser: Browser, url: str, password: str, file: Path) -> None:
    page = open_page(browser, url, LAPTOP)
    page.goto(f"{url}/accounts/login/")
    page.fill("input[name=login]", "demo:organiser")
    page.fill("input[name=password]", password)
    page.press("input[name=password]", "Enter")
    page.wait_for_url(lambda address: "login" not in address)
    page.goto(f"{url}{cup_path(page, url)}desk/")
    page.screenshot(path=file)


def take_table(browser: Browser, url: str, file: Path) -> None:
    """A casual match of Mus with the betting under way and the visitor to act."""
    page = open_page(browser, url, PHONE)
    page.goto(f"{url}/play/?game=mus")
    page.click(".play-form button.primary")
    page.click("button[value=deal]")
    page.wait_for_selector(MY_TURN, timeout=TURN_WITHIN)
    before = position(page)
    page.click(".call-no-mus:not([aria-disabled])")
    page.wait_for_function(
        "before => document.querySelector('main').dataset.number !== before", arg=before
    )
    page.wait_for_selector(MY_TURN, timeout=TURN_WITHIN)
    page.wait_for_timeout(BUTTONS_REST)
    page.screenshot(path=file)


def position(page: Page) -> str | None:
    """The number of moves that the page shows."""
    return page.locator("main").get_attribute("data-number")


if __name__ == "__main__":
    main()
