"""The stones that keep the score of a set on the table."""

from typing import Final, NamedTuple

AMARRACO: Final = 5
"""Points of the bigger stone (MUS-61)."""


class Stones(NamedTuple):
    """The stones in front of a team, and whether it has said "adentro"."""

    amarracos: int
    """Stones worth 5 points."""
    piedras: int
    """Stones worth 1 point."""
    adentro: bool


def stones(points: int, target: int) -> Stones:
    """The stones for a score from 0 to `target` (MUS-61).

    Five points short of the target a team puts all its stones back and says "adentro"
    (MUS-62). From then on only the points made since lie on the table, so 16 stones are
    enough for 30 points (MUS-B35). With a target of 5 or less there is nothing to put back.
    """
    threshold = target - AMARRACO
    adentro = threshold > 0 and points >= threshold
    if adentro:
        points -= threshold
    amarracos, piedras = divmod(points, AMARRACO)
    return Stones(amarracos, piedras, adentro)
