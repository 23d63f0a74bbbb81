"""Pages of matches of any game: the table, the public view, the record."""

import re
from uuid import UUID, uuid4

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from core.messages import sentence
from core.refusals import BadNotation, NotFound, OutOfDate, Refusal
from games import queries, replay, services, table_talk
from games.api.serializers import MatchSerializer, SeenMatch
from games.catalogue import GAMES
from games.export import record_text
from games.models import Match
from games.pages.play import play
from games.pages.verify import verify
from games.pages.vocabulary import VOCABULARIES, vocabulary_of, with_vocabulary
from games.queries import Table
from games.rules.dealing import SEAT_SEED_MAX

CLIENT_ID = re.compile(r"[\x21-\x7e]{1,64}")

private = cache_control(private=True, no_store=True)
"""Cards are for nobody's cache."""


# --- the table ---


@private
@require_http_methods(["GET", "HEAD", "POST"])
def match(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The table as this viewer may see it; POST says something for their seat."""
    table = found(match_id, request)
    if request.method != "POST":
        return with_vocabulary(request, table_page(request, table))
    if "sure" not in request.POST and GAMES[
        table.match.game
    ].table_page.wants_certainty(request.POST):
        return table_page(request, table, sure=request.POST["say"])
    try:
        say(request, match_id)
    except Refusal as refusal:
        if (
            refusal.code != "match.dealt"
        ):  # somebody else dealt a moment before: all is as they wanted it
            return table_page(
                request, found(match_id, request), refusal.status, refusal
            )
    return redirect("match", match_id)


def found(match_id: UUID, request: HttpRequest) -> Table:
    try:
        return queries.table(match_id, request.user)
    except NotFound as refusal:
        raise Http404(sentence(refusal)) from refusal


def say(request: HttpRequest, match_id: UUID) -> None:
    """Play what the form says, or deal. Raises what `services.play_move` and `services.deal` raise."""
    posted = request.POST
    if posted.get("say") == "deal":
        services.deal(match_id=match_id, user=request.user, at=timezone.now())
        return
    answers, client_id = posted.get("answers", ""), posted.get("id", "")
    if not (
        answers.isdecimal() and len(answers) < 10 and CLIENT_ID.fullmatch(client_id)
    ):
        raise BadNotation("input.invalid")
    services.play_move(
        match_id=match_id,
        user=request.user,
        answers=int(answers),
        client_id=client_id,
        text=move_text(request),
        at=timezone.now(),
    )


def move_text(request: HttpRequest) -> str:
    """The text of the move: the button pressed, then the number and the cards that its form asks for, if it does."""
    said = request.POST.get("say", "")
    if not said:
        raise BadNotation("move.nothing_said")
    number = [n.strip() for n in request.POST.getlist("n")]
    return " ".join([said, *number, *request.POST.getlist("card")])[:1000]


def table_page(
    request: HttpRequest,
    table: Table,
    status: int = 200,
    refusal: Refusal | None = None,
    sure: str = "",
) -> HttpResponse:
    topic, noticed = table_talk.listening(
        table
    )  # before the rest: what comes meanwhile makes the page old
    position = replay.position(table.match)
    json = MatchSerializer(SeenMatch(table, position)).data
    shown = GAMES[table.match.game].table_page(
        json, vocabulary_of(request, table.match)
    )
    context = {
        "live_topic": topic,
        "live_number": position.number + bool(table.match.annulled_at) + noticed,
        "match": json,
        "view": json["view"],
        "shown": shown,
        "seconds_left": seconds_left(table.match),
        "client_id": uuid4().hex,
        "refused": refusal and shown.refusal(refusal),
        "happened": shown.happened(moves_since(request, table))
        if isinstance(refusal, OutOfDate)
        else [],
        "typed": request.POST,
        "chosen": request.POST.getlist("card"),
        "sure": sure,
        "vocabularies": VOCABULARIES,
        "seed": table.match.seat_seeds.get(str(table.seat), ""),
    }
    return render(
        request, f"games/{table.match.game}/table.html", context, status=status
    )


def moves_since(request: HttpRequest, table: Table) -> list[tuple[int, str]]:
    """What the seats have done since the position that a form answered; the latest ten."""
    answers = request.POST.get("answers", "")
    if not (answers.isdecimal() and len(answers) < 10):
        return []
    moves = (
        table.match.moves.filter(number__gt=int(answers))
        .exclude(seat=None)
        .order_by("-number")
    )
    return [
        (seat or 0, text)
        for seat, text in reversed(moves.values_list("seat", "text")[:10])
    ]


def seconds_left(match: Match) -> int | None:
    """Of the turn's clock; on the server's time, since the reader's may be wrong."""
    return (
        max(0, round((match.deadline - timezone.now()).total_seconds()))
        if match.deadline
        else None
    )


class SeedForm(forms.Form):
    seed = forms.CharField(max_length=SEAT_SEED_MAX)


@private
@require_POST
def match_seed(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Add words of one's own to the next shuffles."""
    table, form = found(match_id, request), SeedForm(request.POST)
    if not form.is_valid():
        return table_page(
            request, table, 400, Refusal("deal.seat_seed", max=SEAT_SEED_MAX)
        )
    try:
        services.add_seed(
            match_id=match_id, user=request.user, seed=form.cleaned_data["seed"]
        )
    except Refusal as refusal:
        return table_page(request, table, refusal.status, refusal)
    return redirect("match", match_id)


@private
@require_POST
def match_asides(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Sign, look up or say a phrase."""
    found(match_id, request)
    answers = request.POST.get("answers", "")
    given = request.POST.dict() | {
        "answers": int(answers) if answers.isdecimal() and len(answers) < 10 else None
    }
    try:
        table_talk.make(
            match_id=match_id,
            user=request.user,
            wanted=table_talk.Wanted.read(given),
            at=timezone.now(),
        )
    except Refusal as refusal:
        return table_page(request, found(match_id, request), refusal.status, refusal)
    return redirect("match", match_id)


# --- the record ---


@private
@require_safe
def match_record(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The match as a text file, once it is over."""
    table = found(match_id, request)
    if not table.match.over:
        return table_page(request, table, 409, OutOfDate("record.match_running"))
    headers = {
        "Content-Disposition": f'attachment; filename="{table.match.game}-{match_id}.txt"'
    }
    return HttpResponse(
        record_text(table), content_type="text/plain; charset=utf-8", headers=headers
    )


urlpatterns = [
    path("play/", play, name="play"),
    path("matches/<uuid:match_id>/", match, name="match"),
    path("matches/<uuid:match_id>/asides/", match_asides, name="match_asides"),
    path("matches/<uuid:match_id>/seed/", match_seed, name="match_seed"),
    path("matches/<uuid:match_id>/record.txt", match_record, name="match_record"),
    path("verify/", verify, name="verify"),
]
