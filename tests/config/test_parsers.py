"""Bodies that no client should send are refused with a problem, by every operation and to everybody."""

import pytest
from django.test import Client

from tests.conftest import Api

pytestmark = pytest.mark.django_db

BODIES = {
    "deep lists": b"[" * 1_200,
    "very deep lists": b"[" * 200_000,
    "deep objects": b'{"a":' * 1_500 + b"1" + b"}" * 1_500,
    "half a character": b'{"username": "\\ud800", "kind": "\\udfff", "name": "\\ud83d"}',
    "half a character as a key": b'{"\\ud800": 1}',
    "not UTF-8": b'{"name": "\xff\xfe"}',
    "not JSON": b"name=Ane",
    "no number": b'{"fee": NaN}',
    "a huge number": b'{"fee": 1e400, "capacity": 1' + b"0" * 5_000 + b"}",
    "a list": b"[]",
    "a word": b'"name"',
    "nothing": b"",
    "null": b"null",
}


PATHS = [
    "auth/token/",
    "accounts/",
    "clubs/",
    "clubs/1/events/",
    "matches/",
    "verify/",
]


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
@pytest.mark.parametrize("path", PATHS)
def test_a_body_that_cannot_be_is_a_problem_and_no_error(
    path: str, body: bytes, organiser: object
) -> None:
    for headers in ({}, Api(organiser).headers):  # type: ignore[arg-type]
        answer = Client(headers=headers).post(
            f"/api/v1/{path}", body, content_type="application/json"
        )
        # Some operations need nothing of a body.
        if body:
            assert 400 <= answer.status_code < 500
            assert answer["content-type"] == "application/problem+json"
        assert answer.status_code < 500
