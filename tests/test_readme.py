"""What the README shows is what the code does."""

import contextlib
import io
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()


def test_the_hand_of_mus_prints_what_stands_below_it() -> None:
    [code] = re.findall(r"```python\n(.*?)```", README, flags=re.S)
    [printed] = re.findall(r"```\n(\['.*?)```", README, flags=re.S)
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(code, {})  # our own README
    assert out.getvalue() == printed


@pytest.mark.parametrize(
    "name", sorted(set(re.findall(r"`((?:[a-z_]+/)+[a-zA-Z_.]*)`", README)))
)
def test_every_place_that_it_names_is_there(name: str) -> None:
    assert (ROOT / name).exists()


@pytest.mark.parametrize("target", sorted(set(re.findall(r"make ([a-z-]+)", README))))
def test_every_make_target_that_it_names_exists(target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), flags=re.M)


def test_its_picture_is_there() -> None:
    for path in re.findall(r"!\[[^]]*\]\(([^)]*)\)", README):
        assert (ROOT / path).stat().st_size < 300_000
