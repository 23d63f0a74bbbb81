"""For how long something has been waiting, as far as whoever looks again and again can tell."""

import time
from collections.abc import Hashable


class Noticed:
    """When each thing was first seen; what is not asked for between two looks is forgotten."""

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
        """As if it were seen only after so many seconds."""
        self._seen[key] = time.monotonic() + seconds
