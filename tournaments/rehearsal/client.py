"""A client of the public API as anybody's program could have it: JSON over kept connections, polite, and measured."""

import json
import threading
import time
from collections import deque
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any, Final
from urllib.parse import urlsplit

TIMEOUT: Final = 30.0
"""Seconds without a byte after which a server counts as away."""

IDLE: Final = 2.0
"""Seconds after which a connection is not used again: servers close idle ones, often after 5."""

LONGEST_WAIT: Final = 60.0
"""Seconds that a client waits at most when it is asked to come later."""


class Refused(Exception):
    """The service answered with a problem; `code` is stable, the text is for people."""

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        self.status, self.problem = status, problem
        self.code = str(problem.get("code", f"http.{status}"))
        wrong = (
            json.dumps(problem["errors"], ensure_ascii=False)
            if "errors" in problem
            else ""
        )
        super().__init__(
            " ".join(filter(None, [self.code, str(problem.get("detail", "")), wrong]))
        )


class Unreachable(OSError):
    """No answer came, or none of the service's own: whether the request had an effect is unknown."""


class Stopped(Exception):
    """Whoever runs this wants it to end."""


class Meter:
    """What the requests of a client cost."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.requests = 0
        self.slowest: tuple[float, str] = (0.0, "none")

    def note(self, seconds: float, request: str) -> None:
        with self._lock:
            self.requests += 1
            self.slowest = max(self.slowest, (seconds, request))


class Client:
    """Calls of one service from any number of threads, until `stop` is set; a connection for each call at a time."""

    def __init__(self, url: str, stop: threading.Event) -> None:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise ValueError(f"{url!r} is not the address of a web service.")
        self._kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._host, self._port, self._path = (
            parts.hostname,
            parts.port,
            parts.path.rstrip("/") + "/api/v1/",
        )
        self._idle: deque[tuple[HTTPConnection, float]] = deque()
        self.stop = stop
        self.meter = Meter()

    def get(self, path: str, token: str = "") -> Any:
        """The answer under /api/v1/: JSON, or text where it is none. Raises Refused, Unreachable, Stopped."""
        return self._call("GET", path, token, None)

    def post(self, path: str, token: str = "", **body: Any) -> Any:
        """As `get`, for a request with a body."""
        return self._call("POST", path, token, body)

    def pause(self, seconds: float) -> None:
        """Let time pass. Raises Stopped as soon as it is time to end."""
        if self.stop.wait(seconds):
            raise Stopped

    def close(self) -> None:
        """Close the connections that nobody uses now; the next call opens another."""
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
                return understood(answer, content)
            self.pause(wait_asked(answer))
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
    return found | ({"Authorization": f"Token {token}"} if token else {})


def understood(answer: HTTPResponse, content: bytes) -> Any:
    """What the answer says. Raises Refused."""
    plain = content.decode(errors="replace")
    found: Any = plain
    if "json" in (answer.getheader("Content-Type") or ""):
        found = json.loads(content)
    if answer.status < 300:
        return found
    raise Refused(
        answer.status, found if isinstance(found, dict) else {"detail": plain[:200]}
    )


def wait_asked(answer: HTTPResponse) -> float:
    """Seconds after which the service wants to be asked again."""
    asked = answer.getheader("Retry-After") or ""
    return min(float(asked), LONGEST_WAIT) if asked.isdecimal() else 1.0
