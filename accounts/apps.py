"""The accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        # Connects what allauth says to what accounts do.
        from accounts import receivers  # noqa: F401
