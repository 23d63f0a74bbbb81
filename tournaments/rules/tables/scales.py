"""Scales: what the points of a table count, so that tables of different sizes can be compared."""

from collections.abc import Mapping
from typing import Final

from core.refusals import N_

POINTS: Final = "points"
"""As they are."""
SHARE: Final = "share"
"""In hundredths of an even share of the table's points; negative points are none."""
PLACE: Final = "place"
"""By rank: WHOLE for the first, 0 for the last, even steps between; equal players share."""
SCALES: Final = (POINTS, SHARE, PLACE)
NAMES: Final[Mapping[str, str]] = {
    POINTS: N_("the points"),
    SHARE: N_("the share of its points"),
    PLACE: N_("the place"),
}

EVEN_SHARE: Final = 100
WHOLE: Final = 120
"""The smallest number that stays whole at tables of up to seven, also where ranks are shared."""
UNITS: Final = {POINTS: 1, SHARE: EVEN_SHARE, PLACE: WHOLE}
"""What counts as one."""


def counted(points: Mapping[int, int | None], scale: str) -> dict[int, int]:
    """What each player of a table gets on one of the SCALES, as if only those had sat there who
    came.

    A player who did not come (None) gets nothing, and never more than the last of the others.
    """
    came = {who: own for who, own in points.items() if own is not None}
    got = _counted(came, scale)
    for_absent = min([0, *got.values()])
    return dict.fromkeys(points, for_absent) | got


def _counted(points: Mapping[int, int], scale: str) -> dict[int, int]:
    if scale == SHARE:
        return _shares({who: max(0, own) for who, own in points.items()})
    if scale == PLACE:
        table = list(points.values())
        return {who: _for_rank(own, table) for who, own in points.items()}
    return dict(points)


def _shares(points: Mapping[int, int]) -> dict[int, int]:
    """Rounded to the nearest, halves up; where nobody has anything all shares are even."""
    total = sum(points.values())
    if not total:
        return dict.fromkeys(points, EVEN_SHARE)
    shares = {}
    for who, own in points.items():
        shares[who] = (2 * EVEN_SHARE * len(points) * own + total) // (2 * total)
    return shares


def _for_rank(own: int, points: list[int]) -> int:
    """The mean of what the shared ranks bring. A player who came alone is first."""
    players = len(points)
    if players == 1:
        return WHOLE
    above = sum(other > own for other in points)
    level = points.count(own)
    steps_below = 2 * (players - above) - level - 1
    return WHOLE * steps_below // (2 * (players - 1))
