"""A draw from its announcement to its publication."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from core.refusals import Refusal
from tests.conftest import NOW, Api, written_by_hand
from tests.tournaments.draws_and_rounds.club_evening import (
    Running,
    code_of,
)
from tournaments.models import Entry, Event, Stage
from tournaments.reading import next_draws
from tournaments.rules.brackets import bracket
from tournaments.rules.draws import draw as rules
from tournaments.rules.draws.inputs import read
from tournaments.services import draws, events, rounds

pytestmark = pytest.mark.django_db


def test_a_draw_promises_before_it_draws(
    event: Event, organiser: Any, enter: Callable[..., Entry]
) -> None:
    for n in range(5):
        enter(event, f"Ane {n}", f"Jon {n}")
    status, seen = Api(organiser).post(f"events/{event.pk}/draws/", kind="bracket")
    assert status == 201
    assert seen["secret"] is None
    assert seen["resolved"] is None
    assert len(seen["commitment"]) == 64


def test_anybody_can_repeat_a_draw_from_what_is_published(running: Running) -> None:
    stage = running(11)
    seen = Api().get(f"events/{stage.event_id}/draws/")[1]["results"][0]
    secret = bytes.fromhex(seen["secret"])
    names = [name for _, name in seen["field"]]
    assert rules.commitment(secret) == seen["commitment"]
    assert rules.field_hash(names) == seen["field_hash"]
    stream = rules.draw_stream(seen["draw_id"], names, secret, seen["beacon"].encode())
    assert (
        list(bracket.bracket(read(stage.draw.inputs).entrants, stream))
        == seen["resolved"]["leaves"]
    )


def test_a_list_that_changed_since_the_announcement_is_not_drawn(
    event: Event, organiser: Any, enter: Callable[..., Entry]
) -> None:
    first, *_ = [enter(event, f"Ane {n}", f"Jon {n}") for n in range(3)]
    draw = draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
    with written_by_hand():
        Entry.objects.filter(pk=first.pk).update(team_name="Changed behind the desk")
    assert (
        code_of(lambda: draws.make(draw_id=draw.pk, by=organiser, at=NOW))
        == "draw.field_changed"
    )


def test_a_discarded_draw_stays_visible_with_its_reason(
    event: Event, organiser: Any, enter: Callable[..., Entry]
) -> None:
    for n in range(3):
        enter(event, f"Ane {n}", f"Jon {n}")
    draw = draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
    draws.make(draw_id=draw.pk, by=organiser, at=NOW)
    assert (
        code_of(
            lambda: draws.discard(draw_id=draw.pk, reason=" ", by=organiser, at=NOW)
        )
        == "desk.reason_needed"
    )
    draws.discard(draw_id=draw.pk, reason="a pair was missing", by=organiser, at=NOW)
    seen = Api().get(f"events/{event.pk}/draws/")[1]["results"]
    assert [(d["state"], d["reason"]) for d in seen] == [
        ("discarded", "a pair was missing")
    ]
    assert (
        draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW).number
        == 2
    )


def test_each_step_of_a_draw_is_taken_once(running: Running, organiser: Any) -> None:
    draw = running(3).draw
    for again in (draws.make, draws.publish):
        assert (
            code_of(lambda again=again: again(draw_id=draw.pk, by=organiser, at=NOW))
            == "draw.wrong_state"
        )
    assert Stage.objects.count() == 1


def test_single_players_get_partners_by_cards_and_the_odd_one_is_the_reserve(
    event: Event, organiser: Any, enter: Callable[..., Entry]
) -> None:
    """MUS-9"""
    enter(event, "Pair A", "Pair B")
    for n in range(5):
        enter(event, f"Single {n}")
    assert (
        code_of(
            lambda: draws.announce(
                event_id=event.pk, kind="bracket", by=organiser, at=NOW
            )
        )
        == "draw.singles_first"
    )
    draw = draws.announce(event_id=event.pk, kind="teams", by=organiser, at=NOW)
    draw = draws.make(draw_id=draw.pk, by=organiser, at=NOW)
    draws.publish(draw_id=draw.pk, by=organiser, at=NOW)
    singles, teams = next_draws.names_to_draw(event)
    assert (len(singles), len(teams)) == (1, 3)
    assert [entry for entry, _ in singles] == [(draw.resolved or {})["reserve"]]
    drawn = sorted(name.split(". ")[1] for _, name in teams)
    assert drawn[0] == "Pair A – Pair B"
    assert all(re.fullmatch(r"Single \d – Single \d", name) for name in drawn[1:])
    assert event.players.filter(active=True).count() == 7
    assert Entry.objects.filter(event=event, state="teamed").count() == 4
    bracket = draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
    assert len(bracket.field) == 3


@pytest.mark.parametrize(
    "step",
    [
        lambda **how: draws.make(draw_id=0, **how),
        lambda **how: rounds.open_round(stage_id=0, **how),
        lambda **how: events.step(event_id=0, action="cancel", **how),
    ],
    ids=["a draw", "a phase", "an event"],
)
def test_what_somebody_else_has_taken_away_meanwhile_is_not_there(
    step: Callable[..., object], organiser: Any
) -> None:
    assert code_of(lambda: step(by=organiser, at=NOW)) == "event.not_found"


def test_the_first_published_draw_freezes_the_rules(
    running: Running, organiser: Any
) -> None:
    event = running(4).event

    def change(**f):
        return events.change_event(event_id=event.pk, by=organiser, at=NOW, **f)

    assert code_of(lambda: change(options={"kings": 4})) == "event.rules_frozen"
    assert code_of(lambda: change(turn_seconds=20)) == "event.rules_frozen"
    assert change(place="Sala 2").place == "Sala 2"


@pytest.mark.parametrize("made", [False, True], ids=["announced", "made"])
@pytest.mark.parametrize(
    "change",
    [{"options": {"kings": 4}}, {"round_options": {"final": {"kings": 4}}}],
    ids=str,
)
def test_the_pack_that_draws_the_seats_is_fixed_with_the_announcement(
    event: Event,
    organiser: Any,
    enter: Callable[..., Entry],
    change: dict[str, Any],
    made: bool,
) -> None:
    for n in range(4):
        enter(event, f"Ane {n}", f"Jon {n}")
    draw = draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
    if made:
        draws.make(draw_id=draw.pk, by=organiser, at=NOW)
    path = f"events/{event.pk}/"
    status, problem = Api(organiser).patch(path, **change)
    assert (status, problem["code"], problem["fields"]) == (
        409,
        "event.rules_bound",
        {"fields": [*change]},
    )
    assert Api(organiser).patch(path, fee="5.00")[0] == 200
    draws.discard(draw_id=draw.pk, reason="another pack", by=organiser, at=NOW)
    assert Api(organiser).patch(path, **change)[0] == 200


@pytest.mark.parametrize(
    ("options", "round_options"),
    [
        ({"kings": 9}, {}),
        ({"jokers": 2}, {}),
        ({}, {"final": {"sets_to_win": 0}}),
        ({}, {"last": {}}),
    ],
    ids=["nine kings", "no such option", "no sets in the final", "no such round"],
)
def test_rules_that_do_not_exist_are_refused_when_the_event_is_made(
    make_event: Callable[..., Event], options: Any, round_options: Any
) -> None:
    with pytest.raises(Refusal):
        make_event(options=options, round_options=round_options)
    assert not Event.objects.exists()
