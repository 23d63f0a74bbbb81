"""Accounts of the house as callers of the API: its programs come in by the same door as everybody."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from knox.models import AuthToken

from accounts.models import User
from tournaments.rehearsal.client import Client, Refused

LIFE: Final = timedelta(days=1)
"""What a killed program leaves behind is soon worth nothing."""


class House:
    """Makes a token for an account when it first speaks, and another when that one is not taken any more."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._tokens: dict[int, tuple[AuthToken, str]] = {}

    def get(self, user: int, path: str) -> Any:
        """As Client.get, in the name of this user."""
        return self._call(user, lambda token: self.client.get(path, token))

    def post(self, user: int, path: str, **body: Any) -> Any:
        return self._call(user, lambda token: self.client.post(path, token, **body))

    def leave(self) -> None:
        """Give all tokens back."""
        AuthToken.objects.filter(
            pk__in=[kept.pk for kept, _ in self._tokens.values()]
        ).delete()
        self._tokens.clear()

    def _call(self, user: int, call: Callable[[str], Any]) -> Any:
        try:
            return call(self._token(user))
        except Refused as refused:
            if refused.status == 401:
                del self._tokens[user]
            raise

    def _token(self, user: int) -> str:
        if user not in self._tokens:
            self._tokens[user] = AuthToken.objects.create(
                user=User.objects.get(pk=user), expiry=LIFE
            )
        return self._tokens[user][1]
