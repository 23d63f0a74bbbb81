"""Takes one word after another from the text of a record, and says where and what was expected when it cannot."""

import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from games.rules.base import Json
from games.rules.errors import BadNotation

Value = TypeVar("Value")

_ENDS = re.compile(r"(?=[ \t\r\n;]|\Z)")
_COUNT = re.compile(r"(?:0|[1-9][0-9]{0,8})" + _ENDS.pattern)
_NUMBER = re.compile(r"(?:0|-?[1-9][0-9]{0,8})" + _ENDS.pattern)
_HEX = re.compile(r"[0-9a-f]{64}" + _ENDS.pattern)
_CODE = re.compile(r"[a-z][a-z0-9_]{0,31}" + _ENDS.pattern)
_MOVE = re.compile(r"(?![ -:<-~]{1001})[!-:<-~]+(?: [!-:<-~]+)*" + _ENDS.pattern)
_BLANKS = re.compile(r"[ \t]*")
_LINE_END = re.compile(r"(?:;[^\n]*)?(?:\r?\n|\Z)")
_BETWEEN_LINES = re.compile(r"(?:[ \t\n]+|\r\n|;[^\n]*)*")
_DECODER = json.JSONDecoder()
_UNSAFE = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]")
"""What JSON leaves as it is, but would break a line, turn round the text that a person sees, or is no character."""


def canonical_json(value: object) -> str:
    """JSON in its one form here: keys sorted, all scripts as they are, except for what is unsafe."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, allow_nan=False)
    return _UNSAFE.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


class Place(NamedTuple):
    """Where something stands in a text, counted from 1."""

    line: int
    column: int


class Scanner:
    """A place in a text. `places` remembers where the value of each keyword stood, apart for each numbered section."""

    def __init__(self, text: str) -> None:
        self.text, self.at, self.line, self._line_start = text, 0, 1, 0
        self.places: dict[tuple[str, int], Place] = {}
        self._begin_line(0)

    def refusal(self, expected: str) -> BadNotation:
        rest = self.text[self.at : self.at + 20].split("\n")[0].strip()
        found = canonical_json(rest) if rest else f"the end of the {'line' if self.at < len(self.text) else 'file'}"
        line, column = self._place()
        return BadNotation("record.unreadable", line=line, column=column, expected=expected, found=found)

    def sees(self, word: str) -> bool:
        return self.text.startswith(word, self.at) and _ENDS.match(self.text, self.at + len(word)) is not None

    def word(self, word: str, expected: str = "") -> None:
        if not self.sees(word):
            raise self.refusal(expected or word)
        self._go_on(self.at + len(word))

    def mark(self, keyword: str, section: int = 0) -> None:
        self.places[keyword, section] = self._place()

    def field(self, keyword: str, value: Callable[[], Value], section: int = 0) -> Value:
        """A line of a keyword and a value."""
        self.word(keyword)
        self.mark(keyword, section)
        found = value()
        self.end_line()
        return found

    def hexadecimal(self) -> str:
        return self._take(_HEX, "64 digits 0-9 a-f")

    def code(self) -> str:
        return self._take(_CODE, "the code of a game")

    def move(self) -> str:
        return self._take(_MOVE, "a move of at most 1000 characters")

    def count(self) -> int:
        return int(self._take(_COUNT, "a number from 0"))

    def numbers(self) -> tuple[int, ...]:
        numbers = [int(self._take(_NUMBER, "a number"))]
        while _NUMBER.match(self.text, self.at):
            numbers.append(int(self._take(_NUMBER, "a number")))
        return tuple(numbers)

    def quoted(self) -> str:
        return str(self._json(str, "a text in quotes"))

    def object(self) -> Json:
        return dict(self._json(dict, "JSON in braces, keys in order"))

    def end_line(self) -> None:
        """The end of the line, its comment, and the empty lines after it."""
        found = _LINE_END.match(self.text, self.at)
        if not found:
            raise self.refusal("the end of the line")
        self._begin_line(found.end())

    def end(self) -> None:
        if self.at < len(self.text):
            raise self.refusal("the end of the file")

    def _place(self) -> Place:
        return Place(self.line, self.at - self._line_start + 1)

    def _take(self, pattern: re.Pattern[str], expected: str) -> str:
        found = pattern.match(self.text, self.at)
        if not found:
            raise self.refusal(expected)
        self._go_on(found.end())
        return found.group()

    def _json(self, kind: type, expected: str) -> Any:
        """A value in JSON, if it stands there in its one form."""
        try:
            value, end = _DECODER.raw_decode(self.text, self.at)
            good = isinstance(value, kind) and canonical_json(value) == self.text[self.at : end]
        except (ValueError, RecursionError):
            good = False
        if not good or not _ENDS.match(self.text, end):
            raise self.refusal(expected)
        self._go_on(end)
        return value

    def _go_on(self, to: int) -> None:
        self.at = _end(_BLANKS, self.text, to)

    def _begin_line(self, at: int) -> None:
        """Go to the first word from here on."""
        begun, self.at = self.at, _end(_BETWEEN_LINES, self.text, at)
        self.line += self.text.count("\n", begun, self.at)
        self._line_start = self.text.rfind("\n", 0, self.at) + 1


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Where a pattern that may be empty ends."""
    found = pattern.match(text, at)
    return found.end() if found else at
