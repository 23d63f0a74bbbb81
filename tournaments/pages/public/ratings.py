"""The ratings of a club's players and pairs, with their uncertainty."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from accounts.models import Club
from tournaments.reading.ratings import cached_ratings
from tournaments.rules.seasons.ratings import Rating, of_side

SHOWN = 200


@require_safe
def ratings(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_object_or_404(Club, slug=slug)
    players, pairs = cached_ratings(club)
    context = {
        "club": club,
        "players": players[:SHOWN],
        "pairs": pairs[:SHOWN],
        # What newcomers begin with.
        "player": Rating(),
        "pair": of_side({}, (1, 2)),
    }
    return render(request, "tournaments/public/ratings.html", context)
