"""Where logging in differs from allauth's default."""

from typing import Any, Final

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.userkit import (
    filter_users_by_email,
    get_user_by_username,
)
from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from accounts import devices
from accounts.models import User
from accounts.queries import has_account

RATES: Final = {"app": "wrong_password", "config": settings.WRONG_PASSWORD_RATES}


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    def login(self, request: HttpRequest, user: User) -> None:
        """Keep the session of a guest who logs in, with the entries that it speaks for."""
        if not has_account(request.user):
            for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
                request.session.pop(key, None)
        super().login(request, user)

    def post_login(self, request: HttpRequest, user: User, **how: Any) -> HttpResponse:
        response: HttpResponse = super().post_login(request, user, **how)
        devices.remember(request, response, user.pk)
        return response

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the attempt. Raises ValidationError after too many wrong passwords."""
        # The base class takes the attempt back when the password was right.
        self._login_failed_rl_usage = ratelimit.RateLimitUsage([])
        for action, key in counters(request, credentials):
            used = ratelimit.consume(request, action=action, key=key, **RATES)
            if not used:
                raise self.validation_error("too_many_login_attempts")
            self._login_failed_rl_usage.usage += used.usage

    def _delete_login_attempts_cached_email(
        self, request: HttpRequest, **credentials: Any
    ) -> None:
        """Whoever has set a new password by mail may log in with it at once."""
        for action, key in counters(request, credentials):
            ratelimit.clear(request, action=action, key=key, **RATES)

    def get_client_ip(self, request: HttpRequest) -> str:
        """Requests over the local socket have no address: they share one."""
        try:
            return str(super().get_client_ip(request))
        except PermissionDenied:
            return "0.0.0.0"


def counters(
    request: HttpRequest, credentials: dict[str, Any]
) -> list[tuple[str, str]]:
    """Where wrong passwords for this account are counted: actions and keys.

    For strangers above all by name and address together: who knows a name cannot lock its owner
    out. A device that has logged in to the account before is counted by itself.
    """
    login = credentials.get("username") or credentials.get("email") or ""
    user = user_named(login)
    device = devices.device_of(request)
    if user and user.pk in device.user_ids:
        return [("known_device", f"{user.pk} on {device.number}")]
    name = f"account {user.pk}" if user else login.lower()
    return [("address", f"{name} from {ratelimit.get_ip(request)}"), ("account", name)]


def user_named(login: str) -> User | None:
    """The account with this user name or address of mail."""
    user: User | None = get_user_by_username(login)
    if user is None:
        user = next(iter(filter_users_by_email(login, prefer_verified=True)), None)
    return user
