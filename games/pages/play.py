"""The page on which a reader picks a game and sits down with bots."""

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
from games.pages.option_fields import chosen_options, option_fields
from games.pages.vocabulary import chosen_words, words_of_reader
from games.rules.base import Json

FIRST_GAME: Final = next(iter(GAMES))
LEVEL_NAMES: Final = {"simple": _("simple"), "strong": _("strong")}


class PlayForm(forms.Form):
    """The opponents and the rules; a field left empty takes its usual value."""

    level = forms.ChoiceField(
        label=_("Bot strength"),
        choices=[(level, LEVEL_NAMES[level]) for level in LEVELS],
        required=False,
    )

    def __init__(self, game: str, data: Any = None) -> None:
        super().__init__(data)
        self.game = game
        self.usual: Json = GAMES[game].casual_options
        self.fields |= option_fields(GAMES[game], self.usual)

    def first(self) -> list[forms.BoundField]:
        """The fields that everyone sees: the number of players and the strength of the bots."""
        return [self[name] for name in ("players", "level") if name in self.fields]

    def rules(self) -> list[forms.BoundField]:
        return [field for field in self if field.name not in ("players", "level")]

    def options(self) -> Json:
        chosen = chosen_options(GAMES[self.game], self.cleaned_data)
        return self.usual | chosen


class PlayThrottle(SimpleRateThrottle):
    """By network address; a whole bar may share one."""

    rate = "60/min"

    def get_cache_key(self, request: Any, view: Any) -> str:
        return f"play-{self.get_ident(request)}"


@cache_control(private=True, no_store=True)
@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest) -> HttpResponse:
    """The games that can be played, and a button that opens a match with bots."""
    if request.method != "POST":
        game = request.GET.get("game", FIRST_GAME)
        return page(request, PlayForm(game if game in GAMES else FIRST_GAME), 200)
    game = request.POST.get("game", FIRST_GAME)
    form = PlayForm(game if game in GAMES else FIRST_GAME, request.POST)
    if not form.is_valid() or game not in GAMES:
        return page(request, form, 400)
    if not PlayThrottle().allow_request(request, None):  # type: ignore[arg-type]
        return page(request, form, 429, Refusal("match.too_often"))
    return opened(request, form)


def opened(request: HttpRequest, form: PlayForm) -> HttpResponse:
    """A redirect to a new match of the user or a new guest, or the page with a refusal."""
    if not request.user.is_authenticated:
        login(request, new_guest(), backend="django.contrib.auth.backends.ModelBackend")
    try:
        match = casual.open_casual_match(
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
    open_matches = []
    if request.user.is_authenticated:
        for match in casual.open_matches_of(request.user):
            open_matches.append((match, GAMES[match.game].name))
    game = GAMES[form.game]
    context = {
        "form": form,
        "games": GAMES,
        "game": game,
        "open_matches": open_matches,
        "refused": refusal and sentence(refusal),
        "glossary": game.terms(chosen_words(request) or words_of_reader()),
    }
    return render(request, "games/play.html", context, status=status)
