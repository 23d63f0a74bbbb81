"""`manage.py import_event FILE`: make the event of a file that `export_event` wrote."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.messages import sentence
from core.refusals import Refusal
from tournaments.services.archive import import_event


class Command(BaseCommand):
    help = (
        "Make the event of a file. Its club must be here;"
        " people without an account get one in which nobody can log in."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", help="what export_event wrote, or - for standard input"
        )

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        try:
            event = import_event(read_lines(file))
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or error
            raise CommandError(f"{file!r} cannot be read: {reason}.") from error
        except Refusal as refusal:
            raise CommandError(sentence(refusal)) from refusal
        self.stdout.write(f"Event {event.pk}: {event}")


def read_lines(file: str) -> list[str]:
    content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    # Not `splitlines`: a text may hold other line breaks than the line feed.
    return content.decode().removesuffix("\n").split("\n")
