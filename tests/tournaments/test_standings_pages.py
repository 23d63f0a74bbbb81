"""Standings as people see them: a sentence for every reason, groups apart, not final until the
phase is closed.
"""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.conftest import NOW
from tests.pages import tidy
from tests.tournaments import random_events
from tests.tournaments.halls import (
    KNOCKOUT,
    Hall,
    first_to_enter_wins,
    last_to_enter_wins,
)
from tournaments.models import Event, Pairing, Stage
from tournaments.pages import labels
from tournaments.reading import events as queries
from tournaments.reading import stage_plans, winners
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.rules.tables.standings import Row
from tournaments.services import attendance, registration, results, standings

Table = tuple[Row, ...]


def tables_of(event: random_events.Event) -> Iterator[Table]:
    """What its table says on the way: as rounds are opened, played and corrected."""
    while event.open_next():
        yield event.format.standings(event.drawn, event.facts, event.setup, {})
        event.decide_all()
        if not event.format.is_multiplayer:
            event.correct()
            yield event.format.standings(event.drawn, event.facts, event.setup, {})
            event.decide_all()
    yield event.format.standings(event.drawn, event.facts, event.setup, {})


@pytest.mark.slow
def test_every_reason_of_every_format_has_a_sentence_that_can_be_told() -> None:
    events = [random_events.random_event(number) for number in range(120)]
    assert {event.format.code for event in events} == set(FORMATS)
    with translation.override("en"):
        for event, rows in ((one, rows) for one in events for rows in tables_of(one)):
            plan = event.format.plan(event.drawn, event.facts, event.setup)
            codes = {n: planned.code for n, planned in enumerate(plan, start=1)}
            names = {row.entry: f"Pair {row.entry}" for row in rows}
            for row in rows:
                why = {"code": row.why.code, **row.why.fields}
                told = labels.standing_reason(event.format, why, codes, names)
                assert told, row.why
                assert "None" not in told, row.why


# --- pages ---


def page_of(stage: Stage) -> str:
    """The page in English, with its table made."""
    standings.recompute(stage_id=stage.pk)
    address = reverse("standings", args=[stage.event_id]) + f"?phase={stage.number}"
    return tidy(Client(headers={"accept-language": "en"}).get(address).content.decode())


@pytest.mark.django_db
def test_each_group_has_a_table_of_its_own_with_places_within_it(hall: Hall) -> None:
    event = hall.event(8, format="groups", settings={"groups": 2})
    hall.go_on(event)
    hall.decide(hall.tables(event))
    (stage,) = stage_plans.stages(event)
    page = page_of(stage)
    assert page.count("<table") == 2
    assert [f"<h3>Group {n}</h3>" in page for n in (1, 2, 3)] == [True, True, False]
    assert page.count("Not final") == 1
    lines = list(winners.standings(stage))
    assert [line.group for line in lines] == [1] * 4 + [2] * 4
    assert next(line.rank for line in lines if line.group == 2) == 1


@pytest.fixture
def closed(hall: Hall) -> Stage:
    """The league of four pairs that has sent its best two into a final."""
    takes = {"source": 1, "part": "best", "number": 2, "each": 0}
    return first_phase(
        hall, hall.event(4, format="round_robin", phases=[{**KNOCKOUT, "takes": takes}])
    )


def first_phase(hall: Hall, event: Event) -> Stage:
    """Played until another has begun with those who go on from it."""
    while (stage := stage_plans.stage_of(event, 1)) is None or stage.closed_at is None:
        hall.decide(hall.tables(event))
        assert hall.go_on(event)
    return stage


CORRECTED = "A result was corrected after the next stage had begun"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "made", [False, True], ids=["made after the correction", "made before it"]
)
def test_a_correction_in_a_phase_that_is_over_changes_its_table_and_the_page_says_so(
    hall: Hall,
    closed: Stage,
    made: bool,
) -> None:
    if made:
        page = page_of(closed)
        assert ("Final standings." in page, CORRECTED in page) == (True, False)
    first = queries.pairings().get(round__stage=closed, round__number=1, table=1)
    winner = first_to_enter_wins(first).winner
    said, by = (
        last_to_enter_wins(first),
        {"by": hall.organiser, "at": NOW + timedelta(hours=1)},
    )
    seen = results.preview_result(pairing=first, decision=said).version
    results.correct(
        pairing_id=first.pk,
        decision=said,
        reason="read wrongly",
        seen=seen,
        closed=True,
        **by,
    )
    page = page_of(closed)
    assert ("Final standings." in page, CORRECTED in page) == (True, True)
    line = winners.standings(closed).get(
        entry=first.a_id if winner == "a" else first.b_id
    )
    assert line.lost == 1 + (line.entry.number - 1)
    answer = Client().get(f"/api/v1/events/{closed.event_id}/standings/?phase=1").json()
    assert answer["corrected"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "made", [False, True], ids=["made after they left", "made before"]
)
def test_who_leaves_after_going_on_keeps_the_place_in_the_phase_before(
    hall: Hall, made: bool
) -> None:
    takes = {"source": 1, "part": "in", "number": 0, "each": 0}
    lives = {"format": "lives", "settings": {"lives": 1, "until": 4}}
    stage = first_phase(
        hall, hall.event(8, **lives, phases=[{**KNOCKOUT, "takes": takes}])
    )
    if made:
        standings.recompute(stage_id=stage.pk)
    gone = Pairing.objects.filter(round__stage__number=2).order_by("slot")[0].a_id or 0
    attendance.withdraw_during_event(
        entry_id=gone, reason="gone home", by=hall.organiser, at=NOW
    )
    standings.recompute(stage_id=stage.pk)
    assert winners.standings(stage).get(entry=gone).why["code"] == "lives_left"


@pytest.mark.django_db
def test_who_takes_a_bye_late_is_in_the_table(hall: Hall) -> None:
    event = hall.event(7)
    hall.go_on(event)
    (stage,) = stage_plans.stages(event)
    standings.recompute(stage_id=stage.pk)
    late = registration.SignUpData(
        [registration.Person("Late Lander"), registration.Person("Late Leire")]
    )
    attendance.enter_late(event_id=event.pk, data=late, by=hall.organiser, at=NOW)
    standings.recompute(stage_id=stage.pk)
    assert winners.standings(stage).count() == 8


@pytest.mark.django_db
def test_who_leaves_between_two_rounds_is_out_by_the_table(hall: Hall) -> None:
    event = hall.event(8, format="lives", settings={"lives": 2})
    hall.go_on(event)
    hall.decide(hall.tables(event))
    (stage,) = stage_plans.stages(event)
    standings.recompute(stage_id=stage.pk)
    gone = event.entries.get(number=1)
    attendance.withdraw_during_event(
        entry_id=gone.pk, reason="gone home", by=hall.organiser, at=NOW
    )
    standings.recompute(stage_id=stage.pk)
    assert winners.standings(stage).get(entry=gone).why["code"] == "left"
