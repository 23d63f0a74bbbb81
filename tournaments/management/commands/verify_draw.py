"""`manage.py verify_draw FILE`: does a published draw agree with the list, the promise and the numbers it came from?"""

from typing import Any, Final, NoReturn

from django.core.management.base import BaseCommand, CommandParser

from tournaments.rules.verify_draw import LONGEST, verify

STANDARD_INPUT: Final = 0


class Command(BaseCommand):
    help = "Say whether a published draw, saved as JSON, agrees with itself, and if not, what in it does not."
    requires_system_checks = []  # it reads one file and nothing else

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the draw as the API gives it, or - for standard input")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        try:
            verdict = verify(first_bytes(file))
        except (OSError, ValueError) as error:
            self.fail(f"{file!r} cannot be read: {getattr(error, 'strerror', None) or error}.")
        if not verdict.ok:
            self.fail(str(verdict))
        self.stdout.write(str(verdict))

    def fail(self, sentences: str) -> NoReturn:
        self.stderr.write(sentences)
        raise SystemExit(1)


def first_bytes(file: str) -> bytes:
    """The bytes of a draw, and if there are too many, one more."""
    with open(STANDARD_INPUT if file == "-" else file, "rb", closefd=file != "-") as draw:
        return draw.read(LONGEST + 1)
