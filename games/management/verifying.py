"""What the commands share that verify one published file with nothing but itself."""

from collections.abc import Callable
from typing import Any, ClassVar, Final, NoReturn, Protocol

from django.core.management.base import BaseCommand, CommandParser

STANDARD_INPUT: Final = 0


class Verdict(Protocol):
    """What a check came to; as a text, sentences for people."""

    @property
    def ok(self) -> bool: ...


class VerifyCommand(BaseCommand):
    """`FILE`, or - for standard input: prints the verdict, and exits with 1 where the file is not
    as it should be.
    """

    requires_system_checks = []  # it reads one file and nothing else
    file_help: ClassVar[str]
    verify: ClassVar[Callable[[bytes], Verdict]]
    longest: ClassVar[int]
    """The most bytes that a valid file needs."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help=self.file_help)

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        try:
            verdict = type(self).verify(self.first_bytes(file))
        except (OSError, ValueError) as error:
            self.fail(
                f"{file!r} cannot be read: {getattr(error, 'strerror', None) or error}."
            )
        if not verdict.ok:
            self.fail(str(verdict))
        self.stdout.write(str(verdict))

    def first_bytes(self, file: str) -> bytes:
        """The bytes of the file, and if there are too many, one more."""
        with open(
            STANDARD_INPUT if file == "-" else file, "rb", closefd=file != "-"
        ) as source:
            return source.read(self.longest + 1)

    def fail(self, sentences: str) -> NoReturn:
        self.stderr.write(sentences)
        raise SystemExit(1)
