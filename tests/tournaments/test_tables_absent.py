"""Tables of several to which not everybody came: typed, said at the table, or because somebody has
left the event.
"""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.conftest import NOW, Api
from tests.pages import tidy
from tests.tournaments.evenings import Evening
from tests.tournaments.multiplayer import code_of, entries, tables_of
from tournaments.models import Entry, Event, Pairing, Stage
from tournaments.reading import events
from tournaments.services import attendance, results, rounds, standings
from tournaments.services.typed_results import points

pytestmark = pytest.mark.django_db

GROUPS = {"groups": 2, "rounds": 2}
"""In groups the tables stay as they were drawn, whoever leaves."""


@pytest.fixture
def table(evening: Evening) -> Pairing:
    """The first of two tables of four at Mizzaire."""
    return tables_of(evening.running("mizzaire", 8))[0]


def page(path: str, user: User | None = None) -> str:
    client = Client(headers={"Accept-Language": "en"})
    if user:
        client.force_login(user)
    return tidy(client.get(path).content.decode())


def leave(entry: Entry, by: User) -> None:
    attendance.withdraw_during_event(
        entry_id=entry.pk, reason="the last bus", by=by, at=NOW
    )


def set_points(table: Pairing, by: User, *of_each: int | None) -> None:
    results.set_result(
        pairing_id=table.pk, decision=points(of_each), reason="the sheet", by=by, at=NOW
    )


def latest(stage: Stage) -> list[Pairing]:
    return list(events.pairings().filter(round=stage.rounds.last()).order_by("slot"))


def play(stage: Stage, by: User) -> None:
    """Points at all tables of the latest round that are open."""
    for table in latest(stage):
        if not table.result:
            set_points(table, by, *range(10, 10 + len(table.entries)))


# --- one place ---


def test_the_desk_types_who_did_not_come_and_the_others_have_their_points(
    table: Pairing, organiser: User
) -> None:
    desk, path = Api(organiser), f"pairings/{table.pk}/result/"
    status, seen = desk.post(path, points=[40, None, 30, 35], reason="the sheet")
    assert (status, seen["result"]["points"]) == (200, [40, None, 30, 35])
    standings.recompute(stage_id=table.round.stage_id)
    rows = {
        row["entry"]: row
        for row in desk.get(f"events/{table.round.stage.event_id}/standings/")[1][
            "results"
        ]
    }
    assert [rows[entry]["points"] for entry in entries(table)] == [40, 0, 30, 35]
    assert [rows[entry]["played"] for entry in entries(table)] == [1, 0, 1, 1]
    assert rows[entries(table)[1]]["why"]["code"] == "not_there"


def test_pages_say_who_did_not_come(table: Pairing, organiser: User) -> None:
    set_points(table, organiser, 40, None, 30, 35)
    event = f"/events/{table.round.stage.event_id}/"
    standings.recompute(stage_id=table.round.stage_id)
    absent = events.name_of(table.entries[1])
    assert f'{absent}</span> <small class="muted">did not come</small>' in page(
        f"{event}rounds/1/"
    )
    assert "Did not come to table 1." in page(f"{event}standings/")
    assert f"{absent} did not come" in page(f"/tables/{table.pk}/result/", organiser)
    assert f"{absent} did not come" in page(f"{event}desk/log/", organiser)


def test_the_form_takes_a_tick_instead_of_a_number(
    table: Pairing, organiser: User
) -> None:
    client, path = Client(), f"/tables/{table.pk}/result/"
    client.force_login(organiser)
    typed = {
        "points_0": 40,
        "points_1": "",
        "points_2": 30,
        "points_3": 35,
        "reason": "the sheet",
    }
    assert client.post(path, typed).status_code == 422
    assert (
        client.post(path, typed | {"absent_1": "on", "points_1": 3}).status_code == 422
    )
    assert client.post(path, typed | {"absent_1": "on"}).status_code == 302
    assert table.results.get().points == [40, None, 30, 35]


def test_two_at_the_table_may_agree_that_another_did_not_come(table: Pairing) -> None:
    for entry in entries(table)[:2]:
        said = points([40, 30, None, 35])
        results.report(pairing_id=table.pk, entry_id=entry, score=said, by=None, at=NOW)
    assert table.results.get().points == [40, 30, None, 35]


@pytest.mark.parametrize("of_each", [[None] * 4, [None, None, None, 20]])
def test_a_table_to_which_too_few_came_to_play_is_decided_all_the_same(
    table: Pairing, organiser: User, of_each: list[int | None]
) -> None:
    other = tables_of(table.round.stage)[1]
    set_points(table, organiser, *of_each)
    set_points(other, organiser, 10, 20, 30, 40)
    assert Event.objects.get().state == "finished"


def test_partners_come_together(evening: Evening, organiser: User) -> None:
    table = tables_of(evening.running("mus", 4, format="partners"))[0]
    assert (
        code_of(lambda: set_points(table, organiser, 3, 1, None, 1))
        == "result.partners_come"
    )


# --- who has left ---


def test_who_has_left_since_the_table_was_opened_is_ticked_on_the_form(
    table: Pairing, organiser: User
) -> None:
    leave(table.entries[2], organiser)
    form = page(f"/tables/{table.pk}/result/", organiser)
    assert [f'id="id_absent_{n}" checked' in form for n in range(4)] == [
        False,
        False,
        True,
        False,
    ]


def test_who_has_left_is_not_seated_in_the_next_round_and_its_table_plays_on(
    evening: Evening, organiser: User
) -> None:
    stage = evening.running("mizzaire", 8, settings=GROUPS, in_app=True)
    gone = tables_of(stage)[0].entries[0]
    leave(gone, organiser)
    play(stage, organiser)
    rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)
    assert sorted(len(table.entries) for table in latest(stage)) == [3, 4]
    assert all(
        table.match.options["players"] == len(table.entries) for table in latest(stage)
    )
    play(stage, organiser)
    standings.recompute(stage_id=stage.pk)
    why = stage.standings.get(entry=gone).why
    assert ["points" in each for each in why["each"]] == [True, False]
    assert "Round 2: did not come, which counts 0." in page(
        f"/events/{stage.event_id}/standings/"
    )
    assert Event.objects.get().state == "finished"


def test_where_one_is_left_at_a_table_nothing_is_played_in_the_app(
    evening: Evening, organiser: User
) -> None:
    stage = evening.running("mizzaire", 4, settings=GROUPS, in_app=True)
    leave(tables_of(stage)[0].entries[0], organiser)
    play(stage, organiser)
    rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)
    assert [(len(table.entries), table.match is None) for table in latest(stage)] == [
        (1, True),
        (2, False),
    ]


@pytest.mark.parametrize(
    "opened", [1, 2], ids=["its table is open", "its table comes in the next round"]
)
def test_nobody_waits_for_a_table_that_all_have_left(
    evening: Evening, organiser: User, opened: int
) -> None:
    stage = evening.running("mizzaire", 8, settings=GROUPS)
    everybody = tables_of(stage)[0].entries
    if opened == 2:
        play(stage, organiser)
    for entry in everybody:
        leave(entry, organiser)
    play(stage, organiser)
    rounds.open_round(stage_id=stage.pk, by=organiser, at=NOW)
    play(stage, organiser)
    assert Event.objects.get().state == "finished"
    standings.recompute(stage_id=stage.pk)
    assert stage.standings.filter(rank=None).count() == 0


def test_a_table_of_partners_that_all_have_left_is_over(
    evening: Evening, organiser: User
) -> None:
    stage = evening.running("mus", 8, format="partners", settings={"rounds": 1})
    gone, other = tables_of(stage)
    for entry in gone.entries:
        leave(entry, organiser)
    set_points(other, organiser, 3, 1, 3, 1)
    assert Event.objects.get().state == "finished"


# --- what the game allows ---


@pytest.mark.parametrize(
    ("game", "of_each", "code", "told"),
    [
        ("mizzaire", [114, 0, 0, 0], "mizzaire.total_not_possible", ["-7", "113"]),
        ("mizzaire", [60, 60, 60, 60], "mizzaire.sum_not_possible", ["-7", "178"]),
        ("mizzaire", [60, 60, 60, None], "mizzaire.sum_not_possible", ["-7", "142"]),
        ("mu", [200, 41, 12, 33], "mu.sum_not_possible", ["286"]),
    ],
)
def test_points_with_which_no_match_ends_are_refused_with_what_would_be_possible(
    evening: Evening,
    organiser: User,
    game: str,
    of_each: list[Any],
    code: str,
    told: list[str],
) -> None:
    table = tables_of(evening.running(game, 8))[0]
    status, problem = Api(organiser).post(
        f"pairings/{table.pk}/result/", points=of_each, reason="the sheet"
    )
    assert (status, problem["code"]) == (422, code)
    assert all(number in problem["detail"] for number in told)
    assert not table.results.exists()


@pytest.mark.parametrize(
    ("game", "fields", "of_each"),
    [
        ("mu", {}, [200, 41, 12, None]),
        ("mu", {}, [3, 4, None, None]),
        ("mus", {"format": "tables"}, [16, 12, 8, 5]),
    ],
    ids=[
        "three at Mü",
        "two, who cannot play Mü",
        "four alone at Mus, by the order of going out",
    ],
)
def test_where_the_rules_of_the_game_say_nothing_any_points_are_taken(
    evening: Evening,
    organiser: User,
    game: str,
    fields: dict[str, Any],
    of_each: list[Any],
) -> None:
    table = tables_of(evening.running(game, 4, **fields))[0]
    set_points(table, organiser, *of_each)
    assert table.results.get().points == of_each
