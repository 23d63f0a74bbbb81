"""Strict readers for JSON: a refusal says where a value stands and what was expected.

Not msgspec: it accepts a key twice and whole numbers of any size, and reports a syntax error
without line and column.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn, TypeVar

from core.canonical_json import canonical_json
from core.refusals import N_, Refusal

REFUSALS: Final = {
    "json.too_long": N_("This is too long: the limit is {most} bytes."),
    "json.not_text": N_("Line {line}: this is not UTF-8 text."),
    "json.half_a_character": N_(
        "A text contains an unpaired surrogate (U+D800 to U+DFFF)."
    ),
    "json.broken": N_("Line {line}, column {column}: this is not JSON."),
    "json.too_deep": N_("This JSON is nested too deeply."),
    "json.number": N_(
        "This number is not a whole number within the allowed range: {number!r}."
    ),
    "json.twice": N_("An object contains {key!r} twice."),
    "json.missing": N_("{where!r} is missing."),
    "json.unexpected": N_("{where!r} should be {expected}."),
    "json.unknown": N_("{where!r} is unknown. Allowed: {allowed}."),
}

Value = TypeVar("Value")
Named = TypeVar("Named", bound=tuple[Any, ...])
Reader = Callable[[object, str], Value]
"""Takes a value and where it stands, e.g. `inputs.entrants[3].name`. Raises Refusal `json.*`."""

LARGEST: Final = 2**53 - 1
"""The largest whole number that JavaScript reads exactly."""

LONGEST_NUMBER: Final = len(str(-LARGEST))
LONGEST_SHOWN: Final = 40
"""Characters of a bad key or number that a refusal shows."""
HEX_DIGITS: Final = frozenset("0123456789abcdef")


def document(raw: bytes, longest: int) -> Any:
    """JSON of at most `longest` bytes, with whole numbers only and no key twice.

    Raises Refusal `json.too_long`, `json.too_deep`, `json.not_text`, `json.half_a_character`,
    `json.broken`, `json.number`, `json.twice`.
    """
    if len(raw) > longest:
        raise Refusal("json.too_long", most=longest)
    try:
        value = json.loads(
            raw.decode("utf-8-sig"),
            object_pairs_hook=_object_without_duplicates,
            parse_int=_whole_number,
            parse_float=_refuse_number,
            parse_constant=_refuse_number,
        )
        # An escape such as "\ud800" is half a surrogate pair, which nothing can hash or store.
        canonical_json(value).encode()
    except UnicodeEncodeError:
        raise Refusal("json.half_a_character") from None
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise Refusal("json.not_text", line=line) from None
    except json.JSONDecodeError as error:
        raise Refusal("json.broken", line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise Refusal("json.too_deep") from None
    return value


def _object_without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Refusal("json.twice", key=key[:LONGEST_SHOWN])
        found[key] = value
    return found


def _whole_number(digits: str) -> int:
    # Checked before `int`, which takes quadratic time for long numbers.
    if len(digits) > LONGEST_NUMBER:
        _refuse_number(digits)
    return int(digits)


def _refuse_number(text: str) -> NoReturn:
    raise Refusal("json.number", number=text[:LONGEST_SHOWN])


def unexpected(where: str, expected: str) -> Refusal:
    return Refusal("json.unexpected", where=where, expected=expected)


def truth(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise unexpected(where, "true or false")
    return value


def whole(value: object, where: str) -> int:
    # A bool is an int in Python, not in JSON.
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > LARGEST:
        raise unexpected(where, "a whole number")
    return value


def text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise unexpected(where, "a text")
    return value


def hexadecimal(value: object, where: str) -> bytes:
    """32 bytes as 64 digits."""
    digits = value if isinstance(value, str) else ""
    if len(digits) != 64 or not HEX_DIGITS.issuperset(digits):
        raise unexpected(where, "64 digits 0-9 a-f")
    return bytes.fromhex(digits)


def anything(value: object, where: str) -> Any:
    return value


def maybe(reader: Reader[Value]) -> Reader[Value | None]:
    """The same, or null."""

    def read(value: object, where: str) -> Value | None:
        if value is None:
            return None
        return reader(value, where)

    return read


def listed(
    reader: Reader[Value], length: int | None = None
) -> Reader[tuple[Value, ...]]:
    """A list, of exactly `length` values if that is given."""
    expected = "a list"
    if length is not None:
        expected = f"a list of {length}"

    def read(value: object, where: str) -> tuple[Value, ...]:
        if not isinstance(value, list) or length not in (None, len(value)):
            raise unexpected(where, expected)
        return tuple(reader(one, f"{where}[{n}]") for n, one in enumerate(value))

    return read


def mapping(value: object, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise unexpected(where, "an object")
    return value


def required(
    values: Mapping[str, Any], key: str, reader: Reader[Value], where: str = ""
) -> Value:
    """One value of an object."""
    path = _path(where, key)
    if key not in values:
        raise Refusal("json.missing", where=path)
    return reader(values[key], path)


def named(kind: type[Named], readers: Mapping[str, Reader[Any]]) -> Reader[Named]:
    """An object with exactly the fields of this NamedTuple, except those that have a default."""
    defaults: Mapping[str, Any] = getattr(kind, "_field_defaults", {})

    def read(value: object, where: str) -> Named:
        values = mapping(value, where)
        for key in values.keys() - readers.keys():
            path, allowed = _path(where, key[:LONGEST_SHOWN]), ", ".join(readers)
            raise Refusal("json.unknown", where=path, allowed=allowed)
        fields = {}
        for key, reader in readers.items():
            if key in values or key not in defaults:
                fields[key] = required(values, key, reader, where)
        return kind(**fields)

    return read


def _path(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key
