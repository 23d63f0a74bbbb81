"""The catalogues: every text of ours is in Spanish, Basque and German, and every page speaks its
reader's language.
"""

import ast
import html
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import polib
import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import get_resolver, reverse

from accounts.models import User
from core.messages import SENTENCES
from games import verification
from tournaments.models import Event, Pairing, Stage
from tournaments.pages import labels
from tournaments.pages.desk import log

ROOT = Path(__file__).parent.parent
CODE = ("accounts", "config", "core", "games", "tournaments")
REFUSALS = {
    "Refusal",
    "IllegalMove",
    "BadNotation",
    "BadOption",
    "OutOfDate",
    "NotAllowed",
    "NotFound",
}
REFUSALS |= {"Untrue", "TooSoon", "TooMany"}
CAUGHT = "move.not_canonical"
"""The checker of records catches it itself, and says that a move is not written as its game writes
it.
"""

LANGUAGES = ("es", "eu", "de")

Key = tuple[str | None, str, str]
"""Context, text and plural of an entry; the last two are what the sources say."""

languages = pytest.mark.parametrize("language", LANGUAGES)


def catalogue(language: str) -> Any:
    return polib.pofile(str(ROOT / f"locale/{language}/LC_MESSAGES/django.po"))


def translations(entry: Any) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def by_key(entries: Any) -> dict[Key, list[str]]:
    return {
        (entry.msgctxt, entry.msgid, entry.msgid_plural): translations(entry)
        for entry in entries
    }


def fields(text: str, flags: list[str]) -> set[str]:
    """The placeholders of a text, as written: `{name!r}`, `%(name)s`."""
    if "python-format" in flags:
        return set(re.findall(r"%(?:\(\w+\))?[a-z%]", text))
    return {
        f"{name}!{how}:{form}"
        for _, name, form, how in Formatter().parse(text)
        if name is not None
    }


# --- the catalogues ---


@languages
def test_every_text_is_translated_and_none_is_a_guess(language: str) -> None:
    catalogue_ = catalogue(language)
    assert len(catalogue_) > 700
    assert [
        entry.msgid
        for entry in catalogue_
        if entry.fuzzy or not all(translations(entry))
    ] == []
    assert catalogue_.obsolete_entries() == []


@languages
def test_a_translation_has_the_placeholders_of_its_text(language: str) -> None:
    def differs(entry: Any) -> bool:
        # Of one thing a text may leave the number out, as the English one does.
        originals = [
            fields(text, entry.flags)
            for text in (entry.msgid, entry.msgid_plural)
            if text
        ]
        return any(
            fields(text, entry.flags) not in originals for text in translations(entry)
        )

    assert [entry.msgid for entry in catalogue(language) if differs(entry)] == []


@languages
def test_a_translation_has_the_tags_of_its_text(language: str) -> None:
    def tags(text: str) -> list[str]:
        return sorted(re.findall(r"<[^>]*>", text))

    entries = catalogue(language)
    assert [
        e.msgid
        for e in entries
        if any(tags(text) != tags(e.msgid) for text in translations(e))
    ] == []


@languages
def test_the_compiled_catalogue_is_that_of_the_texts(language: str) -> None:
    compiled = polib.mofile(str(ROOT / f"locale/{language}/LC_MESSAGES/django.mo"))
    assert by_key(compiled) == by_key(catalogue(language))
    assert (
        compiled.metadata["Plural-Forms"]
        == catalogue(language).metadata["Plural-Forms"]
    )


@pytest.fixture(scope="module")
def extracted(tmp_path_factory: pytest.TempPathFactory) -> set[Key]:
    """What `manage.py makemessages` finds in a copy of the sources."""
    if shutil.which("xgettext") is None:
        pytest.skip("no xgettext")
    copy = tmp_path_factory.mktemp("sources")
    for part in (*CODE, "templates"):
        shutil.copytree(
            ROOT / part,
            copy / part,
            ignore=shutil.ignore_patterns("__pycache__", "migrations"),
        )
    (copy / "locale").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(copy)
        patch.setattr("django.conf.settings.LOCALE_PATHS", [copy / "locale"])
        call_command("makemessages", locale=["eu"], verbosity=0)
    return set(by_key(polib.pofile(str(copy / "locale/eu/LC_MESSAGES/django.po"))))


@languages
def test_the_catalogue_has_exactly_the_texts_of_the_sources(
    language: str, extracted: set[Key]
) -> None:
    own = set(by_key(catalogue(language)))
    assert extracted - own == set(), "not in the catalogue"
    assert own - extracted == set(), "no longer in the sources"


@languages
def test_sentences_chosen_by_code_are_in_the_catalogue(language: str) -> None:
    """They reach gettext as values of these tables, where a search for calls does not see them."""
    get_resolver().url_patterns  # noqa: B018
    tables = (SENTENCES, verification.SENTENCES, log.SENTENCES, log.UNPLAYED)
    tables = (*tables, labels.TAKEN, labels.CIRCUIT)
    told = {sentence for table in tables for sentence in table.values()}
    assert told - {entry.msgid for entry in catalogue(language)} == set()


# --- refusals ---


def codes(source: str) -> Iterator[str]:
    """The literal codes of the refusals that this source makes."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(
            node.func, ast.Name | ast.Attribute
        ):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            match node.args:
                case [ast.Constant(value=str(code)), *_] if name in REFUSALS:
                    yield code


def test_every_refusal_has_a_sentence() -> None:
    get_resolver().url_patterns  # noqa: B018
    sources = [
        path.read_text() for part in CODE for path in (ROOT / part).rglob("*.py")
    ]
    made = {code for source in sources for code in codes(source)}
    assert len(made) > 50
    assert made - SENTENCES.keys() - verification.SENTENCES.keys() == {CAUGHT}


def test_the_search_for_refusals_finds_one() -> None:
    assert list(
        codes("raise games.OutOfDate('a.b', n=1)\nraise Refusal(code)\nValueError('c')")
    ) == ["a.b"]


# --- pages ---


def texts(page: str) -> set[str]:
    """The pieces of text of a page, but for the names of the languages in their own language."""
    body = re.sub(
        r"<(script|style|button [^>]*lang=).*?</(script|style|button)>",
        "",
        page,
        flags=re.S,
    )
    pieces = re.split(r"<[^>]*>|&nbsp;", body)
    return {html.unescape(" ".join(piece.split())) for piece in pieces} - {""}


def english(language: str) -> set[str]:
    """The English texts that this language says otherwise."""
    return {
        text
        for (_, text, _), told in by_key(catalogue(language)).items()
        if text not in told
    }


@pytest.fixture
def pages(running: Callable[..., Stage], make_event: Callable[..., Event]) -> list[str]:
    """The addresses that everybody may read: of an event that is being played, and of one that
    takes entries.
    """
    event = running(5).event
    of_event = [
        reverse(name, args=[event.pk])
        for name in ("event", "event_entries", "bracket", "standings")
    ]
    numbered = [
        reverse(name, args=[event.pk, 1])
        for name in ("round", "draw", "sheet_tables", "sheet_names")
    ]
    register = reverse("register", args=[make_event(name="Abierto").pk])
    alone = [
        reverse(name)
        for name in ("home", "play", "verify", "account_login", "account_signup")
    ]
    return [
        *alone,
        *of_event,
        *numbered,
        register,
        reverse("club", args=[event.club.slug]),
        "/nowhere/",
    ]


@pytest.mark.django_db
@languages
def test_a_page_is_in_the_language_of_its_reader(
    language: str, pages: list[str]
) -> None:
    left = english(language) | {
        "Sign In",
        "Sign Up",
        "Username:",
        "Password:",
        "Remember Me:",
    }
    for address in pages:
        page = (
            Client()
            .get(address, headers={"Accept-Language": language})
            .content.decode()
        )
        assert f'<html lang="{language}"' in page, address
        assert texts(page) & left == set(), address


@pytest.mark.django_db
@languages
def test_the_organisers_pages_are_in_the_language_of_their_reader(
    language: str, running: Callable[..., Stage], organiser: User, client: Client
) -> None:
    event = running(5).event
    client.force_login(organiser)
    of_club = [
        reverse(name, args=[event.club.slug])
        for name in ("club_desk", "event_new", "circuit_new")
    ]
    names = (
        "desk",
        "event_edit",
        "desk_plan",
        "desk_conduct_rules",
        "desk_qualifiers",
        "calendar",
        "event_cancel",
    )
    of_event = [reverse(name, args=[event.pk]) for name in names]
    at_table = [
        reverse(name, args=[Pairing.objects.get(table=1).pk])
        for name in ("desk_result", "desk_conduct")
    ]
    left = english(language) - {"organiser", "referee"}  # who are called so here
    for address in (*of_club, *of_event, *at_table):
        page = client.get(
            address, headers={"Accept-Language": language}
        ).content.decode()
        assert texts(page) & left == set(), address


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "heading", "day"),
    [
        ("es", "Torneos de mus", "sábado 2 de mayo de 2026, 22:00"),
        ("eu", "Mus txapelketak", "2026ko maiatzaren 2a, larunbata, 22:00"),
        ("de", "Mus-Turniere", "Samstag, 2. Mai 2026, 22:00"),
        ("en", "Mus tournaments", "Saturday 2 May 2026, 22:00"),
    ],
)
def test_the_home_page_has_the_words_and_the_dates_of_each_language(
    language: str, heading: str, day: str, event: Event
) -> None:
    page = Client().get("/", headers={"Accept-Language": language}).content.decode()
    assert {heading, day} <= texts(page)


@pytest.mark.django_db
def test_the_search_for_english_finds_it_on_an_english_page() -> None:
    page = Client().get("/", headers={"Accept-Language": "en"}).content.decode()
    assert {"Play", "Log in", "Check a match record"} <= texts(page) & english("de")


@pytest.mark.django_db
def test_a_reader_of_another_language_gets_spanish() -> None:
    page = Client().get("/", headers={"Accept-Language": "ja"}).content.decode()
    assert '<html lang="es"' in page
