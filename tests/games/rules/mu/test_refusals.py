"""Every move that is out of place is refused by a stable code that has a rule and a sentence."""

import ast
from pathlib import Path

import pytest

from core.refusals import IllegalMove
from games.mu import rules
from games.rules import cards
from tests import rulebook
from tests.games.rules.mu.tables import begun, dealt, in_tricks, passed, said, shuffled

ROWS = "R9 R8 R7", "B9 B8"
AUCTION = said(
    dealt(begun(), *ROWS), "A reveal R9, B reveal B8 B9, C pass, D pass, A reveal R7 R8"
)
VICE = passed(AUCTION)
BOSS = said(VICE, "B trump B")
PARTNER = said(BOSS, "A trump R")
TRICKS = said(PARTNER, "A partner 2")

MOMENTS = {
    "over": passed(shuffled(begun(deals=1))),
    "deal": begun(),
    "auction": dealt(begun(), *ROWS),
    "vice": VICE,
    "boss": BOSS,
    "partner": PARTNER,
    "tricks": TRICKS,
}

SAID = [
    "reveal R9",
    "reveal K9",
    "pass",
    "trump B",
    "trump none",
    "partner 2",
    "partner 1",
    "play R9",
    "play B9",
    "deal R0",
]

# The columns are the texts of SAID, a point is a legal move.
TABLE = """
over     O O O O O O O O O O
deal     D D D D D D D D D W
auction  . H . A A A A A A X
vice     T T T . V T T T T X
boss     T T T N . T T T T X
partner  P P P P P . Q P P X
tricks   C C C C C C C . Z X
"""

CODES = {
    "O": ("mu.over", "MU-45"),
    "D": ("mu.waiting_for_deal", "MU-5"),
    "W": ("mu.wrong_pack", "MU-2"),
    "X": ("mu.already_dealt", "MU-5"),
    "A": ("mu.reveal_or_pass", "MU-8"),
    "H": ("mu.not_in_hand", "MU-8"),
    "T": ("mu.name_trump", None),
    "V": ("mu.vice_must_name", "MU-23"),
    "N": ("mu.not_on_row", "MU-25"),
    "P": ("mu.choose_partner", "MU-28"),
    "Q": ("mu.not_a_partner", "MU-28"),
    "C": ("mu.play_a_card", "MU-31"),
    "Z": ("mu.not_held", "MU-32"),
}

CASES = [
    pytest.param(moment, text, letter, id=f"{moment}, {text}")
    for moment, *letters in map(str.split, TABLE.strip().splitlines())
    for text, letter in zip(SAID, letters, strict=True)
]


@pytest.mark.parametrize(("moment", "text", "letter"), CASES)
def test_each_word_has_its_moments(moment: str, text: str, letter: str) -> None:
    state = MOMENTS[moment]
    if letter == ".":
        assert rules.play(state, rules.parse(text)) != state
        return
    code, rule = CODES[letter]
    with pytest.raises(IllegalMove) as refused:
        rules.play(state, rules.parse(text))
    assert refused.value.code == code
    assert refused.value.fields["rule"] == (
        rule or {"vice": "MU-23", "boss": "MU-24"}[moment]
    )


@pytest.mark.parametrize(
    ("players", "order", "rule"),
    [
        pytest.param(4, "R0 R1", "MU-2", id="MU-2: cards are missing"),
        pytest.param(3, "all", "MU-4", id="MU-4: two colours too many for three"),
        pytest.param(4, "three colours", "MU-2", id="MU-2: two colours are missing"),
        pytest.param(4, "", "MU-2", id="MU-2: no card at all"),
    ],
)
def test_a_wrong_pack_is_refused(players: int, order: str, rule: str) -> None:
    packs = {"all": cards.MU.texts, "three colours": cards.MU.texts[:36]}
    move = rules.parse(" ".join(["deal", *packs.get(order, order.split())]))
    with pytest.raises(IllegalMove) as refused:
        rules.play(begun(players), move)
    assert (refused.value.code, refused.value.fields["rule"]) == ("mu.wrong_pack", rule)


def test_mu_32_a_card_that_lies_beside_one_that_is_held_is_not_held() -> None:
    state = in_tricks("R6 R3", "R7 R2", "R1 R4")
    with pytest.raises(IllegalMove) as refused:
        rules.play(state, rules.parse("play R2"))
    assert (refused.value.code, refused.value.fields["rule"]) == (
        "mu.not_held",
        "MU-32",
    )


def test_of_twins_only_as_many_may_be_named_as_are_held() -> None:
    """MU-2, MU-8: the second red seven lies with B."""
    state = dealt(begun(), "R7 R8", "R7")
    with pytest.raises(IllegalMove) as refused:
        rules.play(
            said(
                state,
                "A reveal R8, B pass, C pass, D pass, A reveal R7, B pass, C pass, D pass",
            ),
            rules.parse("reveal R7"),
        )
    assert refused.value.code == "mu.not_in_hand"
    with pytest.raises(IllegalMove) as refused:
        rules.play(said(state, "A reveal R8"), rules.parse("reveal R7 R7"))
    assert refused.value.code == "mu.not_in_hand"


LEAST = [
    pytest.param(AUCTION, "pass", id="MU-8: in the auction"),
    pytest.param(VICE, "trump B", id="MU-23: the vice must name a trump"),
    pytest.param(BOSS, "trump none", id="MU-24: the boss need not"),
    pytest.param(PARTNER, "partner 2", id="MU-28: a partner must be chosen"),
    pytest.param(
        in_tricks("R9 B2 G5", "R0 R1 R2", "Y0 Y2 Y3", boss="B"),
        "play G5",
        id="MU-31: to lead, no trump",
    ),
    pytest.param(
        said(in_tricks("R9 B2 G5", "R4 R1 R2", "Y0 Y2 Y3", boss="B"), "A play R9"),
        "play R1",
        id="MU-34: the lowest",
    ),
    pytest.param(
        said(in_tricks("R9 B0 G5", "B2 B1 G8", "Y0 Y2 Y3", boss="B"), "A play R9"),
        "play G8",
        id="MU-34: no trump",
    ),
]


@pytest.mark.parametrize(("state", "text"), LEAST)
def test_when_time_is_up_the_least_committing_move_is_made(
    state: rules.State, text: str
) -> None:
    assert rules.text(rules.least_committing(state)) == text
    assert rules.least_committing(state) in rules.legal_moves(state)


def test_no_pack_is_asked_for_while_cards_are_played_nor_after_the_end() -> None:
    assert [
        rules.pack(MOMENTS[moment]) for moment in ("auction", "tricks", "over")
    ] == [()] * 3


def codes_in(path: Path) -> set[str]:
    """The strings in the source that have the form of a code."""
    words = (
        node.value
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant)
    )
    return {
        word
        for word in words
        if isinstance(word, str) and word.startswith(("mu.", "cards."))
    }


def test_every_code_that_is_raised_has_a_sentence_and_every_sentence_a_code() -> None:
    folder = Path(rules.__file__).parent
    sources = [path for path in folder.glob("*.py") if path.name != "wording.py"]
    raised = set().union(*map(codes_in, [*sources, Path(cards.__file__)]))
    assert raised == set(rules.REFUSALS)
    assert all(
        sentence[0].isupper() or sentence[0] in "“"
        for sentence in rules.REFUSALS.values()
    )
    assert all(sentence.endswith(".") for sentence in rules.REFUSALS.values())


def test_no_sentence_tells_a_card_that_others_do_not_see() -> None:
    assert all(
        "{card}" not in text
        for code, text in rules.REFUSALS.items()
        if code.startswith("mu.")
    )


def test_the_rules_named_in_the_sources_exist() -> None:
    folder = Path(rules.__file__).parent
    named = {
        rule
        for path in folder.glob("*.py")
        for rule in rulebook.named_in(path.read_text())
    }
    assert named <= rulebook.rules().keys()
