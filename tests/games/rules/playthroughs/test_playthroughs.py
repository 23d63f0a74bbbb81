"""Two hundred recorded matches of each game are replayed line by line; a changed byte in any of
them is named.
"""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.catalogue import GAMES
from games.rules.record import Record, read, write
from games.verification import verify
from tests.games.rules.playthroughs import MATCHES, SHORT, played, records, score_sheet

for_every_game = pytest.mark.parametrize("game", sorted(GAMES))
kept = cache(records)


@for_every_game
@pytest.mark.parametrize("tenth", range(10))
def test_every_line_of_the_recorded_matches_is_what_the_rules_say(
    game: str, tenth: int
) -> None:
    """One record in ten is checked by each of these tests."""
    for record in kept(game)[tenth::10]:
        assert verify(record).code == "record.agrees", str(verify(record))


@for_every_game
def test_the_points_counted_once_more_from_the_records_alone_are_the_same(
    game: str,
) -> None:
    for record in map(read, kept(game)):
        assert same_score(record), write(record)


@for_every_game
@given(number=st.integers(MATCHES, 10**9))
@settings(max_examples=10, deadline=None)
def test_so_are_the_points_of_any_other_match(game: str, number: int) -> None:
    assert same_score(read(played(game, number)))


def same_score(record: Record) -> bool:
    """Whether the score sheet says the same; it knows Mus only where seat 0 begins."""
    if record.options.get("opening", "given") != "given":
        return True
    return list(map(list, record.score.sets)) == getattr(score_sheet, record.game)(
        record
    )


@for_every_game
def test_there_are_as_many_as_promised_and_no_two_alike(game: str) -> None:
    assert len(set(kept(game))) == MATCHES


@for_every_game
def test_they_are_played_under_every_value_of_every_option(game: str) -> None:
    options = [read(record).options for record in kept(game)]
    for name, choice in GAMES[game].rules.OPTIONS.items():
        if len(values := SHORT[game].get(name, choice.values)) < MATCHES / 20:
            assert {chosen[name] for chosen in options} == set(values), name


@for_every_game
def test_the_matches_played_now_are_those_that_were_recorded(game: str) -> None:
    """Where a game changes on purpose, `python -m tests.games.rules.playthroughs` makes the files
    anew.
    """
    assert [
        played(game, number) == kept(game)[number] for number in range(0, MATCHES, 25)
    ] == [True] * 8


@for_every_game
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_a_changed_byte_is_named_by_line_and_column(
    game: str, data: st.DataObject
) -> None:
    """Whatever comes before the changed byte agrees, so the line that is named is never above it."""
    record = kept(game)[data.draw(st.integers(0, MATCHES - 1), label="record")].encode()
    at = data.draw(st.integers(0, len(record) - 1), label="place")
    changed = (
        record[:at]
        + bytes([record[at] ^ data.draw(st.integers(1, 255), label="bits")])
        + record[at + 1 :]
    )
    verdict = verify(changed)
    if verdict.ok:
        assert changed.split() == record.split(), (
            "only one blank for another makes no difference"
        )
        return
    assert verdict.line is not None
    assert verdict.line > record[:at].count(b"\n")
    assert verdict.fields["column"]
