"""What the tests of this folder share."""

from games import (
    verification,  # noqa: F401  it takes the true shuffle with it before it is replaced here
)
from games.models import Match
from tests.conftest import Api

HANDS = "KK64", "HHS5", "KH75", "SS44"
"""Seat 0 has two kings, seat 1 a pair, seat 2 has 32, seat 3 duples."""


CATCHABLE = {"signs": "catchable", "talk": "phrases"}


def heard(api: Api, match: Match) -> list[tuple[int, str, str]]:
    """What somebody finds in the match that they ask for."""
    found = api.get(f"matches/{match.pk}/")[1]["asides"]
    return [(aside["seat"], aside["kind"], aside["code"]) for aside in found["heard"]]
