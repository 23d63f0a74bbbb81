"""How many may sign up from one internet address: a family's few, or a whole bar's by its code.

In the venue all phones share one address. The club shows the venue code there: as figures and in
the QR code of the sign-up page.
"""

from allauth.core.internal import ratelimit
from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from core.refusals import Refusal, TooMany


def venue_code(event_id: int) -> str:
    """Six figures that everyone in the venue may know. Nothing is stored."""
    digest = salted_hmac("venue-code", str(event_id), algorithm="sha256").hexdigest()
    return f"{int(digest, 16) % 1_000_000:06}"


def count_sign_up(request: HttpRequest, event_id: int, code: str) -> None:
    """Raises TooMany `entry.too_many_here`, Refusal `entry.wrong_venue_code`."""
    if not code:
        count(request, "private")
    elif code == venue_code(event_id):
        count(request, "venue")
    else:
        count(request, "wrong_code")
        raise Refusal("entry.wrong_venue_code")


def count(request: HttpRequest, action: str) -> None:
    rates = settings.SIGN_UP_RATES
    if not ratelimit.consume(request, app="sign_up", action=action, config=rates):
        raise TooMany("entry.too_many_here")
