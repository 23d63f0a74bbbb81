"""Correcting a result on which later rounds are built: preview the effects, choose, confirm."""

import re
from typing import Any, Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.messages import sentence
from core.refusals import Refusal
from tournaments.models import Pairing, Stage
from tournaments.pages.desk.desk_action import (
    desk_action,
    redirect_with,
    refereed_pairing,
)
from tournaments.pages.desk.desk_tables import table_row
from tournaments.pages.desk.result import AnyResultForm, page_with_form, result_form
from tournaments.pages.labels import round_name
from tournaments.pages.refusals import add_refusal
from tournaments.pages.result_form import ResultForm
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
    RESLOT: _("Replace with the right entries"),
    REPLAY: _("Void it, and replay it with the right entries"),
}
CHOICE_NAME: Final = re.compile(r"choice-([0-9]{1,5})-([0-9]{1,5})")
"""The name of a field: the round and the slot of a later pairing."""
OWN_FIELDS: Final = {"csrfmiddlewaretoken", "do", "seen", "closed"}

Choices = dict[tuple[int, int], str]
"""What happens to later pairings, by round and slot."""


class LaterPairing(NamedTuple):
    """A pairing of a later round in which other entries belong now, as text."""

    moved: Moved
    where: str
    was: str
    now: str
    name: str
    choices: list[tuple[str, str | Promise]]


def preview_page(
    request: HttpRequest, pairing: Pairing, refusal: Refusal | None = None
) -> HttpResponse:
    """The effects of the result that was sent, with a choice for each later pairing."""
    if request.method != "POST":
        # A preview needs a typed result, which a link does not carry.
        return redirect("desk_result", pairing.pk)
    form = result_form(request, pairing)
    if not form.is_valid():
        return page_with_form(request, pairing, form, 422)
    try:
        preview = results.preview_result(
            pairing=pairing, decision=form.decision(), choices=chosen(request)
        )
    except Refusal as impossible:
        add_refusal(form, impossible)
        return page_with_form(request, pairing, form, impossible.status)
    context: dict[str, Any] = {
        "pairing": pairing,
        "table": table_row(pairing),
        "would": result_sentence(form),
        "refused": sentence(refusal) if refusal else "",
        "hidden": hidden_fields(request),
        **effects(pairing, preview),
    }
    status = refusal.status if refusal else 200
    return render(request, "tournaments/desk/correction.html", context, status=status)


@desk_action(refereed_pairing, preview_page)
def correct(request: HttpRequest, pairing: Pairing) -> HttpResponse:
    form = result_form(request, pairing)
    if request.POST.get("do") != "correct" or not form.is_valid():
        return preview_page(request, pairing)
    results.correct(
        pairing_id=pairing.pk,
        decision=form.decision(),
        reason=form.cleaned_data["reason"],
        seen=request.POST.get("seen", ""),
        choices=chosen(request),
        closed="closed" in request.POST,
        by=request.user,
        at=timezone.now(),
    )
    event_id = pairing.round.stage.event_id
    return redirect_with(
        request, "desk", event_id, message=gettext("The result is corrected.")
    )


def result_sentence(form: AnyResultForm) -> str:
    """The result that was sent; empty at a multiplayer table, whose points the form shows."""
    if not isinstance(form, ResultForm):
        return ""
    given = form.cleaned_data
    outcomes = dict(form.fields["outcome"].choices)  # type: ignore[attr-defined]
    result = str(outcomes[given["outcome"]])
    if given["gave_up"]:
        return gettext("%(result)s, who gave up") % {"result": result}
    return result


def chosen(request: HttpRequest) -> Choices:
    choices = {}
    for name, value in request.POST.items():
        found = CHOICE_NAME.fullmatch(name)
        if found and value in CHOICES:
            choices[int(found[1]), int(found[2])] = str(value)
    return choices


def hidden_fields(request: HttpRequest) -> list[tuple[str, str]]:
    """The result that was sent, to be sent again with the choices."""
    fields = []
    for name, value in request.POST.items():
        # Choices are not hidden: their radio buttons send them.
        if name not in OWN_FIELDS and "choice-" not in name:
            fields.append((name, str(value)))
    return fields


def effects(pairing: Pairing, look: corrections.CorrectionPreview) -> dict[str, Any]:
    event, preview = pairing.round.stage.event, look.preview
    names = events.names(event)
    stored = stored_pairings(look.stage) if preview.pairings else {}
    moved = []
    for change in preview.pairings:
        pairing_now = stored.get(change.opened.key)
        moved.append(later_pairing(change, pairing_now, names))
    places = []
    for rank in preview.ranks:
        name = names.get(rank.entry, "")
        places.append((name, rank_text(*rank.was), rank_text(*rank.now)))
    return {
        "event": event,
        "look": look,
        "moved": moved,
        "places": places,
        "comes": [names.get(entry, "") for entry in preview.comes],
        "goes": [names.get(entry, "") for entry in preview.goes],
        "qualifiers": [
            changed_qualifiers(change, names) for change in preview.qualifiers
        ],
    }


def stored_pairings(stage: Stage) -> dict[tuple[int, int], Pairing]:
    pairings = Pairing.objects.filter(round__stage=stage).select_related("round")
    return {(pairing.round.number, pairing.slot): pairing for pairing in pairings}


def later_pairing(
    moved: Moved, pairing: Pairing | None, names: dict[int, str]
) -> LaterPairing:
    opened = moved.opened
    if pairing is None:
        where = gettext("Round %(n)s") % {"n": opened.round}
    else:
        where = round_name(pairing.round.code)
        if pairing.table:
            at_table = {"round": where, "n": pairing.table}
            where = gettext("%(round)s, table %(n)s") % at_table
    return LaterPairing(
        moved,
        where,
        sides_text(opened.entries, names),
        sides_text(moved.now, names),
        f"choice-{opened.round}-{opened.slot}",
        [(code, CHOICES[code]) for code in opened.choices],
    )


def sides_text(entries: Entries, names: dict[int, str]) -> str:
    sides = [names.get(entry or 0, "?") for entry in entries]
    a, b, *_more = [*sides, "?", "?"]
    return gettext("%(a)s against %(b)s") % {"a": a, "b": b}


def rank_text(rank: int | None, shared_to: int | None) -> str:
    if rank is None:
        return gettext("no place yet")
    if rank == shared_to:
        return str(rank)
    return f"{rank}–{shared_to}"


def changed_qualifiers(change: Requalified, names: dict[int, str]) -> dict[str, Any]:
    return {
        "phase": change.taker.stage,
        "drawn": change.taker.drawn,
        "comes": [names.get(entry, "") for entry in change.comes],
        "goes": [names.get(entry, "") for entry in change.goes],
        "refused": sentence(change.refused) if change.refused else "",
    }
