"""The export file: a head, the lines of the journal as they were hashed, and attachments."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from core.canonical_json import canonical_json
from core.refusals import Refusal
from tournaments.journal.lines import (
    Line,
    change_from_json,
    first_broken_line,
)

VERSION: Final = 1
HEAD_NAMES: Final = {"head", "lines", "matches", "version"}
"""`matches` counts the attachments: what is stored beside the journal, one JSON object each."""
LINE_TYPES: Final = {
    "number": int,
    "at": str,
    "by": str | None,
    "action": str,
    "fields": dict,
    "rows": list,
    "step": int,
    "undoes": int | None,
    "hash": str,
}


class Archive(NamedTuple):
    """What a file holds."""

    lines: list[tuple[Line, str]]
    attachments: list[dict[str, Any]]


def write_archive(archive: Archive) -> Iterator[str]:
    """The lines of the file; the first says how many follow and what the last hash is."""
    lines, attachments = archive
    yield canonical_json(
        {
            "head": lines[-1][1] if lines else "",
            "lines": len(lines),
            "matches": len(attachments),
            "version": VERSION,
        }
    )
    for line, link in lines:
        yield canonical_json(line._asdict() | {"hash": link})
    yield from map(canonical_json, attachments)


def read_archive(texts: Sequence[str]) -> Archive:
    """Raises Refusal `archive.…`, naming a line of the file, unless the file is whole."""
    objects = []
    for number, text in enumerate(texts, start=1):
        objects.append(read_object(text, number))
    if not objects or not is_head(objects[0]):
        raise Refusal("archive.no_event", version=VERSION)

    head, *rest = objects
    expected = head["lines"] + head["matches"]
    if len(rest) != expected:
        raise Refusal("archive.incomplete", lines=expected, found=len(rest))
    lines = []
    for number, value in enumerate(rest[: head["lines"]], start=2):
        lines.append((read_line(value, number), value["hash"]))
    check_chain(lines, head["head"])
    return Archive(lines, rest[head["lines"] :])


def is_head(value: dict[str, Any]) -> bool:
    if value.keys() != HEAD_NAMES or value["version"] != VERSION:
        return False
    return isinstance(value["lines"], int) and isinstance(value["matches"], int)


def read_object(text: str, number: int) -> dict[str, Any]:
    """The object on line `number`, which is written in the canonical form."""
    try:
        value = json.loads(text)
        is_canonical = canonical_json(value) == text
    except (ValueError, RecursionError):
        is_canonical = False
    if not is_canonical or not isinstance(value, dict):
        raise Refusal("archive.bad_line", line=number)
    return value


def read_line(value: dict[str, Any], number: int) -> Line:
    """The line of the journal that stands on line `number` of the file."""
    if not is_line(value):
        raise Refusal("archive.bad_line", line=number)
    columns = {name: value[name] for name in Line._fields}
    columns["rows"] = tuple(map(change_from_json, value["rows"]))
    return Line(**columns)


def is_line(value: dict[str, Any]) -> bool:
    if value.keys() != LINE_TYPES.keys():
        return False
    for name, expected in LINE_TYPES.items():
        if not isinstance(value[name], expected):
            return False
    return all(map(is_change, value["rows"]))


def is_change(value: Any) -> bool:
    match value:
        case [str(), [*key], dict() | None, dict() | None]:
            return all(isinstance(number, int) for number in key)
    return False


def check_chain(lines: Iterable[tuple[Line, str]], head: str) -> None:
    found = list(lines)
    number = first_broken_line(found)
    if number is not None:
        raise Refusal("archive.broken", line=number + 1)
    if not found or found[-1][1] != head:
        raise Refusal("archive.broken", line=1)
