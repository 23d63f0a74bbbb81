"""The page that verifies the record of a match."""

from typing import Any, Final
from uuid import UUID

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from core.messages import sentence
from core.refusals import NotFound, OutOfDate, Refusal
from games import queries
from games.export import record_text
from games.rules.record import LONGEST
from games.verification import SENTENCES, Verdict
from games.verification import verify as check

LINE_SHOWN: Final = 200
TOO_LONG: Final = Verdict(False, "record.too_long", None, {"max": LONGEST})


# Nothing is changed here, and a text too long for Django must get its answer from this page
# rather than from the middleware that looks for a token in it.
@csrf_exempt
@cache_control(private=True, no_store=True)
@require_http_methods(["GET", "HEAD", "POST"])
def verify(request: HttpRequest) -> HttpResponse:
    """A form for a record, and the verdict on it."""
    if request.method != "POST":
        if "match" in request.GET:
            return verdict_on_match(request)
        return page(request, "", None, 200)
    try:
        given = posted(request)
    except (SuspiciousOperation, MultiPartParserError):
        return page(request, "", TOO_LONG, 413)
    if not given.strip():
        return page(request, "", None, 400, missing=True)
    return checked(request, given)


def checked(request: HttpRequest, given: str | bytes) -> HttpResponse:
    verdict = check(given)
    text = ""
    if isinstance(given, str) and verdict.code != "record.too_long":
        text = given
    status = 200 if verdict.ok else 422
    return page(request, text, verdict, status, line=line_of(given, verdict))


def posted(request: HttpRequest) -> str | bytes:
    """The uploaded file, or else the text of the form.

    Of a file one byte more is read than a record can have: enough to see that it is too long.
    """
    file = request.FILES.get("file")
    if file:
        return bytes(file.read(LONGEST + 1))
    return request.POST.get("record", "")


def verdict_on_match(request: HttpRequest) -> HttpResponse:
    """The verdict on the record of the match in ?match=, or the refusal."""
    try:
        return checked(request, recorded(request))
    except Refusal as refusal:
        return page(request, "", None, refusal.status, refused=sentence(refusal))


def recorded(request: HttpRequest) -> str:
    """The record of a finished match that this reader may see. Raises NotFound, OutOfDate."""
    try:
        match_id = UUID(request.GET["match"])
    except ValueError:
        raise NotFound("match.not_found") from None
    table = queries.table(match_id, request.user)
    if not table.match.over:
        raise OutOfDate("record.match_running")
    return record_text(table)


def line_of(given: str | bytes, verdict: Verdict) -> str:
    """The text of the line that the verdict names."""
    if verdict.line is None:
        return ""
    if isinstance(given, bytes):
        given = given.decode(errors="replace")
    lines = given.replace("\r\n", "\n").split("\n")
    if verdict.line > len(lines):
        return ""
    return lines[verdict.line - 1][:LINE_SHOWN]


def page(
    request: HttpRequest, text: str, verdict: Verdict | None, status: int, **more: Any
) -> HttpResponse:
    said = verdict and gettext(SENTENCES[verdict.code]).format_map(verdict.fields)
    context = {"record": text, "verdict": verdict, "said": said, **more}
    return render(request, "games/verify.html", context, status=status)
