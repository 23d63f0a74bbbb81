"""The stones that keep the score of a set on the table."""

from typing import Final, NamedTuple

AMARRACO: Final = 5
"""Points of the bigger stone (MUS-61)."""


class Stones(NamedTuple):
    """What lies before a team: stones worth 5, stones worth 1, and whether it has said "adentro"."""

    amarracos: int
    piedras: int
    adentro: bool


def stones(points: int, target: int) -> Stones:
    """Points (0..target) as stones of 5 and of 1 (MUS-61); five short of the target all go back: "adentro" (MUS-62).

    From then on only the points made since lie on the table, so 16 stones are enough for 30 (MUS-B35). Where the
    target is 5 or less there is nothing to give back.
    """
    adentro = target > AMARRACO and points >= target - AMARRACO
    return Stones(*divmod(points - (target - AMARRACO) * adentro, AMARRACO), adentro)
