"""Every move that is out of place is refused by a stable code that has a rule and a sentence."""

import ast
from pathlib import Path

import pytest

from core.refusals import IllegalMove
from games.mus import rules
from games.mus.rules.state import State
from games.rules import cards
from tests.games.rules.mus.tables import PLAIN, dealt, said


def over() -> State:
    return said(dealt(*PLAIN, sets_to_win=1), "A1 no mus, A1 ordago, B1 quiero")


MANUAL = dealt("KH74", "KK64", "SS54", "7764", announcements="manual")
TWO_WAIT = "A1 paso, B1 paso, A2 paso, B2 paso, " * 2
ALL_PARES = (
    "A1 pares no, B1 pares si, A2 pares si, B2 pares si, B1 paso, A2 paso, B2 paso"
)

MOMENTS = {
    "over": over(),
    "deal": rules.start(rules.options({})),
    "redeal": dealt("7654", *PLAIN[1:], redeal_4567=True),
    "mus": dealt(*PLAIN),
    "later": said(dealt(*PLAIN, wait_word=True), "A1 mus"),
    "decide": rules.play(dealt(*PLAIN, mus_visto="mano"), rules.parse("exposed 2")),
    "discard": said(dealt(*PLAIN), "A1 mus, B1 mus, A2 mus, B2 mus"),
    "visto": rules.play(dealt(*PLAIN), rules.parse("exposed 2")),
    "pares": said(MANUAL, f"A1 no mus, {TWO_WAIT}"),
    "juego": said(MANUAL, f"A1 no mus, {TWO_WAIT}{ALL_PARES}"),
    "open": said(dealt(*PLAIN), "A1 no mus"),
    "offer": said(dealt(*PLAIN), "A1 no mus, A1 envido 2"),
    "ordago": said(dealt(*PLAIN), "A1 no mus, A1 ordago"),
}

SAID = [
    "mus", "no mus", "wait", "discard 7o", "discard", "redeal", "keep", "visto", "no visto", "pares no", "juego no",
    "paso", "envido 2", "quiero", "no quiero", "ordago", "exposed 3", "deal Ko",
]  # fmt: skip

# The columns are the words of SAID, a point is a legal move; below is what each letter says.
TABLE = """
over     O O O O O  O O O O  O O  O O O O O  O O
deal     D D D D D  D D D D  D D  D D D D D  S W
redeal   K K K K K  . . K K  K K  K K K K K  K A
mus      . . M M M  M M M M  M M  M M M M M  . A
later    . . . M M  M M M M  M M  M M M M M  S A
decide   Y Y Y Y Y  Y Y . .  Y Y  Y Y Y Y Y  S A
discard  C C C H 1  C C C C  C C  C C C C C  S A
visto    V V V H .  V V V V  V V  V V V V V  S A
pares    P P P P P  P P P P  . P  P P P P P  S A
juego    J J J J J  J J J J  J .  J J J J J  S A
open     X X X X X  X X X X  T T  . . N N .  S A
offer    X X X X X  X X X X  T T  Q . . . .  S A
ordago   X X X X X  X X X X  T T  Q R . . R  S A
"""

CODES = {
    "O": "mus.over",
    "D": "mus.waiting_for_deal",
    "W": "mus.wrong_pack",
    "A": "mus.already_dealt",
    "S": "mus.nothing_dealt",
    "K": "mus.keep_or_show",
    "M": "mus.mus_or_no_mus",
    "Y": "mus.mano_decides",
    "C": "mus.must_discard",
    "H": "mus.not_in_hand",
    "1": "mus.discard_at_least_one",
    "V": "mus.card_seen",
    "P": "mus.announce_pares",
    "J": "mus.announce_juego",
    "T": "mus.nothing_to_announce",
    "X": "mus.mus_is_over",
    "N": "mus.nothing_to_answer",
    "Q": "mus.must_answer",
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
        assert rules.play(state, rules.parse(text)) != state
        return
    with pytest.raises(IllegalMove) as refused:
        rules.play(state, rules.parse(text))
    assert refused.value.code == code
    assert str(refused.value.fields["rule"]).startswith("MUS-")


def test_mus_v6_only_a_4567_can_be_shown() -> None:
    with pytest.raises(IllegalMove) as refused:
        rules.play(dealt(*PLAIN, redeal_4567=True), rules.parse("redeal"))
    assert (refused.value.code, refused.value.fields["rule"]) == (
        "mus.not_4567",
        "MUS-V6",
    )


def codes_in(path: Path) -> set[str]:
    """The strings in the source that have the form of a code."""
    words = (
        node.value
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant)
    )
    areas = ("mus.", "cards.", "sign.", "look.", "talk.")
    return {word for word in words if isinstance(word, str) and word.startswith(areas)}


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
