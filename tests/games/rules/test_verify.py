"""The verdict on a record: it names the first thing that does not agree, and no changed byte
escapes it.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games.catalogue import GAMES
from games.rules.base import Outcome
from games.rules.dealing import commitment, deal_seed, leaves, root
from games.rules.record import (
    Record,
    RecordedMove,
    RecordedSeat,
    read,
    result_text,
    write,
)
from games.verification import LONGEST_SHOWN, SENTENCES, Verdict, shortened, verify
from tests.games.rules import highest
from tests.games.rules.matches import SECRET, SEEDS, recorded

NAMES = ["Ane", "Bot Beñat", 'Miren "31"']
MUS_MATCH = (Path(__file__).parent / "data" / "mus_match.txt").read_bytes()
DOCUMENT = (Path(__file__).parents[3] / "docs" / "record.md").read_text()


@pytest.fixture(autouse=True)
def _toy_game(monkeypatch: pytest.MonkeyPatch) -> None:
    toy = replace(GAMES["mus"], rules=highest)
    monkeypatch.setitem(GAMES, highest.CODE, toy)


@pytest.fixture
def record() -> Record:
    """Three seats, two rounds: `ready`, then twice a shuffle and a word from each."""
    return recorded("highest", {}, NAMES)


def with_move(record: Record, number: int, **changes: Any) -> Record:
    moves = list(record.moves)
    moves[number - 1] = moves[number - 1]._replace(**changes)
    return record._replace(moves=tuple(moves))


def with_deal(record: Record, number: int, **changes: Any) -> Record:
    deals = list(record.deals)
    deals[number - 1] = deals[number - 1]._replace(**changes)
    return record._replace(deals=tuple(deals))


def with_score(record: Record, **changes: Any) -> Record:
    return record._replace(score=record.score._replace(**changes))


def without_last_move(record: Record) -> Record:
    return record._replace(moves=record.moves[:-1])


def with_one_move_more(record: Record) -> Record:
    return record._replace(
        moves=(*record.moves, RecordedMove(len(record.moves) + 1, 0, "stay"))
    )


def cards_exchanged(record: Record) -> Record:
    """A dealer who exchanges two cards, and makes the root fit."""
    cards = record.moves[1].text.split()[1:]
    cards[0], cards[1] = cards[1], cards[0]
    new_root = root(leaves(cards, record.deals[0].seed))
    return with_deal(
        with_move(record, 2, text=" ".join(["deal", *cards])), 1, root=new_root
    )


def seed_chosen_later(record: Record) -> Record:
    """An operator who takes another seed for the second shuffle, with a commitment that fits."""
    seed = deal_seed(SECRET, 3)
    return with_deal(record, 2, seed=seed, commitment=commitment(seed))


def secret_chosen_later(record: Record) -> Record:
    return record._replace(secret=bytes(32))


# fmt: off
CHANGES: dict[str, tuple[Callable[[Record], Record], str, str]] = {
    "another game": (lambda r: r._replace(game="chess"), "record.no_such_game", "Game"),
    "an option out of range": (lambda r: r._replace(options={"rounds": 10}), "record.options", "Options"),
    "an option that does not exist": (lambda r: r._replace(options={"rounds": 2, "x": 1}), "record.options", "Options"),
    "true for 1": (lambda r: r._replace(options={"rounds": True}), "record.options", "Options"),
    "a seat too many": (lambda r: r._replace(seats=(*r.seats, RecordedSeat("", False))), "record.seats", "Seat 0"),
    "another secret": (secret_chosen_later, "record.secret", "Secret"),
    "another commitment to the secret": (lambda r: r._replace(commitment="0" * 64), "record.secret", "Secret"),
    "another commitment": (lambda r: with_deal(r, 2, commitment="0" * 64), "record.commitment", "Shuffle 2"),
    "another seed": (lambda r: with_deal(r, 2, seed=bytes(32)), "record.commitment", "Shuffle 2"),
    "another seed and commitment": (seed_chosen_later, "record.seed", "Shuffle 2"),
    "a seed from nobody": (lambda r: with_deal(r, 1, seat_seeds=SEEDS | {3: ""}), "record.seat_seed", "Shuffle 1"),
    "another seed of a seat": (lambda r: with_deal(r, 1, seat_seeds=SEEDS | {0: "Kaixo"}), "record.order", "2 - deal"),
    "a seat's seed left out": (lambda r: with_deal(r, 1, seat_seeds={}), "record.order", "2 - deal"),
    "cards exchanged": (cards_exchanged, "record.order", "2 - deal"),
    "another root": (lambda r: with_deal(r, 1, root="0" * 64), "record.root", "Root"),
    "a larger root": (lambda r: with_deal(r, 1, root="f" * 64), "record.root", "Root"),
    "another seat's turn": (lambda r: with_move(r, 4, seat=0), "record.turn", "4 0"),
    "a seat that does not exist": (lambda r: with_move(r, 4, seat=3), "record.turn", "4 3"),
    "a word of no game": (lambda r: with_move(r, 4, text="perhaps"), "record.move", "4 1"),
    "a move against the rules": (lambda r: with_move(r, 4, text="ready"), "record.illegal", "4 1"),
    "a shuffle by a seat": (lambda r: with_move(r, 4, text="deal one"), "record.illegal", "4 1"),
    "a move too many": (with_one_move_more, "record.after_end", "10 0"),
    "a move too few": (without_last_move, "record.score", "Running"),
    "a set that nobody played": (lambda r: with_score(r, sets=((2, 0, 0),)), "record.score", "Set"),
    "another score": (lambda r: with_score(r, won=(9, 9, 9)), "record.score", "Running"),
    "another result": (lambda r: r._replace(outcome=Outcome((9, 9, 9), (1, 1, 1))), "record.result", "Result"),
    "no result": (lambda r: r._replace(outcome=None), "record.result", "Result"),
}
# fmt: on


@pytest.mark.parametrize(("change", "code", "line"), CHANGES.values(), ids=CHANGES)
def test_a_change_is_named_with_its_line(
    record: Record, change: Callable[[Record], Record], code: str, line: str
) -> None:
    text = write(change(record))
    verdict = verify(text)
    assert (verdict.ok, verdict.code) == (False, code)
    assert verdict.line is not None
    up_to_there = text.splitlines()[: verdict.line]
    assert [row for row in up_to_there if row.startswith(("Shuffle", line))][
        -1
    ].startswith(line)
    assert verdict == verify(change(record))
    assert str(verdict).startswith(
        f"Line {verdict.line}, column {verdict.fields['column']}: "
    )


def test_a_true_record_agrees(record: Record) -> None:
    assert verify(record) == verify(write(record)) == verify(write(record).encode())
    assert verify(record).ok
    result = result_text(record.outcome)
    assert (
        str(verify(record))
        == f'Everything matches: match "a-match" of highest, 2 shuffles, 9 moves, result {result}.'
    )


@pytest.mark.parametrize("number", range(1, 9))
def test_a_match_annulled_after_any_move_agrees_without_a_result(
    record: Record, number: int
) -> None:
    moves = record.moves[:number]
    state = highest.start(highest.options({}))
    for move in moves:
        state = highest.play(state, highest.parse(move.text))
    deals = record.deals[: sum(move.seat is None for move in moves)]
    cut = record._replace(
        moves=moves, deals=deals, score=highest.score(state), outcome=None
    )
    assert verify(cut).code == "record.agrees_annulled"


def test_the_first_disagreement_is_the_one_that_is_named(record: Record) -> None:
    changes: list[tuple[Callable[[Record], Record], str]] = [
        (lambda r: r._replace(outcome=None), "record.result"),
        (lambda r: with_move(r, 8, text="perhaps"), "record.move"),
        (lambda r: with_deal(r, 2, root="0" * 64), "record.root"),
        (lambda r: with_move(r, 3, seat=2), "record.turn"),
        (lambda r: with_deal(r, 1, commitment="0" * 64), "record.commitment"),
        (lambda r: r._replace(options={"x": 1}), "record.options"),
    ]
    for change, code in changes:
        record = change(record)
        assert verify(record).code == code


def test_a_shuffle_out_of_turn_and_a_move_before_a_shuffle_are_named(
    record: Record,
) -> None:
    first, shuffle, *_ = record.moves
    shuffled_first = record._replace(
        moves=(shuffle._replace(number=1), first._replace(number=2)),
        deals=record.deals[:1],
    )
    assert verify(shuffled_first).code == "record.no_shuffle_due"
    never_shuffled = record._replace(moves=(first, first._replace(number=2)), deals=())
    assert verify(never_shuffled).code == "record.shuffle_due"


def test_a_changed_name_is_found_by_the_digest(record: Record) -> None:
    verdict = verify(write(record).replace("Ane", "Eva"))
    assert verdict.code == "record.digest"
    assert verify(write(record).replace('Beñat" bot', 'Beñat"')).code == "record.digest"


def test_a_move_has_one_way_to_be_written() -> None:
    text = MUS_MATCH.decode()
    old = re.search(r"^\d+ \d discard (\w\w) (\w\w)$", text, re.MULTILINE)
    assert old
    swapped = old[0].replace(f"{old[1]} {old[2]}", f"{old[2]} {old[1]}")
    assert verify(text.replace(old[0], swapped)).code == "record.move"


def test_the_recorded_mus_match_agrees() -> None:
    """896 moves, new stocks made from the discards, a name with quotes and one in Arabic."""
    assert str(verify(MUS_MATCH)) == (
        'Everything matches: match "a-match" of mus, 38 shuffles, 896 moves, result 2 3 places 2 1.'
    )  # fmt: skip
    assert write(read(MUS_MATCH)).encode() == MUS_MATCH


def test_the_example_in_the_documentation_agrees() -> None:
    example = DOCUMENT.split("```")[1].lstrip()
    assert verify(example) == Verdict(
        True,
        "record.agrees_annulled",
        None,
        {"match": '"m1"', "game": "mus", "shuffles": 1, "moves": 18, "result": "*"},
    )


def test_the_documentation_names_every_code() -> None:
    assert set(re.findall(r"`(record\.\w+)`", DOCUMENT)) == {
        code for code in SENTENCES if "agrees" not in code
    }


BLANK = b" \n"


def mutants(text: bytes, step: int, masks: tuple[int, ...]) -> list[tuple[int, bytes]]:
    changed = []
    for turn, at in enumerate(range(0, len(text), step)):
        byte = text[at] ^ masks[turn % len(masks)]
        changed.append((at, text[:at] + bytes([byte]) + text[at + 1 :]))
    return changed


def only_blanks_differ(text: bytes, at: int, mutant: bytes) -> bool:
    return text[at] in BLANK and mutant[at] in b" \t\n"


@pytest.mark.parametrize("mask", [0x01, 0x02, 0x08, 0x10, 0x20, 0x80, 0x2A, 0x1B])
def test_no_changed_byte_of_a_short_record_escapes(record: Record, mask: int) -> None:
    """Every byte, changed in eight ways, newline to blank (0x2A) and blank to semicolon (0x1B)
    among them.
    """
    text = write(record).encode()
    for at, mutant in mutants(text, 1, (mask,)):
        assert not verify(mutant).ok or only_blanks_differ(text, at, mutant), mutant[
            :at
        ][-40:]


def test_no_changed_byte_of_a_mus_match_escapes() -> None:
    for at, mutant in mutants(
        MUS_MATCH, 61, (0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80)
    ):
        assert not verify(mutant).ok or only_blanks_differ(MUS_MATCH, at, mutant), (
            mutant[:at][-40:]
        )


def test_no_line_left_out_twice_or_exchanged_escapes(record: Record) -> None:
    lines = [line for line in write(record).splitlines(keepends=True) if line != "\n"]
    assert verify("".join(lines)).ok
    for at, line in enumerate(lines):
        before, after = lines[:at], lines[at + 1 :]
        for changed in (
            before + after,
            [*before, line, line, *after],
            [*before, *after[:1], line, *after[1:]],
        ):
            assert changed == lines or not verify("".join(changed)).ok, line


def test_a_verdict_quotes_a_record_only_as_far_as_one_can_read() -> None:
    assert shortened("3 1") == "3 1"
    assert len(shortened("9" * 2_000_000)) == LONGEST_SHOWN + 1
