"""What an organiser's program sends as rules of an event is taken or refused, of whatever shape it
is.
"""

from collections.abc import Callable
from typing import Any

import pytest

from tests.conftest import Api
from tournaments.models import Event

pytestmark = pytest.mark.django_db

SHAPES: list[Any] = [
    None,
    True,
    7,
    -1,
    10**30,
    0.5,
    "x",
    "",
    [],
    [1],
    [[]],
    [{}],
    {},
    {"x": 1},
    {"": {}},
    [None] * 9,
]

FIELDS: list[Callable[[Any], dict[str, Any]]] = [
    *(
        lambda shape, name=name: {name: shape}
        for name in ("options", "round_options", "settings", "lateness", "phases")
    ),
    *(
        lambda shape, name=name: {"lateness": {name: shape}}
        for name in ("grace", "per", "first_round")
    ),
    *(
        lambda shape, name=name: {"format": "swiss", "settings": {name: shape}}
        for name in ("rounds", "apart", "tie_breaks")
    ),
    lambda shape: {"options": {"sets_to_win": shape}},
    lambda shape: {"round_options": {"final": shape}},
    lambda shape: {"round_options": {"final": {"sets_to_win": shape}}},
    lambda shape: {"phases": [shape]},
    *(
        lambda shape, name=name: {"phases": [{"format": "swiss", name: shape}]}
        for name in ("format", "settings", "takes")
    ),
    *(
        lambda shape, name=name: {
            "phases": [{"format": "swiss", "takes": {name: shape}}]
        }
        for name in ("source", "part", "number", "each")
    ),
    lambda shape: {"phases": [{"format": "swiss", "settings": {"tie_breaks": shape}}]},
]


@pytest.mark.parametrize("number", range(len(FIELDS)))
def test_rules_of_any_shape_are_taken_or_refused_and_the_event_can_be_read(
    event: Event, organiser: Any, number: int
) -> None:
    api = Api(organiser)
    for shape in SHAPES:
        body = FIELDS[number](shape)
        status, _ = api.patch(f"events/{event.pk}/", **body)
        assert status in {200, 400, 422}, body
        if status == 200:
            assert all(
                api.get(f"events/{event.pk}/{page}")[0] == 200
                for page in ("", "draws/")
            ), body


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("field", ["first", "days", "evening", "skip", "moving"])
def test_a_calendar_of_any_shape_is_taken_or_refused(
    event: Event, organiser: Any, field: str, shape: Any
) -> None:
    body = {"first": "2026-01-12T20:00:00+01:00", field: shape}
    status, _ = Api(organiser).post(f"events/{event.pk}/calendar/", **body)
    assert status in {200, 400, 422}
    assert Api().get(f"events/{event.pk}/calendar/")[0] == 200
