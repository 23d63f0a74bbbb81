"""JSON in one canonical form, for everything that is hashed or compared byte for byte."""

import json
from typing import TypeVar

T = TypeVar("T")


def canonical_json(value: object) -> str:
    """Keys sorted, no spaces, letters outside ASCII as they are (RFC 8785 for whole numbers).

    Raises ValueError for NaN and the infinities. Half a surrogate pair fails on `encode()`.
    """
    return json.dumps(
        value,
        ensure_ascii=False,
        sort_keys=True,
        allow_nan=False,
        separators=(",", ":"),
    )


def plain_json(value: T) -> T:
    """The value as it comes back from JSON: tuples become lists and all keys become strings."""
    plain: T = json.loads(json.dumps(value))
    return plain
