"""API tokens: knox's, read with their user in one query."""

from typing import Any

from django.utils import timezone
from knox import auth
from rest_framework.exceptions import AuthenticationFailed


class TokenAuthentication(auth.TokenAuthentication):
    """`Authorization: Token <token>`; tokens are stored as digests, many for a user."""

    def authenticate_credentials(self, token: bytes) -> Any:
        if not token.isascii():  # knox decodes before it looks
            raise AuthenticationFailed
        return super().authenticate_credentials(token)  # type: ignore[no-untyped-call]

    def _cleanup_token(self, auth_token: Any) -> bool:
        """Whether the token has expired. Knox would also look through the user's other tokens on each request."""
        return auth_token.expiry is not None and auth_token.expiry < timezone.now()
