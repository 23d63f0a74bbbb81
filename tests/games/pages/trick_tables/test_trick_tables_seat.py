"""Mü and Mizzaire on a page: what a seat says, words and choices."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.template.loader import get_template
from django.test import Client

from accounts.models import User
from core.chance import Stream
from games import casual, services
from games.catalogue import GAMES
from games.models import Match
from tests.conftest import NOW
from tests.games.pages.conftest import Page, Reader
from tests.games.pages.trick_tables.trick_pages import (
    PACKS,
    PLAYERS,
    buttons,
    play,
    play_until,
    view,
)

pytestmark = pytest.mark.django_db


# --- what one says ---


def test_the_cards_chosen_are_those_revealed(
    table: Callable[..., tuple[Match, Reader]],
) -> None:
    match, me = table("mu", 4)
    play(match, Stream(b"x"))
    page = me.look()
    card = re.findall(r'name="card" value="(..)"', page.html)[4]
    me.say(page, "reveal", card=[card])
    assert match.moves.last().text == f"reveal {card}"
    assert "muestro 1" in me.look().html


@pytest.mark.parametrize(
    "chosen",
    [[], ["R9", "R9"], ["Z1"], ["B1"] * 40],
    ids=["none", "twice", "unknown", "forty"],
)
def test_a_reveal_that_cannot_be_is_refused_without_effect(
    table: Callable[..., tuple[Match, Reader]], chosen: list[str]
) -> None:
    match, me = table("mu", 4)
    play(match, Stream(b"x"))
    page = me.say(me.look(), "reveal", card=chosen)
    assert page.status in (400, 422)
    assert "data-refused" in page.html
    assert match.moves.count() == 1


def test_a_card_that_does_not_follow_suit_is_refused_and_the_page_says_why(
    table: Callable[..., tuple[Match, Reader]],
) -> None:
    """MIZ-16."""
    match, me = table("mizzaire", 4)
    play_until(
        match,
        lambda seen: (
            seen["to_act"] == 0
            and any(
                choice["code"] == "mizzaire.follow_suit" for choice in seen["choices"]
            )
        ),
    )
    page = me.look()
    barred = [say for say, may in buttons(page).items() if not may]
    assert barred
    assert page.html.count(
        "Follow suit: you hold a card of the suit that was led."
    ) > len(barred)
    number = match.moves.count()
    answer = me.say(page, barred[0])
    assert answer.status == 422
    assert "Follow suit" in answer.html
    assert match.moves.count() == number


def test_the_dealers_forbidden_call_is_dimmed_and_explained(
    table: Callable[..., tuple[Match, Reader]],
) -> None:
    """MIZ-9."""
    match, me = table("mizzaire", 2)
    play_until(
        match,
        lambda seen: seen["phase"] == "call" and seen["to_act"] == 0 == seen["dealer"],
    )
    seen, page = view(match, 0), me.look()
    called = sum(seat["call"] or 0 for seat in seen["seats"])
    barred = [
        say for say, may in buttons(page).items() if not may and say.startswith("call")
    ]
    assert barred == [f"call {seen['size'] - called}"]
    assert f"must not add up to {seen['size']}, the number of tricks" in page.html


def test_the_vice_and_the_boss_name_trumps_by_their_names_and_the_boss_a_partner(
    table: Callable[..., tuple[Match, Reader]],
) -> None:
    match, me = table("mu", 4, deals=100)
    play_until(match, lambda seen: seen["phase"] == "boss" and seen["to_act"] == 0)
    page = me.look("?words=de")
    assert ">kein Trumpf</button>" in page.html
    me.say(page, "trump none")
    page = me.look()
    names = [
        match.seatings.get(seat=n).name
        for n in range(1, 4)
        if n != view(match, 0)["vice"]
    ]
    assert all(f">{name}</button>" in page.html for name in names)
    assert sum(
        say.startswith("partner") and may for say, may in buttons(page).items()
    ) == len(names)


def test_whoever_waits_reads_why_no_card_can_be_played(
    table: Callable[..., tuple[Match, Reader]],
) -> None:
    match, me = table("mizzaire", 4)
    play_until(
        match,
        lambda seen: (
            seen["phase"] == "play" and seen["deal"] > 1 and seen["to_act"] != 0
        ),
    )
    page = me.look()
    assert not any(buttons(page).values())
    assert 'title="It is not your turn."' in page.html


def test_a_move_too_late_shows_what_happened_meanwhile(four: list[User]) -> None:
    sitters = [services.Sitter(user.pk, str(user)) for user in four]
    match = services.open_match(services.Opening("mizzaire", {}, sitters), at=NOW)
    play(match, Stream(b"x"))
    late = Reader(four[2], match)
    page = late.look()
    play(match, Stream(b"x"), "call 1")
    answer = late.say(page, "call 0")
    assert answer.status == 409
    assert "Meanwhile: Ane: pido 1." in answer.html


# --- words ---


@pytest.mark.parametrize("game", PACKS)
def test_a_table_speaks_each_vocabulary_in_full(game: str) -> None:
    words = GAMES[game].vocabulary
    for code in words.CODES:
        names = [words.card(code, text) for text in dict.fromkeys(PACKS[game].texts)]
        assert len(set(names)) == len(names)
        assert all(GAMES[game].terms(code))
        assert all(words.word(code, key) for key in GAMES[game].table_page.named)


@pytest.mark.parametrize(
    ("code", "word"),
    [("es", "triunfo"), ("eu", "triunfoa"), ("de", "Trumpf"), ("en", "trump")],
)
def test_the_table_speaks_the_chosen_words(
    table: Callable[..., tuple[Match, Reader]], code: str, word: str
) -> None:
    match, me = table("mizzaire", 4)
    play(match, Stream(b"x"))
    assert f"<span>{word}</span>" in me.look(f"?words={code}").html


# --- choosing a game ---


def test_every_game_has_a_template_for_its_table() -> None:
    for code in GAMES:
        assert get_template(f"games/{code}/table.html")


@pytest.mark.parametrize(("game", "players"), PLAYERS)
def test_the_page_of_a_game_seats_a_guest_with_as_many_bots_as_chosen(
    client: Client, game: str, players: int
) -> None:
    page = unescape(
        client.get(
            f"/play/?game={game}", headers={"Accept-Language": "en"}
        ).content.decode()
    )
    assert f"Play {GAMES[game].name}" in page
    assert 'name="players"' in page
    answer = client.post(
        "/play/", {"game": game, "players": players, "level": "strong"}
    )
    match = Match.objects.get()
    assert answer["Location"] == f"/matches/{match.pk}/"
    assert (match.game, match.options["players"], match.seatings.count()) == (
        game,
        players,
        players,
    )
    assert Page(client.get(answer["Location"])).status == 200


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": 9},
        {"players": "x"},
        {"first_lead": "nobody"},
        {"round11_trump": "7"},
    ],
    ids=str,
)
def test_rules_that_the_game_has_not_are_refused(
    client: Client, wrong: dict[str, object]
) -> None:
    assert client.post("/play/", {"game": "mizzaire", **wrong}).status_code == 400
    assert not Match.objects.exists()


def test_play_again_is_by_the_same_rules_with_the_same_bots(four: list[User]) -> None:
    options = {"deals": 1, "players": 3, "allow_same_trump": False}
    match = casual.open_casual_match(
        by=four[0], game="mu", options=options, at=NOW, level="strong"
    )
    play_until(match, lambda seen: seen["outcome"] is not None)
    me = Reader(four[0], match)
    form = re.search(
        r'<form method="post" action="/play/">(.*?)</form>', me.look().html, re.S
    )
    assert form
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[1]))
    me.client.post("/play/", fields)
    again = Match.objects.exclude(pk=match.pk).get()
    assert again.options == match.options
    assert [seat.user for seat in again.seatings.all()] == [
        seat.user for seat in match.seatings.all()
    ]
