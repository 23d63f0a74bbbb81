"""A web server in a thread, and a viewer of its live streams over real HTTP."""

import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import Any, NamedTuple, Self

import uvicorn

from config.hub import Hub


class Event(NamedTuple):
    name: str
    number: int


EVENT = re.compile(
    rb"(?:retry: 1000\n)?id: (\d+)\nevent: (hello|changed|alive)\ndata: (\d+)\n\n"
)
"""All that may ever be in a stream."""


class Viewer:
    """Reads a stream event by event; anything but known names and numbers in it fails."""

    def __init__(
        self, port: int, topic: str, seen: int | None = None, buffer: int = 0
    ) -> None:
        self.connection = HTTPConnection("127.0.0.1", port, timeout=5)
        if buffer:
            self.connection.sock = socket.socket()
            self.connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
            self.connection.sock.settimeout(5)
            self.connection.sock.connect(("127.0.0.1", port))
        headers = {} if seen is None else {"Last-Event-ID": str(seen)}
        self.connection.request("GET", f"/live/{topic}/", headers=headers)
        self.response = self.connection.getresponse()
        self.status = self.response.status

    def next(self) -> Event:
        text = b""
        while not text.endswith(b"\n\n"):
            line = self.response.readline()
            if not line:
                raise EOFError(text)
            text += line
        found = EVENT.fullmatch(text)
        assert found, text
        assert found[1] == found[3]
        return Event(found[2].decode(), int(found[1]))

    def until(self, number: int) -> list[Event]:
        """All events up to the one with `number`."""
        events = [self.next()]
        while events[-1].number != number:
            events.append(self.next())
        return events

    def close(self) -> None:
        self.response.close()
        self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def serving(application: Any, send_buffer: int = 0) -> Iterator[int]:
    """The application on a free port of this machine, which is yielded."""
    with socket.socket() as listener:
        if send_buffer:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
        listener.bind(("127.0.0.1", 0))
        server = uvicorn.Server(
            uvicorn.Config(
                application, log_level="warning", timeout_graceful_shutdown=1
            )
        )
        thread = threading.Thread(
            target=server.run, kwargs={"sockets": [listener]}, daemon=True
        )
        thread.start()
        try:
            wait_until(lambda: server.started)
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join(5)
            assert not thread.is_alive()


@contextmanager
def serving_hub(hub: Hub, send_buffer: int = 0) -> Iterator[int]:
    async def application(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            return await hub(scope, receive, send)
        await receive()
        hub.start()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        hub.stop()
        await send({"type": "lifespan.shutdown.complete"})
        return None

    with serving(application, send_buffer) as port:
        yield port


def wait_until(true: Any, seconds: float = 5) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.01)
