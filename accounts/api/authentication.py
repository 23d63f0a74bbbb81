"""API tokens of knox, read with their user in one query."""

from typing import Any

from django.utils import timezone
from knox import auth
from rest_framework.exceptions import AuthenticationFailed


class TokenAuthentication(auth.TokenAuthentication):
    """`Authorization: Token <token>`; tokens are stored as digests; a user may have several."""

    def authenticate_credentials(self, token: bytes) -> Any:
        # Knox decodes the token before it looks it up, and would fail.
        if not token.isascii():
            raise AuthenticationFailed
        return super().authenticate_credentials(token)  # type: ignore[no-untyped-call]

    def _cleanup_token(self, auth_token: Any) -> bool:
        """Whether the token has expired."""
        # Knox would also look through the user's other tokens on each request.
        return auth_token.expiry is not None and auth_token.expiry < timezone.now()
