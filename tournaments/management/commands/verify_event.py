"""`manage.py verify_event ID`: is the log as written, and do the tables agree?"""

from django.core.management.base import CommandError

from tournaments.journal.verification import differences, first_broken_line
from tournaments.management.of_event import EventCommand
from tournaments.models import Event


class Command(EventCommand):
    help = "Check that neither the log of an event nor its rows were changed behind its back."

    def run(self, event: Event) -> None:
        number = first_broken_line(event)
        if number is not None:
            raise CommandError(
                f"Line {number} of the log is not as it was written,"
                " or a line before it is missing."
            )
        names = []
        for (kind, key), _, _ in differences(event):
            names.append(" ".join(map(str, (kind, *key))))
        if names:
            raise CommandError(
                f"The log tells of other rows than the event has: {', '.join(names)}."
            )
        self.stdout.write(
            f"All {event.log.count()} lines of the log are as they were written,"
            " and the event has exactly the rows they lead to."
        )
