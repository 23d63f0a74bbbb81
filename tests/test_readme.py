"""The README and docs/ show what the code does, and every path that they name exists."""

import contextlib
import io
import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from config import VERSION

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
PAGES = [
    ROOT / "README.md",
    ROOT / "deploy" / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
]

PARTS = (
    "accounts|bench|config|core|deploy|docs|games|locale|requirements|static|templates|tests"
    "|tournaments"
)
SUFFIXES = "py|md|json|csv|html|css|js|txt|png"
PATH = re.compile(rf"(?:{PARTS})/(?:[\w.-]+/)*(?:[\w-]+(?:\.[\w-]+)*)?")
FILE = re.compile(rf"[\w-]+(?:/[\w-]+)*\.(?:{SUFFIXES})")
DOTTED = re.compile(rf"(?:{PARTS})(?:\.\w+)+")


def code_spans(page: Path) -> set[str]:
    """The texts between backticks, without the blocks of code."""
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.S)
    return set(re.findall(r"`([^`\n]+)`", text))


def exists(dotted: str) -> bool:
    """Whether this is a folder, a module, or something in a module."""
    parts = dotted.split(".")
    if ROOT.joinpath(*parts).is_dir():
        return True
    for length in range(len(parts), 0, -1):
        if ROOT.joinpath(*parts[:length]).with_suffix(".py").exists() or is_package(
            parts[:length]
        ):
            module = import_module(".".join(parts[:length]))
            return has_attributes(module, parts[length:])
    return False


def is_package(parts: list[str]) -> bool:
    return ROOT.joinpath(*parts, "__init__.py").exists()


def has_attributes(owner: object, names: list[str]) -> bool:
    for name in names:
        if not hasattr(owner, name):
            return False
        owner = getattr(owner, name)
    return True


NAMED_PATHS = sorted(
    (page.relative_to(ROOT), span)
    for page in PAGES
    for span in code_spans(page)
    if PATH.fullmatch(span)
)
NAMED_MODULES = sorted(
    (page.relative_to(ROOT), span)
    for page in PAGES
    for span in code_spans(page)
    if DOTTED.fullmatch(span) and not FILE.fullmatch(span)
)
LINKS = sorted(
    (page.relative_to(ROOT), target)
    for page in PAGES
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", page.read_text())
)


def test_the_hand_of_mus_prints_what_stands_below_it() -> None:
    [code] = re.findall(r"```python\n(.*?)```", README, flags=re.S)
    [printed] = re.findall(r"```\n(\['.*?)```", README, flags=re.S)
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(code, {})  # our own README
    assert out.getvalue() == printed


@pytest.mark.parametrize(("document", "path"), NAMED_PATHS, ids=str)
def test_every_path_that_a_page_names_exists(document: Path, path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize(("document", "dotted"), NAMED_MODULES, ids=str)
def test_every_module_that_a_page_names_exists(document: Path, dotted: str) -> None:
    assert exists(dotted)


@pytest.mark.parametrize(("document", "target"), LINKS, ids=str)
def test_every_link_of_a_page_leads_to_a_file(document: Path, target: str) -> None:
    assert (ROOT / document.parent / target).exists()


@pytest.mark.parametrize("target", sorted(set(re.findall(r"make ([a-z-]+)", README))))
def test_every_make_target_that_the_readme_names_exists(target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), flags=re.M)


def test_the_pictures_of_the_readme_are_small() -> None:
    pictures = re.findall(r"!\[[^]]*\]\(([^)]*)\)", README)
    assert pictures
    for path in pictures:
        assert (ROOT / path).stat().st_size < 300_000


def test_the_version_is_the_same_everywhere_and_the_change_log_begins_with_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    versions = re.findall(r"^## (\d\S+)", (ROOT / "CHANGELOG.md").read_text(), re.M)
    assert project["version"] == VERSION == versions[0]
    assert (
        (ROOT / "LICENSE").read_text().startswith("GNU AFFERO GENERAL PUBLIC LICENSE")
    )
