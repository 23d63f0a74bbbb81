"""`manage.py export_event ID > FILE`: an event as a file, for another machine or for the drawer."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.rules.errors import Refusal
from games.wording import sentence
from tournaments.models import Event
from tournaments.services import archive


class Command(BaseCommand):
    help = "Write an event to standard output. The file holds phone numbers and the secrets of draws: keep it safe."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", type=int, help="the number of the event")

    def handle(self, *args: Any, event: int, **options: Any) -> None:
        found = Event.objects.filter(pk=event).first()
        if found is None:
            raise CommandError(f"There is no event {event}.")
        try:
            lines = list(archive.export_event(found))
        except Refusal as refusal:
            raise CommandError(sentence(refusal)) from refusal
        sys.stdout.buffer.write("".join(f"{line}\n" for line in lines).encode())
