"""`manage.py import_event FILE`: restores an event that `export_event` wrote."""

from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.messages import sentence
from core.refusals import Refusal
from tournaments.services import archive

STANDARD_INPUT: Final = 0


class Command(BaseCommand):
    help = (
        "Restore an event from a file. Its club must exist here; people get accounts that "
        "nobody can log in to."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", help="what export_event wrote, or - for standard input"
        )

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        try:
            event = archive.import_event(lines(file))
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or error
            raise CommandError(f"{file!r} cannot be read: {reason}.") from error
        except Refusal as refusal:
            raise CommandError(sentence(refusal)) from refusal
        self.stdout.write(f"Event {event.pk}: {event}")


def lines(file: str) -> list[str]:
    with open(
        STANDARD_INPUT if file == "-" else file, "rb", closefd=file != "-"
    ) as source:
        return source.read().decode().removesuffix("\n").split("\n")
