"""The record as a text: written and read back, in one way only, with the place of whatever cannot
be read.
"""

import re
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.refusals import BadNotation
from games.rules.base import REFEREE, Outcome, Score
from games.rules.dealing import SEAT_SEED_MAX
from games.rules.record import (
    LONGEST,
    Record,
    RecordedDeal,
    RecordedMove,
    RecordedSeat,
    digest,
    read,
    write,
)

HASH = "0123456789abcdef" * 4
SECRET = bytes(range(32))
RECORD = Record(
    match="m-1",
    game="highest",
    options={"rounds": 2, "name": 'día; "1"\n'},
    seats=(RecordedSeat("Ane", False), RecordedSeat("Bot Beñat", True)),
    commitment=HASH,
    secret=SECRET,
    deals=(
        RecordedDeal(1, HASH, HASH, {0: "kaixo", 1: "; mus"}, SECRET),
        RecordedDeal(2, HASH, HASH, {}, SECRET),
    ),
    moves=(
        RecordedMove(1, 1, "ready"),
        RecordedMove(2, None, "deal six five"),
        RecordedMove(3, 0, "stay"),
        RecordedMove(4, None, "deal one two"),
    ),
    score=Score(won=(1, 0), running=(-3, 20), sets=((30, 12),)),
    outcome=Outcome((1, 0), (1, 2)),
)
TEXT = write(RECORD)
DOCUMENT = (Path(__file__).parents[3] / "docs" / "record.md").read_text()


def refusal(text: str | bytes) -> BadNotation:
    with pytest.raises(BadNotation) as caught:
        read(text)
    return caught.value


def test_what_is_written_is_read_back() -> None:
    assert read(TEXT) == RECORD


def test_a_match_without_deals_sets_or_outcome_is_read_back() -> None:
    record = RECORD._replace(
        deals=(), moves=(), score=Score((0, 0), (0, 0), ()), outcome=None
    )
    assert read(write(record)) == record


def test_a_record_has_one_line_for_each_thing_and_a_paragraph_for_each_shuffle() -> (
    None
):
    head, first, second, end = TEXT.split("\n\n")
    assert [line.split()[0] for line in head.splitlines()] == [
        "Record", "Match", "Game", "Options", "Seat", "Seat", "Commitment", "Secret", "1",
    ]  # fmt: skip
    assert first.endswith("\n2 - deal six five\n3 0 stay")
    assert second.startswith("Shuffle 2\n")
    assert end.startswith(
        "Set 30 12\nRunning -3 20\nWon 1 0\nResult 1 0 places 1 2\nDigest "
    )


def test_an_event_that_is_no_seats_move_stands_there_with_a_mark() -> None:
    record = RECORD._replace(
        moves=(*RECORD.moves, RecordedMove(5, REFEREE, "exposed 2"))
    )
    assert "\n5 ! exposed 2\n" in write(record)
    assert read(write(record)) == record


def test_the_digest_is_that_of_all_lines_before_it() -> None:
    lines = TEXT.splitlines(keepends=True)
    assert lines[-1] == f"Digest {digest(RECORD)}\n"
    assert sha256("".join(lines[:-1]).encode()).hexdigest() == digest(RECORD)


@given(
    st.text(),
    st.text(),
    st.text(max_size=SEAT_SEED_MAX).filter(
        lambda seed: not re.search("[\ud800-\udfff]", seed)
    ),
)
@settings(max_examples=150, deadline=None)
def test_any_text_can_be_a_name_and_none_breaks_a_line(
    match: str, name: str, seed: str
) -> None:
    deals = (RECORD.deals[0]._replace(seat_seeds={1: seed}), RECORD.deals[1])
    record = RECORD._replace(
        match=match,
        seats=(RecordedSeat(name, True), RecordedSeat("Ane", False)),
        deals=deals,
    )
    text = write(record)
    assert read(text) == read(text.encode()) == record
    assert text.count("\n") == TEXT.count("\n") - 1
    assert not re.search(
        "[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]",
        text,
    )


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: "; a comment\n\n  \t\n" + text,
        lambda text: text.replace("\n", '   ; said "quiero" \u2603\n'),
        lambda text: re.sub(r"^", "\t ", text, flags=re.MULTILINE),
        lambda text: re.sub(r"^(\d+) (\S+) ", r"\1 \t \2   ", text, flags=re.MULTILINE),
        lambda text: text.replace("\n", "\n\n;\n"),
        lambda text: text.replace("\n\n", "\n").rstrip("\n"),
        lambda text: text + "\n; the end",
    ],
    ids=[
        "CRLF",
        "byte order mark",
        "first lines",
        "comments",
        "indented",
        "columns",
        "airy",
        "dense",
        "last lines",
    ],
)
def test_comments_and_blanks_between_words_make_no_difference(
    change: Callable[[str], str],
) -> None:
    assert change(TEXT) != TEXT
    assert read(change(TEXT)) == RECORD


SEED = "a seat above the one before, and its seed of at most 64 characters"
OBJECT = "JSON in braces, keys in order"
HEX = "64 digits 0-9 a-f"
MOVE = "a move of at most 1000 characters"
LINE_END = "the end of the line"

# fmt: off
MISTAKES = [
    ("", "Record 1", "Record 2", 1, 8, "1", '"2"'),
    ("no record at all", TEXT, "mus", 1, 1, "Record", '"mus"'),
    ("empty", TEXT, "", 1, 1, "Record", "the end of the file"),
    ("only a comment", TEXT, "; mus\n\n", 3, 1, "Record", "the end of the file"),
    ("line missing", 'Match "m-1"\n', "", 2, 1, "Match", '"Game highest"'),
    ("line twice", 'Match "m-1"\n', 'Match "m-1"\nMatch "m-1"\n', 3, 1, "Game", '"Match \\"m-1\\""'),
    ("no quotes", 'Match "m-1"', "Match m-1", 2, 7, "a text in quotes", '"m-1"'),
    ("quotes left open", 'Match "m-1"', 'Match "m-1', 2, 7, "a text in quotes", '"\\"m-1"'),
    ("number for a name", '0 "Ane"', "0 31", 5, 8, "a text in quotes", '"31"'),
    ("name written otherwise", '"Ane"', '"\\u0041ne"', 5, 8, "a text in quotes", '"\\"\\\\u0041ne\\""'),
    ("capital in an escape", "\\n", "\\u000A", 4, 9, OBJECT, None),
    ("game in capitals", "Game highest", "Game Highest", 3, 6, "the code of a game", '"Highest"'),
    ("options out of order", '"name": "día; \\"1\\"\\n", "rounds": 2', '"rounds": 2, "name": 1', 4, 9, OBJECT, None),
    ("two blanks in options", '"rounds": 2', '"rounds":  2', 4, 9, OBJECT, None),
    ("an empty line first", "Record 1", "\nRecord 2", 2, 8, "1", '"2"'),
    ("option twice", '{"name"', '{"name": 1, "name"', 4, 9, OBJECT, None),
    ("options no object", TEXT.splitlines()[3].removeprefix("Options "), "[2]", 4, 9, OBJECT, '"[2]"'),
    ("not a number", '"rounds": 2', '"rounds": NaN', 4, 9, OBJECT, None),
    ("deep options", '"rounds": 2', '"rounds": ' + "[" * 100_000, 4, 9, OBJECT, None),
    ("seat left out", 'Seat 1', 'Seat 2', 6, 6, "1", '"2 \\"Bot Beñat\\" bot"'),
    ("neither bot nor not", ' bot\n', ' robot\n', 6, 20, LINE_END, '"robot"'),
    ("glued words", '" bot\n', '"bot\n', 6, 8, "a text in quotes", '"\\"Bot Beñat\\"bot"'),
    ("short hash", f"Commitment {HASH}\nSecret", "Commitment abc\nSecret", 7, 12, HEX, '"abc"'),
    ("capital hash", "Secret 00", "Secret AA", 8, 8, HEX, '"AA010203040506070809"'),
    ("shuffle left out", "Shuffle 2", "Shuffle 3", 20, 9, "2", '"3"'),
    ("move left out", "3 0 stay", "4 0 stay", 18, 1, "move 3, Shuffle, Set or Running", '"4 0 stay"'),
    ("leading zero", "3 0 stay", "03 0 stay", 18, 1, "move 3, Shuffle, Set or Running", '"03 0 stay"'),
    ("Arabic digit", "3 0 stay", "3 \u0660 stay", 18, 3, "a number from 0", '"\u0660 stay"'),
    ("shuffle without its paragraph", "3 0 stay", "3 - stay", 18, 3, "a number from 0", '"- stay"'),
    ("paragraph without a shuffle", "2 - deal", "2 0 deal", 17, 3, "-", '"0 deal six five"'),
    ("no move", "3 0 stay", "3 0", 18, 4, MOVE, LINE_END),
    ("two spaces in a move", "deal six", "deal  six", 17, 11, LINE_END, '"six five"'),
    ("tab in a move", "deal six", "deal\tsix", 17, 10, LINE_END, '"six five"'),
    ("letter outside ASCII in a move", "3 0 stay", "3 0 st\u00e1y", 18, 5, MOVE, '"st\u00e1y"'),
    ("seeds out of order", 'SeatSeed 1 "; mus"', 'SeatSeed 0 "; mus"', 15, 10, SEED, None),
    ("long seed", '"; mus"', f'"{"m" * 65}"', 15, 10, SEED, None),
    ("half a character", '"; mus"', '"\\ud800"', 15, 10, SEED, None),
    ("no keyword", "Set 30 12", "Sets 30 12", 26, 1, "move 5, Shuffle, Set or Running", '"Sets 30 12"'),
    ("score missing", "Running -3 20", "Running", 27, 8, "a number", LINE_END),
    ("minus zero", "Running -3 20", "Running -0 20", 27, 9, "a number", '"-0 20"'),
    ("huge number", "Running -3 20", "Running 10000000000 20", 27, 9, "a number", '"10000000000 20"'),
    ("no places", "places 1 2", "", 29, 12, "places", LINE_END),
    ("something after the end", f"{digest(RECORD)}\n", f"{digest(RECORD)}\nmus", 31, 1, "the end of the file", '"mus"'),
    ("cut off", f"Digest {digest(RECORD)}\n", "", 30, 1, "Digest", "the end of the file"),
]
# fmt: on


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "expected", "found"),
    [row[1:] for row in MISTAKES],
    ids=[row[0] for row in MISTAKES],
)
def test_a_mistake_is_refused_with_its_place(
    old: str, new: str, line: int, column: int, expected: str, found: str | None
) -> None:
    assert TEXT.count(old) == 1
    refused = refusal(TEXT.replace(old, new))
    assert refused.code == "record.unreadable"
    fields = dict(refused.fields)
    assert (fields["line"], fields["column"], fields["expected"]) == (
        line,
        column,
        expected,
    )
    assert found is None or fields["found"] == found


@pytest.mark.parametrize(
    ("bytes_", "line", "column"),
    [
        (b"\xff", 1, 1),
        (b"Record 1\nMatch \xff", 2, 7),
        ('Record 1\nMatch "ñ'.encode() + b"\xc3", 2, 9),
    ],
)
def test_the_first_byte_that_is_no_text_is_named(
    bytes_: bytes, line: int, column: int
) -> None:
    assert (refusal(bytes_).code, refusal(bytes_).fields) == (
        "record.not_text",
        {"line": line, "column": column},
    )


@pytest.mark.parametrize(
    ("noise", "code"),
    [
        (b"\x00\xff" * 5_000_000, "record.too_long"),
        ("mus " * 2_500_000, "record.too_long"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "record.not_text"),
        (TEXT.encode("utf-16"), "record.not_text"),
        (" " * LONGEST, "record.unreadable"),
        (" " * (LONGEST - 1) + "x", "record.unreadable"),
        ("\n" * LONGEST, "record.unreadable"),
        (";" * LONGEST, "record.unreadable"),
        (";\n" * (LONGEST // 2), "record.unreadable"),
        ('Record 1\nMatch "' + "x" * (LONGEST - 20), "record.unreadable"),
        ("Record 1\nMatch " + "[" * (LONGEST - 20), "record.unreadable"),
        ("Record 1\nMatch " + "9" * (LONGEST - 20), "record.unreadable"),
        (TEXT.replace("3 0 stay", "3 0" + " stay" * 380_000), "record.unreadable"),
        (TEXT.replace("Running -3 20", "Running" + " 1" * 950_000 + " x"), "record.unreadable"),
    ],
    ids=[
        "10 MB of bytes", "10 MB of words", "picture", "UTF-16", "blanks", "blanks, then a word", "empty lines",
        "comment", "comments", "long name", "deep JSON", "long number", "long move", "many numbers",
    ],
)  # fmt: skip
def test_noise_is_refused_in_a_moment(noise: str | bytes, code: str) -> None:
    begun = time.process_time()
    assert refusal(noise).code == code
    assert time.process_time() - begun < 5, "seconds of computing"


@given(
    st.one_of(
        st.text(),
        st.binary(),
        st.lists(st.sampled_from(TEXT.splitlines()), max_size=9).map("\n".join),
    )
)
@settings(max_examples=200, deadline=None)
def test_any_other_text_is_refused(text: str | bytes) -> None:
    assert refusal(text).code in {"record.unreadable", "record.not_text"}


def test_the_grammar_names_every_keyword() -> None:
    grammar = DOCUMENT.split("```ebnf")[1].split("```")[0]
    assert set(re.findall(r'"([A-Z][A-Za-z]+) ', grammar)) == set(
        re.findall(r"^([A-Z][A-Za-z]+) ", TEXT, re.MULTILINE)
    )
