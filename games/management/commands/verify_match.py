"""`manage.py verify_match FILE`: does the record of a match agree with its seeds, its commitments and the rules?"""

from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.rules.record import LONGEST
from games.rules.verify import verify

STANDARD_INPUT: Final = 0


class Command(BaseCommand):
    help = "Say whether the record of a match agrees with itself, or what in it first does not."
    requires_system_checks = []  # it reads one file and nothing else

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the record, or - for standard input")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        verdict = verify(self._read(file))
        if not verdict.ok:
            raise CommandError(str(verdict))
        self.stdout.write(str(verdict))

    def _read(self, file: str) -> bytes:
        """The bytes of the record, never many more than a record may have."""
        try:
            with open(STANDARD_INPUT if file == "-" else file, "rb", closefd=file != "-") as record:
                return record.read(LONGEST + 1)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise CommandError(f"Cannot read {file!r}: {reason}.") from None
