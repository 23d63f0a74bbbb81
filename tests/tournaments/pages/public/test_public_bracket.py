"""Bracket, rounds and standings as everyone reads them."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from games.models import Match
from tests.conftest import NOW, written_by_hand
from tests.tournaments.pages.public.public_pages import text
from tournaments.models import Entry, Event, Pairing, Result, Stage
from tournaments.pages import labels
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.services import results, rounds, typed_results


@pytest.fixture
def open_round(organiser: User) -> Callable[[Stage], None]:
    return lambda stage: (
        rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW) and None
    )


@pytest.mark.parametrize("rest", ["bracket/", "rounds/1/", "standings/", "draws/1/"])
def test_before_the_draw_there_is_no_bracket(
    rest: str, anybody: Client, event: Event
) -> None:
    text(anybody, f"/events/{event.pk}/{rest}", 404)


def test_my_table_comes_first(
    anybody: Client,
    event: Event,
    enter: Callable[..., Entry],
    draw_bracket: Callable[[Event], Stage],
    four: list[User],
) -> None:
    mine = enter(event, "Ane", "Ainhoa", users=(four[0],))
    enter(event, "Beñat", "Bixente")
    anybody.force_login(four[0])
    assert "You're in! Your table will appear here after the draw." in text(
        anybody, f"/events/{event.pk}/"
    )
    draw_bracket(event)
    shown = text(anybody, f"/events/{event.pk}/")
    assert (
        shown.index("Your entry: Ane – Ainhoa")
        < shown.index("Table 1")
        < shown.index("Conditions")
    )
    assert "against Beñat – Bixente" in shown
    assert f'href="/entries/{mine.pk}/"' in shown


def test_a_phone_that_holds_the_key_of_an_entry_sees_its_table_too(
    anybody: Client, running: Callable[..., Stage]
) -> None:
    stage = running(2)
    entry = Entry.objects.filter(event=stage.event).first()
    assert entry is not None
    session = anybody.session
    session["entries"] = [entry.pk]
    session.save()
    assert "Your entry: Ane 0 – Jon 0" in text(anybody, f"/events/{stage.event_id}/")
    assert "Your entry" not in text(Client(), f"/events/{stage.event_id}/")


def test_the_bracket_is_a_list_for_every_round_with_the_matches_still_awaited(
    anybody: Client,
    running: Callable[..., Stage],
    play_round: Callable[..., None],
    open_round: Callable[..., None],
) -> None:
    stage = running(6, settings={"third_place": True})
    shown = text(anybody, f"/events/{stage.event_id}/bracket/")
    assert [
        shown.count(f"<h3>{name}</h3>")
        for name in ("Quarterfinals", "Semifinals", "Final")
    ] == [1, 1, 1]
    assert shown.count("Goes on without a match") == 2
    assert "Winner of match 1" in shown
    assert "Loser of match 3" in shown
    assert shown.count('<li class="meeting ') == 4 + 2 + 1 + 1
    assert shown.count(" open>") == 1
    assert shown.index(" open>") < shown.index("Quarterfinals")
    play_round(stage)
    open_round(stage)
    later = text(anybody, f"/events/{stage.event_id}/bracket/")
    assert (
        later.index("Quarterfinals") < later.index(" open>") < later.index("Semifinals")
    )
    assert "Winner of match 1" not in later
    assert later.count("<b>3</b>") == 2


@pytest.mark.parametrize(
    ("decision", "said"),
    [
        (typed_results.Decision("walkover", "b"), "without play"),
        (typed_results.Decision("double_walkover"), "lost by both sides"),
        (typed_results.Decision("void"), "void"),
    ],
    ids=["walkover", "double walkover", "void"],
)
def test_results_without_play_are_named(
    decision: typed_results.Decision,
    said: str,
    anybody: Client,
    running: Callable[..., Stage],
    play_round: Callable[..., None],
) -> None:
    stage = running(4)
    play_round(stage, decision)
    for rest in ("bracket/", "rounds/1/"):
        assert said in text(anybody, f"/events/{stage.event_id}/{rest}")


def test_a_report_says_who_won_until_the_other_side_confirms(
    anybody: Client, running: Callable[..., Stage]
) -> None:
    stage = running(2)
    table = Pairing.objects.get()
    a, b = (
        str(" – ".join(p.name for p in e.players.all()))
        for e in (table.a, table.b)
        if e
    )
    path = f"/events/{stage.event_id}/rounds/1/"
    results.report(
        pairing_id=table.pk,
        entry_id=table.b_id or 0,
        score=typed_results.played(1, 3),
        by=None,
        at=NOW,
    )
    shown = text(anybody, path)
    assert f"{b} say: {b} won 3–1." in shown
    assert "Not yet confirmed by the other side." in shown
    results.report(
        pairing_id=table.pk,
        entry_id=table.a_id or 0,
        score=typed_results.played(3, 2),
        by=None,
        at=NOW,
    )
    shown = text(anybody, path)
    assert f"{a} say: {a} won 3–2." in shown
    assert "The organisers decide." in shown


def in_app(
    stage_of: Callable[[Event], Stage],
    event: Event,
    enter: Callable[..., Entry],
    users: list[User],
) -> Pairing:
    enter(event, "Ane", "Ainhoa", users=(users[0], users[2]))
    enter(event, "Beñat", "Bixente", users=(users[1], users[3]))
    stage_of(event)
    return Pairing.objects.get()


def test_a_match_in_the_app_shows_its_score_in_stones_on_the_right_side(
    anybody: Client,
    make_event: Callable[..., Event],
    enter: Callable[..., Entry],
    draw_bracket: Callable[[Event], Stage],
    four: list[User],
) -> None:
    event = make_event(in_app=True)
    table = in_app(draw_bracket, event, enter, four)
    Match.objects.update(score={"won": [1, 0], "running": [13, 27], "sets": [[30, 5]]})
    first = (table.seats or {})["players"][0]
    assert table.a is not None
    first_is_a = first[0] == table.a.number
    shown = text(anybody, f"/events/{event.pk}/rounds/1/")
    assert "Amarracos: 2, piedras: 3, in points:" in shown
    assert "Inside the last five, 2 piedras:" in shown
    assert (shown.index(">13</b>") < shown.index(">27</b>")) == first_is_a
    assert (shown.index("1 set<") < shown.index("0 sets<")) == first_is_a
    assert f'href="/matches/{table.match_id}/"' in shown
    assert "13 points" in text(anybody, f"/events/{event.pk}/bracket/")


def test_a_table_is_found_by_three_letters_of_a_name(
    anybody: Client, running: Callable[..., Stage]
) -> None:
    stage = running(4)
    with written_by_hand():
        Entry.objects.filter(number=3).update(team_name="Ñandú")
    shown = text(anybody, f"/events/{stage.event_id}/rounds/1/?name=nand")
    assert shown.count("<h3>Table ") == 1
    assert "Ñandú" in shown
    assert "No player with that name" in text(
        anybody, f"/events/{stage.event_id}/rounds/1/?name=zzz"
    )


def test_the_standings_say_why(
    anybody: Client,
    running: Callable[..., Stage],
    play_round: Callable[..., None],
    open_round: Callable[..., None],
) -> None:
    stage = running(4, settings={"third_place": True})
    play_round(stage)
    assert "Still in. Now: Final." in text(
        anybody, f"/events/{stage.event_id}/standings/"
    )
    assert "Plays for third place against" in text(
        anybody, f"/events/{stage.event_id}/standings/"
    )
    open_round(stage)
    play_round(stage)
    shown = text(anybody, f"/events/{stage.event_id}/standings/")
    champion = Result.objects.get(pairing__round__code="final", pairing__slot=0).winner
    assert champion is not None
    name = " – ".join(player.name for player in champion.players.all())
    assert f"Lost to {name} (Final)." in shown
    assert "Won the final against" in shown
    assert "Won the match for third place against" in shown
    assert "Lost the match for third place to" in shown
    assert "Champions" in text(anybody, f"/events/{stage.event_id}/")
    assert f"Champions: <strong>{name}</strong>" in text(anybody, "/")


@pytest.mark.parametrize(
    ("why", "sentence"),
    [
        (
            {"code": "champion", "round": 2, "opponent": 7},
            "Won the final against Ane – Jon.",
        ),
        (
            {"code": "champion", "round": 2, "opponent": None},
            "Won the final without play: the other side did not turn up.",
        ),
        ({"code": "playing", "round": 1}, "Still in. Now: Semifinals."),
        (
            {"code": "lost", "round": 1, "opponent": 7},
            "Lost to Ane – Jon (Semifinals).",
        ),
        (
            {"code": "lost_walkover", "round": 2, "opponent": 7},
            "Ane – Jon went on without play (Final).",
        ),
        (
            {"code": "double_walkover", "round": 1, "opponent": 7},
            "Neither this side nor Ane – Jon went on (Semifinals).",
        ),
        (
            {"code": "third", "round": 2, "opponent": None},
            "Third, since the other side did not turn up.",
        ),
        (
            {"code": "fourth", "round": 2, "opponent": 7},
            "Lost the match for third place to Ane – Jon.",
        ),
        (
            {"code": "plays_for_third", "round": 2},
            "Waits for an opponent in the match for third place.",
        ),
    ],
    ids=lambda case: case["code"] if isinstance(case, dict) else "",
)
def test_a_reason_is_a_whole_sentence(why: dict[str, Any], sentence: str) -> None:
    with translation.override("en"):
        codes, names = {1: "semifinal", 2: "final"}, {7: "Ane – Jon"}
        told = labels.standing_reason(FORMATS["knockout"], why, codes, names)
        assert told == sentence
