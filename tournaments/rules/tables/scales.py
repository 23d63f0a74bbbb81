"""Scales: what the points of a table count, so that tables of different sizes can be compared."""

from collections.abc import Mapping
from typing import Final

POINTS: Final = "points"
"""As they are."""
SHARE: Final = "share"
"""In hundredths of an even share of the table's points; points below none are none."""
PLACE: Final = "place"
"""By the place: WHOLE for the first, 0 for the last, even steps between; equal ones share what their places bring."""
SCALES: Final = (POINTS, SHARE, PLACE)

EVEN_SHARE: Final = 100
WHOLE: Final = 120
"""The smallest number that comes out even at tables of up to seven, also where places are shared."""
UNITS: Final = {POINTS: 1, SHARE: EVEN_SHARE, PLACE: WHOLE}
"""What counts as one."""


def counted(points: Mapping[int, int | None], scale: str) -> dict[int, int]:
    """What each at a table gets for these points on one of the SCALES, the others as if only they had sat there.

    Who did not come (None) gets nothing, and never more than the last of those who came.
    """
    got = _counted({who: own for who, own in points.items() if own is not None}, scale)
    return dict.fromkeys(points, min([0, *got.values()])) | got


def _counted(points: Mapping[int, int], scale: str) -> dict[int, int]:
    if scale == SHARE:
        return _shares({who: max(0, own) for who, own in points.items()})
    return {
        who: _placed(own, list(points.values())) if scale == PLACE else own
        for who, own in points.items()
    }


def _shares(points: Mapping[int, int]) -> dict[int, int]:
    """Rounded to the nearest, halves up; where nobody has anything all shares are even."""
    total = sum(points.values())
    if not total:
        return dict.fromkeys(points, EVEN_SHARE)
    return {
        who: (2 * EVEN_SHARE * len(points) * own + total) // (2 * total)
        for who, own in points.items()
    }


def _placed(own: int, points: list[int]) -> int:
    """The mean of what the places bring that are shared: from the one after those above to that of the last level.

    Who came alone is the first.
    """
    if len(points) == 1:
        return WHOLE
    above, level = sum(other > own for other in points), points.count(own)
    return WHOLE * (2 * (len(points) - above) - level - 1) // (2 * (len(points) - 1))
