"""Publications withdrawn, partners of other clubs, and the pages of a draft."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from core.refusals import Refusal
from games.models import Match
from tests.conftest import NOW, Api, written_by_hand
from tests.tournaments.draws_by_hand.swapping import (
    Running,
    breaking,
    code_of,
    mixed,
    swap,
)
from tournaments.models import Draw, Entry, Event, Pairing, Round, Stage
from tournaments.pages import draw_details
from tournaments.rules.draws.inputs import TeamSettings
from tournaments.services import draws, results
from tournaments.services.typed_results import played

pytestmark = pytest.mark.django_db


# --- taking a publication back ---


def withdraw(draw: Draw, by: Any) -> Draw:
    return draws.withdraw_publication(
        draw_id=draw.pk, reason="a pair was missing", by=by, at=NOW
    )


def test_a_publication_is_taken_back_while_nothing_has_happened(
    running: Running, organiser: Any
) -> None:
    stage = running(5)
    event, draw = stage.event, withdraw(stage.draw, organiser)
    assert (draw.state, draw.reason) == ("discarded", "a pair was missing")
    assert not Stage.objects.exists()
    assert not Round.objects.exists()
    event.refresh_from_db()
    assert (event.state, event.frozen_at) == ("closed", None)
    again = draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
    assert (again.number, again.round) == (2, 1)
    assert bytes(again.secret) != bytes(draw.secret)


def test_matches_that_nobody_has_begun_are_annulled(
    in_app: Running, organiser: Any
) -> None:
    stage = in_app()
    assert Match.objects.filter(annulled_at=None).count() == 1
    withdraw(stage.draw, organiser)
    assert Match.objects.filter(annulled_at=None).count() == 0


def test_a_publication_stays_once_something_was_said_or_decided(
    running: Running, organiser: Any
) -> None:
    stage = running(4)
    pairing = Pairing.objects.filter(round__stage=stage).order_by("table")[0]
    results.report(
        pairing_id=pairing.pk,
        entry_id=pairing.a_id or 0,
        score=played(3, 1),
        by=None,
        at=NOW,
    )
    with pytest.raises(Refusal) as caught:
        withdraw(stage.draw, organiser)
    assert (caught.value.code, caught.value.fields) == (
        "draw.round_begun",
        {"tables": [1]},
    )
    stage.draw.refresh_from_db()
    assert stage.draw.state == "published"


def test_partners_who_were_drawn_stay(
    event: Event, organiser: Any, enter: Callable[..., Entry]
) -> None:
    for n in range(4):
        enter(event, f"Single {n}")
    draw = draws.announce(event_id=event.pk, kind="teams", by=organiser, at=NOW)
    draws.make(draw_id=draw.pk, by=organiser, at=NOW)
    draws.publish(draw_id=draw.pk, by=organiser, at=NOW)
    assert code_of(lambda: withdraw(draw, organiser)) == "draw.partners_stay"


# --- partners of different clubs ---


def test_partners_are_drawn_from_different_clubs_where_that_is_asked(
    event: Event, organiser: Any, enter: Callable[..., Entry]
) -> None:
    clubs = {
        enter(event, f"Single {n}", club_name="ABBC"[n % 4]).number: "ABBC"[n % 4]
        for n in range(7)
    }
    draw = draws.announce(
        event_id=event.pk,
        kind="teams",
        by=organiser,
        at=NOW,
        partners=TeamSettings(apart=True),
    )
    draw = draws.make(draw_id=draw.pk, by=organiser, at=NOW)
    teams = (draw.resolved or {})["teams"]
    assert len(teams) == 3
    assert all(clubs[a] != clubs[b] for a, b in teams)
    draws.publish(draw_id=draw.pk, by=organiser, at=NOW)


def test_a_club_that_is_too_large_to_be_kept_apart_is_named_at_once(
    event: Event, organiser: Any, enter: Callable[..., Entry]
) -> None:
    for n in range(6):
        enter(event, f"Single {n}", club_name="Norte" if n < 4 else "")
    status, problem = Api(organiser).post(
        f"events/{event.pk}/draws/", kind="teams", apart=True
    )
    assert (status, problem["code"]) == (422, "draw.club_too_large")
    assert not event.draws.exists()


def singles(
    event: Event, enter: Callable[..., Entry], *seeds: int | None
) -> list[Entry]:
    """Single players with these places in the order of strength."""
    entries = [enter(event, f"Single {n}") for n in range(len(seeds))]
    with written_by_hand():
        for entry, seed in zip(entries, seeds, strict=True):
            entry.seed = seed
            entry.save()
    return entries


def test_couples_and_strength_go_into_a_draw_of_partners_and_can_be_checked(
    event: Event, organiser: Any, enter: Callable[..., Entry]
) -> None:
    numbers = [entry.number for entry in singles(event, enter, 4, 1, None, 3, 2, None)]
    desk, bans = Api(organiser), [[numbers[1], numbers[0]], [numbers[4], numbers[2]]]
    status, draw = desk.post(
        f"events/{event.pk}/draws/", kind="teams", balanced=True, bans=bans
    )
    assert (status, draw["inputs"]["setup"]) == (
        201,
        {"kings": 8, "apart": False, "balanced": True, "bans": bans},
    )
    desk.post(f"draws/{draw['id']}/make/", beacon="31")
    status, made = desk.post(f"draws/{draw['id']}/publish/")
    assert status == 200
    teams = made["resolved"]["teams"]
    assert all(
        len({numbers[1], numbers[3], numbers[4]}.intersection(team)) == 1
        for team in teams
    )
    assert not {frozenset(team) for team in teams} & {frozenset(pair) for pair in bans}
    assert all(check.ok for check in draw_details.checks(Draw.objects.get()))


@pytest.mark.parametrize(
    ("wishes", "code"),
    [
        ({"balanced": True}, "draw.too_few_seeded"),
        ({"bans": [[1, 2], [1, 3], [1, 4]]}, "draw.bans_exclude_all"),
        ({"bans": [[1, 9]]}, "draw.not_in_draw"),
        ({"bans": [[1, 1]]}, "draw.ban_of_two"),
    ],
)
def test_wishes_that_cannot_be_kept_are_refused_before_anything_is_announced(
    event: Event,
    organiser: Any,
    enter: Callable[..., Entry],
    wishes: dict[str, Any],
    code: str,
) -> None:
    singles(event, enter, 1, None, None, None)
    status, problem = Api(organiser).post(
        f"events/{event.pk}/draws/", kind="teams", **wishes
    )
    assert (status, problem["code"]) == (422, code)
    assert not event.draws.exists()


# --- pages ---


@pytest.fixture
def desk(client: Client, organiser: Any) -> Client:
    client.force_login(organiser)
    client.cookies["django_language"] = "en"
    return client


def test_the_desk_says_what_a_change_breaks_then_makes_it_and_takes_it_back(
    draft: Callable[..., Draw], desk: Client, organiser: Any
) -> None:
    draw = mixed(draft(4), organiser)
    a, b = breaking(draw)
    path = f"/events/{draw.event_id}/desk/draft/"
    seen = desk.get(path, {"a": a, "b": b}).content.decode()
    assert "Rules broken:" in seen
    assert "both from" in seen
    assert (
        desk.post(path, {"do": "swap", "a": a, "b": b, "reason": ""}).status_code == 422
    )
    assert (
        desk.post(
            path, {"do": "swap", "a": a, "b": b, "reason": "They asked for it"}
        ).status_code
        == 302
    )
    public = Client().get(
        f"/events/{draw.event_id}/draws/{draw.number}/",
        headers={"accept-language": "en"},
    )
    assert "They asked for it" in public.content.decode()
    assert desk.post(path, {"do": "unswap"}).status_code == 302
    assert Draw.objects.get(pk=draw.pk).swaps == draw.swaps


def test_a_pairing_changed_by_hand_does_not_say_that_the_lot_made_it(
    draft: Callable[..., Draw], desk: Client, organiser: Any
) -> None:
    draw = draft(8)
    leaves = (draw.resolved or {})["leaves"]
    draw = swap(draw, organiser, leaves[0], leaves[2], "late train")
    whys = [meeting.why for meeting in draw_details.drawn_pairings(draw)]
    assert whys[0] == whys[1] != whys[2] == whys[3]


@pytest.mark.parametrize(
    "sent",
    [{"a": "x", "b": "2"}, {"a": "1"}, {"a": "1", "b": "1"}, {"a": "1", "b": "999999"}],
)
def test_what_cannot_be_changed_is_said_on_the_page(
    sent: dict[str, str], draft: Callable[..., Draw], desk: Client
) -> None:
    draw = draft(4)
    path = f"/events/{draw.event_id}/desk/draft/"
    assert 'role="alert"' in desk.get(path, sent).content.decode()
    assert (
        desk.post(path, {"do": "swap", "reason": "why not", **sent}).status_code == 422
    )


def test_a_published_draw_is_taken_back_in_a_second_step(
    running: Running, desk: Client
) -> None:
    stage = running(4)
    path = f"/events/{stage.event_id}/desk/draws/1/take-back/"
    assert path in desk.get(f"/events/{stage.event_id}/desk/").content.decode()
    assert desk.get(path).status_code == 200
    assert desk.post(path, {"reason": " "}).status_code == 422
    assert desk.post(path, {"reason": "a pair was missing"}).status_code == 302
    assert desk.get(path).status_code == 409
    assert not Stage.objects.exists()


def test_the_public_page_checks_the_draw_in_words(
    running: Running, client: Client
) -> None:
    draw = running(5).draw
    path = f"/events/{draw.event_id}/draws/1/"
    before, asked = (
        client.get(path + query).content.decode().count("badge good")
        for query in ("", "?check")
    )
    assert asked - before == 7
    with written_by_hand():
        Draw.objects.filter(pk=draw.pk).update(beacon="other words")
    plain, changed = (
        client.get(path + query).content.decode().count("badge bad")
        for query in ("", "?check")
    )
    assert changed - plain == 2


def test_the_desk_asks_for_partners_of_different_clubs(
    event: Event, enter: Callable[..., Entry], desk: Client
) -> None:
    for n in range(4):
        enter(event, f"Single {n}", club_name="Norte" if n % 2 else "Sur")
    path = f"/events/{event.pk}/desk/"
    assert 'name="apart"' in desk.get(path).content.decode()
    desk.post(path, {"do": "announce", "kind": "teams", "phase": "1", "apart": "1"})
    assert event.draws.get().inputs["setup"]["apart"] is True


def test_the_desk_asks_who_shall_not_play_together(
    event: Event, enter: Callable[..., Entry], desk: Client
) -> None:
    singles(event, enter, 1, 2, None, None)
    path, form = (
        f"/events/{event.pk}/desk/",
        {"do": "announce", "kind": "teams", "phase": "1", "balanced": "1"},
    )
    for unread in ("1", "1-2-3", "1-3;2-4", "²-3", ",".join(["1-3"] * 600)):
        assert desk.post(path, form | {"bans": unread}).status_code == 422
    refused = desk.post(path, form | {"bans": "1-3, 2"})
    assert 'value="1-3, 2"' in refused.content.decode()
    desk.post(path, form | {"bans": "1-3, 2 – 4"})
    draw = event.draws.get()
    assert draw.inputs["setup"]["bans"] == [[1, 3], [2, 4]]
    desk.post(path, {"do": "make", "draw": draw.pk, "beacon": "31"})
    assert Draw.objects.get().resolved["teams"] == [[1, 4], [2, 3]]
    said = desk.get(path).content.decode()
    assert "1. Single 0 and 3. Single 2 do not play together." in said
    assert "The stronger half are 1. Single 0, 2. Single 1;" in said
