"""`manage.py verify_event ID`: checks the log of an event, and its rows against the log."""

from django.core.management.base import CommandError

from tournaments import replay
from tournaments.management.of_event import EventCommand
from tournaments.models import Event


class Command(EventCommand):
    help = (
        "Check that the log of an event was not changed after it was written, and that the "
        "event was not changed past its log."
    )

    def run(self, event: Event) -> None:
        number = replay.broken(event)
        if number:
            raise CommandError(
                f"Line {number} of the log is not as it was written, "
                "or a line before it is missing."
            )
        different: list[str] = []
        for (kind, key), _logged, _stored in replay.differences(event):
            different.append(" ".join(map(str, (kind, *key))))
        if different:
            raise CommandError(
                f"The log records other rows than the event has: {', '.join(different)}."
            )
        self.stdout.write(
            f"All {event.log.count()} lines of the log are as they were written, "
            "and so are the rows."
        )
