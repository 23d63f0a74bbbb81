"""The API called with whatever its own schema allows and with what it does not: no 500, errors are problems."""

from collections.abc import Iterator
from typing import Any
from zlib import crc32

import pytest
import schemathesis
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, settings
from knox.models import AuthToken
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.conftest import NOW
from tournaments.models import Circuit, Pairing
from tournaments.services import draws

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

schema = schemathesis.openapi.from_wsgi(
    "/api/v1/schema/?format=json", get_wsgi_application()
)


@pytest.fixture
def world(match: Any, event: Any, enter: Any, organiser: Any) -> str:
    """Things with the ids that the schema's examples are likely to hit, and the organiser's token."""
    for n in range(4):
        enter(event, f"Ane {n}", f"Jon {n}")
    draw = draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
    draws.make(draw_id=draw.pk, by=organiser, at=NOW)
    draws.publish(draw_id=draw.pk, by=organiser, at=NOW)
    Circuit.objects.create(club=event.club, name="Serie", points=[3, 1])
    return AuthToken.objects.create(user=organiser)[1]


@pytest.fixture(autouse=True)
def _one_connection() -> Iterator[None]:
    """Requests run inside the test's transaction, so they must leave its connection open."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@schema.parametrize()
@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
)
def test_no_request_is_a_server_error(
    case: Any, world: str, match: Any, event: Any
) -> None:
    aim(case, match, event)
    cache.delete_many(throttled())
    response = case.call(headers={"Authorization": f"Token {world}"})
    case.validate_response(
        response,
        checks=[
            not_a_server_error,
            content_type_conformance,
            status_code_conformance,
            response_schema_conformance,
        ],
    )


def aim(case: Any, match: Any, event: Any) -> None:
    """Half of the requests go to things that exist, so that they get past "not found"."""
    known = {
        "match_id": str(match.pk),
        "event_id": event.pk,
        "club_id": event.club_id,
        "number": 1,
    }
    known |= {
        "entry_id": a(event.entries),
        "draw_id": a(event.draws),
        "circuit_id": a(Circuit.objects),
    }
    known["pairing_id"] = a(Pairing.objects.filter(round__stage__event=event))
    if crc32(repr(case.body).encode()) % 2:
        for name in case.path_parameters or {}:
            case.path_parameters[name] = known[name]


def a(things: Any) -> int:
    """The id of one of these, as long as the requests before have left any."""
    return things.values_list("pk", flat=True).first() or 1


def throttled() -> list[str]:
    return [f"throttle_{scope}_127.0.0.1" for scope in ("sign_up", "login", "register")]
