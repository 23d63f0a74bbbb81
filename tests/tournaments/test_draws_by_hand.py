"""Drafts changed by hand, publications taken back, partners of different clubs."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from django.test import Client

from core.refusals import Refusal
from games.models import Match
from tests.conftest import NOW, Api, written_by_hand
from tournaments.models import Draw, Entry, Event, LogEntry, Pairing, Round, Stage
from tournaments.pages import draw_details
from tournaments.rules.draws.inputs import TeamSettings
from tournaments.services import draws, results, seeding
from tournaments.services.decisions import played

pytestmark = pytest.mark.django_db

Running = Callable[..., Stage]


@pytest.fixture
def draft(
    make_event: Callable[..., Event], enter: Callable[..., Entry], organiser: Any
) -> Callable[..., Draw]:
    """A draft of so many pairs, the odd ones of one club, the even ones of another."""

    def make(pairs: int = 4, **fields: Any) -> Draw:
        event = make_event(**fields)
        for n in range(1, pairs + 1):
            enter(event, f"Ane {n}", f"Jon {n}", club_name="Norte" if n % 2 else "Sur")
        draw = draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
        return draws.make(draw_id=draw.pk, by=organiser, at=NOW, beacon="31")

    return make


def code_of(call: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as caught:
        call()
    return caught.value.code


def opponents(draw: Draw) -> list[frozenset[int]]:
    leaves = (draw.resolved or {})["leaves"]
    return [frozenset(pair) for pair in zip(leaves[::2], leaves[1::2], strict=True)]


def swap(draw: Draw, by: Any, a: int, b: int, reason: str = "") -> Draw:
    return draws.swap(draw_id=draw.pk, a=a, b=b, reason=reason, by=by, at=NOW)


def mixed(draw: Draw, by: Any) -> Draw:
    """The draft of four, changed if need be so that nobody meets club-mates."""
    for a, b in combinations(range(1, 5), 2):
        if draws.violations(draw, a, b).wishes:
            return draw
    first, second = opponents(draw)
    return swap(draw, by, min(first), min(second), "clubs apart")


def breaking(draw: Draw) -> tuple[int, int]:
    """Two entries who, changing places, bring those of one club together."""
    return next(
        (a, b)
        for a, b in combinations(range(1, 5), 2)
        if draws.violations(draw, a, b).wishes
    )


def harmless(draw: Draw) -> tuple[int, int]:
    leaves = (draw.resolved or {})["leaves"]
    return leaves[0], leaves[1]


def test_two_entries_change_places_and_what_counts_is_the_changed_order(
    draft: Callable[..., Draw], organiser: Any
) -> None:
    draw = draft(5)
    first = [entry for entry in (draw.resolved or {})["leaves"] if entry]
    changed = swap(draw, organiser, first[0], first[1], "they share a car")
    assert [entry for entry in (changed.resolved or {})["leaves"] if entry] == [
        first[1],
        first[0],
        *first[2:],
    ]
    assert (changed.drawn or {}) == (draw.drawn or {})
    published = draws.publish(draw_id=draw.pk, by=organiser, at=NOW)
    assert published.resolved == changed.resolved


def test_what_a_change_breaks_needs_a_reason(
    draft: Callable[..., Draw], organiser: Any
) -> None:
    draw = mixed(draft(4), organiser)
    a, b = breaking(draw)
    assert [reason.code for reason in draws.violations(draw, a, b).wishes] == [
        "club_mates",
        "club_mates",
    ]
    assert code_of(lambda: swap(draw, organiser, a, b, " ")) == "desk.reason_needed"
    assert (
        swap(draw, organiser, a, b, "they asked for it").swaps[-1]["reason"]
        == "they asked for it"
    )


def test_what_breaks_nothing_needs_none(
    draft: Callable[..., Draw], organiser: Any
) -> None:
    draw = draft(4)
    assert swap(draw, organiser, *harmless(draw)).swaps[-1]["reason"] == ""


def test_the_last_change_is_taken_back_first(
    draft: Callable[..., Draw], organiser: Any
) -> None:
    draw = draft(6)
    drawn = draw.resolved
    one = swap(draw, organiser, 1, 2, "one").resolved
    swap(draw, organiser, 3, 4, "two")
    assert draws.unswap(draw_id=draw.pk, by=organiser, at=NOW).resolved == one
    assert draws.unswap(draw_id=draw.pk, by=organiser, at=NOW).resolved == drawn
    assert (
        code_of(lambda: draws.unswap(draw_id=draw.pk, by=organiser, at=NOW))
        == "draw.nothing_swapped"
    )
    actions = LogEntry.objects.filter(
        event=draw.event, action__contains="swapped"
    ).order_by("pk")
    assert [line.action for line in actions] == ["draw.swapped"] * 2 + [
        "draw.unswapped"
    ] * 2


def test_nobody_changes_what_is_published(running: Running, organiser: Any) -> None:
    draw = running(4).draw
    assert (
        code_of(lambda: swap(draw, organiser, 1, 2, "too late")) == "draw.wrong_state"
    )


@pytest.mark.parametrize(
    ("a", "b", "code"), [(1, 1, "draw.swap_same"), (1, 99, "draw.not_in_draw")]
)
def test_only_two_who_are_in_the_draw_change_places(
    draft: Callable[..., Draw], organiser: Any, a: int, b: int, code: str
) -> None:
    draw = draft(4)
    assert code_of(lambda: swap(draw, organiser, a, b, "reason")) == code


def test_the_organiser_changes_drafts_through_the_api_and_everybody_sees_it(
    draft: Callable[..., Draw], organiser: Any, outsider: Any
) -> None:
    draw = draft(4)
    assert Api(outsider).post(f"draws/{draw.pk}/swap/", a=1, b=2)[0] == 403
    status, seen = Api(organiser).post(
        f"draws/{draw.pk}/swap/", preview=False, a=1, b=2, reason="late train"
    )
    assert (status, [one["reason"] for one in seen["swaps"]]) == (200, ["late train"])
    assert Api().get(f"draws/{draw.pk}/")[1] == seen
    assert Api(organiser).post(f"draws/{draw.pk}/unswap/")[1]["swaps"] == []


def test_what_a_change_breaks_is_asked_through_the_api_before_it_is_made(
    draft: Callable[..., Draw], organiser: Any, outsider: Any
) -> None:
    draw = mixed(draft(4), organiser)
    a, b = breaking(draw)

    def ask(user, **said):
        return Api(user).post(f"draws/{draw.pk}/swap/", **said)

    assert ask(outsider, a=a, b=b)[0] == 403
    status, broken = ask(organiser, a=a, b=b)
    assert (status, broken["rules"]) == (200, [])
    assert [(one["code"], one["club"]) for one in broken["wishes"]] == [
        ("club_mates", "Norte"),
        ("club_mates", "Sur"),
    ]
    one, other = harmless(draw)
    assert ask(organiser, a=one, b=other) == (200, {"rules": [], "wishes": []})
    assert Api().get(f"draws/{draw.pk}/")[1]["resolved"] == draw.resolved
    assert ask(organiser, preview=False, a=a, b=b)[1]["code"] == "desk.reason_needed"


def test_a_preview_names_the_rules_that_a_change_breaks(
    make_event: Callable[..., Event], enter: Callable[..., Entry], organiser: Any
) -> None:
    event = make_event(settings={"seeds": 1})
    first, *_ = [enter(event, f"Ane {n}", f"Jon {n}") for n in range(4)]
    seeding.set_seed(entry_id=first.pk, seed=1, by=organiser, at=NOW)
    draw = draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
    leaves = (draws.make(draw_id=draw.pk, by=organiser, at=NOW).resolved or {})[
        "leaves"
    ]
    _, broken = Api(organiser).post(f"draws/{draw.pk}/swap/", a=leaves[0], b=leaves[2])
    (wrong,) = broken["rules"]
    assert (wrong["code"], wrong["fields"]["entry"]) == (
        "draw.seed_misplaced",
        first.number,
    )


def test_only_a_draft_has_a_preview(running: Running, organiser: Any) -> None:
    status, problem = Api(organiser).post(f"draws/{running(4).draw.pk}/swap/", a=1, b=2)
    assert (status, problem["code"]) == (409, "draw.wrong_state")


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
    assert "both of" in seen
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
