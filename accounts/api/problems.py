"""Refusals in the API's schema: RFC 9457 problems with a stable `code`."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import serializers


class Problem(serializers.Serializer[object]):
    type = serializers.CharField(help_text="Identifies the code, as a URN.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField(help_text="Stable, for programs.")
    detail = serializers.CharField(help_text="A sentence in the reader's language.")
    # `fields` and `errors` mean something else on a serializer. This one only describes
    # an answer, so nothing reads them there.
    fields = serializers.DictField(  # type: ignore[assignment]
        required=False, help_text="What the sentence is about."
    )
    errors = serializers.DictField(  # type: ignore[assignment]
        required=False, help_text="What is wrong with each field of the body."
    )
    codes = serializers.DictField(
        required=False, help_text="The same as stable codes, for programs."
    )


def problems(*statuses: int) -> dict[tuple[int, str], Any]:
    """The responses of an endpoint that may refuse with these statuses."""
    return {(status, "application/problem+json"): Problem for status in statuses}


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "accounts.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token`, a space, and the token.",
        }
