"""Takes one word after another from the text of a record, and says where and what was expected when it cannot."""

import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from core.refusals import BadNotation
from games.rules.base import Json

Value = TypeVar("Value")

_END = r"(?:[ \t]+|(?=[\r\n;]|\Z))"
"""After a word: the blanks that part it from the next one, or the end of the line or its comment."""


def _word(pattern: str) -> re.Pattern[str]:
    """A word, and what comes after it."""
    return re.compile(f"({pattern}){_END}")


_COUNT = _word("0|[1-9][0-9]{0,8}")
_NUMBER = _word("0|-?[1-9][0-9]{0,8}")
_HEX = _word("[0-9a-f]{64}")
_CODE = _word("[a-z][a-z0-9_]{0,31}")
_MOVE = _word("(?![ -:<-~]{1001})[!-:<-~]+(?: [!-:<-~]+)*")
_AFTER_WORD = re.compile(_END)
_FIRST_LINE = re.compile(r"(?:[ \t\n]+|\r\n|;[^\n]*)*")
_NEXT_LINE = re.compile(r"(?:;[^\n]*)?(?:\r?\n" + _FIRST_LINE.pattern + r"|\Z)")
"""The end of a line, its comment, and the empty lines and the blanks before the next one."""
_DECODER = json.JSONDecoder()
_UNSAFE = re.compile(
    "[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]"
)
"""What JSON leaves as it is, but would break a line, turn round the text that a person sees, or is no character."""


def canonical_json(value: object) -> str:
    """JSON in the canonical form of records.

    Unlike `core.canonical_json` it has spaces and escapes what is unsafe: people read records,
    and a published record must stay byte for byte what it is.
    """
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, allow_nan=False)
    return _UNSAFE.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


class Place(NamedTuple):
    """Where something stands in a text, counted from 1."""

    line: int
    column: int


def place(text: str, at: int) -> Place:
    """The place of the character that `at` others precede."""
    return Place(text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))


class Scanner:
    """How far a text is read. `marks` keeps where the value of each keyword began, apart for each numbered section."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = _end(_FIRST_LINE, text, 0)
        self.marks: dict[tuple[str, int], int] = {}

    def refusal(self, expected: str, at: int | None = None) -> BadNotation:
        """That something else was expected here, or at an earlier point."""
        at = self.at if at is None else at
        rest = self.text[at : at + 20].split("\n")[0].strip()
        found = (
            canonical_json(rest)
            if rest
            else f"the end of the {'line' if at < len(self.text) else 'file'}"
        )
        line, column = place(self.text, at)
        return BadNotation(
            "record.unreadable",
            line=line,
            column=column,
            expected=expected,
            found=found,
        )

    def sees(self, *words: str) -> bool:
        """Whether one of these words stands here."""
        return self.text.startswith(words, self.at) and any(
            self._after(word) is not None for word in words
        )

    def skip(self, word: str) -> bool:
        """Go past this word if it stands here, and say whether it did."""
        end = self._after(word)
        if end is not None:
            self.at = end
        return end is not None

    def word(self, word: str) -> None:
        if not self.skip(word):
            raise self.refusal(word)

    def mark(self, keyword: str, section: int = 0) -> None:
        self.marks[keyword, section] = self.at

    def field(
        self, keyword: str, value: Callable[[], Value], section: int = 0
    ) -> Value:
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
        found = _NEXT_LINE.match(self.text, self.at)
        if not found:
            raise self.refusal("the end of the line")
        self.at = found.end()

    def end(self) -> None:
        if self.at < len(self.text):
            raise self.refusal("the end of the file")

    def _after(self, word: str) -> int | None:
        """Where the next word begins if this one stands here."""
        if not self.text.startswith(word, self.at):
            return None
        found = _AFTER_WORD.match(self.text, self.at + len(word))
        return found.end() if found else None

    def _take(self, pattern: re.Pattern[str], expected: str) -> str:
        found = pattern.match(self.text, self.at)
        if not found:
            raise self.refusal(expected)
        self.at = found.end()
        return found[1]

    def _json(self, kind: type, expected: str) -> Any:
        """A value in JSON, if it stands there in its one form."""
        try:
            value, end = _DECODER.raw_decode(self.text, self.at)
            good = (
                isinstance(value, kind)
                and canonical_json(value) == self.text[self.at : end]
            )
        except (ValueError, RecursionError):
            good = False
        after = _AFTER_WORD.match(self.text, end) if good else None
        if not after:
            raise self.refusal(expected)
        self.at = after.end()
        return value


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Where a pattern that may be empty ends."""
    found = pattern.match(text, at)
    return found.end() if found else at
