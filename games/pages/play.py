"""The page where one chooses a game and sits down with bots."""

from typing import Any, Final

from django import forms
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods
from rest_framework.throttling import SimpleRateThrottle

from accounts.services import new_guest
from core.messages import sentence
from core.refusals import NotAllowed, Refusal
from games import casual
from games.bot_player import LEVELS
from games.catalogue import GAMES
from games.models import Match
from games.pages.option_fields import chosen_options, option_fields
from games.pages.vocabulary import chosen_words, words_of_reader
from games.rules.base import Json

LEVEL_NAMES: Final = {"simple": _("simple"), "strong": _("strong")}


class PlayForm(forms.Form):
    """Who to play with and by which rules; what is left empty is as usual, as by the button of the home page."""

    level = forms.ChoiceField(
        label=_("The bots play"),
        choices=[(level, LEVEL_NAMES[level]) for level in LEVELS],
        required=False,
    )

    def __init__(self, game: str, data: Any = None) -> None:
        super().__init__(data)
        self.game = game
        self.usual: Json = GAMES[game].casual_options
        self.fields |= option_fields(GAMES[game], self.usual)

    def first(self) -> list[forms.BoundField]:
        """What everybody is asked: how many sit there, and how well the bots play."""
        return [self[name] for name in ("players", "level") if name in self.fields]

    def rules(self) -> list[forms.BoundField]:
        return [field for field in self if field.name not in ("players", "level")]

    def options(self) -> Json:
        chosen = chosen_options(GAMES[self.game], self.cleaned_data)
        return self.usual | chosen


class PlayThrottle(SimpleRateThrottle):
    """For each address; a whole bar shares one."""

    rate = "60/min"

    def get_cache_key(self, request: Any, view: Any) -> str:
        return f"play-{self.get_ident(request)}"


@cache_control(private=True, no_store=True)
@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest) -> HttpResponse:
    """What one plays here, and a button that opens a match with bots."""
    asked = request.POST if request.method == "POST" else request.GET
    game = asked.get("game", "mus")
    form = PlayForm(
        game if game in GAMES else "mus",
        request.POST if request.method == "POST" else None,
    )
    if request.method != "POST":
        return page(request, form, 200)
    if not form.is_valid() or game not in GAMES:
        return page(request, form, 400)
    if not PlayThrottle().allow_request(request, None):  # type: ignore[arg-type]
        return page(request, form, 429, Refusal("match.too_often"))
    return opened(request, form)


def opened(request: HttpRequest, form: PlayForm) -> HttpResponse:
    """The way to a new match of a guest or of whoever is logged in, or why there is none."""
    if not request.user.is_authenticated:
        login(request, new_guest(), backend="django.contrib.auth.backends.ModelBackend")
    try:
        match = casual.open_friendly(
            by=request.user,
            game=form.game,
            options=form.options(),
            at=timezone.now(),
            words=words_of_reader(),
            level=form.cleaned_data["level"] or LEVELS[0],
        )
    except NotAllowed as refusal:
        return page(request, form, 403, refusal)
    return redirect("match", match.pk)


def page(
    request: HttpRequest, form: PlayForm, status: int, refusal: Refusal | None = None
) -> HttpResponse:
    mine = (
        casual.open_matches_of(request.user)
        if request.user.is_authenticated
        else Match.objects.none()
    )
    pages = GAMES[form.game]
    context = {
        "form": form,
        "games": GAMES,
        "game": pages,
        "open_matches": [(match, GAMES[match.game].name) for match in mine],
        "refused": refusal and sentence(refusal),
        "glossary": pages.terms(chosen_words(request) or words_of_reader()),
    }
    return render(request, "games/play.html", context, status=status)
