"""Entering many people from a table in a file: every row checked, all of them entered or none."""

import csv
import io
from collections.abc import Iterator
from datetime import datetime
from itertools import accumulate
from typing import Any, Final, NamedTuple

from accounts.names import name_key
from core.refusals import Refusal
from tournaments import live
from tournaments.models import Entry, Player
from tournaments.services import registration, waiting_list
from tournaments.services.events import locked
from tournaments.services.log import journaled, note
from tournaments.services.registration import Form, Person

COLUMNS: Final = ("player1", "player2", "team", "club", "phone")
OF_PAIRS: Final = ("player2", "team")
NEEDED: Final = ("player1",)
NAMED: Final = {
    "player1": ("jugador1", "jokalari1", "jokalaria1", "spieler1"),
    "player2": ("jugador2", "jokalari2", "jokalaria2", "spieler2"),
    "team": (
        "teamname",
        "pareja",
        "equipo",
        "bikote",
        "bikotea",
        "talde",
        "taldea",
        "paar",
        "mannschaft",
    ),
    "club": (
        "pena",
        "sociedad",
        "pueblo",
        "kluba",
        "elkartea",
        "herria",
        "klub",
        "verein",
        "ort",
    ),
    "phone": ("telefono", "movil", "telefonoa", "mugikorra", "telefon", "handy"),
}
"""What else a column may be called: in Spanish, Basque and German."""
COLUMN_OF: Final = {
    name: column for column, names in NAMED.items() for name in (column, *names)
}
ROWS: Final = 10_000


class Row(NamedTuple):
    """A line of the file, numbered as an editor does, what is wrong with it (None: nothing), and whether it waits."""

    line: int
    form: Form
    problem: Refusal | None
    waits: bool = False


def columns(team_size: int) -> list[str]:
    """What the file may tell of each entry: nothing of partners where each plays alone."""
    return [name for name in COLUMNS if team_size > 1 or name not in OF_PAIRS]


@journaled
def import_entries(
    *, event_id: int, text: str, dry_run: bool, by: Any, at: datetime
) -> list[Row]:
    """Enter every row, in order, if all of them can be entered; with `dry_run` only say so. Never enters some.

    Raises Refusal `csv.*` for a file that is no such table, OutOfDate once the draw is announced.
    """
    event = locked(event_id)
    registration.check_open(event, at, at_desk=True)
    rows = list(checked(event, text))
    if not rows:
        raise Refusal("csv.empty")
    if any(row.problem for row in rows):
        return rows
    rows = placed(rows, waiting_list.room(event))
    if not dry_run:
        enter(event, rows, by, at)
    return rows


def placed(rows: list[Row], left: int) -> list[Row]:
    """Who gets one of the places left, strictly in order: after the first that waits, all wait."""
    taken = list(accumulate(len(row.form.people) for row in rows))
    return [
        row._replace(waits=end > left) for row, end in zip(rows, taken, strict=True)
    ]


def checked(event: Any, text: str) -> Iterator[Row]:
    """The rows of the file with their problems: also people who stand twice in it, or are entered already."""
    seen = dict(event.players.filter(active=True).values_list("name_key", "name"))
    for line, cells in table(text):
        form = form_of(cells)
        problem = None
        try:
            form = registration.cleaned(event, form)
        except Refusal as refusal:
            problem = refusal
        keys = {
            name_key(person.name): person.name for person in form.people if person.name
        }
        if problem is None and (twice := seen.keys() & keys.keys()):
            problem = Refusal("entry.person_entered", name=seen[min(twice)])
        seen |= keys
        yield Row(line, form, problem)


def table(text: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Line number and cells by column; the separator is whichever of , ; and tab the first line has."""
    first = text.lstrip("\ufeff").split("\n", 1)[0]
    separator = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text.lstrip("\ufeff")), delimiter=separator)
    try:
        header = [column(cell) for cell in next(reader, [])]
        if missing := [name for name in NEEDED if name not in header]:
            raise Refusal("csv.columns", allowed=list(COLUMNS), missing=missing)
        for count, cells in enumerate(reader):
            if count >= ROWS:
                raise Refusal("csv.too_many_rows", most=ROWS)
            if any(cell.strip() for cell in cells):
                yield reader.line_num, dict(zip(header, cells, strict=False))
    except csv.Error as error:
        raise Refusal("csv.broken_line", line=reader.line_num) from error


def column(heading: str) -> str:
    """Which column a heading names, whatever its case, accents and spaces; else the heading itself."""
    bare = name_key(heading).replace(" ", "")
    return COLUMN_OF.get(bare, bare)


def form_of(cells: dict[str, str]) -> Form:
    named = [cells.get(column, "") for column in ("player1", "player2")]
    people = [
        Person(name) for place, name in enumerate(named) if place == 0 or name.strip()
    ]
    return Form(
        people, cells.get("team", ""), cells.get("club", ""), cells.get("phone", "")
    )


def enter(event: Any, rows: list[Row], by: Any, at: datetime) -> None:
    """All rows as entries, in three queries."""
    entries = [
        Entry(
            event=event,
            number=number,
            team_name=form.team_name,
            club_name=form.club_name,
            phone=form.phone,
            places=len(form.people),
            state=Entry.State.WAITING if waits else Entry.State.IN,
            registered_at=at,
        )
        for number, (_, form, _, waits) in enumerate(
            rows, start=waiting_list.next_number(event)
        )
    ]
    Entry.objects.bulk_create(entries)
    people = [
        player
        for entry, row in zip(entries, rows, strict=True)
        for player in registration.players_of(
            entry, row.form.people, [at] * len(row.form.people)
        )
    ]
    Player.objects.bulk_create(people)
    note(event.pk, "entry.imported", by=by, at=at, entries=len(entries))
    live.changed(event.pk)
