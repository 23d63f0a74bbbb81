"""A client of the public API: JSON over kept connections, with measured times."""

import json
import threading
import time
from collections import deque
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any, Final
from urllib.parse import urlsplit

TIMEOUT: Final = 30.0
"""Seconds without a byte after which a server counts as unreachable."""

IDLE: Final = 2.0
"""Seconds after which a connection is not used again. Servers close idle ones, often after 5."""

LONGEST_WAIT: Final = 60.0
"""Most seconds that the client waits when a server asks it to retry later."""


class Refused(Exception):
    """The service answered with a problem; `code` is stable, the text is for people."""

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        self.status = status
        self.problem = problem
        self.code = str(problem.get("code", f"http.{status}"))
        parts = [self.code, str(problem.get("detail", ""))]
        if "errors" in problem:
            parts.append(json.dumps(problem["errors"], ensure_ascii=False))
        super().__init__(" ".join(filter(None, parts)))


class Unreachable(OSError):
    """No usable answer came, so it is unknown whether the request had an effect."""


class Stopped(Exception):
    """The caller asked the client to stop."""


class Meter:
    """Number and longest duration of the requests of a client."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.requests = 0
        self.slowest: tuple[float, str] = (0.0, "none")

    def note(self, seconds: float, request: str) -> None:
        with self._lock:
            self.requests += 1
            self.slowest = max(self.slowest, (seconds, request))


class Client:
    """Calls one service from any number of threads, until `stop` is set."""

    def __init__(self, url: str, stop: threading.Event) -> None:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise ValueError(f"{url!r} is not the address of a web service.")
        self._kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._host = parts.hostname
        self._port = parts.port
        self._path = parts.path.rstrip("/") + "/api/v1/"
        self._idle: deque[tuple[HTTPConnection, float]] = deque()
        self.stop = stop
        self.meter = Meter()

    def get(self, path: str, token: str = "") -> Any:
        """The answer under /api/v1/ as JSON, or else as text.

        Raises Refused, Unreachable, Stopped.
        """
        return self._call("GET", path, token, None)

    def post(self, path: str, token: str = "", **body: Any) -> Any:
        """Like `get`, with a body."""
        return self._call("POST", path, token, body)

    def pause(self, seconds: float) -> None:
        """Wait. Raises Stopped as soon as `stop` is set."""
        if self.stop.wait(seconds):
            raise Stopped

    def close(self) -> None:
        """Close idle connections. The next call opens a new one."""
        while self._idle:
            self._idle.pop()[0].close()

    def _call(
        self, method: str, path: str, token: str, body: dict[str, Any] | None
    ) -> Any:
        while not self.stop.is_set():
            answer, content = self._measured(method, path, token, body)
            if answer.status >= 500:
                raise Unreachable(
                    f"{method} {path}: the service answered {answer.status}"
                )
            if answer.status != 429:
                return read_answer(answer, content)
            self.pause(seconds_to_wait(answer))
        raise Stopped

    def _measured(
        self, method: str, path: str, token: str, body: Any
    ) -> tuple[HTTPResponse, bytes]:
        connection = self._connection()
        began = time.monotonic()
        try:
            connection.request(
                method, self._path + path, encoded(body), headers(token, body)
            )
            answer = connection.getresponse()
            content = answer.read()
        except (OSError, HTTPException) as error:
            connection.close()
            raise Unreachable(
                f"{method} {path}: {error or type(error).__name__}"
            ) from error
        self._idle.append((connection, time.monotonic()))
        self.meter.note(time.monotonic() - began, f"{method} {path}")
        return answer, content

    def _connection(self) -> HTTPConnection:
        while self._idle:
            connection, used_at = self._idle.pop()
            if time.monotonic() - used_at < IDLE:
                return connection
            connection.close()
        return self._kind(self._host, self._port, timeout=TIMEOUT)


def encoded(body: Any) -> bytes | None:
    return None if body is None else json.dumps(body).encode()


def headers(token: str, body: Any) -> dict[str, str]:
    found = {"Accept": "application/json, */*", "Accept-Language": "en"}
    if body is not None:
        found["Content-Type"] = "application/json"
    if token:
        found["Authorization"] = f"Token {token}"
    return found


def read_answer(answer: HTTPResponse, content: bytes) -> Any:
    """The body of the answer, as JSON or text. Raises Refused."""
    text = content.decode(errors="replace")
    found: Any = text
    if "json" in (answer.getheader("Content-Type") or ""):
        found = json.loads(content)
    if answer.status < 300:
        return found
    if not isinstance(found, dict):
        found = {"detail": text[:200]}
    raise Refused(answer.status, found)


def seconds_to_wait(answer: HTTPResponse) -> float:
    """Seconds after which the service accepts the request again."""
    asked = answer.getheader("Retry-After") or ""
    return min(float(asked), LONGEST_WAIT) if asked.isdecimal() else 1.0
