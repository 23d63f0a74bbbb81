"""Standings as people see them: a sentence for every reason, groups apart, not final until the phase is closed."""

from collections.abc import Iterator

import pytest
from django.utils import translation

from tests.tournaments import test_random_events as random_events
from tournaments.rules.formats import FORMATS
from tournaments.rules.standings import Row
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
