"""Which test checks which rule. `python -m tests.rulebook` writes docs/rules.md.

A test names a rule in its name (`test_mus_14_...`), its docstring, the id of a parameter, a
comment, or a table of its module that it uses. `MUS-14 to MUS-18` names a range.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parent.parent
IDS: Final = ROOT / "tests" / "games" / "rules" / "data" / "rule_ids.txt"
DOCUMENT: Final = ROOT / "docs" / "rules.md"
SHOWN: Final = 2
"""How many tests of a rule the document names: those of fewest rules first. The rest is counted."""

BOOKS: Final = {"MUS": "Mus", "MU": "Mü", "MIZ": "Mizzaire"}
KINDS: Final = "VTXB"
"""Options, examples from the rule book, examples from elsewhere, rulings."""

_NUMBER: Final = rf"[{KINDS}]?\d+[a-z]?"
_ID: Final = re.compile(rf"\b(?:{'|'.join(BOOKS)})-{_NUMBER}\b")
_RANGE: Final = re.compile(
    rf"({_ID.pattern})(?:\s+to\s+({_ID.pattern}|[{KINDS}]\d+[a-z]?\b)|(?:\.\.|\s*–\s*)({_NUMBER})\b)"
)
_PART: Final = re.compile(rf"_(and_|to_)?([{KINDS.lower()}]?)(\d+[a-z]?)")
_IN_NAME: Final = re.compile(
    rf"(?<![a-z])({'|'.join(BOOKS).lower()})((?:{_PART.pattern})+)(?=_|$)"
)

HEAD: Final = """# The rules and their tests

`python -m tests.rulebook` writes this page from the tests. `tests/test_rulebook.py` fails if a rule
has no test or if this page is out of date. Rules have the numbers of the club's rule book. A letter
marks the kind: V is an option, T an example from the rule book, X an example from elsewhere, B a
ruling where the rule book is silent.
"""


class Test(NamedTuple):
    """A test function and the rules that it names."""

    path: str
    name: str
    rules: frozenset[str]

    def __str__(self) -> str:
        return f"{self.path}::{self.name}"


@cache
def rules() -> dict[str, str]:
    """Every rule's id, in the order of the rule books, with what it is about in a few words."""
    return dict(line.split(" ", 1) for line in IDS.read_text().splitlines())


def named_in(text: str) -> Iterator[str]:
    """The ids in a text, ranges included, whether or not there is such a rule."""
    yield from _ID.findall(text)
    order = list(rules())
    for first, *ends in _RANGE.findall(text):
        last = next(end for end in ends if end)
        last = last if "-" in last else f"{first.split('-')[0]}-{last}"
        if first in order and last in order:
            yield from order[order.index(first) : order.index(last) + 1]


def spelled_out(name: str) -> str:
    """The name of a function with full ids: `test_mus_44_and_x10_...` gives MUS-44 and MUS-X10."""

    def ids(found: re.Match[str]) -> str:
        parts = _PART.findall(found[2])
        return " ".join(
            f"{word.strip('_')} {found[1].upper()}-{kind.upper()}{number}"
            for word, kind, number in parts
        )

    return _IN_NAME.sub(ids, name).replace("_", " ")


def tests_in(path: Path) -> Iterator[Test]:
    """The tests of a module. Their lines count, and those of the module's tables that they use."""
    source = path.read_text()
    lines, tree = source.splitlines(), ast.parse(source)
    tables = {target.id: node for node in tree.body for target in _targets(node)}
    for node in ast.walk(tree):
        if isinstance(
            node, ast.FunctionDef | ast.AsyncFunctionDef
        ) and node.name.startswith("test_"):
            text = "\n".join(
                [
                    spelled_out(node.name),
                    *(_text(lines, part) for part in _with_tables(node, tables)),
                ]
            )
            yield Test(
                str(path.relative_to(ROOT / "tests")),
                node.name,
                frozenset(named_in(text)),
            )


def _targets(node: ast.stmt) -> list[ast.Name]:
    targets = (
        node.targets
        if isinstance(node, ast.Assign)
        else [node.target]
        if isinstance(node, ast.AnnAssign)
        else []
    )
    return [
        name
        for target in targets
        for name in ast.walk(target)
        if isinstance(name, ast.Name)
    ]


def _with_tables(node: ast.stmt, tables: dict[str, ast.stmt]) -> list[ast.stmt]:
    """A statement, and the tables that it uses, and those that they use."""
    found = [node]
    for part in found:  # grows while it is read
        used = (
            tables.get(name.id) for name in ast.walk(part) if isinstance(name, ast.Name)
        )
        found.extend(
            dict.fromkeys(table for table in used if table and table not in found)
        )
    return found


def _text(lines: list[str], node: ast.stmt) -> str:
    decorators = getattr(node, "decorator_list", [])
    begin = min([node.lineno, *(decorator.lineno for decorator in decorators)])
    return "\n".join(lines[begin - 1 : node.end_lineno])


def tests() -> list[Test]:
    """All test functions but those of test_rulebook.py, which name rules without checking them."""
    paths = sorted((ROOT / "tests").rglob("test_*.py"))
    return [
        test
        for path in paths
        if path.name != "test_rulebook.py"
        for test in tests_in(path)
    ]


def tests_by_rule(found: list[Test]) -> dict[str, list[Test]]:
    """For each rule that is named anywhere the tests that name it."""
    by_rule = defaultdict(list)
    for test in found:
        for rule in sorted(test.rules):
            by_rule[rule].append(test)
    return dict(by_rule)


def document() -> str:
    """docs/rules.md as it should be now."""
    by_rule, parts = tests_by_rule(tests()), [HEAD]
    for book, title in BOOKS.items():
        own = {
            rule: words
            for rule, words in rules().items()
            if rule.startswith(f"{book}-")
        }
        rows = [_row(rule, words, by_rule.get(rule, [])) for rule, words in own.items()]
        parts.append(
            "\n".join(
                [f"## {title}\n", "| rule | about | tests |", "|---|---|---|", *rows]
            )
            + "\n"
        )
    return "\n".join(parts)


def _row(rule: str, words: str, found: list[Test]) -> str:
    shown = sorted(found, key=lambda test: len(test.rules))[:SHOWN]
    names = [
        f"`{str(test).removeprefix('games/rules/').replace('.py::test_', ': ')}`"
        for test in shown
    ]
    more = [f"and {len(found) - SHOWN} more"] if len(found) > SHOWN else []
    return f"| {rule} | {words} | {', '.join(names + more)} |"


if __name__ == "__main__":
    DOCUMENT.write_text(document())
