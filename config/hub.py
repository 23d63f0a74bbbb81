"""Live updates: server-sent events that tell viewers of a topic *that* it changed, never what.

A raw ASGI application: a stream costs no thread and no database connection. For each topic
a process has one pump, which reads the number of the topic and hands it to every stream.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Generator, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from types import coroutine
from typing import Any

from django.db import DatabaseError, connection

from games.live import LocalBus, bus, match_number
from tournaments.live import event_number

log = logging.getLogger(__name__)

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Reader = Callable[[str], int | None]

PREFIX = "/live/"
TOPICS: dict[str, Reader] = {"event": event_number, "match": match_number}
"""By the part of a topic before its first "-": the reader of its number.

The reader gets the rest of the topic, and returns None if there is no such topic.
"""

HEARTBEAT = 10.0
"""Seconds of silence after which the number is read anyway, and viewers are sent `alive`."""
PAUSE = 0.02
"""Seconds between two messages of a topic. Changes in between become one message."""
MOST_VIEWERS = 5000
HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-cache, no-transform"),
    (b"x-accel-buffering", b"no"),
]
# Two threads are enough for all topics: a read is one indexed row.
READERS = ThreadPoolExecutor(2, thread_name_prefix="live")


def event(name: str, number: int) -> Message:
    """A server-sent event. Browsers do not pass on an event without data."""
    return body(f"id: {number}\nevent: {name}\ndata: {number}\n\n")


def body(text: str, more: bool = True) -> Message:
    return {"type": "http.response.body", "body": text.encode(), "more_body": more}


class Stream:
    """The open answer to one viewer. Writing to it never waits.

    While the viewer's connection is full, only the latest message is kept.
    """

    def __init__(self, receive: Receive, send: Send) -> None:
        self._send = send
        self._gone = asyncio.create_task(disconnect(receive))
        self._waiting: asyncio.Task[None] | None = None
        self._missed: Message | None = None

    def write(self, message: Message, is_optional: bool = False) -> None:
        """Send now. While the connection is full an optional message is dropped."""
        if self._waiting:
            if not is_optional:
                self._missed = message
            return
        # Sending to a connection that is not full never waits, so its first step does all.
        # A task for each message would cost half as much CPU again, and three times the
        # latency at the 99th percentile (bench.live). From Python 3.12 on an eager task
        # would do the same.
        try:
            steps = self._send(message).__await__()
            awaited = next(steps, SENT)
        except Exception:
            # A broken connection ends this stream and must not reach the others.
            self.end()
            return
        if awaited is not SENT:
            self._waiting = asyncio.create_task(self._finish(steps, awaited))

    async def _finish(self, steps: Iterator[Any], awaited: Any) -> None:
        """Wait until the connection has taken the message, then send what was missed."""
        try:
            await rest_of(steps, awaited)
        except Exception:
            self.end()
        self._waiting = None
        if self._missed:
            message, self._missed = self._missed, None
            self.write(message)

    def end(self) -> None:
        self._gone.cancel()

    async def until_end(self) -> None:
        await asyncio.wait([self._gone])

    def close(self) -> None:
        self._gone.cancel()
        if self._waiting:
            self._waiting.cancel()


SENT = object()


@coroutine
def rest_of(steps: Iterator[Any], awaited: Any) -> Generator[Any, Any, None]:
    """Await a coroutine whose first step has been taken and awaits this."""
    yield awaited
    yield from steps


async def disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class Topic:
    """A topic that somebody is watching in this process: its number and the streams."""

    def __init__(self, name: str, reader: Reader, bus: LocalBus) -> None:
        self.viewers = 0
        self.number = 0
        self.status = 503
        # A dict keeps the order of arrival, which is the order in memory: faster than a set.
        self.streams: dict[Stream, None] = {}
        self.ready = asyncio.Event()
        self._name = name
        self._reader = reader
        # Listen before the first look, so that no change is lost between the two.
        self._changed, self._forget = bus.listen(name)
        self._wait_for_heartbeat()
        self.pump = asyncio.create_task(self._pump())

    async def _pump(self) -> None:
        try:
            number = await self._look()
            self.status = 404 if number is None else 200
            while number is not None:
                self.number = number
                self.ready.set()
                await self._quiet()
                number = await self._news()
        except DatabaseError:
            log.exception("no number for %s", self._name)
        finally:
            self._forget()
            self.ready.set()
            for stream in self.streams:
                stream.end()

    async def _look(self) -> int | None:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(READERS, look, self._reader, self._name)

    async def _quiet(self) -> None:
        """Wait for a change, or until the heartbeat is due."""
        await asyncio.sleep(PAUSE)
        with suppress(TimeoutError):
            async with asyncio.timeout_at(self._silent_until):
                await self._changed.wait()
        self._changed.clear()

    async def _news(self) -> int | None:
        """Read the number and send what is due.

        While the database is away viewers are sent nothing, so that their pages say so.
        """
        try:
            number = await self._look()
        except DatabaseError:
            log.warning("no number for %s now", self._name)
            self._wait_for_heartbeat()
            return self.number
        if number is not None and number != self.number:
            self._tell(event("changed", number))
        elif now() >= self._silent_until:
            self._tell(event("alive", self.number), is_optional=True)
        return number

    def _tell(self, message: Message, is_optional: bool = False) -> None:
        for stream in self.streams:
            stream.write(message, is_optional)
        self._wait_for_heartbeat()

    def _wait_for_heartbeat(self) -> None:
        self._silent_until = now() + HEARTBEAT

    async def show(self, receive: Receive, send: Send, seen: str) -> None:
        """Greet a viewer and keep the stream until either side ends it.

        `seen`: the number that the viewer saw last, or "".
        """
        known = self.number
        greeting = f"retry: 1000\nid: {known}\nevent: hello\ndata: {known}\n\n"
        start = {"type": "http.response.start", "status": 200, "headers": HEADERS}
        stream = Stream(receive, send)
        try:
            await send(start)
            await send(body(greeting))
            self.streams[stream] = None
            has_missed_change = seen not in {"", str(known)}
            if has_missed_change or self.number != known:
                stream.write(event("changed", self.number))
            await stream.until_end()
            await send(body("", more=False))
        finally:
            self.streams.pop(stream, None)
            stream.close()


def now() -> float:
    return asyncio.get_running_loop().time()


def look(reader: Reader, name: str) -> int | None:
    """Read the number in a thread, and return the database connection at once."""
    try:
        return reader(name.partition("-")[2])
    finally:
        connection.close()


class Hub:
    """The ASGI application under /live/: one for each process."""

    def __init__(self, bus: LocalBus, readers: Mapping[str, Reader]) -> None:
        self._bus = bus
        self._readers = readers
        self._topics: dict[str, Topic] = {}
        self.viewers = 0
        self._relay: asyncio.Task[None] | None = None
        self._stopped = False

    def start(self) -> None:
        """Listen to what other processes publish. Call inside the server's loop."""
        self._stopped = False
        self._relay = asyncio.create_task(self._bus.relay())

    def stop(self) -> None:
        """End all streams, since the server would wait for them."""
        self._stopped = True
        if self._relay:
            self._relay.cancel()
        for topic in self._topics.values():
            topic.pump.cancel()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        name = scope["path"].removeprefix(PREFIX).removesuffix("/")
        if scope["method"] != "GET":
            await refuse(send, 405)
        elif name.partition("-")[0] not in self._readers:
            await refuse(send, 404)
        elif self._stopped or self.viewers >= MOST_VIEWERS:
            await refuse(send, 503)
        else:
            with self._watching(name) as topic:
                await topic.ready.wait()
                if topic.status == 200:
                    await topic.show(receive, send, last_seen(scope))
                else:
                    await refuse(send, topic.status)

    @contextmanager
    def _watching(self, name: str) -> Iterator[Topic]:
        topic = self._topics.get(name)
        if topic is None or topic.pump.done():
            reader = self._readers[name.partition("-")[0]]
            topic = Topic(name, reader, self._bus)
            self._topics[name] = topic
        topic.viewers += 1
        self.viewers += 1
        try:
            yield topic
        finally:
            topic.viewers -= 1
            self.viewers -= 1
            if not topic.viewers:
                topic.pump.cancel()
                if self._topics.get(name) is topic:
                    del self._topics[name]


def last_seen(scope: Scope) -> str:
    """The number that a browser saw before it reconnected, or ""."""
    for name, value in scope["headers"]:
        if name == b"last-event-id":
            text: str = value.decode("latin-1")
            return text
    return ""


MORE_HEADERS = {405: [(b"allow", b"GET")], 503: [(b"retry-after", b"5")]}


async def refuse(send: Send, status: int) -> None:
    headers = [(b"content-type", b"text/plain"), (b"content-length", b"0")]
    headers += MORE_HEADERS.get(status, [])
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send(body("", more=False))


hub = Hub(bus, TOPICS)
