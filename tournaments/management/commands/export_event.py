"""`manage.py export_event ID > FILE`: an event as a file, for another machine or for the drawer."""

import sys

from tournaments.management.of_event import EventCommand
from tournaments.models import Event
from tournaments.services import archive


class Command(EventCommand):
    help = "Write an event to standard output. The file holds phone numbers and the secrets of draws: keep it safe."

    def do(self, event: Event) -> None:
        lines = list(archive.export_event(event))
        sys.stdout.buffer.write("".join(f"{line}\n" for line in lines).encode())
