"""Which browsers have logged in to an account before: each keeps a signed cookie that says so.

The cookie lets nobody in. It only sets wrong passwords typed in this browser apart from those of
strangers, so that strangers cannot lock its owner out.
"""

import secrets
from typing import Final, NamedTuple

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

COOKIE: Final = "device"
DAYS: Final = 400
"""The longest that browsers keep a cookie."""
ACCOUNTS: Final = 10
"""The last accounts of a browser that many people use."""


class Device(NamedTuple):
    number: str
    user_ids: list[int]


def device_of(request: HttpRequest) -> Device:
    """The device as its cookie says; a new one without a valid cookie."""
    try:
        return Device(*signing.loads(request.COOKIES.get(COOKIE, ""), salt=COOKIE))
    except (signing.BadSignature, ValueError):
        return Device(secrets.token_hex(8), [])


def remember(request: HttpRequest, response: HttpResponse, user_id: int) -> None:
    """From now on this browser is known to the account."""
    number, known = device_of(request)
    others = [other for other in known if other != user_id]
    device = Device(number, [user_id, *others][:ACCOUNTS])
    response.set_cookie(
        COOKIE,
        signing.dumps(device, salt=COOKIE),
        max_age=DAYS * 24 * 3600,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
