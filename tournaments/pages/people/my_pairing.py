"""A side's own match: report the result in two taps, agree with the other side or not."""

import re
from typing import Any, Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from core.messages import sentence
from core.numbers import read_number
from core.refusals import Refusal
from tournaments.live import topic_of
from tournaments.models import Entry, Pairing, Report, Result
from tournaments.pages.people import my_multiplayer_pairing, reschedule_request
from tournaments.pages.people.session import account_of, session_entry_ids
from tournaments.pages.refusals import private, refusing
from tournaments.reading import events, participants
from tournaments.rules.tables.results import allowed_scores, check_score
from tournaments.services import results, typed_results

SCORE: Final = re.compile(r"([0-9]{1,2})-([0-9]{1,2})")

Sets = tuple[int, int]
"""The sets of our side and of theirs."""


class SideOfMatch(NamedTuple):
    """A match as one of its two sides sees it."""

    pairing: Pairing
    ours: Entry
    theirs: Entry | None

    def turned(self, sets: Sets) -> Sets:
        """From ours and theirs to `a` and `b`, or back."""
        if self.pairing.a_id == self.ours.pk:
            return sets
        return sets[1], sets[0]

    def sets_of(self, record: Report | Result | None) -> Sets | None:
        if record is None:
            return None
        return self.turned((record.sets_a, record.sets_b))


@private
@refusing
def my_pairing(request: HttpRequest, pairing_id: int) -> HttpResponse:
    """The reader's own pairing; others find it on the page of its round."""
    pairing = events.pairing(pairing_id, request.user)
    mine = participants.own_side(pairing, request.user, session_entry_ids(request))
    if pairing.several:
        return my_multiplayer_pairing.my_pairing(request, pairing, mine)
    side = side_of(pairing, mine)
    if request.method != "POST":
        return match_page(request, side)
    try:
        answer(request, side)
    except Refusal as refusal:
        # The refusal may come from a result that was set meanwhile: show that.
        fresh = side._replace(pairing=events.pairing(pairing_id, request.user))
        is_decided = refusal.code == "result.decided"
        if not is_decided or not counts_already(request, fresh):
            return match_page(request, fresh, refusal)
    return redirect("pairing", pairing_id)


def side_of(pairing: Pairing, mine: Entry) -> SideOfMatch:
    theirs = None
    for entry in pairing.entries:
        if entry != mine:
            theirs = entry
    return SideOfMatch(pairing, mine, theirs)


def answer(request: HttpRequest, side: SideOfMatch) -> None:
    """Report a score, agree with that of the other side, or ask for another day."""
    common: dict[str, Any] = {
        "pairing_id": side.pairing.pk,
        "entry_id": side.ours.pk,
        "by": account_of(request),
        "at": timezone.now(),
    }
    match request.POST.get("do"):
        case "day":
            reschedule_request.ask_for_day(request.POST, **common)
        case "confirm":
            report_id = read_number(request.POST.get("report"))
            results.confirm(report_id=report_id, **common)
        case _:
            sets_a, sets_b = side.turned(read_score(request.POST.get("score", "")))
            results.report(score=typed_results.played(sets_a, sets_b), **common)


def read_score(text: str) -> Sets:
    """Ours and theirs from `3-1`. Raises Refusal."""
    found = SCORE.fullmatch(text)
    if not found:
        raise Refusal("input.invalid")
    return int(found[1]), int(found[2])


def counts_already(request: HttpRequest, side: SideOfMatch) -> bool:
    """Whether a refused answer is what counts: it may have been sent twice."""
    result = side.pairing.result
    if result is None or result.source != Result.Source.PLAYERS:
        return False
    if request.POST.get("do") == "confirm":
        report_id = read_number(request.POST["report"])
        report = side.pairing.reports.filter(pk=report_id).first()
        return side.sets_of(report) == side.sets_of(result)
    return read_score(request.POST["score"]) == side.sets_of(result)


def match_page(
    request: HttpRequest, side: SideOfMatch, refusal: Refusal | None = None
) -> HttpResponse:
    pairing, event = side.pairing, side.pairing.round.stage.event
    sets_to_win = int(pairing.round.options["sets_to_win"])
    chosen = None
    if "score" in request.GET and not pairing.result_id:
        try:
            chosen = chosen_score(request, sets_to_win)
        except Refusal as impossible:
            refusal = impossible
    scores = allowed_scores(sets_to_win)
    reports = events.last_reports(pairing)
    our_report = reports.get(side.ours.pk)
    their_report = reports.get(side.theirs.pk) if side.theirs else None
    context = {
        "table": pairing,
        "event": event,
        "ours": side.ours,
        "theirs": side.theirs,
        "our_report": side.sets_of(our_report),
        "their_report": side.sets_of(their_report),
        "report_id": their_report.pk if their_report else None,
        "result": side.sets_of(pairing.result),
        "wins": [score for score in scores if score[0] > score[1]],
        "losses": [score for score in scores if score[0] < score[1]],
        "chosen": chosen,
        "different": "different" in request.GET,
        "refused": sentence(refusal) if refusal else "",
        "day": reschedule_request.match_day(pairing, side.ours),
        "live_topic": topic_of(event),
        "live_number": event.version,
    }
    status = refusal.status if refusal else 200
    return render(request, "tournaments/people/table.html", context, status=status)


def chosen_score(request: HttpRequest, sets_to_win: int) -> Sets:
    """The score of the first tap. Raises Refusal for one that no match ends with."""
    score = read_score(request.GET["score"])
    check_score(*score, sets_to_win)
    return score
