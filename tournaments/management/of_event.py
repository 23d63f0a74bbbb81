"""Base of the commands for one event."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.messages import sentence
from core.refusals import Refusal
from tournaments.models import Event


class EventCommand(BaseCommand):
    """`ID`. A refusal ends the command with its sentence."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", type=int, help="the number of the event")

    def handle(self, *args: Any, event: int, **options: Any) -> None:
        found = Event.objects.filter(pk=event).first()
        if found is None:
            raise CommandError(f"There is no event {event}.")
        try:
            self.run(found)
        except Refusal as refusal:
            raise CommandError(sentence(refusal)) from refusal

    def run(self, event: Event) -> None:
        raise NotImplementedError
