"""For whom a browser speaks: the account logged in, and the entries whose keys it has shown."""

from typing import Final

from django.http import HttpRequest

from accounts.models import User
from accounts.queries import has_account

KEY: Final = "entries"
PARTNER: Final = "partner-of"


def held(request: HttpRequest) -> tuple[int, ...]:
    """The ids of the entries whose key this session has shown."""
    return kept(request, KEY)


def hold(request: HttpRequest, entry_id: int) -> None:
    """Let this session speak for the entry from now on."""
    keep(request, KEY, entry_id)


def kept(request: HttpRequest, key: str) -> tuple[int, ...]:
    return tuple(request.session.get(key, ()))


def keep(request: HttpRequest, key: str, entry_id: int) -> None:
    request.session[key] = [*dict.fromkeys([*kept(request, key), entry_id])]


def account(request: HttpRequest) -> User | None:
    """The account as whose owner this person acts. A guest has none: what guests enter hangs on the session's keys."""
    return request.user if has_account(request.user) else None
