"""Pages of a league: what everybody reads, what a pair finds, the desk, and the form of its event."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Club, User
from tests.conftest import NOW
from tests.pages import tidy
from tests.tournaments.leagues import League
from tournaments import signed_links
from tournaments.models import Entry, Event
from tournaments.rules.formats import round_robin
from tournaments.services import results, rounds, standings, typed_results
from tournaments.services.typed_results import Decision

pytestmark = pytest.mark.django_db

PAGES = (
    "",
    "entries/",
    "rounds/1/",
    "standings/",
    "draws/1/",
    "rounds/1/sheet/tables/",
    "rounds/1/sheet/names/",
)


def text(answer: Any) -> str:
    return tidy(answer.content.decode())


@pytest.fixture
def anybody() -> Client:
    return Client(headers={"Accept-Language": "en"})


@pytest.fixture
def desk(organiser: User) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(organiser)
    return client


@pytest.mark.parametrize("rest", PAGES)
def test_everybody_reads_every_page_and_no_phone_number(
    league: League, anybody: Client, rest: str
) -> None:
    stage = league.running(5)
    standings.recompute(stage_id=stage.pk)
    answer = anybody.get(f"/events/{stage.event_id}/{rest}")
    assert answer.status_code == 200
    assert "Ane 1" in text(answer) or not rest
    assert "600123456" not in text(answer)
    assert "Bracket" not in text(answer)


def test_there_is_no_bracket(league: League, anybody: Client) -> None:
    assert (
        anybody.get(f"/events/{league.running(4).event_id}/bracket/").status_code == 404
    )


@pytest.mark.parametrize(
    "rest", ["", "rounds/1/", "standings/", "rounds/1/sheet/names/"]
)
def test_the_number_of_queries_does_not_grow_with_the_field(
    league: League, anybody: Client, rest: str
) -> None:
    counts = []
    for pairs in (4, 12):
        stage = league.running(pairs)
        league.play_round(stage)
        standings.recompute(stage_id=stage.pk)
        with CaptureQueriesContext(connection) as made:
            anybody.get(f"/events/{stage.event_id}/{rest}")
        counts.append(len(made))
    assert counts[0] == counts[1] <= 14


def test_the_rules_say_how_often_all_meet_and_what_decides_the_order(
    league: League, anybody: Client
) -> None:
    event = league.event(
        0, settings={"legs": 2, "tie_breaks": ["match_wins", "direct", "lot"]}
    )
    shown = text(anybody.get(f"/events/{event.pk}/"))
    assert "<dt>How often everyone meets everyone</dt><dd>twice</dd>" in shown
    order = [
        shown.index(words)
        for words in (
            "matches won",
            "the matches between level entries",
            "the lot drawn",
        )
    ]
    assert order == sorted(order)
    assert "Third place" not in shown
    assert "Knockout" not in shown


def test_each_line_of_the_table_says_why_it_is_above_the_next(
    league: League, anybody: Client
) -> None:
    stage = league.running(4)
    address = f"/events/{stage.event_id}/standings/"
    league.play_round(stage)
    standings.recompute(stage_id=stage.pk)
    shown = text(anybody.get(address))
    assert "Not final" in shown
    assert "Level with Ane" in shown
    assert "by matches won: 1 to 0." in shown
    for _ in range(2):
        rounds.open_round(stage_id=stage.pk, by=None, at=NOW)
        league.play_round(stage)
    standings.recompute(stage_id=stage.pk)
    shown = text(anybody.get(address))
    assert "Not final" not in shown
    assert "Above Ane 2 – Jon 2 by matches won: 3 to 2." in shown
    assert "The last of the table." in shown
    assert (
        "Ane 1 – Jon 1"
        in text(anybody.get(f"/events/{stage.event_id}/")).split("Champions")[1][:200]
    )


def test_the_page_of_the_draw_shows_numbers_and_lots(
    league: League, anybody: Client
) -> None:
    stage = league.running(5)
    shown = text(anybody.get(f"/events/{stage.event_id}/draws/1/"))
    numbers, lots = shown.split("The numbers drawn")[1].split("The lots drawn")
    names = dict(stage.draw.field)
    for part, order in ((numbers, "numbers"), (lots, "lots")):
        places = [
            part.index(f"</b> {names[entry]}</li>")
            for entry in stage.draw.resolved[order]
        ]
        assert places == sorted(places)


def test_a_knockout_knows_no_order_of_a_table(league: League, anybody: Client) -> None:
    event = league.event(0, format="knockout")
    shown = text(anybody.get(f"/events/{event.pk}/"))
    assert "Knockout: one loss and you are out" in shown
    assert "Order of the table" not in shown


# --- a pair ---


def phone_of(entry: Entry) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.get(f"/e/{signed_links.key(signed_links.ENTRY, entry.pk)}/")
    return client


def test_a_pair_without_a_match_is_told_that_it_is_free(league: League) -> None:
    stage = league.running(5)
    free = stage.rounds.get().pairings.get(table=None).a
    shown = [
        text(phone_of(free).get(path))
        for path in (f"/entries/{free.pk}/", f"/events/{stage.event_id}/")
    ]
    assert all("You have a bye this round." in page for page in shown)


@pytest.mark.parametrize(
    ("decision", "words"),
    [
        (Decision(winner="a", sets_a=3, sets_b=1), "You won this match."),
        (Decision(winner="b", sets_a=1, sets_b=3), "You lost this match."),
        (Decision("double_walkover"), "Both sides lost without play."),
    ],
)
def test_nobody_goes_on_or_is_out_in_a_league(
    league: League, decision: Decision, words: str
) -> None:
    table = league.tables(league.running(4))[0]
    results.set_result(
        pairing_id=table.pk, decision=decision, reason="the sheet", by=None, at=NOW
    )
    shown = text(phone_of(table.a).get(f"/entries/{table.a_id}/"))
    assert words in shown
    assert "next round" not in shown
    assert "goes on" not in text(phone_of(table.a).get(f"/tables/{table.pk}/"))


# --- the desk ---


def test_the_desk_leads_a_league_to_its_end(league: League, desk: Client) -> None:
    event = league.event(4)
    path = f"/events/{event.pk}/desk/"
    assert "Next: announce the draw" in text(desk.get(path))
    desk.post(path, {"do": "announce", "kind": "numbers"})
    draw = event.draws.get()
    desk.post(path, {"do": "make", "draw": draw.pk, "beacon": "7 14"})
    draft = text(desk.get(path))
    assert "Every entry has exactly one number and one lot." in draft
    draw.refresh_from_db()
    assert f"<b>Number 1</b> {dict(draw.field)[draw.resolved['numbers'][0]]}" in draft
    desk.post(path, {"do": "publish", "draw": draw.pk})
    stage = event.stages.get()
    for number in (2, 3):
        assert "Tables without a result: 1, 2" in text(desk.get(path))
        league.play_round(stage)
        assert f"Next: open “Round {number}”" in text(desk.get(path))
        assert desk.post(path, {"do": "round", "round": number}).status_code == 302
    assert "The last round is being played" in text(desk.get(path))
    league.play_round(stage)
    assert "The event is over" in text(desk.get(path))


# --- the form ---

FORM = {
    "name": "Liga",
    "starts_at": "2030-05-01T20:00",
    "fee": "0",
    "capacity": "24",
    "words": "es",
    "game": "mus",
    "format": "round_robin",
}


@pytest.mark.parametrize(
    ("typed", "legs", "tie_breaks"),
    [
        ({}, 1, list(round_robin.FORMAT.tie_breaks)),
        (
            {
                "round_robin__legs": "2",
                "round_robin__tie_1": "",
                "round_robin__tie_last": "lot",
            },
            2,
            ["lot"],
        ),
        (
            {
                f"round_robin__{name}": said
                for name, said in zip(
                    ("legs", "tie_1", "tie_2", "tie_last"),
                    ("1", "match_wins", "direct", "lot"),
                    strict=True,
                )
            },
            1,
            ["match_wins", "direct", "lot"],
        ),
        ({"round_robin__tie_3": "sets_for"}, 1, ["sets_for", "shared"]),
    ],
)
def test_the_form_makes_a_league(
    club: Club, desk: Client, typed: dict[str, str], legs: int, tie_breaks: list
) -> None:
    answer = desk.post(f"/clubs/{club.slug}/events/new/", FORM | typed)
    assert answer.status_code == 302, text(answer)
    event = Event.objects.get()
    assert (event.format, event.settings) == (
        "round_robin",
        {"legs": legs, "tie_breaks": tie_breaks},
    )


def test_the_form_shows_what_is_set_and_before_that_what_is_usual(
    club: Club, desk: Client, league: League
) -> None:
    assert (
        desk.get(f"/clubs/{club.slug}/events/new/").context["form"]["format"].initial
        == "knockout"
    )
    new = desk.post(
        f"/clubs/{club.slug}/events/new/", FORM | {"shape": "again"}
    ).context["form"]
    assert [new[f"round_robin__tie_{n}"].initial for n in (1, 2, 3, 4)] == [
        *round_robin.FORMAT.tie_breaks[:-1],
        "",
    ]
    event = league.event(0, settings={"legs": 2, "tie_breaks": ["direct", "lot"]})
    form = desk.get(f"/events/{event.pk}/edit/").context["form"]
    shown = (
        form["format"].initial,
        form["round_robin__legs"].initial,
        form["round_robin__tie_1"].initial,
        form["round_robin__tie_last"].initial,
    )
    assert shown == ("round_robin", 2, "direct", "lot")


def test_a_tie_break_named_twice_is_said_on_the_form(club: Club, desk: Client) -> None:
    answer = desk.post(
        f"/clubs/{club.slug}/events/new/",
        FORM | {"round_robin__tie_1": "direct", "round_robin__tie_2": "direct"},
    )
    assert answer.status_code == 400
    assert "direct is named twice" in text(answer)


def test_more_sets_in_late_rounds_are_left_out_where_there_are_none(
    club: Club, desk: Client
) -> None:
    knockout = FORM | {"format": "knockout", "sets_final": "5"}
    assert desk.post(f"/clubs/{club.slug}/events/new/", knockout).status_code == 302
    event = Event.objects.get()
    assert event.round_options == {"final": {"sets_to_win": 5}}
    assert (
        desk.post(f"/events/{event.pk}/edit/", FORM | {"sets_final": "5"}).status_code
        == 302
    )
    event.refresh_from_db()
    assert (event.format, event.round_options) == ("round_robin", {})


def test_after_the_draw_the_form_keeps_the_league(league: League, desk: Client) -> None:
    event = league.running(4, settings={"tie_breaks": ["direct", "lot"]}).event
    answer = desk.post(
        f"/events/{event.pk}/edit/",
        FORM
        | {
            "name": "Liga nueva",
            "format": "knockout",
            "round_robin__tie_last": "shared",
        },
    )
    assert answer.status_code == 302, text(answer)
    event.refresh_from_db()
    assert (event.name, event.format, event.settings["tie_breaks"]) == (
        "Liga nueva",
        "round_robin",
        ["direct", "lot"],
    )


def test_tantos_have_a_column_where_they_are_known(
    league: League, anybody: Client
) -> None:
    stage = league.running(2)
    address, (table,) = f"/events/{stage.event_id}/standings/", league.tables(stage)
    for tantos, shown in ((None, False), ([[30, 12], [30, 28], [30, 4]], True)):
        decision = typed_results.played(3, 0, tantos)
        results.set_result(
            pairing_id=table.pk,
            decision=decision,
            reason="sheet",
            by=league.organiser,
            at=NOW,
        )
        standings.recompute(stage_id=stage.pk)
        assert (">Points</th>" in text(anybody.get(address))) == shown
