"""A draft at the desk: why entries meet, swaps by hand, and the rules that a swap would break."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from core.messages import sentence
from core.numbers import read_number
from core.refusals import Refusal
from tournaments.models import Draw, Event
from tournaments.pages import draw_details
from tournaments.pages.desk.desk_action import (
    desk_action,
    organised_event,
    redirect_with,
)
from tournaments.pages.refusals import render_page
from tournaments.rules.draws.manual_swaps import Violations
from tournaments.services import draws

WISHES: Final = {
    "club_mates": _("{a} and {b}, both from {club}, meet."),
    "group_mates": _("{a} and {b} meet again after playing in the same group."),
    "again": _("{a} and {b} meet again."),
    "banned": _("{a} and {b} meet, but should be kept apart."),
    "same_half": _("{a} and {b} meet, but are in the same half of the seeding."),
}
"""What a swap brings about that the draw avoids where it can."""
MOST_DIGITS: Final = 6
"""Of the number of an entry."""


def draft_page(
    request: HttpRequest, event: Event, refusal: Refusal | None = None
) -> HttpResponse:
    draw = current_draft(event)
    if draw is None:
        # Published or discarded meanwhile: the desk shows where the event stands.
        return redirect("desk", event.pk)
    typed = request.POST if request.method == "POST" else request.GET
    context: dict[str, Any] = {
        "event": event,
        "draw": draw,
        "field": draw.field,
        "reason": typed.get("reason", ""),
        "changes": draw_details.swaps(draw),
        **draw_details.details(draw),
    }
    if "a" in typed:
        a, b = typed.get("a"), typed.get("b")
        context |= {"a": a, "b": b}
        try:
            context |= swap_preview(draw, a, b)
        except Refusal as not_possible:
            refusal = not_possible
    return render_page(request, "tournaments/desk/draft.html", context, refusal)


@desk_action(organised_event, draft_page)
def draft(request: HttpRequest, event: Event) -> HttpResponse:
    """Swap two entries, or take the last swap back."""
    draw = current_draft(event)
    if draw is None:
        return redirect("desk", event.pk)
    if request.POST.get("do") == "unswap":
        draws.unswap(draw_id=draw.pk, by=request.user, at=timezone.now())
        message = gettext("The last swap is undone.")
    else:
        draws.swap(
            draw_id=draw.pk,
            a=read_number(request.POST.get("a"), MOST_DIGITS),
            b=read_number(request.POST.get("b"), MOST_DIGITS),
            reason=request.POST.get("reason", ""),
            by=request.user,
            at=timezone.now(),
        )
        message = gettext("The two entries are swapped.")
    return redirect_with(request, "desk_draft", event.pk, message=message)


def current_draft(event: Event) -> Draw | None:
    return event.draws.filter(state=Draw.State.DRAFT).first()


def swap_preview(draw: Draw, a: str | None, b: str | None) -> dict[str, Any]:
    """The two names, and what the swap would break, in sentences.

    Raises Refusal for a swap that is impossible.
    """
    one, other = read_number(a, MOST_DIGITS), read_number(b, MOST_DIGITS)
    names = dict(draw.field)
    return {
        "asked": [names.get(one, ""), names.get(other, "")],
        "broken": broken_sentences(draws.violations(draw, one, other), names),
    }


def broken_sentences(broken: Violations, names: dict[int, str]) -> list[str]:
    sentences = [sentence(refusal) for refusal in broken.rules]
    for code, fields in broken.wishes:
        shown = dict(fields)
        shown["a"] = names.get(fields["a"])
        shown["b"] = names.get(fields["b"])
        sentences.append(gettext(WISHES[code]).format(**shown))
    return sentences
