"""What everybody may read of events, and what nobody reads there."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from accounts.models import Club, User
from games.models import Match
from tests.conftest import NOW, written_by_hand
from tests.pages import tidy
from tournaments.models import Draw, Entry, Event, Pairing, Result, Stage
from tournaments.pages import labels
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.services import (
    decisions,
    draws,
    registration,
    results,
    rounds,
    standings,
)

PHONE = "600123456"


@pytest.fixture
def anybody() -> Client:
    return Client(headers={"Accept-Language": "en"})


@pytest.fixture
def play_round(organiser: User) -> Callable[..., None]:
    """Decide all open tables of a stage for side a, 3-1 or as said, and bring the standings up to date."""

    def play(stage: Stage, decision: decisions.Decision | None = None) -> None:
        for table in Pairing.objects.filter(
            round__stage=stage, result=None, table__isnull=False
        ):
            sets = int(table.round.options["sets_to_win"])
            chosen = decision or decisions.played(sets, 1)
            results.set_result(
                pairing_id=table.pk,
                decision=chosen,
                reason="as written",
                by=organiser,
                at=NOW,
            )
        standings.recompute(stage_id=stage.pk)

    return play


@pytest.fixture
def open_round(organiser: User) -> Callable[[Stage], None]:
    return lambda stage: (
        rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW) and None
    )


def text(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status, path
    return tidy(answer.content.decode())


def pages_of(event: Event) -> Iterator[str]:
    yield from (
        f"/events/{event.pk}/{rest}"
        for rest in ("", "entries/", "bracket/", "rounds/1/", "standings/")
    )
    yield from (
        f"/events/{event.pk}/{rest}"
        for rest in ("draws/1/", "rounds/1/sheet/tables/", "rounds/1/sheet/names/")
    )
    yield from ("/", f"/clubs/{event.club.slug}/")


def test_home_offers_a_set_with_bots_and_lists_events(
    anybody: Client, event: Event
) -> None:
    shown = text(anybody, "/")
    assert "Play a set with three bots" in shown
    assert f'href="/events/{event.pk}/"' in shown
    assert "0 of 16 places taken" in shown


def test_home_leads_members_to_their_clubs(
    anybody: Client, club: Club, organiser: User
) -> None:
    assert "Your clubs" not in text(anybody, "/")
    anybody.force_login(organiser)
    assert f'href="/clubs/{club.slug}/"' in text(anybody, "/")


def test_home_without_events_says_so(anybody: Client, db: None) -> None:
    assert "There are no events yet." in text(anybody, "/")


def test_the_conditions_are_read_before_one_signs_up(
    anybody: Client, make_event: Callable[..., Event]
) -> None:
    event = make_event(
        fee="12.50",
        place="Frontón",
        settings={"third_place": True},
        options={"kings": 4, "points_per_set": 40, "royal": "coins"},
        round_options={"final": {"sets_to_win": 4}},
        deadline=None,
        starts_at=NOW,
        words="eu",
    )
    shown = text(anybody, f"/events/{event.pk}/")
    for said in (
        "12.50 € per pair",
        "Frontón",
        "16 of 16 left for pairs",
        "Friday 1 May 2026, 22:00",
        "<dt>Points in a set</dt><dd>40</dd>",
        "<dt>Sets that win the match</dt><dd>3</dd>",
        "<dt>Final</dt><dd>Sets that win the match: 4</dd>",
        "<dt>Kings</dt><dd>4 kings</dd>",
        "three sevens and the jack of coins",
        "<dt>Match for third place</dt><dd>yes</dd>",
        "Basque",
        "Sign up",
    ):
        assert said in shown, said


def test_a_full_event_offers_the_waiting_list(
    anybody: Client, make_event: Callable[..., Event], enter: Callable[..., Entry]
) -> None:
    event = make_event(capacity=2)
    for n in range(3):
        enter(event, f"Ane {n}", f"Jon {n}")
    assert "Full: join the waiting list" in text(anybody, f"/events/{event.pk}/")
    shown = text(anybody, f"/events/{event.pk}/entries/")
    assert shown.index("Ane 1") < shown.index("Waiting list") < shown.index("Ane 2")


def test_after_the_deadline_there_is_no_sign_up_button(
    anybody: Client, make_event: Callable[..., Event]
) -> None:
    event = make_event(deadline=NOW)
    assert "/register/" not in text(anybody, f"/events/{event.pk}/")


def test_once_it_is_played_nothing_is_said_of_places_left(
    anybody: Client, running: Callable[..., Stage]
) -> None:
    shown = text(anybody, f"/events/{running(2).event_id}/")
    assert "Fee" in shown
    assert not {
        said for said in ("Places", "left for pairs", "Sign up until") if said in shown
    }
    assert "places taken" not in text(anybody, "/")


def test_players_are_named_beside_the_name_of_their_team_alone(
    anybody: Client, event: Event, enter: Callable[..., Entry]
) -> None:
    enter(event, "Ane", "Jon")
    enter(event, "Miren", "Kepa", team_name="Los Txikis")
    shown = text(anybody, f"/events/{event.pk}/entries/")
    assert "Miren, Kepa" in shown
    assert "Ane, Jon" not in shown


def test_a_single_player_is_shown_as_looking_for_a_partner(
    anybody: Client, event: Event, enter: Callable[..., Entry]
) -> None:
    enter(event, "Ane")
    assert "looks for a partner" in text(anybody, f"/events/{event.pk}/entries/")


def test_no_page_shows_a_phone(
    anybody: Client, running: Callable[..., Stage], play_round: Callable[..., None]
) -> None:
    stage = running(5, settings={"third_place": True})
    play_round(stage)
    for path in pages_of(stage.event):
        assert PHONE not in text(anybody, path), path


def test_names_are_shown_as_text(
    anybody: Client, running: Callable[..., Stage], enter: Callable[..., Entry]
) -> None:
    stage = running(2)
    with written_by_hand():
        Entry.objects.filter(event=stage.event).update(
            team_name="<script>alert(1)</script>", club_name="<b>x"
        )
    with written_by_hand():
        Event.objects.update(
            name="<i>Torneo", intro="<script>alert(2)</script>", place="<u>"
        )
    for path in pages_of(stage.event):
        shown = anybody.get(path).content.decode()
        assert not {
            part for part in ("<script>a", "<b>x", "<i>T", "<u>") if part in shown
        }, path


@pytest.mark.parametrize(
    "rest", ["", "entries/", "bracket/", "rounds/1/", "standings/", "draws/1/"]
)
def test_an_event_in_preparation_is_seen_by_its_organisers_only(
    rest: str,
    anybody: Client,
    running: Callable[..., Stage],
    organiser: User,
    outsider: User,
) -> None:
    event = running(2).event
    with written_by_hand():
        Event.objects.update(state=Event.State.DRAFT)
    text(anybody, f"/events/{event.pk}/{rest}", 404)
    anybody.force_login(outsider)
    assert "Page not found" in text(anybody, f"/events/{event.pk}/{rest}", 404)
    anybody.force_login(organiser)
    assert "live.js" not in text(
        anybody, f"/events/{event.pk}/{rest}"
    )  # there is no topic to hear of


@pytest.mark.parametrize(
    "path",
    [
        "/nix/",
        "/events/0/",
        "/events/99999999999999999999/",
        "/clubs/nix/",
        "/events/{}/rounds/9/",
        "/events/{}/draws/9/",
        "/events/{}/rounds/0/",
        "/events/{}/rounds/99999999999999999999/",
        "/events/{}/draws/99999999999999999999/",
    ],
)
def test_what_is_not_there_is_a_plain_404(
    path: str, anybody: Client, running: Callable[..., Stage]
) -> None:
    assert "Page not found" in text(anybody, path.format(running(2).event_id), 404)


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
        (decisions.Decision("walkover", "b"), "without play"),
        (decisions.Decision("double_walkover"), "lost by both sides"),
        (decisions.Decision("void"), "void"),
    ],
    ids=["walkover", "double walkover", "void"],
)
def test_results_without_play_are_named(
    decision: decisions.Decision,
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
        score=decisions.played(1, 3),
        by=None,
        at=NOW,
    )
    shown = text(anybody, path)
    assert f"{b} say: {b} won 3–1." in shown
    assert "Not yet confirmed by the other side." in shown
    results.report(
        pairing_id=table.pk,
        entry_id=table.a_id or 0,
        score=decisions.played(3, 2),
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
            "Won the final, for which nobody came on the other side.",
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
            "Third, since nobody came for the other side.",
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


def test_a_draw_shows_its_secret_only_when_it_has_been_used(
    anybody: Client, event: Event, enter: Callable[..., Entry], organiser: User
) -> None:
    for n in range(3):
        enter(event, f"Ane {n}", f"Jon {n}")
    drawn = draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
    secret, path = bytes(drawn.secret).hex(), f"/events/{event.pk}/draws/1/"
    shown = text(anybody, path)
    assert drawn.field_hash in shown
    assert drawn.commitment in shown
    assert secret not in shown
    draws.make(draw_id=drawn.pk, by=organiser, at=NOW, beacon="campana 7")
    shown = text(anybody, path)
    assert secret in shown
    assert "campana 7" in shown
    assert "goes on without a match" in shown


def test_the_list_of_a_draw_is_shown_exactly_as_it_was_hashed(
    anybody: Client, running: Callable[..., Stage]
) -> None:
    event = running(3).event
    shown = anybody.get(f"/events/{event.pk}/draws/1/").content.decode()
    names = unescape(shown.partition('<pre class="names">')[2].partition("</pre>")[0])
    assert sha256(names.encode()).hexdigest() == Draw.objects.get().field_hash


def test_a_draw_of_partners_shows_the_cards_and_the_reserve(
    anybody: Client, event: Event, enter: Callable[..., Entry], organiser: User
) -> None:
    for n in range(5):
        enter(event, f"Solo {n}")
    drawn = draws.announce(event_id=event.pk, kind="teams", by=organiser, at=NOW)
    drawn = draws.make(draw_id=drawn.pk, by=organiser, at=NOW)
    shown = text(anybody, f"/events/{event.pk}/draws/1/")
    for cards in (drawn.resolved or {})["cards"].values():
        assert f"<code>{cards[0]}</code>" in shown
    assert "drew the lowest card and is the reserve" in shown
    draws.discard(draw_id=drawn.pk, reason="a name was missing", by=organiser, at=NOW)
    assert "This draw was discarded: a name was missing" in text(
        anybody, f"/events/{event.pk}/draws/1/"
    )


def test_the_sheets_name_every_player_once_and_every_table(
    anybody: Client, running: Callable[..., Stage]
) -> None:
    stage = running(5)
    by_name = text(anybody, f"/events/{stage.event_id}/rounds/1/sheet/names/")
    assert [
        by_name.count(f'<th scope="row">{who} {n}</th>')
        for who in ("Ane", "Jon")
        for n in range(5)
    ] == [1] * 10
    assert by_name.index('"row">Ane 4') < by_name.index('"row">Jon 0')
    by_table = text(anybody, f"/events/{stage.event_id}/rounds/1/sheet/tables/")
    assert by_table.count('<th scope="row" class="number">') == 1
    assert by_table.count("<li>") == 3


def test_pages_that_change_name_their_topic_and_number(
    anybody: Client, running: Callable[..., Stage]
) -> None:
    stage = running(2)
    number = Event.objects.get().version
    for rest in ("", "entries/", "bracket/", "rounds/1/", "standings/"):
        shown = text(anybody, f"/events/{stage.event_id}/{rest}")
        assert f'data-live="event-{stage.event_id}" data-number="{number}"' in shown
        assert "data-live-part=" in shown
        assert '<noscript><meta http-equiv="refresh" content="20"></noscript>' in shown


@pytest.mark.parametrize(
    "rest",
    ["", "entries/", "bracket/", "rounds/1/", "standings/", "rounds/1/sheet/names/"],
)
def test_the_number_of_queries_does_not_grow_with_the_field(
    rest: str,
    anybody: Client,
    running: Callable[..., Stage],
    play_round: Callable[..., None],
    make_event: Callable[..., Event],
) -> None:
    counts = []
    for pairs in (4, 16):
        stage = running(pairs, name=f"With {pairs}")
        play_round(stage)
        with CaptureQueriesContext(connection) as made:
            text(anybody, f"/events/{stage.event_id}/{rest}")
        counts.append(len(made))
    assert counts[0] == counts[1] <= 12


@pytest.mark.parametrize("rest", ["bracket/", "rounds/1/", "standings/"])
def test_what_all_watchers_see_is_made_once_for_each_state_of_the_event(
    rest: str,
    anybody: Client,
    running: Callable[..., Stage],
    play_round: Callable[..., None],
) -> None:
    stage = running(6)
    path = f"/events/{stage.event_id}/{rest}"
    with CaptureQueriesContext(connection) as first:
        before = text(anybody, path)
    with CaptureQueriesContext(connection) as second:
        text(anybody, path)
    assert len(second) < len(first)
    assert len(second) <= 5
    play_round(stage)
    assert text(anybody, path) != before


def test_ones_own_entry_is_marked_for_oneself_only(
    anybody: Client, running: Callable[..., Stage], play_round: Callable[..., None]
) -> None:
    stage = running(2)
    play_round(stage)
    entry = Entry.objects.filter(event=stage.event).first()
    assert entry is not None
    phone = Client()
    session = phone.session
    session["entries"] = [entry.pk]
    session.save()
    marked = f'data-entry="{entry.pk}" aria-current="true"'
    for rest in ("bracket/", "rounds/1/", "rounds/1/?name=ane", "standings/"):
        path = f"/events/{stage.event_id}/{rest}"
        assert (
            text(phone, path).count(marked)
            == text(phone, path).count('data-entry="') / 2
            == 1
        )
        assert marked not in text(anybody, path)


def test_the_home_page_takes_as_many_queries_for_many_events(
    anybody: Client, make_event: Callable[..., Event], club: Club
) -> None:
    counts = []
    for n in range(2):
        for m in range(3):
            make_event(name=f"Torneo {n} {m}")
        with CaptureQueriesContext(connection) as made:
            text(anybody, "/")
        counts.append(len(made))
    assert counts[0] == counts[1] <= 4


def test_withdrawn_entries_are_not_listed(
    anybody: Client, event: Event, enter: Callable[..., Entry]
) -> None:
    entry = enter(event, "Ane", "Jon")
    registration.withdraw_before_draw(entry_id=entry.pk, by=None, at=NOW)
    assert "Ane" not in text(anybody, f"/events/{event.pk}/entries/")


@pytest.mark.parametrize(
    "path", ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"]
)
def test_the_pages_of_accounts_look_like_ours(
    path: str, anybody: Client, db: None
) -> None:
    shown = text(anybody, path)
    assert "css/app.css" in shown
    assert 'class="button primary"' in shown
