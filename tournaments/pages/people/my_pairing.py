"""A pair's own table: report in two taps, agree with the other side or not."""

import re
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone

from core.messages import sentence
from core.refusals import NotAllowed, Refusal
from tournaments.live import topic_of
from tournaments.models import Entry, Pairing, Report, Result
from tournaments.pages.people import points, reschedule_request
from tournaments.pages.people.session import account, held
from tournaments.pages.refusals import private, refusing
from tournaments.reading import events, participants
from tournaments.rules.tables.results import allowed_scores, check_score
from tournaments.services import decisions, results

Sets = tuple[int, int]
"""Sets of our side and of theirs."""


class Seat(NamedTuple):
    """A table as one of its two sides sees it."""

    pairing: Pairing
    ours: Entry
    theirs: Entry | None

    def turned(self, sets: Sets) -> Sets:
        """From ours and theirs to `a` and `b`, and back."""
        return sets if self.pairing.a_id == self.ours.pk else (sets[1], sets[0])

    def said(self, report: Report | Result | None) -> Sets | None:
        return self.turned((report.sets_a, report.sets_b)) if report else None


@private
@refusing
def pairing(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """The table of whoever asks; others find it on the round's page."""
    table = events.pairing(pairing_id, request.user)
    mine = own_side(request, table)
    if table.several:
        return points.pairing(request, table, mine)
    seat = Seat(
        table, mine, next((side for side in table.entries if side != mine), None)
    )
    if request.method != "POST":
        return show(request, seat)
    try:
        answer(request, seat)
    except Refusal as refusal:
        fresh = seat._replace(pairing=events.pairing(pairing_id, request.user))
        if refusal.code != "result.decided" or not settled_as_said(request, fresh):
            return show(
                request, fresh, refused=sentence(refusal), status=refusal.status
            )
    return redirect("pairing", pairing_id)


def own_side(request: HttpRequest, pairing: Pairing) -> Entry:
    """The side for which this person speaks. Nobody speaks for two: no side decides a result alone."""
    sides = pairing.entries
    mine = [side for side in sides if participants.speaks_for(request.user, side)]
    mine = mine or [
        side
        for side in sides
        if participants.speaks_for(request.user, side, held(request))
    ]
    if len(mine) != 1:
        raise NotAllowed("result.both_sides" if mine else "result.not_your_table")
    return mine[0]


def answer(request: HttpRequest, seat: Seat) -> None:
    """What the pair says: a score of its own, yes to the one of the other side, or another day."""
    common: dict[str, Any] = {"pairing_id": seat.pairing.pk, "entry_id": seat.ours.pk}
    common |= {"by": account(request), "at": timezone.now()}
    if request.POST.get("do") == "day":
        reschedule_request.ask(request.POST, **common)
    elif request.POST.get("do") == "confirm":
        results.confirm(report_id=number(request.POST.get("report", "")), **common)
    else:
        sets_a, sets_b = seat.turned(score(request.POST.get("score", "")))
        results.report(score=decisions.played(sets_a, sets_b), **common)


def score(text: str) -> Sets:
    """Ours and theirs from `3-1`."""
    found = re.fullmatch(r"([0-9]{1,2})-([0-9]{1,2})", text)
    if not found:
        raise Refusal("input.invalid")
    return int(found[1]), int(found[2])


def number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,18}", text):
        raise Refusal("input.invalid")
    return int(text)


def settled_as_said(request: HttpRequest, seat: Seat) -> bool:
    """Whether a refused answer, sent twice perhaps, is what already counts."""
    result = seat.pairing.result
    if result is None or result.source != Result.Source.PLAYERS:
        return False
    if request.POST.get("do") == "confirm":
        return seat.said(
            seat.pairing.reports.filter(pk=number(request.POST["report"])).first()
        ) == seat.said(result)
    return score(request.POST["score"]) == seat.said(result)


def show(
    request: HttpRequest, seat: Seat, refused: str = "", status: int = 200
) -> HttpResponse:
    table, last = seat.pairing, events.last_reports(seat.pairing)
    sets = int(table.round.options["sets_to_win"])
    chosen = None
    if "score" in request.GET and not table.result_id:
        try:
            chosen = score(request.GET["score"])
            check_score(*chosen, sets)
        except Refusal as refusal:
            chosen, refused, status = None, sentence(refusal), refusal.status
    context = {
        "table": table,
        "event": table.round.stage.event,
        "ours": seat.ours,
        "theirs": seat.theirs,
        "our_report": seat.said(last.get(seat.ours.pk)),
        "their_report": seat.said(last.get(seat.theirs.pk)) if seat.theirs else None,
        "report_id": last[seat.theirs.pk].pk
        if seat.theirs and seat.theirs.pk in last
        else None,
        "result": seat.said(table.result),
        "wins": [pair for pair in allowed_scores(sets) if pair[0] > pair[1]],
        "losses": [pair for pair in allowed_scores(sets) if pair[0] < pair[1]],
        "chosen": chosen,
        "different": "different" in request.GET,
        "refused": refused,
        "day": reschedule_request.day_of(table, seat.ours),
        "live_topic": topic_of(table.round.stage.event),
        "live_number": table.round.stage.event.version,
    }
    return render(request, "tournaments/people/table.html", context, status=status)


urlpatterns = [path("tables/<int:pairing_id>/", pairing, name="pairing")]
