"""The examples of the rule book as recorded matches, played again line by line; `=` tells what all
may then see.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.mu import rules
from games.rules.base import CHANCE

FOLDER = Path(__file__).parent / "data"
PLAYERS = ("Anna", "Beate", "Conny", "Dagmar", "Emma")

EXAMPLES = [
    pytest.param(
        "example_1_v1",
        id="MU-T1, MU-T2, MU-T4, MU-T5, MU-T6, MU-T8: in the likeliest sequence",
    ),
    pytest.param(
        "example_1_v2", id="MU-T1, MU-T2, MU-T4, MU-T5, MU-T6, MU-T7: word by word"
    ),
    pytest.param(
        "example_1_v3", id="MU-T1, MU-T2, MU-T4, MU-T6, MU-T8b: one card at a time"
    ),
    pytest.param("example_3", id="MU-T3: the stalemate"),
    pytest.param("example_9", id="MU-T9a, MU-T9b, MU-T9c: the score sheet"),
]


def lines(name: str) -> Iterator[str]:
    text = (FOLDER / f"{name}.txt").read_text()
    return (line for line in text.splitlines() if not line.startswith(";"))


def actor(state: rules.State) -> str:
    turn = rules.to_act(state)
    assert turn is not None
    return "deal" if turn == CHANCE else PLAYERS[turn]


def contains(found: Any, told: Any) -> bool:
    """Whether what is told is so; of a mapping only some keys may be told."""
    if isinstance(told, dict):
        return all(contains(found[key], value) for key, value in told.items())
    return bool(found == told)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_of_the_rule_book_goes_as_it_is_told(name: str) -> None:
    first, *others = lines(name)
    state = rules.start(rules.options(json.loads(first.removeprefix("options "))))
    for line in others:
        if line.startswith("= "):
            told = json.loads(line.removeprefix("= "))
            assert contains(rules.view(state, None), told), line
            continue
        who = line.split(" ")[0]
        assert who == actor(state), line
        text = line if who == "deal" else line.removeprefix(f"{who} ")
        move = rules.parse(text)
        assert rules.text(move) == text
        state = rules.play(state, move)
    assert rules.to_act(state) is None


@pytest.mark.parametrize("name", ["example_1_v1", "example_1_v2", "example_1_v3"])
def test_mu_t5_what_dagmar_may_name_in_the_recorded_match(name: str) -> None:
    first, *others = lines(name)
    state = rules.start(rules.options(json.loads(first.removeprefix("options "))))
    for line in others:
        if state.phase == "boss":
            break
        if not line.startswith("="):
            state = rules.play(
                state,
                rules.parse(line if line.startswith("deal") else line.split(" ", 1)[1]),
            )
    assert [rules.text(move) for move in rules.legal_moves(state)] == [
        *("trump B", "trump 1", "trump 7", "trump 8", "trump none"),
    ]
