"""`manage.py verify_draw`: plain sentences and the right exit code, whatever it is given."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.tournaments.rules.draw_vectors import field, published
from tournaments.rules.formats.base import Setup
from tournaments.rules.inputs import Inputs

ROOT = Path(__file__).parents[2]
DRAW = published(Inputs("round_robin", Setup(), field(6)))
AGREES = """\
This is the draw 7-1-draw with 6 entrants.
The list of names has the fingerprint that was published.
All else that went into the draw has the fingerprint that was published.
The secret is the one that was promised.
The list, the secret and the words of the room give this draw.
The draw keeps the rules of its format.
The same numbers give the seats that are listed (tables: 1).
All agrees.
"""


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


def test_a_draw_with_another_secret(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "draw.json").write_text(json.dumps(DRAW | {"secret": "0" * 64}))
    code, out, err = run(tmp_path / "draw.json", capsys)
    assert (code, out) == (1, "")
    assert err.splitlines()[3] == "The secret is not the one that was promised."
    assert err.splitlines()[-1] == "Not all agrees."


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "Line 1, column 1: this is not JSON.\n"),
        (b"\x89PNG\r\n\x1a\n", "Line 1: this is not a text in UTF-8.\n"),
        (b"mus" * 3_400_000, "This is too long: at most 5000000 bytes are read.\n"),
        (b'{"spec": NaN}', "There is a number that is not a whole number of usual size: 'NaN'.\n"),
        (b'{"spec": "musdraw-1", "draw_id": 7}', "'draw_id' should be a text.\n"),
    ],
    ids=["empty", "picture", "10 MB", "not a number", "wrong type"],
)
def test_a_file_that_is_no_draw(
    content: bytes, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_bytes(content)
    assert run(tmp_path / "file", capsys) == (1, "", sentence)


def test_a_file_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "no-such-file"
    assert run(missing, capsys) == (1, "", f"'{missing}' cannot be read: No such file or directory.\n")
    assert run(tmp_path, capsys) == (1, "", f"'{tmp_path}' cannot be read: Is a directory.\n")
    assert run("a\0b", capsys) == (1, "", "'a\\x00b' cannot be read: embedded null byte.\n")


def test_a_draw_on_standard_input() -> None:
    command = [sys.executable, str(ROOT / "manage.py"), "verify_draw", "-"]
    done = subprocess.run(command, input=json.dumps(DRAW), capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, AGREES, "")


def test_a_name_cannot_write_to_the_terminal_of_who_checks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "draw.json").write_text(json.dumps(DRAW | {"draw_id": "\x1b[2J\u202e"}))
    code, _, err = run(tmp_path / "draw.json", capsys)
    assert code == 1
    assert "\x1b" not in err
    assert "\u202e" not in err
