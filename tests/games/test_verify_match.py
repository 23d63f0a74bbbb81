"""`manage.py verify_match`: one plain sentence and the right exit code, whatever it is given."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).parents[2]
MATCH = ROOT / "tests" / "games" / "rules" / "data" / "mus_match.txt"
AGREES = 'Everything matches: match "a-match" of mus, 38 shuffles, 896 moves, result 2 3 places 2 1.\n'


def run(file: Path | str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """The exit code, and what stood on standard output and on standard error."""
    code = 0
    try:
        call_command("verify_match", str(file))
    except SystemExit as end:
        code = int(end.code or 0)
    said = capsys.readouterr()
    return code, said.out, said.err


def test_a_record_that_agrees(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(MATCH, capsys) == (0, AGREES, "")


def test_a_record_with_a_changed_move(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = tmp_path / "match.txt"
    changed.write_text(MATCH.read_text().replace("\n2 0 mus\n", "\n2 1 mus\n"))
    assert run(changed, capsys) == (
        1,
        "",
        "Line 19, column 3: move 2 is by seat 1, but seat 0 is to act (MUS-8).\n",
    )


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "Line 1, column 1: expected Record, found the end of the file.\n"),
        (b"\x89PNG\r\n\x1a\n", "Line 1, column 1: this is not UTF-8 text.\n"),
        (
            b"mus" * 3_400_000,
            "This is too long for a match record: the limit is 2000000 bytes.\n",
        ),
        (
            b"# Mus: rules\n",
            'Line 1, column 1: expected Record, found "# Mus: rules".\n',
        ),
    ],
    ids=["empty", "picture", "10 MB", "another text"],
)
def test_a_file_that_is_no_record(
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


@pytest.mark.parametrize(
    ("given", "code", "said"),
    [
        (MATCH.read_bytes(), 0, AGREES),
        (MATCH.read_bytes()[:-9], 1, "Line 1182, column 8"),
    ],
)
def test_a_record_on_standard_input(given: bytes, code: int, said: str) -> None:
    """The command itself, as a person starts it: no traceback."""
    command = [sys.executable, str(ROOT / "manage.py"), "verify_match", "-"]
    done = subprocess.run(command, input=given, capture_output=True, timeout=60)
    assert done.returncode == code
    assert (done.stdout if code == 0 else done.stderr).decode().startswith(said)
    assert b"Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == code
