"""The one random stream: a seed always gives the same numbers, in any language and on any machine.

It is the stream of the specification 'musdraw-1' (docs/dealing.md). Python's `random` is not used,
because Python does not promise to keep the sequence that a seed gives.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

Item = TypeVar("Item")


def seed_from(*parts: bytes) -> bytes:
    """32 bytes that depend on every byte of every part and on where each part ends."""
    joined = bytearray()
    for part in parts:
        joined += len(part).to_bytes(4, "big")
        joined += part
    return sha256(joined).digest()


class Stream:
    """Unbiased numbers from a seed.

    The bytes are SHA-256(seed || i) for i = 0, 1, 2, ... as 8 bytes, big-endian.
    """

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._blocks = 0
        self._rest = b""

    def _take(self, count: int) -> bytes:
        while len(self._rest) < count:
            index = self._blocks.to_bytes(8, "big")
            self._rest += sha256(self._seed + index).digest()
            self._blocks += 1
        taken = self._rest[:count]
        self._rest = self._rest[count:]
        return taken

    def below(self, n: int) -> int:
        """A number from 0 to n-1, each equally likely.

        Numbers that are too large are rejected, never folded back.
        """
        if n < 1:
            raise ValueError(f"there is no number from 0 to {n} - 1")
        bits = (n - 1).bit_length()
        size = (bits + 7) // 8
        low_bits = (1 << bits) - 1
        while True:
            taken = self._take(size)
            number = int.from_bytes(taken, "big") & low_bits
            if number < n:
                return number

    def shuffled(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """The items in a random order (Fisher-Yates from the last place down)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            chosen = self.below(last + 1)
            order[last], order[chosen] = order[chosen], order[last]
        return tuple(order)
