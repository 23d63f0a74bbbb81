"""Mü and Mizzaire on a page: a whole match."""

import re
from collections.abc import Callable
from random import Random

import pytest

from core.chance import Stream
from games import replay
from games.catalogue import GAMES
from games.models import Match
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
