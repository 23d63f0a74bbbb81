"""A draft at the desk: why they meet, changes by hand and what they break; and taking a published draw back."""

from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from core.messages import sentence
from core.refusals import NotFound, Refusal
from tournaments.models import Draw
from tournaments.pages.desk.overview import organised
from tournaments.pages.public import draws as drawn
from tournaments.pages.refusals import private, refusing
from tournaments.rules.draws.manual_swaps import Violations
from tournaments.services import draws

WISHES: Final = {
    "club_mates": _("{a} and {b} come together, both of {club}."),
    "group_mates": _("{a} and {b} come together, who were in one group."),
    "again": _("{a} and {b} come together again."),
    "banned": _("{a} and {b} come together, who shall not."),
    "same_half": _("{a} and {b} come together, both of the same half by strength."),
}
"""What a change by hand brings about that one would rather not have."""


@private
@login_required
@refusing
def draft(request: HttpRequest, event_id: int) -> HttpResponse:
    """Look at a draft, change it, take the last change back. What a change breaks is said before it is made."""
    event = organised(request, event_id)
    draw = event.draws.filter(state=Draw.State.DRAFT).first()
    if draw is None:  # published or given up meanwhile: the desk says how far it is
        return redirect("desk", event_id)
    try:
        if request.method == "POST":
            messages.success(request, change(request, draw))
            return redirect("desk_draft", event_id)
        return page(request, draw)
    except Refusal as refusal:
        return page(
            request, Draw.objects.get(pk=draw.pk), sentence(refusal), refusal.status
        )


def change(request: HttpRequest, draw: Draw) -> str:
    """Do what the button says. Raises Refusal."""
    if request.POST.get("do") == "unswap":
        draws.unswap(draw_id=draw.pk, by=request.user, at=timezone.now())
        return gettext("The last change is taken back.")
    a, b = number(request.POST.get("a")), number(request.POST.get("b"))
    reason = request.POST.get("reason", "")
    draws.swap(
        draw_id=draw.pk, a=a, b=b, reason=reason, by=request.user, at=timezone.now()
    )
    return gettext("They have changed places.")


def page(
    request: HttpRequest, draw: Draw, refused: str = "", status: int = 200
) -> HttpResponse:
    asked = request.POST if request.method == "POST" else request.GET
    context: dict[str, Any] = {
        "event": draw.event,
        "draw": draw,
        "refused": refused,
        "field": draw.field,
        "reason": asked.get("reason", ""),
        "changes": drawn.changes(draw),
        **drawn.shown(draw),
    }
    if "a" in asked:
        context |= {"a": asked.get("a"), "b": asked.get("b")} | preview(
            draw, asked.get("a"), asked.get("b")
        )
    return render(request, "tournaments/desk/draft.html", context, status=status)


def preview(draw: Draw, a: str | None, b: str | None) -> dict[str, Any]:
    """What the change would break, in sentences, or why it cannot be made."""
    try:
        one, other = number(a), number(b)
        return {
            "asked": names_of(draw, one, other),
            "broken": told(draws.violations(draw, one, other), dict(draw.field)),
        }
    except Refusal as refusal:
        return {"refused": sentence(refusal)}


def names_of(draw: Draw, *entries: int) -> list[str]:
    names = dict(draw.field)
    return [names.get(entry, "") for entry in entries]


def told(broken: Violations, names: dict[int, str]) -> list[str]:
    """What a change breaks, in sentences."""
    wishes = [
        gettext(WISHES[code]).format(
            **{**fields, "a": names.get(fields["a"]), "b": names.get(fields["b"])}
        )
        for code, fields in broken.wishes
    ]
    return [*map(sentence, broken.rules), *wishes]


def number(text: str | None) -> int:
    """The number of an entry. Raises Refusal `input.invalid`."""
    if not (text and text.isascii() and text.isdecimal() and len(text) < 7):
        raise Refusal("input.invalid")
    return int(text)


@private
@login_required
@refusing
def take_back(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """Ask once more, with a reason; then take the published draw and its round back."""
    event = organised(request, event_id)
    draw = event.draws.filter(number=number).first()
    if draw is None:
        raise NotFound("draw.not_found")
    context: dict[str, Any] = {
        "event": event,
        "draw": draw,
        "may": True,
        "reason": request.POST.get("reason", ""),
    }
    try:
        if request.method == "POST":
            draws.withdraw_publication(
                draw_id=draw.pk,
                reason=context["reason"],
                by=request.user,
                at=timezone.now(),
            )
            messages.success(
                request,
                gettext("The draw is taken back; it stays visible with its reason."),
            )
            return redirect("desk", event_id)
        draws.check_withdrawable(draw)
    except Refusal as refusal:
        context |= {"refused": sentence(refusal), "may": draws.is_withdrawable(draw)}
        return render(
            request, "tournaments/desk/take_back.html", context, status=refusal.status
        )
    return render(request, "tournaments/desk/take_back.html", context)


urlpatterns = [
    path("events/<int:event_id>/desk/draft/", draft, name="desk_draft"),
    path(
        "events/<int:event_id>/desk/draws/<int:number>/take-back/",
        take_back,
        name="desk_take_back",
    ),
]
