"""Results at the desk: accepted, set and corrected with a reason."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.conftest import written_by_hand
from tests.tournaments.pages.desk.desk_pages import act, as_user, report, text
from tournaments.models import Pairing, Result, Stage

# Links


def test_an_organiser_shows_and_prints_the_links_by_which_pairs_report(
    running: Callable[..., Stage], cast: dict[str, Any]
) -> None:
    stage = running(4)
    entry = stage.event.entries.first()
    assert entry
    slips = f"/events/{stage.event_id}/desk/rounds/1/slips/"
    for path in (f"/entries/{entry.pk}/desk/", slips):
        answers = {
            role: as_user(user).get(path).status_code for role, user in cast.items()
        }
        assert answers == {
            "organiser": 200,
            "referee": 403,
            "player": 403,
            "outsider": 403,
            "nobody": 302,
        }
    organiser = as_user(cast["organiser"])
    assert organiser.get(slips).content.decode().count('class="qr"') == 4
    assert organiser.get(slips.replace("rounds/1", "rounds/9")).status_code == 404
    shown = organiser.get(f"/entries/{entry.pk}/desk/").content.decode()
    assert (
        f'href="/entries/{entry.pk}/desk/"'
        in organiser.get(f"/events/{stage.event_id}/desk/?entries").content.decode()
    )
    link = re.search(r'href="http://[^/]+(/e/[^"]+)"', shown)
    assert link
    assert as_user(None).get(link[1]).url == f"/entries/{entry.pk}/"


def names(table: Pairing) -> tuple[str, str]:
    assert table.a
    assert table.b
    a, b = (
        " – ".join(player.name for player in entry.players.all())
        for entry in (table.a, table.b)
    )
    return a, b


@pytest.mark.parametrize(
    ("outcome", "kind", "winner", "sets"),
    [
        ("played:3-1", "played", "a", (3, 1)),
        ("played:0-3", "played", "b", (0, 3)),
        ("walkover:a", "walkover", "a", (0, 0)),
        ("walkover:b", "walkover", "b", (0, 0)),
        ("double_walkover", "double_walkover", None, (0, 0)),
        ("void", "void", None, (0, 0)),
    ],
)
def test_a_referee_sets_every_kind_of_result(
    table: Pairing,
    referee: User,
    outcome: str,
    kind: str,
    winner: str | None,
    sets: tuple[int, int],
) -> None:
    answer = as_user(referee).post(
        f"/tables/{table.pk}/result/", {"outcome": outcome, "reason": "lo dice el acta"}
    )
    assert answer.status_code == 302
    result = Result.objects.get()
    assert (result.kind, result.sets_a, result.sets_b, result.by) == (
        kind,
        *sets,
        referee,
    )
    assert result.winner_id == {"a": table.a_id, "b": table.b_id, None: None}[winner]


def test_the_choices_name_both_pairs(table: Pairing, desk: Client) -> None:
    a, b = names(table)
    page = text(desk.get(f"/tables/{table.pk}/result/"))
    assert f"{a} won 3–1 against {b}" in page
    assert f"{b} won without play: {a} did not turn up" in page
    assert page.count(" won 3–") == 6


@pytest.mark.parametrize(
    "given",
    [
        {"outcome": "played:3-1", "reason": ""},
        {"outcome": "played:3-1", "reason": "  "},
        {"outcome": "played:3-1", "reason": "x" * 301},
        {"outcome": "played:9-1", "reason": "acta"},
        {"outcome": "played:3-3", "reason": "acta"},
        {"outcome": "walkover", "reason": "acta"},
        {"outcome": "", "reason": "acta"},
        {"outcome": "played:3-1", "reason": "acta", "tantos": "30-1 30-2"},
        {"outcome": "played:3-1", "reason": "acta", "tantos": "abc"},
        {"outcome": "played:3-1", "reason": "acta", "tantos": "99999-1 30-2 30-3 30-4"},
    ],
    ids=str,
)
def test_a_result_that_cannot_be_is_refused_and_what_was_typed_stays(
    table: Pairing, desk: Client, given: dict[str, str]
) -> None:
    answer = desk.post(f"/tables/{table.pk}/result/", {"tantos": "", **given})
    assert answer.status_code == 422
    assert given["reason"] in unescape(answer.content.decode())
    assert not Result.objects.exists()


def test_tantos_may_be_written_as_people_write_them(
    table: Pairing, desk: Client
) -> None:
    given = {
        "outcome": "played:3-1",
        "reason": "acta",
        "tantos": "30-12, 28–30; 30 - 4  30:0",
    }
    assert desk.post(f"/tables/{table.pk}/result/", given).status_code == 302
    assert Result.objects.get().tantos == [[30, 12], [28, 30], [30, 4], [30, 0]]


def test_the_sheet_is_the_reason_of_a_first_result_and_a_correction_has_its_own(
    table: Pairing, desk: Client
) -> None:
    path = f"/tables/{table.pk}/result/"
    assert 'value="From the match sheet"' in desk.get(path).content.decode()
    desk.post(path, {"outcome": "played:3-1", "reason": "From the match sheet"})
    assert (
        "From the match sheet"
        not in desk.get(path).content.decode().partition("</form>")[0]
    )


def test_a_result_of_the_current_round_is_corrected_in_one_step_and_both_stay(
    table: Pairing, desk: Client
) -> None:
    a, b = names(table)
    path = f"/tables/{table.pk}/result/"
    desk.post(path, {"outcome": "played:3-1", "reason": "acta"})
    page = desk.get(path)
    assert f"Current result: {a} won 3–1 against {b}" in text(page)
    assert re.search(r'value="played:3-1"[^>]*checked', page.content.decode())
    correction = {"outcome": "played:1-3", "reason": "al revés", "replaces": 1}
    assert desk.post(path, correction).status_code == 302
    assert list(table.results.values_list("sets_a", "reason")) == [
        (3, "acta"),
        (1, "al revés"),
    ]
    log = text(desk.get(f"/events/{table.round.stage.event_id}/desk/log/"))
    assert "correction al revés" in log


def test_a_desk_that_has_not_seen_the_latest_result_is_told_and_changes_nothing(
    table: Pairing, desk: Client, referee: User
) -> None:
    a, b = names(table)
    path, other_desk = f"/tables/{table.pk}/result/", as_user(referee)
    opened = desk.get(path).content.decode()
    assert '<input type="hidden" name="replaces" value="0">' in opened
    other_desk.post(path, {"outcome": "played:1-3", "reason": "acta", "replaces": 0})
    late = {"outcome": "played:3-0", "reason": "otra acta", "replaces": 0}
    answer = desk.post(path, late)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Meanwhile another result was entered for this table." in page
    assert f"Current result: {b} won 3–1 against {a}" in text(answer)
    assert re.search(r'value="played:3-0"[^>]*checked', page)
    assert Result.objects.count() == 1
    assert '<input type="hidden" name="replaces" value="1">' in page
    assert desk.post(path, {**late, "replaces": 1}).status_code == 302
    assert Result.objects.latest("number").winner_id == table.a_id


def test_a_result_of_an_earlier_round_is_not_corrected_without_a_look_at_what_would_follow(
    running: Callable[..., Stage], desk: Client
) -> None:
    stage = running(4)
    tables = list(Pairing.objects.filter(round__stage=stage))
    for table in tables:
        desk.post(
            f"/tables/{table.pk}/result/", {"outcome": "played:3-0", "reason": "acta"}
        )
    act(desk, stage.event, "round", round=2)
    answer = desk.post(
        f"/tables/{tables[0].pk}/result/", {"outcome": "played:0-3", "reason": "acta"}
    )
    assert (
        answer.status_code,
        "Check the effects before you correct it" in text(answer),
    ) == (409, True)
    page = text(desk.get(f"/tables/{tables[0].pk}/result/"))
    assert ("Preview the effects" in page, "Correct the result" in page) == (
        True,
        False,
    )


def test_the_desk_leads_to_the_results_of_earlier_rounds(
    running: Callable[..., Stage], desk: Client
) -> None:
    stage = running(4)
    tables = [
        f"/tables/{p.pk}/result/" for p in Pairing.objects.filter(round__stage=stage)
    ]
    for table in tables:
        desk.post(table, {"outcome": "played:3-0", "reason": "acta"})
    act(desk, stage.event, "round", round=2)
    latest, first, none = (
        desk.get(f"/events/{stage.event_id}/desk/{asked}").content.decode()
        for asked in ("", "?phase=1&round=1", "?phase=x&round=99")
    )
    assert 'href="?phase=1&amp;round=1#tables1"' in latest
    assert [[table in page for table in tables] for page in (latest, first, none)] == [
        [False] * 2,
        [True] * 2,
        [False] * 2,
    ]


@pytest.mark.parametrize(("pairs", "room"), [(4, False), (3, True)])
def test_latecomers_are_asked_for_only_where_there_is_room(
    running: Callable[..., Stage], desk: Client, pairs: int, room: bool
) -> None:
    page = desk.get(f"/events/{running(pairs).event_id}/desk/").content.decode()
    assert ('value="late"' in page) == room


def test_the_example_of_tantos_is_one_of_this_event(
    table: Pairing, desk: Client
) -> None:
    table.round.options["points_per_set"] = 40
    with written_by_hand():
        table.round.save()
    assert "for example: 40-13 39-40 40-20" in text(
        desk.get(f"/tables/{table.pk}/result/")
    )


def test_disputed_and_one_sided_tables_come_first_and_are_accepted_with_a_reason(
    running: Callable[..., Stage], desk: Client
) -> None:
    stage = running(8)
    first, second, third, _ = (
        Pairing.objects.filter(round__stage=stage)
        .select_related("a", "b")
        .order_by("table")
    )
    desk.post(
        f"/tables/{first.pk}/result/", {"outcome": "played:3-0", "reason": "acta"}
    )
    report(second, second.a_id, 3, 1)
    report(third, third.a_id, 3, 1)
    report(third, third.b_id, 2, 3)
    page = desk.get(f"/events/{stage.event_id}/desk/")
    assert re.findall(r"Table (\d): ", text(page).split("Entries:")[0]) == [
        "3",
        "2",
        "4",
        "1",
    ]
    accept = re.search(
        rf"/tables/{second.pk}/result/\?accept=\d+", page.content.decode()
    )
    assert accept
    form = desk.get(accept[0]).content.decode()
    assert re.search(r'value="played:3-1"[^>]*checked', form)
    assert f"Accepted as reported by {names(second)[0]}" in unescape(form)


def test_a_bye_has_no_result_to_set(
    running: Callable[..., Stage], desk: Client
) -> None:
    bye = Pairing.objects.get(round__stage=running(3), table=None)
    assert desk.get(f"/tables/{bye.pk}/result/").status_code == 200
    answer = desk.post(
        f"/tables/{bye.pk}/result/", {"outcome": "void", "reason": "acta"}
    )
    assert answer.status_code == 422
