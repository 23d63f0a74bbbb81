"""Which words are said at a table: the vocabularies, and which of them a reader has chosen."""

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
        response.set_cookie(
            "words",
            request.GET["words"],
            max_age=365 * 86400,
            samesite="Lax",
            httponly=True,
        )
    return response
