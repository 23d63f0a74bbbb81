"""The page that checks a record says whether it agrees, or the first thing that does not and its
line.
"""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from games import casual
from tests.conftest import NOW, SHORT
from tests.games.pages.conftest import Reader, bots_act

pytestmark = pytest.mark.django_db

RECORD = (Path(__file__).parents[1] / "rules/data/mus_match.txt").read_text()
NOISE = bytes(Random(1).randbytes(10_000_000))
TOO_LONG = "This is too long for a match record"


@pytest.fixture
def english(client: Client) -> Client:
    client.cookies["django_language"] = "en"
    return client


def paste(client: Client, text: str) -> tuple[int, str]:
    return said(client.post("/verify/", {"record": text}))


def upload(client: Client, content: bytes) -> tuple[int, str]:
    return said(
        client.post("/verify/", {"file": SimpleUploadedFile("match.txt", content)})
    )


def said(response: Any) -> tuple[int, str]:
    return response.status_code, response.content.decode()


def test_a_true_record_agrees_pasted_or_uploaded(english: Client) -> None:
    for status, page in (paste(english, RECORD), upload(english, RECORD.encode())):
        assert status == 200
        assert "This record is consistent" in page
        assert "Everything matches" in page


def test_a_record_with_the_line_ends_of_a_browser_agrees(english: Client) -> None:
    assert paste(english, RECORD.replace("\n", "\r\n"))[0] == 200


def test_the_first_thing_that_does_not_agree_is_named_with_its_line(
    english: Client,
) -> None:
    lines = RECORD.split("\n")
    n = next(n for n, line in enumerate(lines) if line.startswith("Secret "))
    lines[n] = "Secret " + "0" * 64
    status, page = paste(english, "\n".join(lines))
    assert status == 422
    assert f"Line {n + 1}, column 8: the secret does not fit the commitment" in page
    assert f"<code>Secret {'0' * 64}</code>" in page


def test_empty_lines_before_a_record_do_not_shift_the_line_that_is_named(
    english: Client,
) -> None:
    status, page = paste(english, "\n\n\nRecord 2\n")
    assert status == 422
    assert "Line 4, column 8" in page
    assert "<code>Record 2</code>" in page


def test_nothing_given_is_said_kindly(english: Client) -> None:
    for status, page in (
        paste(english, ""),
        paste(english, " \n "),
        upload(english, b""),
    ):
        assert status == 400
        assert "Choose a file or paste the text of a record." in page


def test_ten_megabytes_of_noise_get_a_clear_answer(english: Client) -> None:
    status, page = upload(english, NOISE)
    assert status == 422
    assert TOO_LONG in page
    status, page = paste(english, NOISE.decode("latin-1"))
    assert status in (413, 422)
    assert TOO_LONG in page


def test_ten_megabytes_that_no_form_sent_get_a_clear_answer(english: Client) -> None:
    status, page = said(
        english.post(
            "/verify/",
            b"record=" + b"a" * 10_000_000,
            content_type="application/x-www-form-urlencoded",
        )
    )
    assert status == 413
    assert TOO_LONG in page


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (NOISE[:1000], "this is not UTF-8 text."),
        (b"\xff\xfeR\x00", "this is not UTF-8 text."),
        (b"hello", "Line 1, column 1"),
        ("Record 1\n\u202e".encode(), "Line 2"),
        (b"<script>alert(1)</script>", "Line 1, column 1"),
    ],
    ids=["noise", "utf-16", "greeting", "right to left", "code"],
)
def test_what_is_no_record_is_refused_with_a_reason(
    english: Client, content: bytes, words: str
) -> None:
    status, page = upload(english, content)
    assert status == 422
    assert words in page
    assert "<script>alert" not in page


def test_a_body_that_is_no_form_is_no_error_of_the_server(english: Client) -> None:
    broken = english.post(
        "/verify/", b"--x\r\nnonsense", content_type="multipart/form-data; boundary=x"
    )
    assert broken.status_code in (400, 413)
    assert (
        english.post("/verify/", b"{", content_type="application/json").status_code
        == 400
    )


def test_a_finished_match_can_be_checked_by_its_link(
    english: Client, four: list[User]
) -> None:
    match = casual.open_casual_match(by=four[0], game="mus", options=SHORT, at=NOW)
    link = f"/verify/?match={match.pk}"
    english.force_login(four[0])
    status, page = said(english.get(link))
    assert status == 409
    assert "Record 1" not in page
    assert "it is published only when the match is over" in page
    list(bots_act(match, Random(4)))
    record = (
        Reader(four[0], match)
        .client.get(f"/matches/{match.pk}/record.txt")
        .content.decode()
    )
    status, page = said(english.get(link))
    assert status == 200
    assert "Record 1" in page
    assert "This record is consistent" in page
    assert "Record 1" not in Client().get(link).content.decode()
    assert paste(english, record)[0] == 200


@pytest.mark.parametrize(
    "link", ["?match=", "?match=x", "?match=00000000-0000-0000-0000-000000000000"]
)
def test_a_link_to_no_match_says_so(english: Client, link: str) -> None:
    status, page = said(english.get(f"/verify/{link}"))
    assert status == 404
    assert "There is no such match" in page
