"""Entries from a file: a report of each row first, then all or none."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.tournaments.pages.desk.desk_pages import text
from tournaments.models import Event

CSV = "player1,player2,team,club,phone\nAne,Jon,,Gernika,600\nMiren,,,,\n"


def bring(client: Client, event: Event, table: str, **more: Any) -> Any:
    return client.post(f"/events/{event.pk}/desk/import/", {"text": table, **more})


def test_a_file_is_first_reported_on_row_by_row_and_then_entered_as_a_whole(
    event: Event, desk: Client
) -> None:
    file = SimpleUploadedFile("entries.csv", b"\xef\xbb\xbf" + CSV.encode())
    report = desk.post(f"/events/{event.pk}/desk/import/", {"file": file})
    assert "All 2 rows can be entered" in text(report)
    assert not event.entries.exists()
    hidden = re.search(
        r"<textarea[^>]*hidden>\n(.*?)</textarea>", report.content.decode(), re.S
    )
    assert hidden
    assert bring(desk, event, unescape(hidden[1]), do="enter").status_code == 302
    assert event.entries.count() == 2
    again = bring(desk, event, CSV, do="enter")
    assert (again.status_code, event.entries.count()) == (422, 2)


def test_one_wrong_row_keeps_all_out_and_is_named_by_its_line(
    event: Event, desk: Client
) -> None:
    answer = bring(desk, event, CSV + "Kepa,Kepa,,,\n", do="enter")
    assert answer.status_code == 422
    assert "1 of 3 rows cannot be entered" in text(answer)
    assert "4 Kepa – Kepa Kepa cannot be in a pair with themselves" in text(answer)
    assert not event.entries.exists()


@pytest.mark.parametrize(
    "table",
    ["", "   ", "name\nAne\n", "player1\n", "player1\n" + "Ane\n" * 10_001],
    ids=["nothing", "blank", "no such column", "no rows", "too many rows"],
)
def test_a_table_that_is_none_is_refused(
    event: Event, desk: Client, table: str
) -> None:
    assert bring(desk, event, table, do="enter").status_code == 422
    assert not event.entries.exists()


@pytest.mark.parametrize(
    "content", [b"player1\n\x81\x8d", b"x" * 3_000_001], ids=["no text", "too large"]
)
def test_a_file_that_is_no_text_or_too_large_is_refused(
    event: Event, desk: Client, content: bytes
) -> None:
    file = SimpleUploadedFile("entries.csv", content)
    assert (
        desk.post(f"/events/{event.pk}/desk/import/", {"file": file}).status_code == 422
    )


def test_the_report_says_which_rows_will_wait(
    make_event: Callable[..., Event], desk: Client
) -> None:
    event = make_event(capacity=2)
    report = text(
        bring(desk, event, "player1,player2\nAne,Jon\nMiren,\nKepa,Peio\nAmaia,\n")
    )
    assert (
        "All 4 rows can be entered Not enough places: 2 rows go to the waiting list"
        in report
    )
    assert report.count("on the waiting list") == 2
    assert "waiting list" not in text(bring(desk, event, CSV))


def test_a_file_as_excel_saves_it_keeps_its_accents(event: Event, desk: Client) -> None:
    file = SimpleUploadedFile(
        "parejas.csv", "Jugador 1;Jugador 2\nIñaki;Begoña\n".encode("cp1252")
    )
    assert "Iñaki – Begoña" in text(
        desk.post(f"/events/{event.pk}/desk/import/", {"file": file})
    )
