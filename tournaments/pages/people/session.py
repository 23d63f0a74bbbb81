"""For whom a browser speaks: the logged-in account, and the entries whose links it has opened."""

from typing import Final

from django.http import HttpRequest

from accounts.models import User
from accounts.queries import has_account

ENTRIES: Final = "entries"
PARTNER_OF: Final = "partner-of"


def session_entry_ids(request: HttpRequest) -> tuple[int, ...]:
    """The ids of the entries for which this session speaks."""
    return session_ids(request, ENTRIES)


def add_session_entry(request: HttpRequest, entry_id: int) -> None:
    """From now on this session speaks for the entry."""
    add_session_id(request, ENTRIES, entry_id)


def session_ids(request: HttpRequest, key: str) -> tuple[int, ...]:
    return tuple(request.session.get(key, ()))


def add_session_id(request: HttpRequest, key: str, entry_id: int) -> None:
    ids = session_ids(request, key)
    if entry_id not in ids:
        request.session[key] = [*ids, entry_id]


def account_of(request: HttpRequest) -> User | None:
    """The account of the person; None for guests, whose entries hang on the session."""
    if has_account(request.user):
        return request.user
    return None
