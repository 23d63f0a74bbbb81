"""The bar championship of Ceuta, 2011: 36 players each for themselves, with the published rules and results made up."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from games.rules.chance import Stream
from games.rules.errors import Refusal
from tournaments.rules.field import Entrant
from tournaments.rules.formats import tables
from tournaments.rules.formats.base import Json, Setup
from tournaments.rules.phases import Takes, qualifiers
from tournaments.rules.results import PLAYED
from tournaments.rules.standings import Row
from tournaments.rules.tallies import Fact

EVENT = json.loads((Path(__file__).parent / "data" / "ceuta_2011.json").read_text())
FIRST = EVENT["preliminary"]
GROUPS = list(EVENT["groups"].values())
SEATS = (FIRST["players_per_table"],) * 2
SETUP = Setup(seats=SEATS, rounds=FIRST["evenings_per_group"])
GAMES = FIRST["games_per_table_per_evening"]


def group(number: int) -> list[Entrant]:
    return [Entrant(100 * number + n, f"Jugador {100 * number + n}") for n in range(1, GROUPS[number - 1] + 1)]


def played(drawn: Json, luck: Stream) -> Iterator[Fact]:
    """Each evening four games a table, and in each of them 4, 3, 2 and 1 by the order of going out."""
    for number, one in enumerate(tables.seated(drawn), start=1):
        for slot, who in enumerate(one):
            games = [luck.shuffled(FIRST["points_per_game"]) for _ in range(GAMES)]
            points = tuple((entry, sum(game[seat] for game in games)) for seat, entry in enumerate(who))
            yield Fact(number, slot, 0, 0, PLAYED, None, points=points)


def group_stage(luck: bytes) -> list[Row]:
    rows = []
    for number in range(1, len(GROUPS) + 1):
        drawn = tables.draw(group(number), Stream(b"group %d" % number), SETUP)
        found = tables.standings(drawn, played(drawn, Stream(luck + b"%d" % number)), SETUP, {})
        rows += [row._replace(group=number) for row in found]
    return rows


def going_on(rows: Sequence[Row]) -> list[Row]:
    """The first five of each group, and of the sixths the one with the most points; the most points first."""
    firsts = {one.entry for one in qualifiers(rows, Takes(1, "best", 15, each=5))}
    sixth = max((row for row in rows if row.rank == 6), key=points)
    return sorted((row for row in rows if row.entry in firsts or row is sixth), key=points, reverse=True)


def points(row: Row) -> int:
    return row.points or 0


ROWS = group_stage(b"k")
SIXTEEN = going_on(ROWS)
SEEDED = [Entrant(row.entry, f"Jugador {row.entry}", seed=n) for n, row in enumerate(SIXTEEN, start=1)]
SEMIFINAL = Setup(seats=SEATS, seeds=4)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_group_sits_at_three_tables_of_four_each_evening(number: int) -> None:
    drawn = tables.draw(group(number), Stream(b"x"), SETUP)
    assert [[len(table) for table in one] for one in drawn["rounds"]] == [[4] * FIRST["tables_per_evening"]] * 3
    assert drawn["certificate"]["repeats"] <= 9
    assert drawn["certificate"]["seat_spread"] <= 1


def test_each_game_shares_out_ten_points() -> None:
    assert len(ROWS) == EVENT["players"]
    tables_played = len(GROUPS) * FIRST["evenings_per_group"] * FIRST["tables_per_evening"]
    assert sum(map(points, ROWS)) == tables_played * GAMES * sum(FIRST["points_per_game"])


def test_five_of_each_group_go_on_and_the_sixth_with_the_most_points() -> None:
    assert len(SIXTEEN) == EVENT["advance"]["to_semifinals"]
    for number in (1, 2, 3):
        own = [row for row in ROWS if row.group == number]
        assert {row.entry for row in own[:5]} <= {row.entry for row in SIXTEEN}
    sixths = sorted((row for row in ROWS if row.rank == 6), key=points, reverse=True)
    assert [row in SIXTEEN for row in sixths] == [True, False, False]


def test_who_is_level_where_five_go_on_needs_a_lot() -> None:
    rows = group_stage(b"2011")
    level = [row.entry for row in rows if (row.rank, row.shared_to) == (5, 6)]
    with pytest.raises(Refusal, match=r"phase\.tie_at_the_cut"):
        qualifiers(rows, Takes(1, "best", 15, each=5))
    lots = [level[1], level[0]]
    assert level[1] in {one.entry for one in qualifiers(rows, Takes(1, "best", 15, each=5), lots=lots)}


def test_the_four_with_the_most_points_are_kept_apart() -> None:
    for n in range(20):
        drawn = tables.draw(SEEDED, Stream(b"%d" % n), SEMIFINAL)
        assert tables.check(drawn, SEEDED, SEMIFINAL) == []
        strongest = {row.entry for row in SIXTEEN[: SEMIFINAL.seeds]}
        assert [len(strongest & set(table)) for table in drawn["tables"]] == [1, 1, 1, 1]


def test_the_points_of_the_groups_stay_behind() -> None:
    drawn = tables.draw(SEEDED, Stream(b"semifinal"), SEMIFINAL)
    rows = tables.standings(drawn, [], SEMIFINAL, {})
    assert {(row.points, row.rank, row.why.code) for row in rows} == {(None, None, "waiting")}
