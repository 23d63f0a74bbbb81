"""Every refusal of the rules has its sentence, and every sentence its refusal."""

import ast
from pathlib import Path
from string import Formatter

import pytest

import tournaments.journal
import tournaments.rules
from core import strict_json
from tournaments.journal.messages import REFUSALS as JOURNAL_REFUSALS
from tournaments.rules import messages
from tournaments.services import undo_rules

RULES = sorted(Path(tournaments.rules.__path__[0]).rglob("*.py"))
STRICT_JSON = [Path(strict_json.__file__)]
JOURNAL = sorted(Path(tournaments.journal.__path__[0]).rglob("*.py"))
UNDO = [Path(undo_rules.__file__)]

rules_with_sentences = pytest.mark.parametrize(
    ("sources", "sentences"),
    [
        (RULES, messages.refusal_sentences()),
        (STRICT_JSON, strict_json.REFUSALS),
        (JOURNAL, JOURNAL_REFUSALS),
        (UNDO, undo_rules.REFUSALS),
    ],
    ids=["rules", "strict_json", "journal", "undo"],
)


def raised(sources):
    """Code and field names of each Refusal written in these modules."""
    for source in sources:
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


@rules_with_sentences
def test_each_refusal_has_a_sentence_and_each_sentence_a_refusal(sources, sentences):
    codes = {code for code, _ in raised(sources)}
    others = set(strict_json.REFUSALS) - set(sentences)
    assert codes - others == set(sentences)


@rules_with_sentences
def test_a_sentence_uses_only_the_fields_that_its_refusal_has(sources, sentences):
    known = strict_json.REFUSALS | sentences
    for code, fields in raised(sources):
        used = {name for _, name, _, _ in Formatter().parse(known[code]) if name}
        assert used <= fields, code
