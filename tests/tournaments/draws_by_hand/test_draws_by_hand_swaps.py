"""Swaps by hand in a draft."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.conftest import NOW, Api
from tests.tournaments.draws_by_hand.swapping import (
    Running,
    breaking,
    code_of,
    mixed,
    swap,
)
from tournaments.models import Draw, Entry, Event, LogEntry
from tournaments.services import draws, seeding

pytestmark = pytest.mark.django_db


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
