"""What the tests of this folder share."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

from core.refusals import Refusal
from tests.conftest import NOW
from tournaments.models import Draw, Stage
from tournaments.services import draws

Running = Callable[..., Stage]


def code_of(call: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as caught:
        call()
    return caught.value.code


def opponents(draw: Draw) -> list[frozenset[int]]:
    leaves = (draw.resolved or {})["leaves"]
    return [frozenset(pair) for pair in zip(leaves[::2], leaves[1::2], strict=True)]


def swap(draw: Draw, by: Any, a: int, b: int, reason: str = "") -> Draw:
    return draws.swap(draw_id=draw.pk, a=a, b=b, reason=reason, by=by, at=NOW)


def mixed(draw: Draw, by: Any) -> Draw:
    """The draft of four, changed if need be so that nobody meets club-mates."""
    for a, b in combinations(range(1, 5), 2):
        if draws.violations(draw, a, b).wishes:
            return draw
    first, second = opponents(draw)
    return swap(draw, by, min(first), min(second), "clubs apart")


def breaking(draw: Draw) -> tuple[int, int]:
    """Two entries who, changing places, bring those of one club together."""
    return next(
        (a, b)
        for a, b in combinations(range(1, 5), 2)
        if draws.violations(draw, a, b).wishes
    )
