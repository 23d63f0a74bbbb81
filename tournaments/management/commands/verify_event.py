"""`manage.py verify_event ID`: is the log of an event as it was written, and are its rows those that it tells of?"""

from django.core.management.base import CommandError

from tournaments import replay
from tournaments.management.of_event import EventCommand
from tournaments.models import Event


class Command(EventCommand):
    help = "Say whether the log of an event was changed after it was written, or the event past its log."

    def do(self, event: Event) -> None:
        if number := replay.broken(event):
            raise CommandError(
                f"Line {number} of the log is not as it was written, or a line before it is missing."
            )
        if other := [
            " ".join(map(str, (kind, *key)))
            for (kind, key), _, _ in replay.differences(event)
        ]:
            raise CommandError(
                f"The log tells of other rows than the event has: {', '.join(other)}."
            )
        self.stdout.write(
            f"All {event.log.count()} lines of the log are as they were written, and the rows theirs."
        )
