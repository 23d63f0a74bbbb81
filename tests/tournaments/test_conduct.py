"""At a table: who came late, what a referee writes on the sheet, and what both make of the result."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from core.refusals import Refusal
from tests.conftest import NOW
from tests.pages import tidy
from tests.tournaments.evenings import Evening
from tests.tournaments.leagues import League
from tournaments.models import Entry, LogEntry, Pairing, Stage
from tournaments.reading import events, next_draws, snapshot
from tournaments.services import conduct, results, undo
from tournaments.services.typed_results import Decision, played

pytestmark = pytest.mark.django_db

COLMENAR = {"grace": 15, "per": 5}


@pytest.fixture
def table(running: Callable[..., Stage]) -> Pairing:
    """Table 1 of an event to three sets, with the lateness of Colmenar."""
    stage = running(4, lateness=COLMENAR, options={"sets_to_win": 3})
    return events.pairings().get(round__stage=stage, table=1)


def counts(table: Pairing) -> tuple[Any, ...] | None:
    table.refresh_from_db()
    result = table.result
    return result and (
        result.kind,
        result.winner_id,
        result.sets_a,
        result.sets_b,
        result.penalties,
    )


def late(table: Pairing, by: User, a: int, b: int) -> None:
    conduct.record_lateness(pairing_id=table.pk, late=(a, b), by=by, at=NOW)


def write(table: Pairing, by: User, kind: str, side: str = "a", **more: Any) -> None:
    entry = getattr(table, f"{side}_id")
    given = {"kind": kind, "offence": "other", **more}
    conduct.sanction(pairing_id=table.pk, entry_id=entry, by=by, at=NOW, **given)


def refused(code: str) -> Any:
    return pytest.raises(Refusal, check=lambda refusal: refusal.code == code)


@pytest.mark.parametrize(
    ("minutes", "result"),
    [
        ((15, 0), None),
        ((24, 0), None),
        ((30, 0), ("played", "b", 0, 3, [3, 0])),
        ((0, 90), ("played", "a", 3, 0, [0, 3])),
        ((20, 31), ("played", "a", 3, 1, [1, 3])),
        ((40, 40), ("double_walkover", None, 0, 0, None)),
    ],
    ids=[
        "within the grace",
        "a set",
        "all sets",
        "the other side",
        "one too late, one late",
        "both too late",
    ],
)
def test_a_match_is_lost_by_the_rule_of_the_event(
    table: Pairing,
    referee: User,
    minutes: tuple[int, int],
    result: tuple[Any, ...] | None,
) -> None:
    late(table, referee, *minutes)
    if result is not None:
        kind, winner, *rest = result
        result = (kind, getattr(table, f"{winner}_id") if winner else None, *rest)
    assert counts(table) == result


def test_docked_sets_are_in_the_score_that_is_typed_later(
    table: Pairing, referee: User
) -> None:
    late(table, referee, 20, 0)
    with refused("result.too_many_docked"):
        results.set_result(
            pairing_id=table.pk,
            decision=played(3, 0),
            reason="the sheet",
            by=referee,
            at=NOW,
        )
    results.set_result(
        pairing_id=table.pk,
        decision=played(3, 1),
        reason="the sheet",
        by=referee,
        at=NOW,
    )
    assert counts(table) == ("played", table.a_id, 3, 1, [1, 0])
    assert table.round.stage.event_id
    assert snapshot.EventSnapshot(table.round.stage.event).results(1)[0].penalties == (
        1,
        0,
    )


def test_an_event_without_a_rule_docks_nobody(
    running: Callable[..., Stage], referee: User
) -> None:
    table = events.pairings().get(round__stage=running(4), table=1)
    with refused("late.no_rule"):
        late(table, referee, 30, 0)


def test_the_ladder_goes_from_a_warning_to_a_set_to_the_match(
    table: Pairing, referee: User
) -> None:
    steps = []
    for _ in range(3):
        found = events.pairing(table.pk, referee)
        steps.append(conduct.proposed(found, found.entries[0])["other"])
        write(table, referee, steps[-1], so_far=(2, 1))
    assert steps == ["warning", "set", "match"]
    assert counts(table) == ("played", table.b_id, 2, 3, [2, 0])
    lines = LogEntry.objects.filter(action="conduct.sanction").order_by("number")
    assert [line.fields["kind"] for line in lines] == steps


def test_a_warning_decides_nothing(table: Pairing, referee: User) -> None:
    write(table, referee, "warning")
    assert counts(table) is None


def test_a_decided_match_loses_no_more_sets_but_can_be_warned_of(
    table: Pairing, referee: User
) -> None:
    results.set_result(
        pairing_id=table.pk,
        decision=played(3, 1),
        reason="the sheet",
        by=referee,
        at=NOW,
    )
    write(table, referee, "warning")
    with refused("result.decided"):
        write(table, referee, "set")


def test_who_gives_up_leaves_the_other_all_the_sets_it_needs(
    table: Pairing, referee: User
) -> None:
    said = Decision("retired", "b", 2, 3)
    results.set_result(
        pairing_id=table.pk, decision=said, reason="ill", by=referee, at=NOW
    )
    assert counts(table) == ("retired", table.b_id, 2, 3, None)
    with refused("result.winner_has_sets"):
        results.set_result(
            pairing_id=table.pk,
            decision=said._replace(winner="a"),
            reason="ill",
            by=referee,
            at=NOW,
        )


def test_the_interface_tells_referees_what_is_on_the_sheet(
    table: Pairing, referee: User, outsider: User
) -> None:
    client, other = Client(), Client()
    client.force_login(referee)
    other.force_login(outsider)
    path = f"/api/v1/pairings/{table.pk}"
    said = {"entry": table.a_id, "step": "set", "offence": "forbidden_signal"}
    assert (
        client.post(f"{path}/sheet/", said, content_type="application/json").status_code
        == 201
    )
    client.post(f"{path}/late/", {"a": 0, "b": 20}, content_type="application/json")
    sheet = client.get(f"{path}/sheet/").json()
    assert (sheet["docked"], sheet["late"], len(sheet["sanctions"])) == (
        [1, 1],
        [0, 20],
        1,
    )
    assert sheet["proposed"][0]["steps"]["forbidden_signal"] == "match"
    assert other.get(f"{path}/sheet/").status_code == 403


def test_the_slip_of_a_table_is_its_sheet_with_the_ladder_and_what_was_written(
    table: Pairing, referee: User, organiser: User, client: Client
) -> None:
    write(table, referee, "set", side="b", offence="insults")
    client.force_login(organiser)
    address = f"/events/{table.round.stage.event_id}/desk/rounds/1/slips/"
    answer = client.get(address, headers={"Accept-Language": "en"})
    page = tidy(answer.content.decode())
    _, a, b = page.partition("Table 2")[0].split("<h3>")
    assert "☐ loss of a set<" in a
    assert "☒ loss of a set (insults)<" in b
    assert page.count("☒") == 1


@pytest.fixture
def swiss(league: League) -> Stage:
    """Eight pairs in the first of three Swiss rounds."""
    return league.running(
        8, "round", format="swiss", settings={"rounds": 3}, options={"sets_to_win": 3}
    )


def table_of(stage: Stage, number: int) -> Pairing:
    return events.pairings().get(round__stage=stage, round__number=1, table=number)


def state(table: Pairing, side: str) -> str:
    entry: Entry = getattr(events.pairings().get(pk=table.pk), side)
    return entry.state


def test_who_is_disqualified_loses_the_match_and_is_out_of_the_event_until_it_is_taken_back(
    swiss: Stage, referee: User
) -> None:
    table = table_of(swiss, 1)
    write(table, referee, "disqualification", offence="insults", so_far=(2, 1))
    assert counts(table) == ("played", table.b_id, 2, 3, [2, 0])
    assert state(table, "a") == "withdrawn"
    undo.undo(
        event_id=swiss.event_id,
        number=LogEntry.objects.latest("number").number,
        by=referee,
        at=NOW,
    )
    assert (counts(table), state(table, "a")) == (None, "in")
    assert not table.sanctions.exists()


def test_who_is_disqualified_is_drawn_no_more(swiss: Stage, referee: User) -> None:
    table = table_of(swiss, 1)
    for one in swiss.rounds.get().pairings.exclude(pk=table.pk):
        results.set_result(
            pairing_id=one.pk,
            decision=played(3, 0),
            reason="the sheet",
            by=referee,
            at=NOW,
        )
    write(table, referee, "disqualification", offence="insults")
    course = snapshot.EventSnapshot(swiss.event)
    assert table.a is not None
    assert table.a.number not in next_draws.field_to_draw(course, 1)


def test_both_pairs_that_agreed_on_their_result_are_put_out_when_it_is_known(
    table: Pairing, referee: User
) -> None:
    results.set_result(
        pairing_id=table.pk,
        decision=played(3, 1),
        reason="the sheet",
        by=referee,
        at=NOW,
    )
    for side in "ab":
        write(table, referee, "disqualification", side=side, offence="result_fixed")
    assert (state(table, "a"), state(table, "b")) == ("withdrawn", "withdrawn")
    assert counts(table) == ("played", table.a_id, 3, 1, None)


def test_the_loser_of_the_final_is_put_out_as_it_ends_the_event(
    running: Callable[..., Stage], referee: User
) -> None:
    stage = running(2, options={"sets_to_win": 3})
    final = table_of(stage, 1)
    write(final, referee, "disqualification", offence="insults")
    stage.event.refresh_from_db()
    assert (stage.event.state, state(final, "a")) == ("finished", "withdrawn")


def test_at_a_table_of_several_who_is_disqualified_is_out_of_the_event(
    evening: Evening, referee: User
) -> None:
    stage = evening.running("mizzaire", 9)
    table = events.pairings().get(round__stage=stage, round__number=1, table=1)
    worst = table.entries[0]
    conduct.sanction(
        pairing_id=table.pk,
        entry_id=worst.pk,
        kind="disqualification",
        offence="insults",
        by=referee,
        at=NOW,
    )
    assert counts(table) is None
    worst.refresh_from_db()
    assert worst.state == "withdrawn"
    with refused("conduct.two_sides"):
        conduct.sanction(
            pairing_id=table.pk,
            entry_id=table.entries[1].pk,
            kind="match",
            offence="other",
            by=referee,
            at=NOW,
        )


def test_a_void_match_is_still_to_be_played_and_can_be_lost_by_conduct(
    table: Pairing, referee: User
) -> None:
    results.set_result(
        pairing_id=table.pk,
        decision=Decision("void"),
        reason="wrong cards",
        by=referee,
        at=NOW,
    )
    late(table, referee, 20, 0)
    write(table, referee, "match")
    assert counts(table) == ("played", table.b_id, 0, 3, [3, 0])
