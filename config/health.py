"""The health endpoint: state of pages, database, Redis and worker, and nothing else.

`down` (503): pages or moves cannot be served. `degraded` (200): they can, but live updates
and standings are late, since Redis or the worker is down. A supervisor must not restart web
processes for that.
"""

import logging
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis import Redis, RedisError

from tournaments.tasks import HEARTBEAT

OLDEST_SIGN_OF_LIFE: Final = 60
"""Seconds. A worker leaves one every 10 seconds."""
PATIENCE: Final = 3
"""Seconds after which a database that has not answered counts as down."""
PROBE: Final = ThreadPoolExecutor(2, thread_name_prefix="health")


@require_safe
@never_cache
def health(request: HttpRequest) -> JsonResponse:
    bus = redis()
    parts = {
        "pages": pages(),
        "database": database(),
        "redis": bus,
        "worker": "unknown" if bus == "down" else worker(),
    }
    if "down" in (parts["pages"], parts["database"]):
        return JsonResponse({"status": "down", **parts}, status=503)
    status = "degraded" if "down" in parts.values() else "ok"
    return JsonResponse({"status": status, **parts})


def pages() -> str:
    """Whether a page can be made: its templates, and the files that it links to."""
    try:
        render_to_string("404.html")
    except Exception:
        # Whatever stops this page stops them all.
        logging.getLogger(__name__).exception("no page can be rendered")
        return "down"
    return "ok"


def database() -> str:
    try:
        PROBE.submit(ask_database).result(PATIENCE)
    except (Error, TimeoutError):
        return "down"
    return "ok"


def ask_database() -> None:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    finally:
        connection.close()


def redis() -> str:
    if not settings.REDIS_URL:
        return "embedded"
    try:
        client = Redis.from_url(
            settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=1
        )
        with client:
            client.ping()
    except RedisError:
        return "down"
    return "ok"


def worker() -> str:
    # A worker leaves a sign of life in the cache, which is Redis if there is one.
    seconds_silent = time.time() - cache.get(HEARTBEAT, 0.0)
    return "ok" if seconds_silent < OLDEST_SIGN_OF_LIFE else "down"
