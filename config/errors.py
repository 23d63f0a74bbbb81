"""Every refusal as an RFC 9457 problem: a status, a stable code, and a sentence in the reader's language."""

from typing import Any

from django.http import HttpRequest, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from core.messages import sentence
from core.refusals import Refusal

MEDIA_TYPE = "application/problem+json"


def body(status: int, code: str, detail: str, **more: Any) -> dict[str, Any]:
    return {
        "type": f"urn:mus-tournaments:problem:{code}",
        "title": code,
        "status": status,
        "code": code,
        "detail": detail,
        **more,
    }


def problem(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler. An unknown exception stays one: it is a bug, and the server's log has it."""
    if isinstance(error, Refusal):
        status = error.status
        response = Response(
            body(status, error.code, sentence(error), fields=plain(error.fields)),
            status,
        )
    else:
        known = exception_handler(error, context)
        if known is None:
            return None
        response = Response(
            library_problem(error, known), known.status_code, headers=known.headers
        )
    response.content_type = MEDIA_TYPE
    return response


def library_problem(error: Exception, known: Response) -> dict[str, Any]:
    """Django's and DRF's own refusals in the same shape; field errors keep their place in the body sent."""
    if isinstance(error, exceptions.ValidationError):
        codes = error.get_codes()
        return body(
            400,
            "input.invalid",
            str(sentence(Refusal("input.invalid"))),
            errors=known.data,
            codes=codes,
        )
    detail = known.data.get("detail", "")
    code = getattr(detail, "code", None) or "not_found"
    return body(known.status_code, f"http.{code}", str(detail))


def plain(fields: dict[str, object]) -> dict[str, Any]:
    """The fields as JSON values; whatever is none becomes its text."""
    simple = (str, int, float, bool, list, dict, type(None))
    return {
        k: v if isinstance(v, simple) else list(v) if isinstance(v, tuple) else str(v)
        for k, v in fields.items()
    }


@csrf_exempt
def api_not_found(request: HttpRequest, rest: str = "") -> JsonResponse:
    """A path under /api/ that does not exist, answered in the API's own form."""
    refusal = Refusal("http.not_found")
    return JsonResponse(
        body(404, refusal.code, sentence(refusal)), status=404, content_type=MEDIA_TYPE
    )
