"""What the tests of this folder share."""

from tournaments.models import Pairing


def sides(table: Pairing) -> tuple[int | None, int | None]:
    table.refresh_from_db()
    return table.a_id, table.b_id
