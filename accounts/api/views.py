"""Sign-up and tokens for programs and apps; people in a browser use the pages instead."""

from allauth.account.adapter import get_adapter
from django.core.exceptions import ValidationError
from drf_spectacular.utils import extend_schema
from knox.models import AuthToken
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from accounts.api.problems import problems
from accounts.api.serializers import Login, SignUp, Token
from accounts.models import User


def with_token(user: User, status: int) -> Response:
    _, token = AuthToken.objects.create(user=user)
    return Response(
        {"token": token, "user": user.pk}, status, headers={"Cache-Control": "no-store"}
    )


class Accounts(APIView):
    permission_classes = [AllowAny]
    authentication_classes = []
    throttle_classes = [ScopedRateThrottle]
    throttle_scope = "sign_up"

    @extend_schema(
        request=SignUp,
        responses={201: Token, **problems(400, 429)},
        operation_id="sign_up",
    )
    def post(self, request: Request) -> Response:
        """Create an account and get its first token."""
        form = SignUp(data=request.data)
        form.is_valid(raise_exception=True)
        return with_token(form.save(), 201)


class Tokens(APIView):
    permission_classes = [AllowAny]
    authentication_classes = []
    throttle_classes = [ScopedRateThrottle]
    throttle_scope = "login"

    def get_authenticate_header(self, request: Request) -> str:
        # Without it a wrong password would be 403, since this view itself needs no token.
        return "Token"

    @extend_schema(
        request=Login,
        responses={201: Token, **problems(400, 401, 429)},
        operation_id="log_in",
    )
    def post(self, request: Request) -> Response:
        """Get a token for an account."""
        form = Login(data=request.data)
        form.is_valid(raise_exception=True)
        try:
            # It counts wrong passwords of an account together with those typed on the page.
            user = get_adapter().authenticate(request._request, **form.validated_data)
        except ValidationError as error:
            raise Throttled from error
        if not isinstance(user, User):
            raise AuthenticationFailed
        return with_token(user, 201)


class ThisToken(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        request=None, responses={204: None, **problems(401)}, operation_id="log_out"
    )
    def delete(self, request: Request) -> Response:
        """Revoke this token."""
        if isinstance(request.auth, AuthToken):
            request.auth.delete()
        return Response(status=204)
