"""What no other tool checks of the house: pure rules, opening docstrings, clean lock files, no
strange places.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PARTS = ("accounts", "config", "core", "games", "tournaments")
GAMES = ("mus", "mu", "mizzaire")
PURE = (
    *("core/refusals", "core/chance", "core/choices", "core/strict_json"),
    *("core/canonical_json", "tournaments/services/undo_rules"),
    *(
        f"tournaments/journal/{module}"
        for module in ("lines", "schema", "undo", "archive")
    ),
    *("games/rules", "games/bots", "tournaments/rules"),
    *(f"games/{game}/rules" for game in GAMES),
    *(f"games/{game}/bot" for game in GAMES),
    *(f"games/{game}/vocabulary" for game in GAMES),
    *(
        f"games/mus/{module}"
        for module in ("table_talk", "signs", "phrases", "presets")
    ),
)
OURS = (*PARTS, "bench", "tests")
# fmt: off
HARMLESS = {
    "__future__", "abc", "array", "bisect", "collections", "copy", "dataclasses", "enum", "fractions", "functools",
    "hashlib", "heapq", "hmac", "itertools", "json", "math", "operator", "re", "statistics", "string", "struct",
    "textwrap", "types", "typing", "unicodedata",
}
"""What pure code may use of the standard library: nothing with a clock, a file, a socket, a log or
its own chance.
"""
PURE_NAMESPACES = {"core", *(f"games.{game}" for game in GAMES)}
"""Packages that only hold a docstring: what is imported from them is checked on its own."""
LIBRARIES = {"openskill", "rustworkx"}
"""What it may use besides: mathematics of the same kind."""
# fmt: on
IMPURE = {"open", "print", "input", "eval", "exec", "breakpoint", "__import__"}
GENERATED = {"var", "test-results", "__pycache__"}
TEMPLATE_LINE = 160
STRANGE = re.compile(r"/(?:root|work)/|py(?:pi|thonhosted)\.org|\bissue #?\d", re.I)
"""Words that mean something only where this was written."""


def modules(*folders: str) -> list[Path]:
    """Every module of these folders; a name without a folder is a module by itself."""
    found = []
    for name in folders:
        folder = ROOT / name
        found += (
            folder.rglob("*.py") if folder.is_dir() else [folder.with_suffix(".py")]
        )
    return sorted(found)


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def impurities(source: str) -> Iterator[str]:
    """The modules and built-in functions in this source that pure code may not use."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names if not harmless(alias.name))
            case ast.ImportFrom(module=module, level=0) if not harmless(str(module)):
                yield str(module)
            case ast.Call(func=ast.Name(id=called)) if called in IMPURE:
                yield called


def harmless(module: str) -> bool:
    pure = tuple(part.replace("/", ".") for part in PURE)
    return (
        module.split(".")[0] in HARMLESS | LIBRARIES
        or module in PURE_NAMESPACES
        or any(f"{module}.".startswith(f"{part}.") for part in pure)
    )


@pytest.mark.parametrize("module", modules(*PURE), ids=name)
def test_rules_and_bots_know_no_clock_file_network_or_chance(module: Path) -> None:
    assert list(impurities(module.read_text())) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import random", ["random"]),
        ("import os.path as p", ["os.path"]),
        ("from datetime import datetime", ["datetime"]),
        ("def f():\n  from secrets import token_hex", ["secrets"]),
        ("from games.models import Match", ["games.models"]),
        ("from games.rulesets import x", ["games.rulesets"]),
        ("open('x')", ["open"]),
        ("import hashlib\nfrom core.refusals import Refusal\nfrom . import deal", []),
    ],
)
def test_an_impure_import_is_seen(source: str, found: list[str]) -> None:
    assert list(impurities(source)) == found


@pytest.mark.parametrize(
    "module",
    [path for path in modules(*OURS) if path.parent.name != "migrations"],
    ids=name,
)
def test_a_module_opens_by_saying_what_it_answers_for(module: Path) -> None:
    tree = ast.parse(module.read_text())
    assert ast.get_docstring(tree) or not tree.body


@pytest.mark.parametrize(
    "lock", sorted((ROOT / "requirements").glob("*.txt")), ids=name
)
def test_a_lock_file_names_packages_and_hashes_but_no_place(lock: Path) -> None:
    text = lock.read_text()
    assert re.findall(r"://|--(?:extra-)?index|--find-links", text) == []
    assert (
        len(re.findall(r"^\S+==", text, re.M))
        == len(re.findall(r"^\S+==.*\\\n +--hash=sha256:", text, re.M))
        > 0
    )


def test_nothing_asks_which_game_it_is() -> None:
    """Games differ by what they answer; tables that name them all are looked up, never compared
    with.
    """
    asks = re.compile(r"""\bgame["'\]]*\s*(?:==|!=|(?:not )?in [(\[{])\s*["']""")
    assert asks.search('if match["game"] == "mus":')
    assert asks.search("{% if match.game != 'mu' %}")
    sources = [*modules(*PARTS), *templates()]
    assert [name(path) for path in sources if asks.search(path.read_text())] == []


def templates() -> list[Path]:
    folders = [ROOT / "templates", *ROOT.glob("games/*/templates")]
    return sorted(path for folder in folders for path in folder.rglob("*.html"))


def test_nothing_asks_which_format_it_is() -> None:
    """Formats answer what they do (`is_multiplayer`, `winner_goes_on`); nobody asks for their
    names.
    """
    asks = re.compile(r"""\bformat["'\]]*\s*(?:==|!=|(?:not )?in\s*[(\[{]?)\s*["']""")
    assert asks.search('{% if event.format == "knockout" %}')
    assert asks.search('if one["format"] in ("lives", "swiss"):')
    # A migration moves rows of a time when there was nobody else to ask.
    code = [path for path in modules(*PARTS) if path.parent.name != "migrations"]
    sources = [*code, *templates()]
    assert [name(path) for path in sources if asks.search(path.read_text())] == []


def test_a_line_of_a_template_can_be_read_without_scrolling() -> None:
    long = [
        f"{name(path)}:{number}"
        for path in templates()
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > TEMPLATE_LINE
    ]
    assert long == []


def text_files() -> Iterator[Path]:
    tops = [
        path
        for path in ROOT.iterdir()
        if path.name not in GENERATED and not path.name.startswith(".")
    ]
    for path in [ROOT / ".ci", *tops]:
        files = [path] if path.is_file() else path.rglob("*")
        yield from (
            file
            for file in files
            if file.is_file() and not GENERATED.intersection(file.parts)
        )


def test_no_file_names_a_place_that_only_its_author_knew() -> None:
    found = {
        name(path): STRANGE.findall(path.read_bytes().decode(errors="ignore"))
        for path in text_files()
    }
    assert {path: words for path, words in found.items() if words} == {}


def test_no_test_imports_from_another_test() -> None:
    """What tests share lies in conftest or in a module of its own."""
    imports = re.compile(r"^from tests\.(?:\w+\.)*test_\w+ import", re.M)
    assert imports.search("from tests." + "games.test_forms import x")
    found = [
        name(path) for path in modules("tests") if imports.search(path.read_text())
    ]
    assert found == []
