"""`manage.py verify_event ID`: is the log of an event as it was written, and are its rows those that it tells of?"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.rules.errors import Refusal
from games.wording import sentence
from tournaments import replay
from tournaments.models import Event


class Command(BaseCommand):
    help = "Say whether the log of an event was changed after it was written, or the event past its log."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", type=int, help="the number of the event")

    def handle(self, *args: Any, event: int, **options: Any) -> None:
        found = Event.objects.filter(pk=event).first()
        if found is None:
            raise CommandError(f"There is no event {event}.")
        if number := replay.broken(found):
            raise CommandError(f"Line {number} of the log is not as it was written, or a line before it is missing.")
        try:
            other = [" ".join(map(str, (kind, *key))) for (kind, key), _, _ in replay.differences(found)]
        except Refusal as refusal:
            raise CommandError(sentence(refusal)) from refusal
        if other:
            raise CommandError(f"The log tells of other rows than the event has: {', '.join(other)}.")
        self.stdout.write(
            f"All {found.log.count()} lines of the log are as they were written, and the rows are theirs."
        )
