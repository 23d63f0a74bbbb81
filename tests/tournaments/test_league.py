"""A league from its settings to its champions: all meet all, round after round, and a table that
says why.
"""

from collections import Counter
from collections.abc import Callable
from itertools import combinations, pairwise
from typing import Any

import pytest

from accounts.models import User
from core.refusals import Refusal
from tests.conftest import NOW, Api
from tests.tournaments.leagues import League
from tournaments.models import Event, Pairing, Result, Standing
from tournaments.reading import snapshot, stage_plans, winners
from tournaments.rules.draws import draw as rules
from tournaments.rules.formats import round_robin
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.services import draws, events, results, rounds, standings
from tournaments.services.typed_results import Decision, played

pytestmark = pytest.mark.django_db


def code_of(call: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as caught:
        call()
    return caught.value.code


def table_of(event: Event) -> list[Standing]:
    stage = stage_plans.stage_of(event)
    assert stage
    standings.recompute(stage_id=stage.pk)
    return list(winners.standings(stage))


# --- what an event may say ---


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"settings": {"tie_breaks": ["luck", "lot"]}}, "option.no_such_tie_break"),
        ({"settings": {"tie_breaks": ["match_wins"]}}, "option.tie_break_last"),
        ({"round_options": {"final": {"sets_to_win": 4}}}, "option.no_such_round"),
    ],
)
def test_rules_that_no_league_has_are_refused(
    league: League, fields: dict[str, Any], code: str
) -> None:
    assert code_of(lambda: league.event(0, **fields)) == code


def test_a_round_of_a_league_may_have_its_own_rules(league: League) -> None:
    stage = league.running(4, round_options={"round_3": {"sets_to_win": 4}})
    assert [snapshot.stage_state(stage).plan[n].code for n in range(3)] == [
        "round_1",
        "round_2",
        "round_3",
    ]
    league.play_round(stage)
    for sets in (3, 4):
        opened = rounds.open_round(stage_id=stage.pk, by=None, at=NOW)
        assert opened.options["sets_to_win"] == sets
        league.play_round(stage, (sets, 0))


@pytest.mark.parametrize(
    "field",
    [
        {"settings": {"legs": 2}},
        {"settings": {"tie_breaks": ["lot"]}},
        {"format": "knockout", "settings": {}},
    ],
)
def test_legs_tie_breaks_and_format_are_frozen_with_the_draw(
    league: League, field: dict[str, Any]
) -> None:
    event = league.running(4).event

    def change():
        return events.change_event(
            event_id=event.pk, by=league.organiser, at=NOW, **field
        )

    assert code_of(change) == "event.rules_frozen"


@pytest.mark.parametrize(
    ("pairs", "code"), [(1, "round_robin.too_few"), (65, "round_robin.too_many")]
)
def test_a_league_is_not_drawn_for_a_field_that_it_does_not_take(
    league: League, pairs: int, code: str
) -> None:
    event = league.event(0, capacity=512)
    setup = stage_plans.stage_settings(event)
    assert code_of(lambda: FORMATS[event.format].check_number(pairs, setup)) == code
    if pairs == 1:
        league.enter(event, "Ane", "Jon")

        def announce():
            return draws.announce(
                event_id=event.pk, kind="numbers", by=league.organiser, at=NOW
            )

        assert code_of(announce) == code


# --- the draw ---


def test_numbers_and_lots_can_be_drawn_again_from_what_is_published(
    league: League,
) -> None:
    draw = league.running(7).draw
    names, ids = [name for _, name in draw.field], [entry for entry, _ in draw.field]
    stream = rules.draw_stream(
        draw.public_id, names, bytes(draw.secret), draw.beacon.encode()
    )
    assert draw.public_id.endswith("-numbers")
    assert draw.resolved == {
        "numbers": list(stream.shuffled(ids)),
        "lots": list(stream.shuffled(ids)),
    }


# --- rounds, results, the end ---


@pytest.mark.parametrize(("pairs", "legs"), [(6, 1), (5, 1), (4, 2)])
def test_a_league_is_played_to_its_end(league: League, pairs: int, legs: int) -> None:
    stage = league.running(pairs, settings={"legs": legs})
    league.play(stage)
    stage.event.refresh_from_db()
    assert stage.event.state == Event.State.FINISHED
    met = Counter(
        frozenset((p.a_id, p.b_id)) for p in Pairing.objects.filter(table__isnull=False)
    )
    entries = stage.event.entries.values_list("pk", flat=True)
    assert met == dict.fromkeys(map(frozenset, combinations(entries, 2)), legs)
    free = Counter(p.a_id for p in Pairing.objects.filter(table=None))
    assert free == (dict.fromkeys(entries, legs) if pairs % 2 else {})
    rows = table_of(stage.event)
    assert [row.entry.number for row in rows] == list(range(1, pairs + 1))
    assert [(row.rank, row.won, row.lost) for row in rows] == [
        (n, legs * (pairs - n), legs * (n - 1)) for n in range(1, pairs + 1)
    ]
    assert [row.entry_id for row in winners.champions(stage_of(stage.event))] == [
        rows[0].entry_id
    ]
    assert (
        code_of(lambda: rounds.open_round(stage_id=stage.pk, by=None, at=NOW))
        == "round.none_left"
    )


def stage_of(event: Event) -> Any:
    return stage_plans.stage_of(event)


def test_whoever_leads_is_no_champion_before_the_end(league: League) -> None:
    stage = league.running(4)
    league.play_round(stage)
    assert {row.rank for row in table_of(stage.event)} == {1, 3}
    assert winners.champions(stage) == []


def test_a_round_opens_when_the_last_one_is_played(league: League) -> None:
    stage = league.running(6)
    first, *_ = league.tables(stage)
    assert (
        code_of(lambda: rounds.open_round(stage_id=stage.pk, by=None, at=NOW))
        == "round.still_playing"
    )
    league.play_round(stage)
    void = Decision(kind=Result.Kind.VOID)
    results.set_result(
        pairing_id=first.pk, decision=void, reason="wrong cards", by=None, at=NOW
    )
    assert (
        code_of(lambda: rounds.open_round(stage_id=stage.pk, by=None, at=NOW))
        == "round.still_playing"
    )
    league.play_round(stage)
    rounds.open_round(stage_id=stage.pk, by=None, at=NOW)
    assert [table.table for table in league.tables(stage)] == [1, 2, 3]


def test_a_correction_in_the_last_round_makes_another_champion(league: League) -> None:
    stage = league.running(2)
    league.play(stage)
    first, second = (row.entry_id for row in table_of(stage.event))
    (last,) = league.tables(stage)
    absent = Decision(
        kind=Result.Kind.WALKOVER, winner="b" if last.a_id == first else "a"
    )
    results.set_result(
        pairing_id=last.pk, decision=absent, reason="a player too many", by=None, at=NOW
    )
    assert [row.entry_id for row in table_of(stage.event)] == [second, first]


def test_both_pairs_that_did_not_come_have_lost(league: League) -> None:
    stage = league.running(2)
    (only,) = league.tables(stage)
    nobody = Decision(kind=Result.Kind.DOUBLE_WALKOVER)
    results.set_result(
        pairing_id=only.pk, decision=nobody, reason="nobody came", by=None, at=NOW
    )
    rows = table_of(stage.event)
    assert [(row.rank, row.shared_to, row.won, row.lost) for row in rows] == [
        (1, 2, 0, 1)
    ] * 2
    stage.event.refresh_from_db()
    assert stage.event.state == Event.State.FINISHED


@pytest.mark.parametrize(
    ("tie_breaks", "ranks", "code"),
    [
        (["match_wins", "shared"], [1, 1, 1], "shared"),
        (["match_wins", "direct", "shared"], [1, 1, 1], "shared"),
        (["match_wins", "direct", "lot"], [1, 2, 3], "lot"),
    ],
)
def test_three_in_a_circle_stand_as_the_event_has_said(
    league: League, tie_breaks: list[str], ranks: list[int], code: str
) -> None:
    stage = league.running(3, settings={"tie_breaks": tie_breaks})
    order = stage.draw.resolved["numbers"]
    for n in range(3):
        if n:
            rounds.open_round(stage_id=stage.pk, by=None, at=NOW)
        (table,) = league.tables(stage)
        a_wins = (order.index(table.b.number) - order.index(table.a.number)) % 3 == 1
        decision = played(*((3, 1) if a_wins else (1, 3)))
        results.set_result(
            pairing_id=table.pk, decision=decision, reason="sheet", by=None, at=NOW
        )
    rows = table_of(stage.event)
    assert [row.rank for row in rows] == ranks
    assert [row.why["code"] for row in rows] == [code, code, "last"]
    if code == "lot":
        assert [row.entry.number for row in rows] == stage.draw.resolved["lots"]
        assert [(row.why["own"], row.why["other"]) for row in rows[:2]] == [
            (1, 2),
            (2, 3),
        ]


def test_tantos_decide_only_where_all_have_them(league: League) -> None:
    stage = league.running(
        2,
        settings={
            "legs": 2,
            "tie_breaks": ["match_wins", "tantos_difference", "shared"],
        },
    )
    for n, tantos in enumerate(
        ([[30, 2], [30, 3], [30, 4]], [[30, 29], [30, 29], [30, 29]])
    ):
        if n:
            rounds.open_round(stage_id=stage.pk, by=None, at=NOW)
        (table,) = league.tables(stage)
        results.set_result(
            pairing_id=table.pk,
            decision=played(3, 0, tantos),
            reason="sheet",
            by=None,
            at=NOW,
        )
    numbers = stage.draw.resolved["numbers"]
    rows = table_of(stage.event)
    assert [row.entry.number for row in rows] == numbers
    assert rows[0].why == {
        "code": "tantos_difference",
        "own": 78,
        "other": -78,
        "below": numbers[1],
    }
    results.set_result(
        pairing_id=table.pk, decision=played(3, 0), reason="no sheet", by=None, at=NOW
    )
    assert [row.rank for row in table_of(stage.event)] == [1, 1]


# --- through the API ---


def test_a_league_runs_through_the_api(club: Any, organiser: User) -> None:
    api = Api(organiser)
    tie_breaks = ["match_wins", "direct", "set_difference", "lot"]
    given = {
        "name": "Liga",
        "starts_at": NOW.isoformat(),
        "format": "round_robin",
        "settings": {"tie_breaks": tie_breaks},
    }
    status, event = api.post(f"clubs/{club.pk}/events/", **given)
    assert (status, event["format"], event["settings"]) == (
        201,
        "round_robin",
        {"legs": 1, "tie_breaks": tie_breaks},
    )
    path = f"events/{event['id']}"
    assert api.post(f"{path}/step/", action="open")[0] == 200
    for n in range(6):
        assert (
            api.post(
                f"{path}/entries/", players=[{"name": f"Ane {n}"}, {"name": f"Jon {n}"}]
            )[0]
            == 201
        )
    status, draw = api.post(f"{path}/draws/", kind="numbers")
    assert status == 201, draw
    assert api.post(f"draws/{draw['id']}/make/", beacon="7")[1]["resolved"].keys() == {
        "numbers",
        "lots",
    }
    assert api.post(f"draws/{draw['id']}/publish/")[0] == 200
    for number in range(1, 6):
        _, opened = api.get(f"{path}/rounds/")
        latest = opened["results"][-1]
        assert (latest["number"], len(latest["pairings"])) == (number, 3)
        for pairing in latest["pairings"]:
            status, answer = api.post(
                f"pairings/{pairing['id']}/result/", sets_a=3, sets_b=1, reason="sheet"
            )
            assert status in {200, 201}, answer
        if number < 5:
            assert api.post(f"{path}/rounds/")[0] == 201
    assert api.get(f"{path}/")[1]["state"] == "finished"
    table_of(Event.objects.get())
    _, table = api.get(f"{path}/standings/")
    assert [row["played"] for row in table["results"]] == [5] * 6
    assert table["results"][-1]["why"] == {"code": "last"}
    numbers = dict(Event.objects.get().entries.values_list("pk", "number"))
    assert all(
        row["why"]["below"] == numbers[below["entry"]]
        for row, below in pairwise(table["results"])
    )
    assert api.get(f"{path}/bracket/")[1]["code"] == "round.no_bracket"


@pytest.mark.parametrize(
    ("field", "status", "code"),
    [
        ({"settings": {"legs": 3}}, 400, "option.bad"),
        ({"settings": {"legs": 0}}, 400, "option.bad"),
        ({"settings": {"tie_breaks": "lot"}}, 400, "option.no_such_tie_break"),
        ({"settings": {"tie_breaks": [{}]}}, 400, "option.no_such_tie_break"),
        ({"settings": {"tie_breaks": ["lot", "lot"]}}, 400, "option.tie_break_twice"),
        ({"settings": {"tie_breaks": []}}, 201, None),
    ],
)
def test_bad_settings_of_a_league_are_refused(
    club: Any, organiser: User, field: dict[str, Any], status: int, code: str | None
) -> None:
    given = {"name": "Liga", "starts_at": NOW.isoformat(), "format": "round_robin"}
    found, answer = Api(organiser).post(f"clubs/{club.pk}/events/", **given, **field)
    assert found == status
    if code:
        assert answer["code"] == code
    if status == 201:
        assert answer["settings"]["tie_breaks"] == list(round_robin.FORMAT.tie_breaks)
