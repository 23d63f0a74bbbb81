"""`manage.py verify_match FILE`: does the record of a match agree with its seeds, its commitments and the rules?"""

from typing import Any, Final, NoReturn

from django.core.management.base import BaseCommand, CommandParser

from games.rules.record import LONGEST
from games.rules.verify import verify

STANDARD_INPUT: Final = 0


class Command(BaseCommand):
    help = "Say whether the record of a match agrees with itself, or what in it first does not."
    requires_system_checks = []  # it reads one file and nothing else

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the record, or - for standard input")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        try:
            verdict = verify(first_bytes(file))
        except (OSError, ValueError) as error:
            self.fail(f"{file!r} cannot be read: {getattr(error, 'strerror', None) or error}.")
        if not verdict.ok:
            self.fail(str(verdict))
        self.stdout.write(str(verdict))

    def fail(self, sentence: str) -> NoReturn:
        self.stderr.write(sentence)
        raise SystemExit(1)


def first_bytes(file: str) -> bytes:
    """The bytes of a record, and if there are too many, one more."""
    with open(STANDARD_INPUT if file == "-" else file, "rb", closefd=file != "-") as record:
        return record.read(LONGEST + 1)
