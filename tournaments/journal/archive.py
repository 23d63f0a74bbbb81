"""An event as a text file: its journal, line by line as it was hashed, and the matches that were played in the app."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from core.refusals import Refusal
from tournaments.rules.journal import Line, Row, broken, canonical

VERSION: Final = 1
LINE: Final = frozenset({*Line._fields, "hash"})
TYPES: Final = {
    "number": int,
    "at": str,
    "by": str | None,
    "action": str,
    "fields": dict,
    "rows": list,
    "step": int,
}


class Archive(NamedTuple):
    """What such a file says: lines with their hashes, and matches as `games.archive` tells them."""

    lines: list[tuple[Line, str]]
    matches: list[dict[str, Any]]


def written(archive: Archive) -> Iterator[str]:
    """The lines of the file, the first of which says how many follow and how the journal ends."""
    lines, matches = archive
    head = lines[-1][1] if lines else ""
    yield canonical(
        {"head": head, "lines": len(lines), "matches": len(matches), "version": VERSION}
    )
    for line, link in lines:
        yield canonical(line._asdict() | {"hash": link})
    yield from map(canonical, matches)


def read(texts: Sequence[str]) -> Archive:
    """What the lines of a file say, if they are whole. Raises Refusal `archive.…`, naming a line of the file."""
    head, *rest = [
        parsed(text, number) for number, text in enumerate(texts, start=1)
    ] or [{}]
    if not is_head(head):
        raise Refusal("archive.no_event", version=VERSION)
    if len(rest) != head["lines"] + head["matches"]:
        raise Refusal(
            "archive.incomplete", lines=head["lines"] + head["matches"], found=len(rest)
        )
    told = rest[: head["lines"]]
    lines = [
        (line_of(one, number), one["hash"]) for number, one in enumerate(told, start=2)
    ]
    check_chain(lines, head["head"])
    return Archive(lines, rest[head["lines"] :])


def is_head(told: dict[str, Any]) -> bool:
    counted = all(isinstance(told.get(name), int) for name in ("lines", "matches"))
    return (
        counted
        and told.keys() == {"head", "lines", "matches", "version"}
        and told["version"] == VERSION
    )


def parsed(text: str, number: int) -> dict[str, Any]:
    """The object of a line, which is written in the one way there is."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or canonical(found) != text:
        raise Refusal("archive.bad_line", line=number)
    return found


def line_of(told: dict[str, Any], number: int) -> Line:
    """The line of the journal that stands on line `number` of the file."""
    fits = told.keys() == LINE and all(
        isinstance(told[name], kind) for name, kind in TYPES.items()
    )
    if not fits or not all(map(is_row, told["rows"])):
        raise Refusal("archive.bad_line", line=number)
    rows = tuple(
        Row(kind, tuple(key), before, after)
        for kind, key, before, after in told["rows"]
    )
    return Line(**{name: told[name] for name in Line._fields} | {"rows": rows})


def is_row(told: Any) -> bool:
    match told:
        case [str(), [*key], dict() | None, dict() | None]:
            return all(isinstance(number, int) for number in key)
    return False


def check_chain(lines: Iterable[tuple[Line, str]], head: str) -> None:
    found = list(lines)
    if number := broken(found):
        raise Refusal("archive.broken", line=number + 1)
    if not found or found[-1][1] != head:
        raise Refusal("archive.broken", line=1)
