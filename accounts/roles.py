"""The roles in a club."""

from enum import StrEnum


class Role(StrEnum):
    """A member has one role in a club; people without one see what is public."""

    ORGANISER = "organiser"
    REFEREE = "referee"
    PLAYER = "player"
    SPECTATOR = "spectator"
