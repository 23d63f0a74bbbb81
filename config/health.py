"""The health endpoint: tells database, Redis and worker apart, and nothing else.

`down` (503) means that pages and moves cannot be served. Without Redis or worker they can, only live updates and
standings come late: that is `degraded`, still 200, so that a supervisor does not restart web processes for it.
"""

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis import Redis, RedisError

from tournaments.tasks import HEARTBEAT

OLDEST_SIGN_OF_LIFE: Final = 60
"""Seconds; a worker leaves one every 10."""
PATIENCE: Final = 3
"""Seconds after which a database that has not answered counts as down, whatever it is that it waits for."""
PROBE: Final = ThreadPoolExecutor(2, thread_name_prefix="health")


@require_safe
@never_cache
def health(request: HttpRequest) -> JsonResponse:
    bus = redis()
    parts = {
        "database": database(),
        "redis": bus,
        "worker": "unknown" if bus == "down" else worker(),
    }
    status = (
        "down"
        if parts["database"] == "down"
        else "degraded"
        if "down" in parts.values()
        else "ok"
    )
    return JsonResponse(
        {"status": status, **parts}, status=503 if status == "down" else 200
    )


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
        with Redis.from_url(
            settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=1
        ) as server:
            server.ping()
    except RedisError:
        return "down"
    return "ok"


def worker() -> str:
    """By the sign of life that it leaves in the cache, which is Redis where there is one."""
    return (
        "ok"
        if time.time() - cache.get(HEARTBEAT, 0.0) < OLDEST_SIGN_OF_LIFE
        else "down"
    )
