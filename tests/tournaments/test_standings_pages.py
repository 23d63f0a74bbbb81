"""Standings as people see them: a sentence for every reason, groups apart, not final until the phase is closed."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.conftest import written_by_hand
from tests.tournaments import test_random_events as random_events
from tests.tournaments.test_phases import KNOCKOUT, Hall, hall  # noqa: F401
from tournaments import progress, winners
from tournaments.models import Stage
from tournaments.rules.formats import FORMATS
from tournaments.rules.standings import Row
from tournaments.services import standings
from tournaments.views import words

Table = tuple[Row, ...]


def tables_of(event: random_events.Event) -> Iterator[Table]:
    """What its table says on the way: as rounds are opened, played and corrected."""
    while event.open_next():
        yield event.format.standings(event.drawn, event.facts, event.setup, {})
        event.decide_all()
        if not event.format.SEVERAL:
            event.correct()
            yield event.format.standings(event.drawn, event.facts, event.setup, {})
            event.decide_all()
    yield event.format.standings(event.drawn, event.facts, event.setup, {})


@pytest.mark.slow
def test_every_reason_of_every_format_has_a_sentence_that_can_be_told() -> None:
    events = [random_events.random_event(number) for number in range(120)]
    assert {event.format.CODE for event in events} == set(FORMATS)
    with translation.override("en"):
        for event, rows in ((one, rows) for one in events for rows in tables_of(one)):
            plan = event.format.plan(event.drawn, event.facts, event.setup)
            codes = {n: planned.code for n, planned in enumerate(plan, start=1)}
            names = {row.entry: f"Pair {row.entry}" for row in rows}
            for row in rows:
                told = words.reason({"code": row.why.code, **row.why.fields}, codes, names)
                assert told, row.why
                assert "None" not in told, row.why


# --- pages ---


def page_of(stage: Stage) -> str:
    """The page in English, with its table made."""
    standings.recompute(stage_id=stage.pk)
    address = reverse("standings", args=[stage.event_id]) + f"?phase={stage.number}"
    return Client(headers={"accept-language": "en"}).get(address).content.decode()


@pytest.mark.django_db
def test_each_group_has_a_table_of_its_own_with_places_within_it(hall: Hall) -> None:  # noqa: F811
    event = hall.event(8, format="groups", settings={"groups": 2})
    hall.go_on(event)
    hall.decide(hall.tables(event))
    (stage,) = progress.stages(event)
    page = page_of(stage)
    assert page.count("<table") == 2
    assert [f"<h3>Group {n}</h3>" in page for n in (1, 2, 3)] == [True, True, False]
    assert page.count("Not final") == 1
    lines = list(winners.standings(stage))
    assert [line.group for line in lines] == [1] * 4 + [2] * 4
    assert next(line.rank for line in lines if line.group == 2) == 1


@pytest.mark.django_db
def test_a_table_is_final_when_its_qualifiers_play_on_and_is_not_made_again(hall: Hall) -> None:  # noqa: F811
    takes = {"source": 1, "part": "best", "number": 2, "each": 0}
    event = hall.event(4, format="round_robin", phases=[{**KNOCKOUT, "takes": takes}])
    stage = None
    while (stage := progress.stage_of(event, 1)) is None or stage.closed_at is None:
        assert hall.go_on(event)
        hall.decide(hall.tables(event))
    assert "This is final." in page_of(stage)
    stage.refresh_from_db()
    assert standings.frozen(stage)
    Stage.objects.filter(pk=stage.pk).update(computed_mark="")
    assert not standings.recompute(stage_id=stage.pk)
    with written_by_hand():
        Stage.objects.filter(pk=stage.pk).update(closed_at=None)
    assert standings.recompute(stage_id=stage.pk)
