"""Refusals as RFC 9457 problems: status, stable code, and a sentence in the reader's language."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views import defaults
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from core.messages import sentence
from core.refusals import Refusal

MEDIA_TYPE = "application/problem+json"
JSON_TYPES = (str, int, float, bool, list, dict, type(None))


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
    """DRF's exception handler. None for an unknown exception, a bug, which the server logs."""
    response = refusal_response(error) or library_response(error, context)
    if response is not None:
        response.content_type = MEDIA_TYPE
    return response


def refusal_response(error: Exception) -> Response | None:
    if not isinstance(error, Refusal):
        return None
    fields = json_fields(error.fields)
    answer = body(error.status, error.code, sentence(error), fields=fields)
    return Response(answer, error.status)


def library_response(error: Exception, context: dict[str, Any]) -> Response | None:
    """A refusal of Django or DRF."""
    known = exception_handler(error, context)
    if known is None:
        return None
    answer = library_problem(error, known)
    return Response(answer, known.status_code, headers=known.headers)


def library_problem(error: Exception, known: Response) -> dict[str, Any]:
    """A refusal of Django or DRF in the same shape; `errors` has the place in the body sent."""
    if isinstance(error, exceptions.ValidationError):
        detail = str(sentence(Refusal("input.invalid")))
        codes = error.get_codes()
        return body(400, "input.invalid", detail, errors=known.data, codes=codes)
    detail = known.data.get("detail", "")
    code = getattr(detail, "code", None) or "not_found"
    return body(known.status_code, f"http.{code}", str(detail))


def json_fields(fields: dict[str, object]) -> dict[str, Any]:
    """The fields as JSON values; a value of another type becomes its text."""
    values: dict[str, Any] = {}
    for name, value in fields.items():
        if isinstance(value, tuple):
            values[name] = list(value)
        elif isinstance(value, JSON_TYPES):
            values[name] = value
        else:
            values[name] = str(value)
    return values


def server_error(request: HttpRequest) -> HttpResponse:
    """A bug or a lost database: a page for people, a problem for programs."""
    if not request.path.startswith("/api/"):
        return defaults.server_error(request)
    refusal = Refusal("http.server_error")
    return JsonResponse(
        body(500, refusal.code, sentence(refusal)), status=500, content_type=MEDIA_TYPE
    )


@csrf_exempt
def api_not_found(request: HttpRequest, rest: str = "") -> JsonResponse:
    """Answers a path under /api/ that does not exist."""
    refusal = Refusal("http.not_found")
    return JsonResponse(
        body(404, refusal.code, sentence(refusal)), status=404, content_type=MEDIA_TYPE
    )
