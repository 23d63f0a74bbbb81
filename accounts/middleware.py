"""Sessions of people who keep coming back."""

from typing import Final

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

DAY: Final = "day"
"""The key under which a session keeps the last day on which it was used."""


class ProlongSession(MiddlewareMixin):
    """Once a day a session that is in use gets its whole time again.

    A pair without an account finds its entry by its session, in a league over many weeks.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        # Without this cookie there is no session, and looking for one would forbid caching.
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return response
        today = timezone.now().date().isoformat()
        session = request.session
        if not session.is_empty() and session.get(DAY) != today:
            session[DAY] = today
        return response
