"""`manage.py export_event ID > FILE`: an event as a file, to move or to keep."""

import sys

from tournaments.management.of_event import EventCommand
from tournaments.models import Event
from tournaments.services.archive import export_event


class Command(EventCommand):
    help = (
        "Write an event to standard output."
        " The file holds phone numbers and the secrets of draws: keep it safe."
    )

    def run(self, event: Event) -> None:
        # All of it first: a refusal must not leave half a file behind.
        lines = list(export_event(event))
        sys.stdout.buffer.write("".join(f"{line}\n" for line in lines).encode())
