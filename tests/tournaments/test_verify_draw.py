"""`manage.py verify_draw`: plain sentences and the right exit code, for what the API gives and for
anything else.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from accounts.models import User
from tests.conftest import NOW, Api
from tests.tournaments.evenings import Evening
from tests.tournaments.rules.draw_vectors import field, published
from tournaments.api.serializers.draws import DrawListSerializer, drawn_seats
from tournaments.models import Draw, Entry, Event, Pairing, Stage
from tournaments.reading import next_draws
from tournaments.rules.draws.inputs import Inputs, TeamSettings
from tournaments.rules.draws.verify import verify
from tournaments.rules.formats.base import StageSettings
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.services import draws, results
from tournaments.services.typed_results import played

ROOT = Path(__file__).parents[2]
DRAW = published(Inputs("round_robin", StageSettings(), field(6)))
AGREES = "This is the draw 7-1-draw with 6 entrants.\nThe list of names has the published fingerprint.\nEverything else that went into the draw has the published fingerprint.\nThe secret is the one that was promised.\nThe list, the secret and the words from the room produce this draw.\nThe draw keeps the rules of its format.\nThe same numbers give the seats that are listed (tables: 1).\nAll agrees.\n"


def run(file: Path | str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """The exit code, and what stood on standard output and on standard error."""
    code = 0
    try:
        call_command("verify_draw", str(file))
    except SystemExit as end:
        code = int(end.code or 0)
    said = capsys.readouterr()
    return code, said.out, said.err


def test_a_draw_that_agrees(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "draw.json").write_text(json.dumps(DRAW))
    assert run(tmp_path / "draw.json", capsys) == (0, AGREES, "")


def test_a_draw_with_another_secret(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "draw.json").write_text(json.dumps(DRAW | {"secret": "0" * 64}))
    code, out, err = run(tmp_path / "draw.json", capsys)
    assert (code, out) == (1, "")
    assert err.splitlines()[3] == "The secret is not the one that was promised."
    assert err.splitlines()[-1] == "Something does not match."


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "Line 1, column 1: this is not JSON.\n"),
        (b"\x89PNG\r\n\x1a\n", "Line 1: this is not a text in UTF-8.\n"),
        (b"mus" * 3_400_000, "This is too long: at most 5000000 bytes are read.\n"),
        (
            b'{"spec": NaN}',
            "There is a number that is not a whole number of usual size: 'NaN'.\n",
        ),
        (b'{"spec": "musdraw-1", "draw_id": 7}', "'draw_id' should be a text.\n"),
    ],
    ids=["empty", "picture", "10 MB", "not a number", "wrong type"],
)
def test_a_file_that_is_no_draw(
    content: bytes, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_bytes(content)
    assert run(tmp_path / "file", capsys) == (1, "", sentence)


def test_a_file_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "no-such-file"
    assert run(missing, capsys) == (
        1,
        "",
        f"'{missing}' cannot be read: No such file or directory.\n",
    )
    assert run(tmp_path, capsys) == (
        1,
        "",
        f"'{tmp_path}' cannot be read: Is a directory.\n",
    )
    assert run("a\0b", capsys) == (
        1,
        "",
        "'a\\x00b' cannot be read: embedded null byte.\n",
    )


def test_a_draw_on_standard_input() -> None:
    command = [sys.executable, str(ROOT / "manage.py"), "verify_draw", "-"]
    done = subprocess.run(
        command,
        input=json.dumps(DRAW),
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, AGREES, "")


def test_a_name_cannot_write_to_the_terminal_of_who_checks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "draw.json").write_text(json.dumps(DRAW | {"draw_id": "\x1b[2J\u202e"}))
    code, _, err = run(tmp_path / "draw.json", capsys)
    assert code == 1
    assert "\x1b" not in err
    assert "\u202e" not in err


# --- what the API gives ---


SETTINGS: dict[str, Any] = {
    "swiss": {"rounds": 3},
    "groups": {"groups": 2},
    "tables": {"rounds": 2},
    "partners": {"rounds": 3},
}
ALONE = {"tables": "mu", "partners": "mus"}
"""The formats for single players, and a game for each."""


def wrong(draw: Any) -> dict[str, str]:
    checks = verify(json.dumps(draw, ensure_ascii=False).encode()).checks
    return {check.code: check.problem.code for check in checks if check.problem}


def draw_next(event: Event, by: User) -> Draw:
    """The draw that is due, announced, made and published."""
    (due,) = next_draws.due(event)
    draw = draws.announce(event_id=event.pk, kind=due.kind, by=by, at=NOW)
    draws.make(draw_id=draw.pk, by=by, at=NOW, beacon="Gora Mus")
    return draws.publish(draw_id=draw.pk, by=by, at=NOW)


@pytest.fixture
def started(
    make_event: Callable[..., Event],
    enter: Callable[..., Entry],
    evening: Evening,
    organiser: User,
) -> Callable[[str], Event]:
    """An event of this format with nine entries, its first draw published."""

    def start(code: str) -> Event:
        settings = SETTINGS.get(code, {})
        if code in ALONE:
            event = evening.event(ALONE[code], format=code, settings=settings)
            evening.enter(event, 9)
        else:
            event = make_event(format=code, settings=settings)
            for n in range(9):
                enter(event, f"Ane {n}", f"Jon {n}", club_name=f"Club {n % 3}")
        draw_next(event, organiser)
        return Event.objects.get(pk=event.pk)

    return start


@pytest.mark.django_db
@pytest.mark.parametrize("code", FORMATS)
def test_the_draws_of_each_format_agree_as_the_api_gives_them(
    code: str, started: Callable[[str], Event], organiser: User
) -> None:
    event = started(code)
    if FORMATS[code].is_redrawn:
        for pairing in Pairing.objects.filter(
            round__stage__event=event, table__isnull=False
        ):
            results.set_result(
                pairing_id=pairing.pk,
                decision=played(3, 1),
                reason="sheet",
                by=organiser,
                at=NOW,
            )
        draw_next(event, organiser)
    found = Api().get(f"events/{event.pk}/draws/")[1]["results"]
    assert len(found) == 1 + FORMATS[code].is_redrawn
    for draw in found:
        assert wrong(draw) == {}
        assert bool(draw["seats"]) != FORMATS[code].is_multiplayer
        assert Api().get(f"draws/{draw['id']}/")[1] == draw


@pytest.mark.django_db
@pytest.mark.parametrize("apart", [False, True])
def test_draws_of_partners_agree_as_the_api_gives_them(
    apart: bool, event: Event, enter: Callable[..., Entry], organiser: User
) -> None:
    for n in range(7):
        enter(event, f"Ane {n}", club_name=f"Club {n % 3}")
    draw = draws.announce(
        event_id=event.pk,
        kind="teams",
        by=organiser,
        at=NOW,
        partners=TeamSettings(apart=apart),
    )
    announced = Api().get(f"draws/{draw.pk}/")[1]
    assert wrong(announced) == {}
    assert announced["secret"] is None
    draws.make(draw_id=draw.pk, by=organiser, at=NOW, beacon="31")
    draws.publish(draw_id=draw.pk, by=organiser, at=NOW)
    made = Api().get(f"draws/{draw.pk}/")[1]
    assert wrong(made) == {}
    assert {
        key: made[key] for key in ("inputs", "field_hash", "input_hash", "commitment")
    } == {
        key: announced[key]
        for key in ("inputs", "field_hash", "input_hash", "commitment")
    }


@pytest.mark.django_db
def test_a_draw_changed_by_hand_agrees_and_says_so(
    make_event: Callable[..., Event], enter: Callable[..., Entry], organiser: User
) -> None:
    event = make_event()
    for n in range(6):
        enter(event, f"Ane {n}", f"Jon {n}")
    draw = draws.announce(event_id=event.pk, kind="bracket", by=organiser, at=NOW)
    draws.make(draw_id=draw.pk, by=organiser, at=NOW)
    draws.swap(draw_id=draw.pk, a=1, b=4, reason="late train", by=organiser, at=NOW)
    draws.publish(draw_id=draw.pk, by=organiser, at=NOW)
    seen = Api().get(f"draws/{draw.pk}/")[1]
    verdict = verify(json.dumps(seen).encode())
    assert verdict.ok
    assert "late train" in str(verdict)
    assert wrong(seen | {"swaps": []})["order"] == "draw.other_order"


@pytest.mark.django_db
def test_all_draws_of_an_event_are_read_in_as_many_queries_as_one(
    running: Callable[..., Stage], django_assert_max_num_queries: Any
) -> None:
    event = running(8).event
    with django_assert_max_num_queries(3):
        found = {"due": [], "results": event.draws.all()}
        answer = DrawListSerializer(found, context={"seats": drawn_seats(event)}).data
    assert len(answer["results"][0]["seats"]) == 4
