"""What the tests of this folder share."""

from core.chance import Stream
from tournaments.rules.field import Entrant
from tournaments.rules.formats import multiplayer_tables
from tournaments.rules.formats.base import StageSettings

MU, MIZZAIRE = StageSettings(seats=(3, 6)), StageSettings(seats=(2, 7))


def field(entries: int) -> list[Entrant]:
    return [Entrant(n, f"Ane {n}") for n in range(1, entries + 1)]


def drawn(
    entries: int, setup: StageSettings, seed: bytes = b"seats"
) -> list[list[int]]:
    return multiplayer_tables.FORMAT.draw(field(entries), Stream(seed), setup)["tables"]
