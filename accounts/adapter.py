"""Where logging in differs from what allauth does by itself."""

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import User
from accounts.queries import has_account


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    def login(self, request: HttpRequest, user: User) -> None:
        """A guest's session goes over to the account, with the entries that it holds, instead of being emptied."""
        if not has_account(request.user):
            for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
                request.session.pop(key, None)
        super().login(request, user)

    def get_client_ip(self, request: HttpRequest) -> str:
        """Those who come straight over the local socket have no address, and share one."""
        try:
            return str(super().get_client_ip(request))
        except PermissionDenied:
            return "0.0.0.0"
