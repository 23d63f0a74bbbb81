"""How refusals look in the API's schema: RFC 9457 problems with a stable `code`."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import serializers


class Problem(serializers.Serializer[object]):
    type = serializers.CharField(help_text="Where the code is explained.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField(help_text="Never changes; for programs.")
    detail = serializers.CharField(
        help_text="A sentence for people, in the language asked for."
    )
    # Both names mean something else on a serializer class, which only describes the answer here.
    fields = serializers.DictField(
        required=False, help_text="What the sentence is about."
    )  # type: ignore[assignment]
    errors = serializers.DictField(
        required=False, help_text="What is wrong with each field."
    )  # type: ignore[assignment]


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
            "description": "`Token` and the token, with a blank between them.",
        }
