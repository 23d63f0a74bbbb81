"""Where logging in differs from allauth's default."""

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import User
from accounts.queries import has_account


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    def login(self, request: HttpRequest, user: User) -> None:
        """Keep the session of a guest who logs in, with the entries that it speaks for."""
        if not has_account(request.user):
            for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
                request.session.pop(key, None)
        super().login(request, user)

    def get_client_ip(self, request: HttpRequest) -> str:
        """Requests over the local socket have no address: they share one."""
        try:
            return str(super().get_client_ip(request))
        except PermissionDenied:
            return "0.0.0.0"
