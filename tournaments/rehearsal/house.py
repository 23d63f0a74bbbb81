"""The service's own accounts, which use the API as every other client does."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from knox.models import AuthToken

from accounts.models import User
from tournaments.rehearsal.client import Client, Refused

LIFE: Final = timedelta(days=1)
"""Tokens that a killed program leaves behind expire soon."""


class House:
    """Creates a token for an account on its first call, and a new one once that is refused."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._tokens: dict[int, tuple[AuthToken, str]] = {}

    def get(self, user: int, path: str) -> Any:
        """Like Client.get, as this user."""
        return self._call(user, lambda token: self.client.get(path, token))

    def post(self, user: int, path: str, **body: Any) -> Any:
        return self._call(user, lambda token: self.client.post(path, token, **body))

    def leave(self) -> None:
        """Revoke all tokens."""
        token_ids = [token.pk for token, _text in self._tokens.values()]
        AuthToken.objects.filter(pk__in=token_ids).delete()
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
            account = User.objects.get(pk=user)
            self._tokens[user] = AuthToken.objects.create(user=account, expiry=LIFE)
        _token, text = self._tokens[user]
        return text
