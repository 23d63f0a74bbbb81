"""The accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        # The import connects the receivers to allauth's signals.
        from accounts import receivers  # noqa: F401
