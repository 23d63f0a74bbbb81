"""deploy/README.md walked on a clean clone: its commands, its units, and both front servers.

What it leaves out is what needs a machine of its own: packages, users, certificates and systemd
itself, for which `units` stands in.
"""

import json
import os
import re
import secrets
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.units import Part, read_unit
from tests.plugins.services import Postgres, Valkey, free_port

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PARTS = ("web", "worker", "beat", "bots")
LEFT_OUT = (
    "apt install ",
    "adduser ",
    "sudo -u postgres ",
    "cd /srv/mus",
    # The environment in which this test runs was made so.
    "sh requirements/install.sh ",
    "editor ",
    "systemctl ",
    "systemd-run ",
    # The backup, which cron starts.
    "install -d ",
    "echo ",
)
"""Commands of the text that need root, systemd or a person."""
LONG = 60


def commands() -> list[str]:
    """The lines that the text tells to run as root."""
    text = (ROOT / "deploy/README.md").read_text().replace("\\\n", "")
    return [line.strip()[2:] for line in re.findall(r"^ +# .*$", text, re.M)]


def walked() -> list[str]:
    return [line for line in commands() if not line.startswith(LEFT_OUT)]


class Machine:
    """A folder that plays the machine: /srv, /etc, /run and /var of the text are inside it."""

    def __init__(self, folder: Path, postgres: str, redis: str) -> None:
        self.folder, self.port = folder, free_port()
        self.code = folder / "srv/mus"
        self.socket = folder / "run/mus/web.sock"
        for name in ("etc/systemd/system", "etc/caddy", "run/mus", "var/lib/mus"):
            (folder / name).mkdir(parents=True)
        self.run(f"git clone --quiet {ROOT} {self.code}")
        (self.code / ".venv").symlink_to(ROOT / ".venv")
        self.certify()
        self.filled_in = {
            "DJANGO_SECRET_KEY": secrets.token_urlsafe(50),
            "DATABASE_URL": postgres,
            "REDIS_URL": redis,
            "PUBLIC_URL": f"https://localhost:{self.port}",
            "CSRF_TRUSTED_ORIGINS": f"https://localhost:{self.port}",
            "EMAIL_HOST_PASSWORD": "none",
            "SSL_CERT_FILE": str(folder / "certificate.pem"),
        }

    def here(self, text: str) -> str:
        """A text with the paths and the host name of this machine."""
        text = re.sub(r"(?<![\w.])/(srv|etc|run|var)/", rf"{self.folder}/\1/", text)
        return text.replace("mus.example.org", "localhost")

    def run(self, command: str) -> str:
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=self.code if self.code.exists() else self.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        return done.stdout

    def certify(self) -> None:
        self.run(
            "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost"
            f" -addext subjectAltName=DNS:localhost -keyout {self.folder}/key.pem"
            f" -out {self.folder}/certificate.pem"
        )

    def fill_in(self) -> None:
        """What the person does in the editor."""
        file = self.folder / "etc/mus.env"
        lines = list(self.here(file.read_text()).splitlines())
        kept = [line for line in lines if line.split("=")[0] not in self.filled_in]
        filled = [f"{name}={value}" for name, value in self.filled_in.items()]
        file.write_text("\n".join([*kept, *filled]))

    def unit(self, name: str) -> str:
        return self.here((self.folder / "etc/systemd/system" / name).read_text())

    def health(self) -> dict[str, Any]:
        """What /health/ says; nothing while no web process answers."""
        command = next(line for line in walked() if line.startswith("curl "))
        with suppress(AssertionError, json.JSONDecodeError):
            answer: dict[str, Any] = json.loads(self.run(self.here(command)))
            return answer
        return {}

    def is_well(self) -> bool:
        return self.health().get("status") == "ok"

    @contextmanager
    def nginx(self) -> Iterator[None]:
        site = self.here((self.code / "deploy/nginx.conf").read_text())
        site = re.sub(r"\tlisten \[::\].*\n", "", site)
        site = site.replace("listen 443 ", f"listen 127.0.0.1:{self.port} ")
        site = site.replace("listen 80;", f"listen 127.0.0.1:{free_port()};")
        folder = self.folder
        site = re.sub(r"(ssl_certificate) .*;", rf"\1 {folder}/certificate.pem;", site)
        site = re.sub(r"(ssl_certificate_key) .*;", rf"\1 {folder}/key.pem;", site)
        (folder / "site.conf").write_text(site)
        main = folder / "nginx.conf"
        main.write_text(
            f"user root; pid {folder}/nginx.pid; error_log {folder}/nginx.log;"
            "events {} http {"
            f" access_log off; include {folder}/site.conf;"
            f" client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; }}"
        )
        self.run(f"nginx -t -c {main}")
        with running("nginx", "-c", str(main), "-g", "daemon off;"):
            yield

    @contextmanager
    def caddy(self) -> Iterator[None]:
        own = self.here((self.folder / "etc/caddy/Caddyfile").read_text())
        options = (
            f"{{\n admin off\n local_certs\n skip_install_trust\n"
            f" http_port {free_port()}\n https_port {self.port}\n"
            f" storage file_system {self.folder}/caddy\n}}\n"
        )
        file = self.folder / "Caddyfile"
        file.write_text(options + own)
        caddy = "caddy", "run", "--adapter", "caddyfile", "--config", str(file)
        with running(*caddy):
            yield


@contextmanager
def running(*command: str) -> Iterator[None]:
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait(20)


def wait(ready: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + LONG
    while not ready():
        assert time.monotonic() < deadline, f"not within {LONG} s: {what}"
        time.sleep(0.3)


@pytest.fixture
def machine() -> Iterator[Machine]:
    missing = [name for name in ("nginx", "caddy") if shutil.which(name) is None]
    if missing:
        words = f"not installed: {', '.join(missing)} (apt-get install nginx caddy)"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(words)
    with (
        tempfile.TemporaryDirectory(prefix="mus-") as folder,
        Postgres() as postgres,
        Valkey() as valkey,
    ):
        yield Machine(Path(folder), postgres.url, valkey.url)


def see_the_home_page(browser: Browser, machine: Machine) -> None:
    context = browser.new_context(ignore_https_errors=True)
    page = context.new_page()
    failed: list[str] = []
    page.on("response", lambda got: failed.append(got.url) if not got.ok else None)
    page.goto(f"https://localhost:{machine.port}/play/")
    expect(page.locator(".play-form button.primary")).to_be_visible()
    assert failed == []
    style = page.locator("link[rel=stylesheet]").first.get_attribute("href")
    assert re.search(r"app\.[0-9a-f]{12}\.css$", str(style))
    context.close()


def test_the_text_leads_to_pages_through_both_front_servers_and_each_part_comes_back(
    machine: Machine, browser: Browser
) -> None:
    for command in walked():
        if not command.startswith("curl "):
            machine.run(machine.here(command))
            if "mus.env" in command:
                machine.fill_in()
    setup = read_unit(machine.unit("mus-setup.service"))["Service"]
    environment = machine.folder / "etc/mus.env"
    machine.run(f"set -a; . {environment}; {setup['ExecStart']}")
    wanted = read_unit(machine.unit("mus.target"))["Unit"]["Wants"].split()
    assert wanted == [f"mus@{name}.service" for name in PARTS]
    parts = {name: Part(name, machine.unit("mus@.service")) for name in PARTS}
    try:
        with machine.nginx():
            wait(machine.is_well, "all parts are well")
            see_the_home_page(browser, machine)
            for name, part in parts.items():
                others = {one.process.pid for one in parts.values() if one is not part}
                part.kill()
                wait(lambda part=part: part.restarts == 1, f"{name} is back")  # type: ignore[misc]
                wait(machine.is_well, f"all is well again after {name} was killed")
                see_the_home_page(browser, machine)
                assert others <= {one.process.pid for one in parts.values()}
        with machine.caddy():
            see_the_home_page(browser, machine)
        static = machine.folder / "var/lib/mus/static/staticfiles.json"
        static.rename(static.with_suffix(".away"))
        parts["web"].kill()
        wait(lambda: machine.health().get("pages") == "down", "health sees it")
    finally:
        for part in parts.values():
            part.stop()


def test_every_command_of_the_text_is_walked_or_needs_a_machine() -> None:
    assert walked() == [
        "make catalogues",
        "install -m 600 deploy/env.example /etc/mus.env",
        "cp deploy/mus.target deploy/mus-setup.service deploy/mus@.service"
        " /etc/systemd/system/",
        "curl --unix-socket /run/mus/web.sock http://localhost/health/"
        ' -H "Host: mus.example.org"',
        "cp deploy/Caddyfile /etc/caddy/Caddyfile",
    ]
