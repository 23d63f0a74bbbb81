"""Entering many people from a table in a file: every row is checked, all are entered or none."""

import csv
import io
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from accounts.names import name_key
from core.refusals import Refusal
from tournaments import live
from tournaments.models import Entry, Event, Player
from tournaments.services import registration
from tournaments.services.events import locked
from tournaments.services.log import journaled, note
from tournaments.services.registration import SIGN_UP_FIELDS, Person, SignUpData
from tournaments.services.waiting_list import next_number, places_for_newcomers

PLAYER_COLUMNS: Final = ("player1", "player2")
PLAYER_HEADINGS: Final = {
    "player1": ("jugador1", "jokalari1", "jokalaria1", "spieler1"),
    "player2": ("jugador2", "jokalari2", "jokalaria2", "spieler2"),
}
"""What these columns may be called besides, in Spanish, Basque and German."""
REQUIRED: Final = ("player1",)
MAX_ROWS: Final = 10_000
SEPARATORS: Final = ",;\t"


class Row(NamedTuple):
    """A row of the file that was read."""

    line: int
    """As an editor numbers it."""
    data: SignUpData
    problem: Refusal | None
    waits: bool = False
    """Whether the entry goes to the waiting list."""


def columns(team_size: int) -> list[str]:
    """The columns that a file may have, without those of partners where everybody plays alone."""
    found = [PLAYER_COLUMNS[0]]
    if team_size > 1:
        found.append(PLAYER_COLUMNS[1])
    for field in SIGN_UP_FIELDS.values():
        if team_size > 1 or not field.is_for_pairs:
            found.append(field.headings[0])
    return found


def _columns_by_heading() -> dict[str, str]:
    """A heading without accents and spaces -> the column that it names."""
    found: dict[str, str] = {}
    for column, headings in PLAYER_HEADINGS.items():
        found |= dict.fromkeys((column, *headings), column)
    for field in SIGN_UP_FIELDS.values():
        found |= dict.fromkeys(field.headings, field.headings[0])
    return found


COLUMN_OF_HEADING: Final = _columns_by_heading()


@journaled
def import_entries(
    *, event_id: int, text: str, dry_run: bool, by: Any, at: datetime
) -> list[Row]:
    """Enter every row in order if all of them can be entered, else none; `dry_run` only checks.

    Raises Refusal `csv.*` for a file that is no such table, OutOfDate once a draw is announced.
    """
    event = locked(event_id)
    registration.check_open(event, at, at_desk=True)
    rows = list(checked_rows(event, text))
    if not rows:
        raise Refusal("csv.empty")
    if any(row.problem for row in rows):
        return rows
    rows = with_waiting(rows, places_for_newcomers(event))
    if not dry_run:
        enter_rows(event, rows, by, at)
    return rows


def with_waiting(rows: Sequence[Row], places: int) -> list[Row]:
    """Places are given strictly in order: after the first row that waits, all wait."""
    placed, taken = [], 0
    for row in rows:
        taken += len(row.data.people)
        placed.append(row._replace(waits=taken > places))
    return placed


def checked_rows(event: Event, text: str) -> Iterator[Row]:
    """The rows with their problems; a person twice in the file, or entered already, is one."""
    entered = event.players.filter(active=True)
    seen = dict(entered.values_list("name_key", "name"))
    for line, cells in read_table(text):
        data, problem = sign_up_data(cells), None
        try:
            data = registration.cleaned(event, data)
        except Refusal as refusal:
            problem = refusal
        names = {}
        for person in data.people:
            if person.name:
                names[name_key(person.name)] = person.name
        twice = seen.keys() & names.keys()
        if twice and problem is None:
            problem = Refusal("entry.person_entered", name=seen[min(twice)])
        seen |= names
        yield Row(line, data, problem)


def read_table(text: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Line number and cells by column; the separator is the one that the first line has most of."""
    text = text.lstrip("\ufeff")
    first_line = text.split("\n", 1)[0]
    separator = max(SEPARATORS, key=first_line.count)
    reader = csv.reader(io.StringIO(text), delimiter=separator)
    try:
        header = [column_of(heading) for heading in next(reader, [])]
        _check_header(header)
        for count, cells in enumerate(reader):
            if count >= MAX_ROWS:
                raise Refusal("csv.too_many_rows", most=MAX_ROWS)
            if any(cell.strip() for cell in cells):
                yield reader.line_num, dict(zip(header, cells, strict=False))
    except csv.Error as error:
        raise Refusal("csv.broken_line", line=reader.line_num) from error


def _check_header(header: Sequence[str]) -> None:
    missing = [name for name in REQUIRED if name not in header]
    if missing:
        raise Refusal("csv.columns", allowed=columns(team_size=2), missing=missing)


def column_of(heading: str) -> str:
    """The column that a heading names, whatever its case, accents and spaces; else the heading."""
    bare = name_key(heading).replace(" ", "")
    return COLUMN_OF_HEADING.get(bare, bare)


def sign_up_data(cells: dict[str, str]) -> SignUpData:
    people = [Person(cells.get("player1", ""))]
    if partner := cells.get("player2", "").strip():
        people.append(Person(partner))
    texts = {}
    for name, field in SIGN_UP_FIELDS.items():
        texts[name] = cells.get(field.headings[0], "")
    return SignUpData(people, **texts)


def enter_rows(event: Event, rows: Sequence[Row], by: Any, at: datetime) -> None:
    """All rows as entries, in three queries."""
    entries = []
    for number, row in enumerate(rows, start=next_number(event)):
        state = Entry.State.WAITING if row.waits else Entry.State.IN
        entries.append(registration.new_entry(event, row.data, number, state, at))
    Entry.objects.bulk_create(entries)
    players = []
    for entry, row in zip(entries, rows, strict=True):
        confirmed_at = [at] * entry.places
        players += registration.players_of(entry, row.data.people, confirmed_at)
    Player.objects.bulk_create(players)
    note(event.pk, "entry.imported", by=by, at=at, entries=len(entries))
    live.changed(event.pk)
