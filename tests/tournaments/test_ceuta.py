"""The bar championship of Ceuta, 2011, as it was played: three groups, four at a table, each for
themselves.
"""

import json
from collections import Counter
from html import unescape
from pathlib import Path

import pytest
from django.test import Client

from accounts.models import User
from core.chance import Stream
from tests.conftest import NOW, Api
from tests.pages import tidy
from tests.tournaments.evenings import Evening
from tournaments.models import Stage
from tournaments.reading import events, stage_plans
from tournaments.services import draws, results, rounds, standings
from tournaments.services.typed_results import points

pytestmark = pytest.mark.django_db

EVENT = json.loads(
    (Path(__file__).parent / "rules" / "data" / "ceuta_2011.json").read_text()
)
FIRST = EVENT["preliminary"]
SIXTEEN = EVENT["advance"]["to_semifinals"]
GROUPS = {"rounds": FIRST["evenings_per_group"], "groups": len(EVENT["groups"])}
SEMIFINALS = {
    "format": "tables",
    "settings": {"seeds": 4},
    "takes": {"part": "best", "number": SIXTEEN, "each": 5},
}


@pytest.fixture
def stage(evening: Evening) -> Stage:
    """The three evenings of all groups, played."""
    stage = evening.running(
        "mus", EVENT["players"], format="tables", settings=GROUPS, phases=[SEMIFINALS]
    )
    luck = Stream(b"ceuta")
    play_evening(stage, luck, evening.organiser)
    for _ in range(1, FIRST["evenings_per_group"]):
        rounds.open_round(stage_id=stage.pk, by=evening.organiser, at=NOW)
        play_evening(stage, luck, evening.organiser)
    standings.recompute(stage_id=stage.pk)
    return stage


def play_evening(stage: Stage, luck: Stream, by: User) -> None:
    """At each table four games, and in each 4, 3, 2 and 1 by the order of going out; typed as
    sums.
    """
    latest = stage.rounds.last()
    for table in events.pairings().filter(round=latest).order_by("slot"):
        games = [
            luck.shuffled(FIRST["points_per_game"])
            for _ in range(FIRST["games_per_table_per_evening"])
        ]
        of_each = [sum(game[seat] for game in games) for seat in range(4)]
        results.set_result(
            pairing_id=table.pk,
            decision=points(of_each),
            reason="the sheet",
            by=by,
            at=NOW,
        )


def semifinals(stage: Stage, by: User) -> Stage:
    draw = draws.announce(event_id=stage.event_id, kind="tables", by=by, at=NOW)
    draws.make(draw_id=draw.pk, by=by, at=NOW)
    draws.publish(draw_id=draw.pk, by=by, at=NOW)
    return stage_plans.stage_of(stage.event, 2)


def test_each_group_plays_its_evenings_at_its_own_tables(stage: Stage) -> None:
    groups = stage.draw.resolved["groups"]
    assert [len(group) for group in groups] == list(EVENT["groups"].values())
    tables = events.pairings().filter(round__stage=stage)
    assert (
        len(tables)
        == len(groups) * FIRST["evenings_per_group"] * FIRST["tables_per_evening"]
    )
    for table in tables:
        who = {entry.number for entry in table.entries}
        assert [len(who & set(group)) for group in groups if who & set(group)] == [
            FIRST["players_per_table"]
        ]


def test_each_group_has_standings_of_its_own(stage: Stage) -> None:
    rows = Api().get(f"events/{stage.event_id}/standings/")[1]["results"]
    assert Counter(row["group"] for row in rows) == {1: 12, 2: 12, 3: 12}
    for number in (1, 2, 3):
        own = [row["points"] for row in rows if row["group"] == number]
        assert own == sorted(own, reverse=True)
    board = Client(headers={"Accept-Language": "en"}).get(
        f"/events/{stage.event_id}/standings/"
    )
    shown = unescape(board.content.decode())
    assert [shown.count(f"<h3>Group {number}</h3>") for number in (1, 2, 3, 4)] == [
        1,
        1,
        1,
        0,
    ]


def test_the_page_of_the_event_says_how_it_is_played(stage: Stage) -> None:
    page = Client(headers={"Accept-Language": "en"}).get(f"/events/{stage.event_id}/")
    shown = tidy(page.content.decode())
    assert (
        shown.count("How the groups are filled") == 1
    )  # the semifinals have no groups
    assert (
        "The best 5 of each group of phase 1. Then the best of all others, 16 in all."
        in shown
    )


def test_the_first_five_of_each_group_and_the_best_sixth_play_the_semifinals(
    stage: Stage, organiser: User
) -> None:
    second = semifinals(stage, organiser)
    chosen = {number for table in second.draw.resolved["tables"] for number in table}
    assert len(chosen) == SIXTEEN
    others = []
    for number in (1, 2, 3):
        own = list(
            stage.standings.filter(group=number)
            .select_related("entry")
            .order_by("position")
        )
        inside = [row for row in own if row.entry.number in chosen]
        assert len(inside) in {5, 6}
        assert all(row.rank >= inside[4].rank for row in own if row not in inside)
        others += [row for row in own if row.rank > 5]
    best = min(
        others, key=lambda row: (row.rank, -row.points, row.placing), default=None
    )
    sixth = [row for row in others if row.entry.number in chosen]
    assert [(row.points, row.placing) for row in sixth] in (
        [],
        [(best.points, best.placing)],
    )


def test_the_four_with_the_most_points_are_kept_apart_and_the_points_stay_behind(
    stage: Stage, organiser: User
) -> None:
    second = semifinals(stage, organiser)
    got = dict(stage.standings.values_list("entry__number", "points"))
    seeds = {one["id"]: one["seed"] for one in second.draw.inputs["entrants"]}
    in_order = [got[number] for number in sorted(seeds, key=seeds.__getitem__)]
    assert in_order == sorted(in_order, reverse=True)
    strongest = {number for number, seed in seeds.items() if seed <= 4}
    assert [
        len(strongest & set(table)) for table in second.draw.resolved["tables"]
    ] == [1, 1, 1, 1]
    standings.recompute(stage_id=second.pk)
    assert set(second.standings.values_list("points", flat=True)) == {None}
