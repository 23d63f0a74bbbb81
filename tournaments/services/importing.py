"""Entering many people from a table in a file: every row checked, all of them entered or none."""

import csv
import io
from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db import transaction

from games.rules.errors import Refusal
from tournaments import live
from tournaments.models import Entry, Player
from tournaments.services import places, registration
from tournaments.services.events import locked
from tournaments.services.log import note
from tournaments.services.registration import Form, Person

COLUMNS: Final = ("player1", "player2", "team", "club", "phone")
NEEDED: Final = ("player1",)
ROWS: Final = 10_000


class Row(NamedTuple):
    """A line of the file, numbered as an editor does, and what is wrong with it (None: nothing)."""

    line: int
    form: Form
    problem: Refusal | None


@transaction.atomic
def import_entries(*, event_id: int, text: str, dry_run: bool, by: Any, at: datetime) -> list[Row]:
    """Enter every row, in order, if all of them can be entered; with `dry_run` only say so. Never enters some.

    Raises Refusal `csv.*` for a file that is no such table, OutOfDate once the draw is announced.
    """
    event = locked(event_id)
    registration.check_open(event, at, at_desk=True)
    rows = list(checked(event, text))
    if not rows:
        raise Refusal("csv.empty")
    if not dry_run and all(row.problem is None for row in rows):
        enter(event, [row.form for row in rows], by, at)
    return rows


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
        keys = {registration.name_key(person.name): person.name for person in form.people if person.name}
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
        header = [cell.strip().lower() for cell in next(reader, [])]
        if missing := [name for name in NEEDED if name not in header]:
            raise Refusal("csv.columns", allowed=list(COLUMNS), missing=missing)
        for count, cells in enumerate(reader):
            if count >= ROWS:
                raise Refusal("csv.too_many_rows", most=ROWS)
            if any(cell.strip() for cell in cells):
                yield reader.line_num, dict(zip(header, cells, strict=False))
    except csv.Error as error:
        raise Refusal("csv.broken_line", line=reader.line_num) from error


def form_of(cells: dict[str, str]) -> Form:
    named = [cells.get(column, "") for column in ("player1", "player2")]
    people = [Person(name) for place, name in enumerate(named) if place == 0 or name.strip()]
    return Form(people, cells.get("team", ""), cells.get("club", ""), cells.get("phone", ""))


def enter(event: Any, forms: list[Form], by: Any, at: datetime) -> None:
    """All forms as entries, in three queries, places given in their order."""
    left = places.places_left(event) if not event.entries.filter(state=Entry.State.WAITING).exists() else 0
    number, entries = places.next_number(event), []
    for offset, form in enumerate(forms):
        fits = left >= len(form.people)
        # Strictly in order: after the first that waits, all wait.
        left = left - len(form.people) if fits else 0
        entries.append(
            Entry(
                event=event,
                number=number + offset,
                team_name=form.team_name,
                club_name=form.club_name,
                phone=form.phone,
                places=len(form.people),
                state=Entry.State.IN if fits else Entry.State.WAITING,
                registered_at=at,
            )
        )
    Entry.objects.bulk_create(entries)
    people = [
        player
        for entry, form in zip(entries, forms, strict=True)
        for player in registration.players_of(entry, form.people, [at] * len(form.people))
    ]
    Player.objects.bulk_create(people)
    note(event.pk, "entry.imported", by=by, at=at, entries=len(entries))
    live.changed(event.pk)
