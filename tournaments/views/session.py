"""Which entries this browser speaks for without an account."""

from typing import Final

from django.http import HttpRequest

KEY: Final = "entries"


def held(request: HttpRequest) -> tuple[int, ...]:
    """The ids of the entries whose key this session has shown."""
    return tuple(request.session.get(KEY, ()))


def hold(request: HttpRequest, entry_id: int) -> None:
    """Let this session speak for the entry from now on."""
    request.session[KEY] = [*dict.fromkeys([*held(request), entry_id])]
