"""Each bench runs, in the smallest size, and says what it found. How fast anything is, no test
says.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench import bots
from games.bots import search

ROOT = Path(__file__).parent.parent
SERVERS = {"DATABASE_URL", "REDIS_URL"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("live", "--viewers 20 --pairs 2 --seconds 1"),
        ("moves", "--pairs 2 --seconds 0.3 --matches 16 --late 22"),
        ("recompute", "--pairs 2 --seconds 0.5 --entries 4"),
        ("standings", "--pairs 2 --entries 8"),
        ("bracket", "--pairs 2 --pages 1 --entries 8"),
        ("pairing", "--pairs 2 --entries 12"),
        ("rounds", "--pairs 2 --entries 12 --rounds 4"),
        ("trees", "--pairs 2 --entries 16"),
    ],
)
def test_a_bench_runs_on_servers_of_its_own_and_prints_its_table(
    name: str, sizes: str
) -> None:
    env = {key: value for key, value in os.environ.items() if key not in SERVERS}
    command = [sys.executable, "-m", f"bench.{name}", *sizes.split()]
    done = subprocess.run(
        command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    head, _, *rows = [line for line in done.stdout.splitlines() if line.startswith("|")]
    assert head.startswith("| what | ours | bare |")
    assert len(rows) >= 2


def test_the_bench_of_the_engines_says_what_it_needs_where_that_is_missing() -> None:
    hidden = "import runpy, sys; sys.modules['pyspiel'] = None; runpy.run_module('bench.engine', run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-c", hidden],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert "pip install open_spiel rlcard" in done.stderr


@pytest.mark.slow
def test_the_bench_of_the_bots_says_how_far_each_level_is_ahead(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(search, "DEALS", 1)
    monkeypatch.setattr(sys, "argv", ["bots", "--games", "mizzaire", "--matches", "2"])
    bots.main()
    head, _, simple, strong, _ = capsys.readouterr().out.splitlines()
    assert head.startswith("| game | level | against | difference")
    assert simple.startswith("| mizzaire | simple | random |")
    assert strong.startswith("| mizzaire | strong | simple |")


RUNNABLE = sorted(
    path.stem
    for path in (ROOT / "bench").glob("*.py")
    if "__main__" in path.read_text()
)


@pytest.mark.slow
@pytest.mark.parametrize("name", RUNNABLE)
def test_every_bench_explains_itself_without_optional_packages(name: str) -> None:
    command = [sys.executable, "-m", f"bench.{name}", "--help"]
    told = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (told.returncode, told.stdout[:6]) == (0, "usage:"), told.stderr
