"""Live updates: tells each viewer of a topic, as a server-sent event, *that* it changed and never what.

A raw ASGI application: a stream costs no thread and no database connection. For each topic a process has one reader,
which asks for the topic's number, and one pump, which writes to all viewers in turn and waits for none of them.
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
"""The part of a topic before its first "-", and who knows the number of the rest (None: there is no such topic)."""

HEARTBEAT = 10.0
"""Seconds of silence after which viewers hear `alive`, and after which the number is read even if nobody called."""
REST = 0.02
"""Seconds between two messages of a topic: what changes meanwhile is one message."""
MOST_VIEWERS = 5000
HEADERS = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-cache, no-transform"),
    (b"x-accel-buffering", b"no"),
]
# Two threads are enough for all topics: a read is one indexed row.
READERS = ThreadPoolExecutor(2, thread_name_prefix="live")


def event(name: str, number: int) -> Message:
    """An event that scripts hear; without data a browser would not pass it on."""
    return body(f"id: {number}\nevent: {name}\ndata: {number}\n\n")


def body(text: str, more: bool = True) -> Message:
    return {"type": "http.response.body", "body": text.encode(), "more_body": more}


class Stream:
    """One viewer's open answer."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._send = send
        self._gone = asyncio.create_task(disconnect(receive))
        self._stuck: asyncio.Task[None] | None = None
        self._missed: Message | None = None

    def write(self, message: Message, keep: bool = True) -> None:
        """Send without waiting. While this viewer's line is full, the latest message to `keep` replaces all others."""
        if self._stuck:
            self._missed = message if keep else self._missed
            return
        try:
            steps = self._send(message).__await__()
            waits_for = next(steps, DONE)
        except (
            Exception
        ):  # whatever is wrong with one viewer's line must not reach the others
            self.end()
        else:
            if waits_for is not DONE:
                self._stuck = asyncio.create_task(self._unstick(steps, waits_for))

    async def _unstick(self, steps: Iterator[Any], waits_for: Any) -> None:
        try:
            await the_rest(steps, waits_for)
        except Exception:
            self.end()
        self._stuck = None
        if self._missed:
            message, self._missed = self._missed, None
            self.write(message)

    def end(self) -> None:
        self._gone.cancel()

    async def until_end(self) -> None:
        await asyncio.wait([self._gone])

    def close(self) -> None:
        self._gone.cancel()
        if self._stuck:
            self._stuck.cancel()


DONE = object()


@coroutine
def the_rest(steps: Iterator[Any], waits_for: Any) -> Generator[Any, Any, None]:
    """Await something whose first step has been taken already."""
    yield waits_for
    yield from steps


async def disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class Topic:
    """What a process knows of one topic, as long as anybody watches it: its number and the streams."""

    def __init__(self, name: str, reader: Reader, bus: LocalBus) -> None:
        self.viewers = 0
        self.number = 0
        self.status = 503
        # A dict keeps the order of their coming, in which they also lie in memory: cheaper to go through than a set.
        self.streams: dict[Stream, None] = {}
        self.ready = asyncio.Event()
        self._name, self._reader = name, reader
        # Listening begins before the first look, so that no change falls between them.
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
        return await asyncio.get_running_loop().run_in_executor(
            READERS, look, self._reader, self._name
        )

    async def _quiet(self) -> None:
        """Until somebody calls, or the heartbeat is due."""
        await asyncio.sleep(REST)
        with suppress(TimeoutError):
            async with asyncio.timeout_at(self._silent_until):
                await self._changed.wait()
        self._changed.clear()

    async def _news(self) -> int | None:
        """Look, and tell the viewers. When the database is away they hear nothing, so that their pages say so."""
        try:
            number = await self._look()
        except DatabaseError:
            log.warning("no number for %s now", self._name)
            self._wait_for_heartbeat()
            return self.number
        if number is not None and number != self.number:
            self._tell(event("changed", number))
        elif now() >= self._silent_until:
            self._tell(event("alive", self.number), keep=False)
        return number

    def _tell(self, message: Message, keep: bool = True) -> None:
        for stream in self.streams:
            stream.write(message, keep)
        self._wait_for_heartbeat()

    def _wait_for_heartbeat(self) -> None:
        self._silent_until = now() + HEARTBEAT

    async def show(self, receive: Receive, send: Send, seen: str) -> None:
        """Greet a viewer who has seen the number `seen` ("" if none) and keep the stream until either side ends it."""
        known = self.number
        stream = Stream(receive, send)
        try:
            await send(
                {"type": "http.response.start", "status": 200, "headers": HEADERS}
            )
            await send(
                body(f"retry: 1000\nid: {known}\nevent: hello\ndata: {known}\n\n")
            )
            self.streams[stream] = None
            if seen not in ("", str(known)) or self.number != known:
                stream.write(event("changed", self.number))
            await stream.until_end()
            await send(body("", more=False))
        finally:
            self.streams.pop(stream, None)
            stream.close()


def now() -> float:
    return asyncio.get_running_loop().time()


def look(reader: Reader, name: str) -> int | None:
    """Read in a thread, and give the database connection back at once."""
    try:
        return reader(name.partition("-")[2])
    finally:
        connection.close()


class Hub:
    """The ASGI application under /live/: one for each process."""

    def __init__(self, bus: LocalBus, readers: Mapping[str, Reader]) -> None:
        self._bus, self._readers = bus, readers
        self._topics: dict[str, Topic] = {}
        self.viewers = 0
        self._relay: asyncio.Task[None] | None = None
        self._stopped = False

    def start(self) -> None:
        """Hear what other processes publish. Call inside the server's loop."""
        self._stopped = False
        self._relay = asyncio.create_task(self._bus.relay())

    def stop(self) -> None:
        """End all streams, so that the server need not wait for them."""
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
            topic = self._topics[name] = Topic(
                name, self._readers[name.partition("-")[0]], self._bus
            )
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
    return next(
        (
            value.decode("latin-1")
            for key, value in scope["headers"]
            if key == b"last-event-id"
        ),
        "",
    )


async def refuse(send: Send, status: int) -> None:
    more = {405: [(b"allow", b"GET")], 503: [(b"retry-after", b"5")]}.get(status, [])
    headers = [(b"content-type", b"text/plain"), (b"content-length", b"0"), *more]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send(body("", more=False))


hub = Hub(bus, TOPICS)
