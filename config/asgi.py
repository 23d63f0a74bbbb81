"""The server's ASGI application: live streams go to the hub, everything else to Django."""

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any

import django
from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from config.hub import PREFIX, Receive, Scope, Send, hub  # noqa: E402


class Pages(ASGIHandler):
    """Django, with one thread for each request.

    All views are synchronous. Asynchronous middleware around them would change threads in
    each of its parts.
    """

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        return await sync_to_async(self.get_response, thread_sensitive=True)(request)


pages = Pages()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await lifespan(receive, send)
    elif scope["type"] == "http" and scope["path"].startswith(PREFIX):
        await hub(scope, receive, send)
    else:
        await pages(scope, receive, send)


async def lifespan(receive: Receive, send: Send) -> None:
    await receive()
    hub.start()
    if threading.current_thread() is threading.main_thread():
        before_the_server_stops(hub.stop)
    await send({"type": "lifespan.startup.complete"})
    await receive()
    hub.stop()
    await send({"type": "lifespan.shutdown.complete"})


def before_the_server_stops(end_streams: Callable[[], None]) -> None:
    """End the streams on the signals that stop the server.

    The server waits for open answers, and streams never end by themselves.
    """
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        server: Any = signal.getsignal(number)

        def handle(number: int, frame: FrameType | None, server: Any = server) -> None:
            loop.call_soon_threadsafe(end_streams)
            if callable(server):
                server(number, frame)

        signal.signal(number, handle)
