"""Plain JSON read strictly: each value is what it should be, or a refusal says where it is and what was expected."""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn, TypeVar

from core.canonical_json import canonical_json
from core.refusals import N_, Refusal

REFUSALS: Final = {
    "json.too_long": N_("This is too long: at most {most} bytes are read."),
    "json.not_text": N_("Line {line}: this is not a text in UTF-8."),
    "json.half_a_character": N_(
        "A text has half a character in it (U+D800 to U+DFFF)."
    ),
    "json.broken": N_("Line {line}, column {column}: this is not JSON."),
    "json.too_deep": N_("This JSON is nested too deeply."),
    "json.number": N_(
        "There is a number that is not a whole number of usual size: {number!r}."
    ),
    "json.twice": N_("An object has {key!r} twice."),
    "json.missing": N_("{where!r} is missing."),
    "json.unexpected": N_("{where!r} should be {expected}."),
    "json.unknown": N_("{where!r} is not known here; there are: {allowed}."),
}

Value = TypeVar("Value")
Named = TypeVar("Named", bound=tuple[Any, ...])
Reader = Callable[[object, str], Value]
"""Takes a value and where it stands, such as `inputs.entrants[3].name`. Raises Refusal `json.*`."""

LARGEST: Final = 2**53 - 1
"""The largest whole number that every language reads from JSON as it is written."""

LONGEST_NUMBER: Final = len(str(-LARGEST))


def document(raw: bytes, longest: int) -> Any:
    """JSON of at most so many bytes, with whole numbers only and no key twice.

    Raises Refusal `json.too_long`, `json.too_deep`, `json.not_text`, `json.half_a_character`, `json.broken`,
    `json.number`, `json.twice`.
    """
    if len(raw) > longest:
        raise Refusal("json.too_long", most=longest)
    try:
        text = raw.decode("utf-8-sig")
        value = json.loads(
            text,
            object_pairs_hook=_once,
            parse_int=_whole,
            parse_float=_no_number,
            parse_constant=_no_number,
        )
        canonical_json(value).encode()
        return value
    except UnicodeEncodeError:
        raise Refusal("json.half_a_character") from None
    except UnicodeDecodeError as wrong:
        raise Refusal(
            "json.not_text", line=raw.count(b"\n", 0, wrong.start) + 1
        ) from None
    except json.JSONDecodeError as wrong:
        raise Refusal("json.broken", line=wrong.lineno, column=wrong.colno) from None
    except RecursionError:
        raise Refusal("json.too_deep") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Refusal("json.twice", key=key[:40])
        found[key] = value
    return found


def _whole(digits: str) -> int:
    return int(digits) if len(digits) <= LONGEST_NUMBER else _no_number(digits)


def _no_number(text: str) -> NoReturn:
    raise Refusal("json.number", number=text[:40])


def unexpected(where: str, expected: str) -> Refusal:
    return Refusal("json.unexpected", where=where, expected=expected)


def truth(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise unexpected(where, "true or false")
    return value


def whole(value: object, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > LARGEST:
        raise unexpected(where, "a whole number")
    return value


def text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise unexpected(where, "a text")
    return value


def hexadecimal(value: object, where: str) -> bytes:
    """32 bytes as 64 digits."""
    if (
        not isinstance(value, str)
        or len(value) != 64
        or not set(value) <= set("0123456789abcdef")
    ):
        raise unexpected(where, "64 digits 0-9 a-f")
    return bytes.fromhex(value)


def anything(value: object, where: str) -> Any:
    return value


def maybe(reader: Reader[Value]) -> Reader[Value | None]:
    return lambda value, where: None if value is None else reader(value, where)


def listed(
    reader: Reader[Value], length: int | None = None
) -> Reader[tuple[Value, ...]]:
    """A list, of `length` values if it is given."""

    def read(value: object, where: str) -> tuple[Value, ...]:
        if not isinstance(value, list) or (length is not None and len(value) != length):
            raise unexpected(
                where, "a list" if length is None else f"a list of {length}"
            )
        return tuple(reader(one, f"{where}[{n}]") for n, one in enumerate(value))

    return read


def mapping(value: object, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise unexpected(where, "an object")
    return value


def required(
    said: Mapping[str, Any], key: str, reader: Reader[Value], where: str = ""
) -> Value:
    """One value of an object."""
    if key not in said:
        raise Refusal("json.missing", where=_at(where, key))
    return reader(said[key], _at(where, key))


def named(kind: type[Named], readers: Mapping[str, Reader[Any]]) -> Reader[Named]:
    """An object with the fields of this NamedTuple; those with a default may be left out, others do not exist."""
    defaults: Mapping[str, Any] = getattr(kind, "_field_defaults", {})

    def read(value: object, where: str) -> Named:
        said = mapping(value, where)
        for key in said.keys() - readers.keys():
            raise Refusal(
                "json.unknown", where=_at(where, key[:40]), allowed=", ".join(readers)
            )
        wanted = [key for key in readers if key in said or key not in defaults]
        return kind(**{key: required(said, key, readers[key], where) for key in wanted})

    return read


def _at(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key
