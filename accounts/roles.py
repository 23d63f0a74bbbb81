"""What a member of a club may be."""

from enum import StrEnum


class Role(StrEnum):
    """A member has one role in a club; whoever has none is a spectator of what is public."""

    ORGANISER = "organiser"
    REFEREE = "referee"
    PLAYER = "player"
    SPECTATOR = "spectator"
