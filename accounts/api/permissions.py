"""Who may call endpoints that are not public."""

from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.queries import has_account


class HasAccount(IsAuthenticated):
    """Logged in, but not as a guest: guests can only play."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        return has_account(request.user)
