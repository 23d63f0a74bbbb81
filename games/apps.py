"""The games app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games import messages  # noqa: F401  adds the sentences of refusals
