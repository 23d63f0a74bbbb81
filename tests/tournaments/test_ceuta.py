"""The bar championship of Ceuta, 2011, from entry to the semifinals: four at a table, each for themselves."""

import json
from pathlib import Path

import pytest

from accounts.models import User
from games.rules.chance import Stream
from tests.conftest import NOW
from tests.tournaments.evenings import Evening
from tournaments import progress, queries
from tournaments.models import Stage
from tournaments.services import draws, results, rounds, standings
from tournaments.services.results import points

pytestmark = pytest.mark.django_db

EVENT = json.loads((Path(__file__).parent / "rules" / "data" / "ceuta_2011.json").read_text())
FIRST = EVENT["preliminary"]


def play_evening(stage: Stage, luck: Stream, by: User) -> None:
    """At each table four games, and in each 4, 3, 2 and 1 by the order of going out; typed as sums."""
    latest = stage.rounds.last()
    for table in queries.pairings().filter(round=latest):
        games = [luck.shuffled(FIRST["points_per_game"]) for _ in range(FIRST["games_per_table_per_evening"])]
        of_each = [sum(game[seat] for game in games) for seat in range(4)]
        results.set_result(pairing_id=table.pk, decision=points(of_each), reason="the sheet", by=by, at=NOW)


def test_thirty_six_play_three_evenings_and_sixteen_go_on_with_four_seeded(evening: Evening, organiser: User) -> None:
    """All in one field, where in Ceuta there were three groups; the sixteen best of all go on."""
    semifinals = {"format": "tables", "settings": {"seeds": 4}, "takes": {"part": "best", "number": 16}}
    settings = {"rounds": FIRST["evenings_per_group"]}
    stage = evening.running("mus", EVENT["players"], format="tables", settings=settings, phases=[semifinals])
    luck = Stream(b"ceuta")
    for number in range(1, FIRST["evenings_per_group"] + 1):
        play_evening(stage, luck, organiser)
        if number < FIRST["evenings_per_group"]:
            rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)
    draw = draws.announce(event_id=stage.event_id, kind="tables", by=organiser, at=NOW)
    draws.make(draw_id=draw.pk, by=organiser, at=NOW)
    draws.publish(draw_id=draw.pk, by=organiser, at=NOW)
    standings.recompute(stage_id=stage.pk)
    second = progress.stage_of(stage.event, 2)
    seated = second.draw.resolved["tables"]
    chosen = {number for table in seated for number in table}
    got = dict(stage.standings.order_by("position").values_list("entry__number", "points"))
    assert len(chosen) == EVENT["advance"]["to_semifinals"]
    assert min(got[number] for number in chosen) >= max(got[number] for number in got.keys() - chosen)
    strongest = {one["id"] for one in second.draw.inputs["entrants"] if one["seed"] <= 4}
    assert [len(strongest & set(table)) for table in seated] == [1, 1, 1, 1]
    standings.recompute(stage_id=second.pk)
    assert set(second.standings.values_list("points", flat=True)) == {None}
