"""The one random stream: the same seed gives the same numbers in any language, on any machine, in any year.

The stream is the stream part of the specification 'musdraw-1' (docs/dealing.md). Python's `random` is not used because
the sequence it gives for a seed is not promised to stay.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

Item = TypeVar("Item")


def seed_from(*parts: bytes) -> bytes:
    """32 bytes that depend on every byte of every part and on where each part ends."""
    return sha256(
        b"".join([len(part).to_bytes(4, "big") + part for part in parts])
    ).digest()


class Stream:
    """Unbiased numbers from a seed; the bytes are SHA-256(seed || i) for i = 0, 1, 2, ... as 8 bytes, big-endian."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._blocks = 0
        self._rest = b""

    def _take(self, count: int) -> bytes:
        while len(self._rest) < count:
            self._rest += sha256(self._seed + self._blocks.to_bytes(8, "big")).digest()
            self._blocks += 1
        taken, self._rest = self._rest[:count], self._rest[count:]
        return taken

    def below(self, n: int) -> int:
        """A number from 0 to n-1, each equally likely: too large ones are rejected, never folded back."""
        if n < 1:
            raise ValueError(f"there is no number from 0 to {n} - 1")
        bits = (n - 1).bit_length()
        while True:
            number = int.from_bytes(self._take((bits + 7) // 8), "big") & (
                (1 << bits) - 1
            )
            if number < n:
                return number

    def shuffled(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """The items in a random order (Fisher-Yates from the last place down)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            chosen = self.below(last + 1)
            order[last], order[chosen] = order[chosen], order[last]
        return tuple(order)
