"""Bad records of real games: what is wrong is named by its line, its column and the rule that was
broken.
"""

import re
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.catalogue import GAMES
from games.rules.base import CHANCE, Game
from games.rules.record import read, write
from games.verification import Verdict, verify
from tests.games.rules.matches import recorded

RECORDS = {
    "mus": write(
        recorded(
            "mus",
            {"points_per_set": 10, "sets_to_win": 1},
            ["Ane", "Jon", "Miren", "Iker"],
        )
    ),
    "mu": write(recorded("mu", {"players": 3, "deals": 1}, ["Ane", "Jon", "Miren"])),
    "mizzaire": write(recorded("mizzaire", {"players": 3}, ["Ane", "Jon", "Miren"])),
}


def pointed(text: str, verdict: Verdict) -> str:
    """What stands where the verdict points to."""
    assert isinstance(verdict.line, int)
    column = verdict.fields["column"]
    assert isinstance(column, int)
    return text.splitlines()[verdict.line - 1][column - 1 :]


CARDS = r"^(1 - deal )(\w\w) (\w\w) (.*) (\w\w)$"
# fmt: off
BAD = [
    ("a card twice", "mus", CARDS, r"\1\2 \2 \4 \5", "record.move", "cards.twice, MUS-2", r"(\w\w) (?!.*\1)"),
    ("a card twice", "mu", r"^(1 - deal )(.*) \w\w$", r"\1\2 R3", "record.move", "cards.twice, MU-2", "R3$"),
    ("a card twice", "mizzaire", CARDS, r"\1\2 \3 \4 \2", "record.move", "cards.twice, MIZ-2", r"\w\w$"),
    ("a card of another pack", "mus", CARDS, r"\1\2 QS \4 \5", "record.move", "cards.unknown, MUS-2", "QS "),
    ("a card of another pack", "mu", CARDS, r"\1\2 X3 \4 \5", "record.move", "cards.unknown, MU-2", "X3 "),
    ("a card of another pack", "mizzaire", CARDS, r"\1\2 Ko \4 \5", "record.move", "cards.unknown, MIZ-2", "Ko "),
    ("a card missing", "mus", CARDS, r"\1\2 \3 \4", "record.illegal", "mus.wrong_pack, MUS-2", "deal "),
    ("a card missing", "mizzaire", CARDS, r"\1\2 \3 \4", "record.illegal", "mizzaire.wrong_pack, MIZ-2", "deal "),
    ("a colour too many", "mu", CARDS, r"\1\2 \3 \4 K5", "record.illegal", "mu.wrong_pack, MU-4", "deal "),
    ("cards exchanged", "mus", CARDS, r"\1\3 \2 \4 \5", "record.order", "not in the order", r"\w\w \w\w"),
    ("cards exchanged", "mu", CARDS, r"\1\3 \2 \4 \5", "record.order", "not in the order", r"\w"),
    ("cards exchanged", "mizzaire", CARDS, r"\1\3 \2 \4 \5", "record.order", "not in the order", r"\w"),
    ("out of turn", "mus", r"^(2) 0 ", r"\1 1 ", "record.turn", "MUS-8", "1 "),
    ("out of turn", "mu", r"^(2) 0 ", r"\1 2 ", "record.turn", "MU-6", "2 "),
    ("out of turn", "mizzaire", r"^(2) 0 ", r"\1 1 ", "record.turn", "MIZ-7", "1 "),
    ("a seat that does not exist", "mus", r"^(2) 0 ", r"\1 4 ", "record.turn", "seat 0 is to act", "4 "),
    ("a seat that sees a card", "mus", r"^(2 0) .*", r"\1 exposed 1", "record.maker", "exposed 1", "0 exposed"),
    ("a referee who calls", "mus", r"^(2) 0 (.*)", r"\1 ! \2", "record.maker", "move 2", "! "),
    ("no such option", "mus", r'Options {', r'Options {"aces": 4, ', "record.options", "option.unknown", '"aces": 4'),
    ("no such option", "mu", r'Options {', r'Options {"aces": 4, ', "record.options", "option.unknown", '"aces": 4'),
    ("an option too large", "mus", '_set": 10', '_set": 999', "record.options", "MUS-V1", '"points_per_set": 999'),
    ("too few players", "mu", '"players": 3', '"players": 2', "record.options", "MU-1", '"players": 2'),
    ("too many players", "mizzaire", '"players": 3', '"players": 8', "record.options", "MIZ-1", '"players": 8'),
    ("players who have no seat", "mizzaire", '"players": 3', '"players": 4', "record.seats", "4 seats", '2 "Miren"'),
    ("an offer of one", "mus", r"envido \d", "envido 1", "record.illegal", "mus.bet_too_small, MUS-", "envido 1"),
    ("another game's move", "mizzaire", r"^(2 0) .*", r"\1 mus", "record.move", "mizzaire.unknown_move", "mus"),
    ("another game", "mizzaire", "Game mizzaire", "Game mus", "record.options", "option.unknown", '"first_lead"'),
    ("a game that nobody knows", "mus", "Game mus", "Game chess", "record.no_such_game", "chess", "chess"),
]
# fmt: on


@pytest.mark.parametrize(
    ("game", "old", "new", "code", "said", "there"),
    [row[1:] for row in BAD],
    ids=[f"{row[1]}: {row[0]}" for row in BAD],
)
def test_what_is_wrong_is_named_with_its_place_and_its_rule(
    game: str, old: str, new: str, code: str, said: str, there: str
) -> None:
    text = re.sub(old, new, RECORDS[game], count=1, flags=re.MULTILINE)
    assert text != RECORDS[game]
    verdict = verify(text)
    assert (verdict.ok, verdict.code) == (False, code)
    assert said in str(verdict)
    assert re.match(there, pointed(text, verdict)), pointed(text, verdict)


@pytest.mark.parametrize("game", sorted(RECORDS))
def test_the_records_agree_before_anything_is_changed(game: str) -> None:
    assert verify(RECORDS[game]).ok


def turns(game: Game, text: str) -> list[tuple[int, Any]]:
    """The number of each seat's move, and the state in which it was made."""
    record = read(text)
    state, found = game.start(game.options(record.options)), []
    for move in record.moves:
        if game.to_act(state) != CHANCE:
            found.append((move.number, state))
        state = game.play(state, game.parse(move.text))
    return found


@pytest.mark.parametrize("code", sorted(RECORDS))
@given(data=st.data())
@settings(max_examples=30, deadline=None)
def test_a_move_that_the_view_calls_illegal_is_refused_with_the_same_rule(
    code: str, data: st.DataObject
) -> None:
    game, text = GAMES[code].rules, RECORDS[code]
    number, state = data.draw(st.sampled_from(turns(game, text)))
    illegal = [
        choice
        for choice in game.view(state, game.to_act(state))["choices"]
        if not choice["legal"]
    ]
    for choice in illegal:
        said = f"{choice['say']} 2" if choice["say"] == "envido" else choice["say"]
        changed = re.sub(rf"^({number} \d) .*", rf"\1 {said}", text, flags=re.MULTILINE)
        verdict = verify(changed)
        assert verdict.code == "record.illegal"
        assert verdict.fields["move"] == number
        assert pointed(changed, verdict) == said
        if said != "discard":  # without cards, which is refused for itself
            assert verdict.fields["reason"] == f"{choice['code']}, {choice['rule']}"


@pytest.mark.parametrize(
    "noise",
    [
        b"\x00" * 10_000_000,
        bytes(range(256)) * 39_063,
        b"mus, no mus, " * 800_000,
        b"2 0 mus\n" * 1_250_000,
        (RECORDS["mus"] * (10_000_000 // len(RECORDS["mus"]) + 1)).encode(),
    ],
    ids=["zeros", "all bytes", "words", "moves", "records"],
)
def test_ten_megabytes_of_noise_are_refused_at_once(noise: bytes) -> None:
    begun = time.process_time()
    verdict = verify(noise)
    assert (
        str(verdict)
        == "This is too long for a match record: the limit is 2000000 bytes."
    )
    assert verify(noise[:2_000_000]).fields["column"]
    assert time.process_time() - begun < 5, "seconds of computing"
