"""What may not happen between the steps of a draw."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from core.refusals import Refusal
from tests.conftest import NOW
from tests.tournaments.draws_and_rounds.club_evening import (
    Running,
    code_of,
    singles,
    tables,
)
from tournaments.models import Entry, Event
from tournaments.reading import next_draws
from tournaments.services import draws, events, registration, results
from tournaments.services.typed_results import Decision

pytestmark = pytest.mark.django_db


def test_a_draw_of_partners_is_not_published_with_somebody_who_has_gone(
    event: Event, organiser: Any, enter: Callable[..., Entry]
) -> None:
    gone, *_ = singles(event, enter)
    draw = draws.announce(event_id=event.pk, kind="teams", by=organiser, at=NOW)
    draws.make(draw_id=draw.pk, by=organiser, at=NOW)
    registration.withdraw_before_draw(entry_id=gone.pk, by=None, at=NOW)
    assert (
        code_of(lambda: draws.publish(draw_id=draw.pk, by=organiser, at=NOW))
        == "draw.field_changed"
    )
    draws.discard(draw_id=draw.pk, reason="somebody has gone", by=organiser, at=NOW)


def test_a_drawn_team_keeps_its_phones_and_may_still_withdraw_before_the_bracket(
    event: Event, organiser: Any, enter: Callable[..., Entry]
) -> None:
    singles(event, enter)
    draw = draws.announce(event_id=event.pk, kind="teams", by=organiser, at=NOW)
    draws.make(draw_id=draw.pk, by=organiser, at=NOW)
    draws.publish(draw_id=draw.pk, by=organiser, at=NOW)
    team = event.entries.filter(state="in").first()
    assert team
    assert (len(team.phone), team.club_name) == (len("600000000 / 600000001"), "Bilbo")
    registration.withdraw_before_draw(entry_id=team.pk, by=organiser, at=NOW)
    assert len(next_draws.names_to_draw(event)[1]) == 1


def test_a_draw_cannot_bring_an_event_back_that_was_called_off(
    event: Event, organiser: Any, enter: Callable[..., Entry]
) -> None:
    enter(event, "Ane", "Jon")
    enter(event, "Mikel", "Peio")
    draw = draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
    events.step(event_id=event.pk, action="cancel", by=organiser, at=NOW)
    assert (
        code_of(lambda: draws.make(draw_id=draw.pk, by=organiser, at=NOW))
        == "event.wrong_state"
    )


@pytest.mark.parametrize("change", [{"capacity": 99}, {"deadline": NOW}, {"fee": 20}])
def test_what_no_match_rests_on_can_change_after_the_draw(
    running: Running, organiser: Any, change: dict[str, Any]
) -> None:
    event_id = running(4).event_id
    changed = events.change_event(event_id=event_id, by=organiser, at=NOW, **change)
    assert {name: getattr(changed, name) for name in change} == change


@pytest.mark.parametrize(
    ("decision", "code"),
    [
        (Decision("double_walkover", "a"), "result.no_winner"),
        (Decision("void", "b"), "result.no_winner"),
        (Decision("walkover"), "result.winner_needed"),
        (Decision("walkover", "a", 3, 0), "result.no_sets"),
        (Decision("void", tantos=[[30, 0]]), "result.no_sets"),
        (Decision("drawn"), "result.no_such_kind"),
    ],
)
def test_a_result_without_play_says_only_what_it_can(
    running: Running, organiser: Any, decision: Decision, code: str
) -> None:
    pairing = tables(running(2))[0]

    def call():
        return results.set_result(
            pairing_id=pairing.pk, decision=decision, reason="xyz", by=organiser, at=NOW
        )

    assert code_of(call) == code


def test_registration_cannot_end_after_the_event_has_started(
    make_event: Callable[..., Event],
) -> None:
    with pytest.raises(Refusal, match=r"event\.deadline_after_start"):
        make_event(deadline=NOW + timedelta(days=2))
