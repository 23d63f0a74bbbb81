"""A small stand-in for systemd: it runs the units of deploy/, and restarts what has ended."""

import contextlib
import os
import shlex
import signal
import subprocess
import threading
from configparser import ConfigParser
from pathlib import Path


def read_unit(text: str) -> ConfigParser:
    """A unit file. A name given twice would be an error in this reader, and none is."""
    unit = ConfigParser(interpolation=None, delimiters=("=",), comment_prefixes="#")
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(text)
    return unit


def read_environment(file: Path) -> dict[str, str]:
    """An EnvironmentFile: one NAME=value a line."""
    lines = [line for line in file.read_text().splitlines() if line and line[0] != "#"]
    return dict(line.split("=", 1) for line in lines)


class Part:
    """One unit of the service, kept running until it is stopped."""

    def __init__(self, name: str, unit: str) -> None:
        self.name = name
        self.service = read_unit(unit.replace("%i", name))["Service"]
        self.restarts = 0
        self._stopped = threading.Event()
        self._start()
        threading.Thread(target=self._keep, name=name, daemon=True).start()

    def _start(self) -> None:
        file = Path(self.service["EnvironmentFile"])
        own = dict(
            pair.split("=", 1) for pair in shlex.split(self.service["Environment"])
        )
        self.process = subprocess.Popen(
            shlex.split(self.service["ExecStart"]),
            env={"PATH": os.environ["PATH"], **own, **read_environment(file)},
            start_new_session=True,
        )

    def _keep(self) -> None:
        while True:
            self.process.wait()
            self._end_group()
            if self._stopped.wait(float(self.service["RestartSec"])):
                return
            assert self.service["Restart"] == "always"
            self._start()
            self.restarts += 1

    def kill(self) -> None:
        """kill -9 of the main process; what it had started goes with it, as under systemd."""
        self.process.kill()

    def stop(self) -> None:
        self._stopped.set()
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self._end_group()

    def _end_group(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
