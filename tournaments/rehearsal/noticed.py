"""How long something has been waiting, as observed by a program that polls."""

import time
from collections.abc import Hashable


class Noticed:
    """When each thing was first seen. A thing not seen between two looks is forgotten."""

    def __init__(self) -> None:
        self._before: dict[Hashable, float] = {}
        self._seen: dict[Hashable, float] = {}

    def look_again(self) -> None:
        self._before, self._seen = self._seen, {}

    def for_seconds(self, key: Hashable) -> float:
        now = time.monotonic()
        first = self._seen[key] = self._before.get(key, now)
        return now - first

    def put_off(self, key: Hashable, seconds: float) -> None:
        """Count the wait of this thing only after these seconds."""
        self._seen[key] = time.monotonic() + seconds
