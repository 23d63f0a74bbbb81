"""Correcting a result on which later rounds are built: what would follow is shown, chosen and then done."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.messages import sentence
from core.refusals import NotAllowed, Refusal
from tournaments import permissions
from tournaments.models import Pairing
from tournaments.pages.desk import result
from tournaments.pages.desk.overview import table_of
from tournaments.pages.labels import round_name
from tournaments.pages.refusals import private, refusing
from tournaments.reading import events
from tournaments.rules.corrections import (
    KEEP,
    REPLAY,
    RESLOT,
    Entries,
    Moved,
    Requalified,
)
from tournaments.services import corrections, results

CHOICES: dict[str, str | Promise] = {
    KEEP: _("Leave it as it is, and mark it"),
    RESLOT: _("Let those play who belong there"),
    REPLAY: _("Void it, and let those play who belong there"),
}


class Shown(NamedTuple):
    """A later pairing that others belong in now, in words."""

    moved: Moved
    where: str
    was: str
    now: str
    name: str
    choices: list[tuple[str, str | Promise]]


@private
@login_required
@refusing
def correct(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """What would follow from the result that was sent, with a choice for each pairing; or that it is done."""
    pairing = events.pairing(pairing_id, request.user)
    if not permissions.may_referee(request.user, pairing.round.stage.event.club_id):
        raise NotAllowed("event.referees_only")
    if request.method != "POST":
        return redirect("desk_result", pairing_id)
    form = result.form_for(request, table_of(pairing))
    if not form.is_valid():
        return result.page(request, pairing, form, 422)
    refused, status = "", 200
    try:
        if request.POST.get("do") == "correct":
            apply(request, pairing_id, form)
            messages.success(request, gettext("The result is corrected."))
            return redirect("desk", pairing.round.stage.event_id)
    except Refusal as refusal:
        refused, status = sentence(refusal), refusal.status
    try:
        look = results.preview_result(
            pairing=pairing, decision=form.decision(), choices=chosen(request)
        )
    except Refusal as refusal:
        form.add_error(None, sentence(refusal))
        return result.page(request, pairing, form, refusal.status)
    context: dict[str, Any] = {
        "pairing": pairing,
        "table": table_of(pairing),
        "would": would(form),
        "refused": refused,
        "hidden": hidden(request),
    }
    return render(
        request,
        "tournaments/desk/correction.html",
        context | told(pairing, look),
        status=status,
    )


def would(form: Any) -> str:
    """The result that was sent, in words; the points of a table of several stand in its own form."""
    if "outcome" not in form.fields:
        return ""
    words = str(dict(form.fields["outcome"].choices)[form.cleaned_data["outcome"]])
    return (
        gettext("%(result)s, who gave up") % {"result": words}
        if form.cleaned_data["gave_up"]
        else words
    )


def apply(request: HttpRequest, pairing_id: int, form: Any) -> None:
    results.correct(
        pairing_id=pairing_id,
        decision=form.decision(),
        reason=form.cleaned_data["reason"],
        seen=request.POST.get("seen", ""),
        choices=chosen(request),
        closed="closed" in request.POST,
        by=request.user,
        at=timezone.now(),
    )


def chosen(request: HttpRequest) -> dict[tuple[int, int], str]:
    """What was chosen for later pairings, by round and slot: fields called `choice-2-0`."""
    found = {}
    for name, value in request.POST.items():
        word, _, where = name.partition("-")
        number, _, slot = where.partition("-")
        numbers = len(where) < 12 and number.isdecimal() and slot.isdecimal()
        if word == "choice" and numbers and value in CHOICES:
            found[int(number), int(slot)] = str(value)
    return found


def hidden(request: HttpRequest) -> list[tuple[str, str]]:
    """The result that was sent, to be sent once more."""
    own = {"csrfmiddlewaretoken", "do", "seen", "closed"}
    return [
        (name, str(value))
        for name, value in request.POST.items()
        if name not in own and "choice-" not in name
    ]


def told(pairing: Pairing, look: corrections.CorrectionPreview) -> dict[str, Any]:
    """What would follow, in words."""
    event, preview = pairing.round.stage.event, look.preview
    names = events.names(event)
    tables = {
        (one.round.number, one.slot): one
        for one in Pairing.objects.filter(round__stage=look.stage).select_related(
            "round"
        )
        if preview.pairings
    }
    return {
        "event": event,
        "look": look,
        "moved": [
            shown(one, tables.get(one.opened.key), names) for one in preview.pairings
        ],
        "places": [
            (names.get(one.entry, ""), place(*one.was), place(*one.now))
            for one in preview.ranks
        ],
        "comes": [names.get(entry, "") for entry in preview.comes],
        "goes": [names.get(entry, "") for entry in preview.goes],
        "qualifiers": [qualified(one, names) for one in preview.qualifiers],
    }


def shown(moved: Moved, pairing: Pairing | None, names: dict[int, str]) -> Shown:
    opened = moved.opened
    where = (
        round_name(pairing.round.code)
        if pairing
        else gettext("Round %(n)s") % {"n": opened.round}
    )
    if pairing and pairing.table:
        where = gettext("%(round)s, table %(n)s") % {"round": where, "n": pairing.table}
    name = f"choice-{opened.round}-{opened.slot}"
    choices = [(code, CHOICES[code]) for code in opened.choices]
    return Shown(
        moved,
        where,
        sides(opened.entries, names),
        sides(moved.now, names),
        name,
        choices,
    )


def sides(entries: Entries, names: dict[int, str]) -> str:
    a, b = (*(names.get(entry or 0, "?") for entry in entries), "?", "?")[:2]
    return gettext("%(a)s against %(b)s") % {"a": a, "b": b}


def place(rank: int | None, shared_to: int | None) -> str:
    if rank is None:
        return gettext("no place yet")
    return str(rank) if rank == shared_to else f"{rank}–{shared_to}"


def qualified(one: Requalified, names: dict[int, str]) -> dict[str, Any]:
    return {
        "phase": one.taker.stage,
        "drawn": one.taker.drawn,
        "comes": [names.get(entry, "") for entry in one.comes],
        "goes": [names.get(entry, "") for entry in one.goes],
        "refused": sentence(one.refused) if one.refused else "",
    }


urlpatterns = [path("tables/<int:pairing_id>/correct/", correct, name="desk_correct")]
