"""Every rule of the three rule books is checked by a test, and docs/rules.md says by which."""

import pytest

from tests import rulebook

TESTS = rulebook.tests_by_rule(rulebook.tests())


@pytest.mark.parametrize("rule", rulebook.rules())
def test_every_rule_is_named_by_a_test(rule: str) -> None:
    assert TESTS.get(rule), f"no test names {rule} ({rulebook.rules()[rule]})"


def test_no_test_names_a_rule_that_does_not_exist() -> None:
    unknown = TESTS.keys() - rulebook.rules().keys()
    assert {rule: [str(test) for test in TESTS[rule]] for rule in unknown} == {}


def test_the_document_is_what_the_tests_say() -> None:
    assert rulebook.DOCUMENT.read_text() == rulebook.document(), (
        "python -m tests.rulebook"
    )


def numbers(book: str, *parts: str) -> set[str]:
    return {f"{book}-{part}" for part in parts}


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("nothing", set()),
        ("the rule 14, B2 and T10", set()),
        ("MUS-14", numbers("MUS", "14")),
        ("XMUS-14, MUS-Q3", set()),
        ("MUS-14, MUS-15 and MUS-T11b", numbers("MUS", "14", "15", "T11b")),
        ("MU-14 to MU-17", numbers("MU", "14", "15", "16", "17")),
        ("MUS-B13 to B15: A1", numbers("MUS", "B13", "B14", "B15")),
        ("MIZ-1..3", numbers("MIZ", "1", "2", "3")),
        ("MU-T8 – T9a", numbers("MU", "T8", "T8b", "T9a")),
        ("MUS-14 to 7 points", numbers("MUS", "14")),
    ],
)
def test_rules_named_in_a_text(text: str, named: set[str]) -> None:
    assert set(rulebook.named_in(text)) == named
