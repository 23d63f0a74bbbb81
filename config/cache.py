"""The cache of the production service: Redis, and while Redis is away each process's own memory.

So nobody is turned away for want of a cache; what was counted or remembered in Redis counts anew until it is back.
"""

import logging
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis import RedisError

log = logging.getLogger(__name__)


def redis_or_memory(name: str) -> Callable[..., Any]:
    """A method of caches that turns to the memory when Redis does not answer."""

    def method(self: "RedisOrMemory", *args: Any, **more: Any) -> Any:
        try:
            return getattr(super(RedisOrMemory, self), name)(*args, **more)
        except RedisError as error:
            log.warning("the cache is away: %s", error)
            return getattr(self.memory, name)(*args, **more)

    return method


class RedisOrMemory(RedisCache):
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self.memory = LocMemCache("while Redis is away", {"TIMEOUT": 300})

    add, get, set, touch, delete, incr, has_key, get_many, set_many, delete_many = map(
        redis_or_memory,
        (
            "add",
            "get",
            "set",
            "touch",
            "delete",
            "incr",
            "has_key",
            "get_many",
            "set_many",
            "delete_many",
        ),
    )
