"""Every refusal of these rules has its sentence, and every sentence its refusal."""

import ast
from pathlib import Path
from string import Formatter

import tournaments.rules
from tournaments.rules.messages import REFUSALS


def raised():
    """Code and field names of each Refusal written in the rules."""
    for source in Path(tournaments.rules.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text())):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "Refusal"
            ):
                fields = {keyword.arg for keyword in node.keywords}
                texts = [
                    part.value
                    for part in ast.walk(node.args[0])
                    if isinstance(part, ast.Constant)
                ]
                yield from ((text, fields) for text in texts if isinstance(text, str))


def test_each_refusal_has_a_sentence_and_each_sentence_a_refusal():
    assert {code for code, _ in raised()} == set(REFUSALS)


def test_a_sentence_uses_only_the_fields_that_its_refusal_has():
    for code, fields in raised():
        assert {
            name for _, name, _, _ in Formatter().parse(REFUSALS[code]) if name
        } <= fields, code
