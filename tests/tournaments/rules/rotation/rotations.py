"""What the tests of this folder share."""

from core.chance import Stream
from tournaments.rules.field import Entrant
from tournaments.rules.formats import multiplayer_tables
from tournaments.rules.formats.base import Row, StageSettings
from tournaments.rules.schedules import rotation
from tournaments.rules.tables.tallies import ConfirmedResult

MU, MIZZAIRE = (3, 6), (2, 7)


def scheduled(
    players: int, seats: tuple[int, int], rounds: int, preferred: int = 4
) -> list[list[list[int]]]:
    return rotation.schedule(
        multiplayer_tables.sizes(players, seats, (preferred,)),
        rounds,
        Stream(b"a night of tables"),
    )


# --- as a format ---

FIELD = [Entrant(n, f"Ane {n}") for n in range(101, 110)]


SETUP = StageSettings(seats=MU, rounds=3)


DRAWN = multiplayer_tables.FORMAT.draw(FIELD, Stream(b"nine"), SETUP)


def row(
    entry: int, *facts: ConfirmedResult, running: dict[int, int] | None = None
) -> Row:
    return next(
        one
        for one in multiplayer_tables.FORMAT.standings(
            DRAWN, facts, SETUP, running or {}
        )
        if one.entry == entry
    )
