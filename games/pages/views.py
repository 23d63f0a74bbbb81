"""Pages of a match of any game: the table and the record."""

import re
from collections.abc import Mapping
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
from core.numbers import parse_number
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
"""Cards belong in no cache."""


# --- the table ---


@private
@require_http_methods(["GET", "HEAD", "POST"])
def match(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The table as this viewer may see it; POST makes a move for their seat."""
    table = found(match_id, request)
    if request.method != "POST":
        return with_vocabulary(request, table_page(request, table))
    game_page = GAMES[table.match.game].table_page
    if "sure" not in request.POST and game_page.wants_certainty(request.POST):
        return table_page(request, table, sure=request.POST["say"])
    try:
        say(request, match_id)
    except Refusal as refusal:
        # Another seat dealt a moment before: that is what this one wanted, too.
        if refusal.code != "match.dealt":
            table = found(match_id, request)
            return table_page(request, table, refusal.status, refusal)
    return redirect("match", match_id)


def found(match_id: UUID, request: HttpRequest) -> Table:
    try:
        return queries.table(match_id, request.user)
    except NotFound as refusal:
        raise Http404(sentence(refusal)) from refusal


def say(request: HttpRequest, match_id: UUID) -> None:
    """Play the move in the form, or deal. Raises as `play_move` and `deal` do."""
    posted = request.POST
    if posted.get("say") == "deal":
        services.deal(match_id=match_id, user=request.user, at=timezone.now())
        return
    answers, client_id = move_count(posted), posted.get("id", "")
    if answers is None or not CLIENT_ID.fullmatch(client_id):
        raise BadNotation("input.invalid")
    services.play_move(
        match_id=match_id,
        user=request.user,
        answers=answers,
        client_id=client_id,
        text=move_text(request),
        at=timezone.now(),
    )


def move_count(posted: Mapping[str, str]) -> int | None:
    """The number of moves that the reader's page showed; None if the form has none."""
    return parse_number(posted.get("answers"), most_digits=9)


def move_text(request: HttpRequest) -> str:
    """The move's text: the button pressed, then the number and the cards of its form."""
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
    # First of all: whatever happens from here on makes the page stale.
    topic, noticed = table_talk.listening(table)
    position = replay.position(table.match)
    json = MatchSerializer(SeenMatch(table, position)).data
    game_page = GAMES[table.match.game].table_page
    shown = game_page(json, vocabulary_of(request, table.match))
    happened = []
    if isinstance(refusal, OutOfDate):
        happened = shown.happened(moves_since(request, table))
    context = {
        "live_topic": topic,
        "live_number": position.number + bool(table.match.annulled_at) + noticed,
        "match": json,
        "view": json["view"],
        "shown": shown,
        "seconds_left": seconds_left(table.match),
        "client_id": uuid4().hex,
        "refused": refusal and shown.refusal(refusal),
        "happened": happened,
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
    """The moves of the seats since the position that a form answered; the latest ten."""
    answers = move_count(request.POST)
    if answers is None:
        return []
    moves = table.match.moves.filter(number__gt=answers).exclude(seat=None)
    latest = moves.order_by("-number").values_list("seat", "text")[:10]
    return [(seat or 0, text) for seat, text in reversed(latest)]


def seconds_left(match: Match) -> int | None:
    """What is left on the turn's clock, by the server's time: the reader's may be wrong."""
    if match.deadline is None:
        return None
    left = match.deadline - timezone.now()
    return max(0, round(left.total_seconds()))


class SeedForm(forms.Form):
    seed = forms.CharField(max_length=SEAT_SEED_MAX)


@private
@require_POST
def match_seed(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Mix words of the player's own into the next shuffles."""
    table = found(match_id, request)
    form = SeedForm(request.POST)
    if not form.is_valid():
        refusal = Refusal("deal.seat_seed", max=SEAT_SEED_MAX)
        return table_page(request, table, 400, refusal)
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
    given = {**request.POST.dict(), "answers": move_count(request.POST)}
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
