"""Reads the text of a record word by word; a refusal says where it stopped and what it expected."""

import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from core.refusals import BadNotation
from games.rules.base import Json

Value = TypeVar("Value")

_END = r"(?:[ \t]+|(?=[\r\n;]|\Z))"
"""What may follow a word: blanks before the next word, or the end of the line or file."""


def _word(pattern: str) -> re.Pattern[str]:
    """A word, with the blanks after it."""
    return re.compile(f"({pattern}){_END}")


_COUNT = _word("0|[1-9][0-9]{0,8}")
_NUMBER = _word("0|-?[1-9][0-9]{0,8}")
_HEX = _word("[0-9a-f]{64}")
_CODE = _word("[a-z][a-z0-9_]{0,31}")
_MOVE = _word("(?![ -:<-~]{1001})[!-:<-~]+(?: [!-:<-~]+)*")
_AFTER_WORD = re.compile(_END)
_FIRST_LINE = re.compile(r"(?:[ \t\n]+|\r\n|;[^\n]*)*")
_NEXT_LINE = re.compile(r"(?:;[^\n]*)?(?:\r?\n" + _FIRST_LINE.pattern + r"|\Z)")
"""The end of a line with its comment, and empty lines up to the next word."""
_DECODER = json.JSONDecoder()
_UNSAFE = re.compile(
    "[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]"
)
"""Characters that JSON allows but that break a line, reverse the text shown, or are not valid."""


def canonical_json(value: object) -> str:
    """JSON in the canonical form of records.

    Unlike `core.canonical_json` it has spaces and escapes what is unsafe: people read records,
    and a published record must stay byte for byte what it is.
    """
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, allow_nan=False)
    return _UNSAFE.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


class Place(NamedTuple):
    """A line and column of a text, counted from 1."""

    line: int
    column: int


def place(text: str, at: int) -> Place:
    """The place of the character at index `at`."""
    return Place(text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))


class Scanner:
    """A text, and how far it has been read."""

    def __init__(self, text: str) -> None:
        self.text = text
        start = _FIRST_LINE.match(text)
        self.at = start.end() if start else 0
        self.marks: dict[tuple[str, int], int] = {}
        """Where each value began, by keyword and number of the section."""

    def refusal(self, expected: str, at: int | None = None) -> BadNotation:
        """The refusal for text that is not what is expected here, or at an earlier point."""
        if at is None:
            at = self.at
        line, column = place(self.text, at)
        return BadNotation(
            "record.unreadable",
            line=line,
            column=column,
            expected=expected,
            found=self._quote(at),
        )

    def _quote(self, at: int) -> str:
        """The next characters of the line, for a refusal."""
        if rest := self.text[at : at + 20].split("\n")[0].strip():
            return canonical_json(rest)
        if at < len(self.text):
            return "the end of the line"
        return "the end of the file"

    def sees(self, *words: str) -> bool:
        """Whether one of these words comes next."""
        return self.text.startswith(words, self.at) and any(
            self._after(word) is not None for word in words
        )

    def skip(self, word: str) -> bool:
        """Skip this word if it comes next, and say whether it did."""
        end = self._after(word)
        if end is None:
            return False
        self.at = end
        return True

    def word(self, word: str) -> None:
        if not self.skip(word):
            raise self.refusal(word)

    def mark(self, keyword: str, section: int = 0) -> None:
        self.marks[keyword, section] = self.at

    def field(
        self, keyword: str, value: Callable[[], Value], section: int = 0
    ) -> Value:
        """Read a line that consists of a keyword and a value."""
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
        """Read the end of the line, its comment, and the empty lines after it."""
        found = _NEXT_LINE.match(self.text, self.at)
        if not found:
            raise self.refusal("the end of the line")
        self.at = found.end()

    def end(self) -> None:
        if self.at < len(self.text):
            raise self.refusal("the end of the file")

    def _after(self, word: str) -> int | None:
        """Where the next word begins if this one comes first."""
        if not self.text.startswith(word, self.at):
            return None
        found = _AFTER_WORD.match(self.text, self.at + len(word))
        if not found:
            return None
        return found.end()

    def _take(self, pattern: re.Pattern[str], expected: str) -> str:
        found = pattern.match(self.text, self.at)
        if not found:
            raise self.refusal(expected)
        self.at = found.end()
        return found[1]

    def _json(self, kind: type, expected: str) -> Any:
        """Read a JSON value of this kind, which must be in its canonical form."""
        try:
            value, end = _DECODER.raw_decode(self.text, self.at)
            canonical = canonical_json(value)
        except (ValueError, RecursionError):
            raise self.refusal(expected) from None
        if not isinstance(value, kind) or canonical != self.text[self.at : end]:
            raise self.refusal(expected)
        after = _AFTER_WORD.match(self.text, end)
        if not after:
            raise self.refusal(expected)
        self.at = after.end()
        return value
