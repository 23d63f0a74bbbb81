"""What the server runs: live streams go to the hub, everything else to Django."""

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
pages = get_asgi_application()

from config.hub import PREFIX, Receive, Scope, Send, hub  # noqa: E402  the models must be ready


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
    """On its signals the server waits for open answers, and streams never end by themselves: so they end first."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        server: Any = signal.getsignal(number)

        def handle(number: int, frame: FrameType | None, server: Any = server) -> None:
            loop.call_soon_threadsafe(end_streams)
            if callable(server):
                server(number, frame)

        signal.signal(number, handle)
