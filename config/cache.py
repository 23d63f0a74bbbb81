"""The cache in production: Redis, and while Redis is down the memory of each process.

The service goes on without its cache; counters start again from zero until Redis is back.
"""

import logging
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis import RedisError

log = logging.getLogger(__name__)


def redis_or_memory(name: str) -> Callable[..., Any]:
    """A cache method that falls back to memory when Redis does not answer."""

    def method(self: "RedisOrMemory", *args: Any, **options: Any) -> Any:
        try:
            return getattr(super(RedisOrMemory, self), name)(*args, **options)
        except RedisError as error:
            log.warning("the cache is down: %s", error)
            return getattr(self.memory, name)(*args, **options)

    return method


class RedisOrMemory(RedisCache):
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self.memory = LocMemCache("while Redis is away", {"TIMEOUT": 300})

    add = redis_or_memory("add")
    get = redis_or_memory("get")
    set = redis_or_memory("set")
    touch = redis_or_memory("touch")
    delete = redis_or_memory("delete")
    incr = redis_or_memory("incr")
    has_key = redis_or_memory("has_key")
    get_many = redis_or_memory("get_many")
    set_many = redis_or_memory("set_many")
    delete_many = redis_or_memory("delete_many")
