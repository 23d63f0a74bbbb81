"""The tournaments app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        # Connects what games says to what events do, and adds the sentences of events.
        from tournaments import (
            messages,  # noqa: F401
            receivers,  # noqa: F401
        )
