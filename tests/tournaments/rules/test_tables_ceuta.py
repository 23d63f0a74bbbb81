"""The bar championship of Ceuta, 2011: 36 players each for themselves, with the published rules
and results made up.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

import pytest

from core.chance import Stream
from core.refusals import Refusal
from tournaments.rules.advancement import Takes, qualifiers
from tournaments.rules.draws import manual_swaps
from tournaments.rules.field import Entrant
from tournaments.rules.formats import multiplayer_tables
from tournaments.rules.formats.base import StageSettings
from tournaments.rules.tables.results import PLAYED
from tournaments.rules.tables.standings import Reason, Row
from tournaments.rules.tables.tallies import ConfirmedResult, Tally

EVENT = json.loads((Path(__file__).parent / "data" / "ceuta_2011.json").read_text())
FIRST = EVENT["preliminary"]
GROUPS = list(EVENT["groups"].values())
SEATS = (FIRST["players_per_table"],) * 2
SETUP = StageSettings(
    seats=SEATS, rounds=FIRST["evenings_per_group"], groups=len(GROUPS)
)
GAMES = FIRST["games_per_table_per_evening"]
FIELD = [Entrant(n, f"Jugador {n}") for n in range(1, EVENT["players"] + 1)]
DRAWN = multiplayer_tables.FORMAT.draw(FIELD, Stream(b"Ceuta"), SETUP)
FIVE_AND_THE_BEST_SIXTH = Takes(1, "best", EVENT["advance"]["to_semifinals"], each=5)


def played(luck: Stream) -> Iterator[ConfirmedResult]:
    """Each evening four games a table, and in each of them 4, 3, 2 and 1 by the order of going
    out.
    """
    for number, one in enumerate(multiplayer_tables.seated(DRAWN), start=1):
        for slot, who in enumerate(one):
            games = [luck.shuffled(FIRST["points_per_game"]) for _ in range(GAMES)]
            points = tuple(
                (entry, sum(game[seat] for game in games))
                for seat, entry in enumerate(who)
            )
            yield ConfirmedResult(number, slot, 0, 0, PLAYED, None, points=points)


def group_stage(luck: bytes) -> tuple[Row, ...]:
    return multiplayer_tables.FORMAT.standings(DRAWN, played(Stream(luck)), SETUP, {})


def going_on(rows: Sequence[Row]) -> list[Row]:
    of = {row.entry: row for row in rows}
    return [
        of[one.entry]
        for one in qualifiers(rows, FIVE_AND_THE_BEST_SIXTH, lots=DRAWN["lots"])
    ]


def points(row: Row) -> int:
    return row.points or 0


ROWS = group_stage(b"19")
SIXTEEN = going_on(ROWS)
SEEDED = [
    Entrant(row.entry, f"Jugador {row.entry}", seed=n)
    for n, row in enumerate(SIXTEEN, start=1)
]
SEMIFINAL = StageSettings(seats=SEATS, seeds=4)


def test_thirty_six_in_three_groups_sit_at_three_tables_of_four_each_evening() -> None:
    assert [len(group) for group in DRAWN["groups"]] == GROUPS
    for group in DRAWN["groups"]:
        own = [
            [table for table in one if set(table) <= set(group)]
            for one in DRAWN["rounds"]
        ]
        assert [[len(table) for table in one] for one in own] == [
            [4] * FIRST["tables_per_evening"]
        ] * 3
        assert all(sorted(chain(*one)) == sorted(group) for one in own)
    assert multiplayer_tables.FORMAT.check(DRAWN, FIELD, SETUP) == []


def test_the_certificate_counts_the_meetings_of_each_group() -> None:
    """Of twelve at tables of four nobody meets more than nine others: 54 meetings of 66 pairs a
    group, and no repeat below 9 was ever found.
    """
    assert DRAWN["certificate"]["repeats_bound"] == 0
    assert DRAWN["certificate"]["repeats"] <= 9 * len(GROUPS)
    assert DRAWN["certificate"]["seat_spread"] <= 1


def test_who_sits_among_another_group_is_found() -> None:
    """Two of the first two groups change places at all tables, but not in the groups."""
    one, two = DRAWN["groups"][0][0], DRAWN["groups"][1][0]
    swapped = manual_swaps.swap({"rounds": DRAWN["rounds"]}, one, two)
    assert "draw.entry_unknown" in {
        problem.code
        for problem in multiplayer_tables.FORMAT.check(DRAWN | swapped, FIELD, SETUP)
    }
    assert (
        multiplayer_tables.FORMAT.check(
            manual_swaps.swap(DRAWN, one, two), FIELD, SETUP
        )
        == []
    )


@pytest.mark.parametrize(("entries", "allowed"), [(37, [36, 48]), (8, [12])])
def test_each_group_has_to_be_seated_on_its_own(
    entries: int, allowed: list[int]
) -> None:
    with pytest.raises(Refusal) as caught:
        multiplayer_tables.FORMAT.check_number(entries, SETUP)
    assert (caught.value.code, caught.value.fields["allowed"]) == (
        "tables.impossible",
        allowed,
    )


def test_groups_filled_by_snake_share_out_the_strongest() -> None:
    strongest = [entrant._replace(seed=entrant.id) for entrant in FIELD]
    made = multiplayer_tables.FORMAT.draw(
        strongest, Stream(b"snake"), SETUP._replace(spread="snake")
    )["groups"]
    assert [sorted(group)[:4] for group in made] == [
        [1, 6, 7, 12],
        [2, 5, 8, 11],
        [3, 4, 9, 10],
    ]


def test_each_game_shares_out_ten_points() -> None:
    assert len(ROWS) == EVENT["players"]
    tables_played = (
        len(GROUPS) * FIRST["evenings_per_group"] * FIRST["tables_per_evening"]
    )
    assert sum(map(points, ROWS)) == tables_played * GAMES * sum(
        FIRST["points_per_game"]
    )


def test_each_group_has_a_leaderboard_of_its_own() -> None:
    for number, group in enumerate(DRAWN["groups"], start=1):
        own = [row for row in ROWS if row.group == number]
        assert {row.entry for row in own} == set(group)
        assert own[0].rank == 1
        assert [points(row) for row in own] == sorted(map(points, own), reverse=True)


def test_five_of_each_group_go_on_and_the_sixth_with_the_most_points() -> None:
    assert len(SIXTEEN) == EVENT["advance"]["to_semifinals"]
    for number in (1, 2, 3):
        own = [row for row in ROWS if row.group == number]
        assert {row.entry for row in own if (row.rank or 9) <= 5} <= {
            row.entry for row in SIXTEEN
        }
    sixths = [row for row in ROWS if row.rank == 6]
    assert [points(row) for row in sixths if row in SIXTEEN] == [
        max(map(points, sixths))
    ]


def test_the_most_points_are_the_strongest_whatever_the_group() -> None:
    assert [points(row) for row in SIXTEEN] == sorted(
        map(points, SIXTEEN), reverse=True
    )
    assert [row.group for row in SIXTEEN] != sorted(row.group or 0 for row in SIXTEEN)


def test_whom_places_cannot_part_the_lots_of_the_draw_do() -> None:
    rows = [
        Row(n, 1, 2, 1, Tally(), Reason("points", {}), points=9, placing=1, group=1)
        for n in (1, 2)
    ]
    rows += [
        Row(3, 1, 1, 1, Tally(), Reason("points", {}), points=9, placing=1, group=2)
    ]
    best = Takes(1, "best", 2, each=1)
    with pytest.raises(Refusal, match=r"phase\.tie_at_the_cut"):
        qualifiers(rows, best)
    assert {one.entry for one in qualifiers(rows, best, lots=[2, 1, 3])} == {2, 3}


def test_the_four_with_the_most_points_are_kept_apart() -> None:
    for n in range(20):
        drawn = multiplayer_tables.FORMAT.draw(SEEDED, Stream(b"%d" % n), SEMIFINAL)
        assert multiplayer_tables.FORMAT.check(drawn, SEEDED, SEMIFINAL) == []
        strongest = {row.entry for row in SIXTEEN[: SEMIFINAL.seeds]}
        assert [len(strongest & set(table)) for table in drawn["tables"]] == [
            1,
            1,
            1,
            1,
        ]


def test_the_points_of_the_groups_stay_behind() -> None:
    drawn = multiplayer_tables.FORMAT.draw(SEEDED, Stream(b"semifinal"), SEMIFINAL)
    rows = multiplayer_tables.FORMAT.standings(drawn, [], SEMIFINAL, {})
    assert {(row.points, row.rank, row.why.code) for row in rows} == {
        (None, None, "waiting")
    }
