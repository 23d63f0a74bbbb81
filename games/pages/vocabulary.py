"""The vocabularies of the tables, and the one that a reader has chosen."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from games.models import Match

VOCABULARIES: Final = {
    "es": "Español",
    "eu": "Euskara (hegoaldea)",
    "eu-ipar": "Euskara (iparraldea)",
    "de": "Deutsch",
    "en": "English",
}


def vocabulary_of(request: HttpRequest, match: Match) -> str:
    """The vocabulary in ?words=, else the match's own.

    At a casual table the reader's earlier choice comes before the match's.
    """
    wanted = request.GET.get("words")
    if not wanted and not match.public:
        wanted = chosen_words(request)
    if wanted in VOCABULARIES:
        return wanted
    return match.words


def chosen_words(request: HttpRequest) -> str:
    """The vocabulary that this reader chose before; "" for none."""
    chosen = request.COOKIES.get("words", "")
    if chosen in VOCABULARIES:
        return chosen
    return ""


def words_of_reader() -> str:
    """The vocabulary in the reader's language, else the Spanish one."""
    language = get_language()
    if language in VOCABULARIES:
        return language
    return "es"


def with_vocabulary(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Remember the choice for the next page."""
    if request.GET.get("words") in VOCABULARIES:
        response.set_cookie(
            "words",
            request.GET["words"],
            max_age=365 * 86400,
            samesite="Lax",
            httponly=True,
        )
    return response
