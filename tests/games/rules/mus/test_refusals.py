"""Every move that is out of place is refused by a stable code that has a rule and a sentence."""

import ast
from pathlib import Path

import pytest

from games.rules import cards, mus
from games.rules.errors import IllegalMove
from games.rules.mus.state import State
from tests.games.rules.mus.tables import PLAIN, dealt, hands, order, said


def over() -> State:
    return said(dealt(*PLAIN, sets_to_win=1), "A1 no mus, A1 ordago, B1 quiero")


def card_seen() -> State:
    cards = order(hands(*PLAIN))
    return mus.play(mus.start(mus.options({})), mus.deal_move(cards)._replace(seen=cards[:1]))


MOMENTS = {
    "over": over(),
    "deal": mus.start(mus.options({})),
    "mus": dealt(*PLAIN),
    "discard": said(dealt(*PLAIN), "A1 mus, B1 mus, A2 mus, B2 mus"),
    "visto": card_seen(),
    "open": said(dealt(*PLAIN), "A1 no mus"),
    "offer": said(dealt(*PLAIN), "A1 no mus, A1 envido 2"),
    "ordago": said(dealt(*PLAIN), "A1 no mus, A1 ordago"),
}

SAID = ["mus", "no mus", "discard Ko", "discard", "paso", "envido 2", "quiero", "no quiero", "ordago", "deal Ko"]

# The columns are the words of SAID, a point is a legal move. D: waiting_for_deal, A: already_dealt, W: wrong_pack.
TABLE = """
over     O O O O O O O O O O
deal     D D D D D D D D D W
mus      . . M M M M M M M A
discard  C C . 1 C C C C C A
visto    V V . . V V V V V A
open     X X X X . . N N . A
offer    X X X X P . . . . A
ordago   X X X X P R . . R A
"""

CODES = {
    "O": "mus.over",
    "D": "mus.waiting_for_deal",
    "W": "mus.wrong_pack",
    "A": "mus.already_dealt",
    "M": "mus.mus_or_no_mus",
    "C": "mus.must_discard",
    "1": "mus.discard_at_least_one",
    "V": "mus.card_seen",
    "X": "mus.mus_is_over",
    "N": "mus.nothing_to_answer",
    "P": "mus.must_answer",
    "R": "mus.ordago_only_answer",
}

CASES = [
    pytest.param(moment, text, CODES.get(letter), id=f"{moment}, {text}")
    for moment, *letters in map(str.split, TABLE.strip().splitlines())
    for text, letter in zip(SAID, letters, strict=True)
]


@pytest.mark.parametrize(("moment", "text", "code"), CASES)
def test_each_word_has_its_moments(moment: str, text: str, code: str | None) -> None:
    state = MOMENTS[moment]
    if code is None:
        assert mus.play(state, mus.parse(text)) != state
        return
    with pytest.raises(IllegalMove) as refused:
        mus.play(state, mus.parse(text))
    assert refused.value.code == code
    assert str(refused.value.fields["rule"]).startswith("MUS-")


def codes_in(path: Path) -> set[str]:
    """The strings in the source that have the form of a code."""
    words = (node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant))
    areas = ("mus.", "cards.", "sign.", "look.", "talk.")
    return {word for word in words if isinstance(word, str) and word.startswith(areas)}


def test_every_code_that_is_raised_has_a_sentence_and_every_sentence_a_code() -> None:
    folder = Path(mus.__file__).parent
    sources = [path for path in folder.glob("*.py") if path.name != "wording.py"]
    raised = set().union(*map(codes_in, [*sources, Path(cards.__file__)]))
    assert raised == set(mus.REFUSALS)
    assert all(sentence[0].isupper() or sentence[0] in "“" for sentence in mus.REFUSALS.values())
    assert all(sentence.endswith(".") for sentence in mus.REFUSALS.values())
