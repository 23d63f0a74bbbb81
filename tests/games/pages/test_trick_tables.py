"""The table pages of Mü and Mizzaire: what a seat sees, may say and is told, with plain forms
alone.
"""

import re
from collections.abc import Callable
from html import unescape
from random import Random
from typing import Any

import pytest
from django.template.loader import get_template
from django.test import Client
from django.utils import timezone

from accounts.models import User
from core.chance import Stream
from games import casual, replay, services
from games.catalogue import GAMES
from games.models import Match
from games.rules.base import CHANCE, Json
from games.rules.cards import FRENCH, MU
from tests.conftest import NOW
from tests.games.pages.conftest import Page, Reader
from tests.games.rules.playing import some_move
from tests.games.stored import play_on

pytestmark = pytest.mark.django_db

PLAYERS = [("mu", 3), ("mu", 6), ("mizzaire", 2), ("mizzaire", 7)]
SOON = {"mu": {"deals": 2}, "mizzaire": {}}
SECRET = bytes(range(32))
"""The cards of these tables, the same each time."""
PACKS = {"mu": MU, "mizzaire": FRENCH}


def view(match: Match, seat: int | None) -> Json:
    match.refresh_from_db()
    return replay.rules_of(match).view(replay.position(match).state, seat)


def play(match: Match, stream: Stream, text: str = "") -> str:
    """Let whoever is to act say this, or any legal thing."""
    match.refresh_from_db()
    user = match.seatings.get(seat=match.to_act if match.to_act != CHANCE else 0).user
    if match.to_act == CHANCE:
        services.deal(match_id=match.pk, user=user, at=timezone.now())
        return "deal"
    game, position = replay.rules_of(match), replay.position(match)
    said = text or game.text(some_move(game, position.state, stream.below))
    services.play_move(
        match_id=match.pk,
        user=user,
        answers=match.version,
        client_id="",
        text=said,
        at=timezone.now(),
    )
    return said


def play_until(match: Match, until: Callable[[Json], bool]) -> None:
    """Legal moves of all seats by chance until the view of seat 0 is so, stored at once."""
    game, stream = replay.rules_of(match), Stream(b"pages")

    def say(state: Any) -> str | None:
        if until(game.view(state, 0)):
            return None
        assert game.to_act(state) is not None, "the match ended before"
        return game.text(some_move(game, state, stream.below))

    play_on(match, say)


def buttons(page: Page) -> dict[str, bool]:
    """What the buttons of the table say, and whether one may."""
    found = re.findall(
        r'<button class="(?:button call|naipe-button)"[^>]*? value="([^"]*)"([^>]*)>',
        page.html,
    )
    return {say: "aria-disabled" not in rest for say, rest in found}


@pytest.fixture
def table(four: list[User]) -> Callable[..., tuple[Match, Reader]]:
    """A friendly table with the reader in seat 0, not dealt."""

    def open_(game: str, players: int, **options: Any) -> tuple[Match, Reader]:
        chosen = {**SOON[game], "players": players, **options}
        match = casual.open_casual_match(by=four[0], game=game, options=chosen, at=NOW)
        Match.objects.filter(pk=match.pk).update(secret=SECRET)
        return match, Reader(four[0], match)

    return open_


# --- a whole match ---


@pytest.mark.parametrize(("game", "players"), PLAYERS)
@pytest.mark.slow
def test_a_whole_match_is_played_by_pressing_buttons_only(
    table: Callable[..., tuple[Match, Reader]], game: str, players: int
) -> None:
    match, me = table(game, players)
    page = Page(me.client.post(me.address, {"say": "deal"}, follow=True))
    stream, chance = Stream(b"others"), Random(1)
    while match.refresh_from_db() or match.to_act is not None:
        if match.to_act != 0:
            play(match, stream)
            continue
        page = me.look()
        legal = {
            choice["say"] for choice in view(match, 0)["choices"] if choice["legal"]
        }
        assert {say for say, may in buttons(page).items() if may} == legal
        say = chance.choice(sorted(legal))
        more = (
            {"card": re.findall(r'name="card" value="(..)"', page.html)[:1]}
            if say == "reveal"
            else {}
        )
        page = me.say(page, say, **more)
        assert page.status == 200, say
    page = me.look()
    outcome = replay.rules_of(match).outcome(replay.position(match).state)
    assert outcome
    assert ("You won" in page.html) == (
        outcome.places[0] == 1 and outcome.places.count(1) == 1
    )
    assert page.html.count("<td>1.</td>") == outcome.places.count(1)
    assert (
        f'filename="{game}-{match.pk}.txt"'
        in me.client.get(f"{me.address}record.txt")["Content-Disposition"]
    )


# --- what one sees ---


@pytest.mark.parametrize(("game", "players"), PLAYERS)
def test_a_seat_sees_its_own_cards_and_the_open_ones_and_a_spectator_only_these(
    table: Callable[..., tuple[Match, Reader]], game: str, players: int
) -> None:
    match, me = table(game, players, **({"deals": 100} if game == "mu" else {}))
    Match.objects.filter(pk=match.pk).update(public=True)
    names = {
        GAMES[game].vocabulary.card("es", text): text for text in PACKS[game].texts
    }
    any_name = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")
    stream = Stream(b"seen")
    for _ in range(60):
        play(match, stream)
        for reader, seat in ((me, 0), (Reader(None, match), None)):
            may_know = set(re.findall(r"'([A-Z0-9]{2})'", str(view(match, seat))))
            named = {names[name] for name in any_name.findall(reader.look().html)}
            assert named <= may_know


def test_in_the_blind_round_a_seat_calls_without_a_card_on_its_page(
    table: Callable[..., tuple[Match, Reader]],
) -> None:
    """MIZ-11, MIZ-B8."""
    match, me = table("mizzaire", 2)
    play_until(
        match,
        lambda seen: (
            seen["deal"] == 9 and seen["phase"] == "call" and seen["to_act"] == 0
        ),
    )
    page = me.look()
    assert "call before you see your cards" in page.html
    assert "naipe-button" not in page.html
    assert {f"call {n}" for n in range(8)} == buttons(page).keys()
    play_until(match, lambda seen: seen["phase"] == "play")
    assert me.look().html.count("naipe-button") == len(view(match, 0)["hand"])


def test_the_cards_of_the_trick_lie_before_those_who_played_them(
    table: Callable[..., tuple[Match, Reader]],
) -> None:
    match, me = table("mizzaire", 4)
    play_until(match, lambda seen: seen["deal"] == 3 and len(seen["trick"]) == 2)
    trick = view(match, 0)["trick"]
    leader = (view(match, 0)["to_act"] - 2) % 4
    rows = re.findall(r'<li class="seat.*?</li>', me.look().html, flags=re.S)
    assert sum('<span class="naipe' in row for row in rows) == 2
    lead = next(row for row in rows if "leads:" in row)
    assert str(match.seatings.get(seat=leader).name if leader else "You") in lead
    assert GAMES["mizzaire"].vocabulary.card("es", trick[0]) in lead


def test_revealed_cards_lie_open_and_are_played_like_those_of_the_hand(
    table: Callable[..., tuple[Match, Reader]],
) -> None:
    """MU-14, MU-32."""
    match, me = table("mu", 4, deals=100)
    play_until(
        match,
        lambda seen: (
            seen["phase"] == "tricks"
            and seen["to_act"] == 0
            and bool(seen["seats"][0]["row"])
        ),
    )
    seen, page = view(match, 0), me.look()
    assert sum(say.startswith("play ") for say in buttons(page)) == len(
        {*seen["hand"], *seen["seats"][0]["row"]}
    )
    assert page.html.count("naipe-button") == len(seen["hand"]) + len(
        seen["seats"][0]["row"]
    )
    assert "Open before You" in page.html


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
