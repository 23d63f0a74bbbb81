"""`manage.py export_event ID > FILE`: an event as a file, to move or to keep."""

import sys

from tournaments.management.of_event import EventCommand
from tournaments.models import Event
from tournaments.services import archive


class Command(EventCommand):
    help = (
        "Write an event to standard output. The file has phone numbers and the secrets of "
        "draws: keep it safe."
    )

    def run(self, event: Event) -> None:
        lines = list(archive.export_event(event))
        sys.stdout.buffer.write("".join(f"{line}\n" for line in lines).encode())
