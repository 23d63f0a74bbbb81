"""What the tests of this folder share."""

from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management import call_command

ENTRIES = Path(__file__).parent.parent / "data" / "argi_berri_115.csv"


def first(pairs: int, folder: Path) -> str:
    """A file with the first so many pairs."""
    file = folder / "entries.csv"
    file.write_text(
        "".join(ENTRIES.read_text("utf-8").splitlines(keepends=True)[: pairs + 1]),
        "utf-8",
    )
    return str(file)


def rehearse(**options: Any) -> str:
    out = StringIO()
    call_command("rehearse", stdout=out, **options)
    return out.getvalue()


def evening(
    *tables: dict[int, int],
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """One round of tables with the points of each player, and its board."""
    pairings = [
        {
            "round": 1,
            "table": n,
            "places": [{"id": who} for who in table],
            "result": {"points": [*table.values()]},
        }
        for n, table in enumerate(tables, start=1)
    ]
    points = {who: got for table in tables for who, got in table.items()}
    order = sorted(points, key=lambda who: -points[who])
    return [{"pairings": pairings}], [
        {"entry": who, "points": points[who], "rank": n} for n, who in enumerate(order)
    ]
