"""Pages of matches of any game: opening one with bots, the table, the public view, the record."""

import re
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from rest_framework.throttling import SimpleRateThrottle

from accounts.services import new_guest
from games import friendly, live, presenting, queries, replay, services
from games.export import record_text
from games.models import Match
from games.queries import NotFound, Table
from games.rules.deal import SEAT_SEED_MAX
from games.rules.errors import BadNotation, Refusal
from games.services import NotAllowed, OutOfDate
from games.views.mus import terms
from games.views.tables import TABLES
from games.views.verify import verify
from games.wording import sentence, status_of

VOCABULARIES = {
    "es": "Español",
    "eu": "Euskara (hegoaldea)",
    "eu-ipar": "Euskara (iparraldea)",
    "de": "Deutsch",
    "en": "English",
}

CLIENT_ID = re.compile(r"[\x21-\x7e]{1,64}")

private = cache_control(private=True, no_store=True)
"""Cards are for nobody's cache."""


# --- a match with bots ---


def choice(label: Any, *values: int, usual: int) -> forms.TypedChoiceField:
    """A number to choose; the usual one if nothing is said, as by the button of the home page."""
    choices = [(value, value) for value in values]
    return forms.TypedChoiceField(
        label=label,
        choices=choices,
        coerce=int,
        initial=usual,
        empty_value=usual,  # type: ignore[arg-type]  # the stubs know only text
        required=False,
    )


class PlayForm(forms.Form):
    points = choice(_("Points for a set"), 30, 40, usual=30)
    sets = choice(_("Sets to win"), 1, 3, usual=1)
    kings = choice(_("Kings"), 8, 4, usual=8)

    def options(self) -> dict[str, int]:
        chosen = self.cleaned_data
        return {"points_per_set": chosen["points"], "sets_to_win": chosen["sets"], "kings": chosen["kings"]}


class PlayThrottle(SimpleRateThrottle):
    """For each address; a whole bar shares one."""

    rate = "60/min"

    def get_cache_key(self, request: Any, view: Any) -> str:
        return f"play-{self.get_ident(request)}"


@private
@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest) -> HttpResponse:
    """What one plays here, and a button that opens a match with three bots."""
    form = PlayForm(request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return play_page(request, form, 200)
    if not form.is_valid():
        return play_page(request, form, 400)
    if not PlayThrottle().allow_request(request, None):  # type: ignore[arg-type]
        return play_page(request, form, 429, Refusal("match.too_often"))
    if not request.user.is_authenticated:
        login(request, new_guest(), backend="django.contrib.auth.backends.ModelBackend")
    try:
        match = friendly.open_friendly(
            by=request.user, game="mus", options=form.options(), at=timezone.now(), words=words_of_reader()
        )
    except NotAllowed as refusal:
        return play_page(request, form, 403, refusal)
    return redirect("match", match.pk)


def play_page(request: HttpRequest, form: PlayForm, status: int, refusal: Refusal | None = None) -> HttpResponse:
    mine = friendly.open_matches_of(request.user) if request.user.is_authenticated else Match.objects.none()
    context = {
        "form": form,
        "open_matches": mine,
        "refused": refusal and sentence(refusal),
        "glossary": terms(chosen_words(request) or words_of_reader()),
    }
    return render(request, "games/play.html", context, status=status)


# --- the table ---


@private
@require_http_methods(["GET", "HEAD", "POST"])
def match(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The table as this viewer may see it; POST says something for their seat."""
    table = found(match_id, request)
    if request.method != "POST":
        return with_vocabulary(request, table_page(request, table))
    if "sure" not in request.POST and TABLES[table.match.game].wants_certainty(request.POST):
        return table_page(request, table, sure=request.POST["say"])
    try:
        say(request, match_id)
    except Refusal as refusal:
        if refusal.code != "match.dealt":  # somebody else dealt a moment before: all is as they wanted it
            return table_page(request, found(match_id, request), status_of(refusal), refusal)
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
    if not (answers.isdecimal() and len(answers) < 10 and CLIENT_ID.fullmatch(client_id)):
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
    request: HttpRequest, table: Table, status: int = 200, refusal: Refusal | None = None, sure: str = ""
) -> HttpResponse:
    position = replay.position(table.match)
    json = presenting.match_json(table, position) | presenting.clock_json(table)
    shown = TABLES[table.match.game](json, vocabulary_of(request, table.match))
    context = {
        "live_topic": live.match_topic(table.match.pk),
        "live_number": position.number + bool(table.match.annulled_at),
        "match": json,
        "view": json["view"],
        "shown": shown,
        "seconds_left": seconds_left(table.match),
        "client_id": uuid4().hex,
        "refused": refusal and shown.refusal(refusal),
        "happened": shown.happened(moves_since(request, table)) if isinstance(refusal, OutOfDate) else [],
        "typed": request.POST,
        "chosen": request.POST.getlist("card"),
        "sure": sure,
        "vocabularies": VOCABULARIES,
        "seed": table.match.seat_seeds.get(str(table.seat), ""),
    }
    return render(request, f"games/{table.match.game}/table.html", context, status=status)


def moves_since(request: HttpRequest, table: Table) -> list[tuple[int, str]]:
    """What the seats have done since the position that a form answered; the latest ten."""
    answers = request.POST.get("answers", "")
    if not (answers.isdecimal() and len(answers) < 10):
        return []
    moves = table.match.moves.filter(number__gt=int(answers)).exclude(seat=None).order_by("-number")
    return [(seat or 0, text) for seat, text in reversed(moves.values_list("seat", "text")[:10])]


def seconds_left(match: Match) -> int | None:
    """Of the turn's clock; on the server's time, since the reader's may be wrong."""
    return max(0, round((match.deadline - timezone.now()).total_seconds())) if match.deadline else None


class SeedForm(forms.Form):
    seed = forms.CharField(max_length=SEAT_SEED_MAX)


@private
@require_POST
def match_seed(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Add words of one's own to the next shuffles."""
    table, form = found(match_id, request), SeedForm(request.POST)
    if not form.is_valid():
        return table_page(request, table, 400, Refusal("deal.seat_seed", max=SEAT_SEED_MAX))
    try:
        services.add_seed(match_id=match_id, user=request.user, seed=form.cleaned_data["seed"])
    except Refusal as refusal:
        return table_page(request, table, status_of(refusal), refusal)
    return redirect("match", match_id)


# --- the words of the table ---


def vocabulary_of(request: HttpRequest, match: Match) -> str:
    """From ?words=; at a friendly table else as chosen before; else as the match has it."""
    asked = request.GET.get("words") or ("" if match.public else chosen_words(request))
    return asked if asked in VOCABULARIES else match.words


def chosen_words(request: HttpRequest) -> str:
    """The vocabulary that this reader has chosen before, "" if none."""
    chosen = request.COOKIES.get("words", "")
    return chosen if chosen in VOCABULARIES else ""


def words_of_reader() -> str:
    """The vocabulary in the reader's own language, else the Spanish one."""
    language = get_language() or ""
    return language if language in VOCABULARIES else "es"


def with_vocabulary(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Keep the choice for the next page."""
    if request.GET.get("words") in VOCABULARIES:
        response.set_cookie("words", request.GET["words"], max_age=365 * 86400, samesite="Lax", httponly=True)
    return response


# --- the record ---


@private
@require_safe
def match_record(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The match as a text file, once it is over."""
    table = found(match_id, request)
    if not table.match.over:
        return table_page(request, table, 409, OutOfDate("record.match_running"))
    headers = {"Content-Disposition": f'attachment; filename="{table.match.game}-{match_id}.txt"'}
    return HttpResponse(record_text(table), content_type="text/plain; charset=utf-8", headers=headers)


urlpatterns = [
    path("play/", play, name="play"),
    path("matches/<uuid:match_id>/", match, name="match"),
    path("matches/<uuid:match_id>/seed/", match_seed, name="match_seed"),
    path("matches/<uuid:match_id>/record.txt", match_record, name="match_record"),
    path("verify/", verify, name="verify"),
]
