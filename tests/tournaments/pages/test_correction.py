"""The desk corrects results of earlier rounds, keeps the sheets of matches, and enters
substitutes.
"""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.conftest import NOW
from tests.pages import tidy
from tests.tournaments.halls import Hall
from tests.tournaments.leagues import League
from tournaments.models import Pairing, Result, Stage
from tournaments.reading import events, next_draws
from tournaments.services import results, rounds
from tournaments.services.typed_results import played

pytestmark = pytest.mark.django_db


def text(response: Any) -> str:
    """What a reader sees of a page: without tags, on one line."""
    return " ".join(
        unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split()
    )


@pytest.fixture
def desk(referee: User) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(referee)
    return client


@pytest.fixture
def second_round(running: Callable[..., Stage], referee: User) -> list[Pairing]:
    """The semifinals of four pairs, of which the first of each won, and their final, which is
    open.
    """
    stage = running(4, lateness={"grace": 15, "per": 5})
    for table in events.pairings().filter(round__stage=stage):
        results.set_result(
            pairing_id=table.pk,
            decision=played(3, 1),
            reason="the sheet",
            by=referee,
            at=NOW,
        )
    rounds.open_round(stage_id=stage.pk, by=referee, at=NOW)
    return list(
        events.pairings().filter(round__stage=stage).order_by("round__number", "slot")
    )


def sent(page: Any) -> dict[str, str]:
    """The hidden fields and the chosen radio buttons of a form, as a browser sends them."""
    html = tidy(page.content.decode())
    hidden = re.findall(r'<input type="hidden" name="([\w-]+)" value="([^"]*)"', html)
    checked = re.findall(
        r'<input type="radio" name="([\w-]+)" value="(\w+)" checked', html
    )
    return {
        name: unescape(value) for name, value in hidden if name != "csrfmiddlewaretoken"
    } | dict(checked)


def test_a_result_of_an_earlier_round_is_looked_at_and_then_corrected(
    desk: Client, second_round: list[Pairing]
) -> None:
    first, _, final = second_round
    page = desk.get(f"/tables/{first.pk}/result/")
    assert f'action="/tables/{first.pk}/correct/"' in page.content.decode()
    said = {"outcome": "played:1-3", "reason": "read wrongly", "docked_a": "1"}
    look = desk.post(f"/tables/{first.pk}/correct/", said)
    assert look.status_code == 200
    a, b, c = (events.name_of(entry) for entry in (first.a, first.b, final.b) if entry)
    assert f"{a} against {c} → becomes {b} against {c}" in text(look)
    final.refresh_from_db()
    assert final.a_id == first.a_id
    done = desk.post(f"/tables/{first.pk}/correct/", sent(look) | {"do": "correct"})
    assert done.status_code == 302
    final.refresh_from_db()
    assert final.a_id == first.b_id
    result = Result.objects.get(pairing=first, number=2)
    assert (result.sets_a, result.sets_b, result.penalties) == (1, 3, [1, 0])


def test_another_choice_than_was_shown_is_looked_at_once_more(
    desk: Client, second_round: list[Pairing]
) -> None:
    first, _, final = second_round
    look = desk.post(
        f"/tables/{first.pk}/correct/",
        {"outcome": "played:1-3", "reason": "read wrongly"},
    )
    again = desk.post(
        f"/tables/{first.pk}/correct/",
        sent(look) | {"do": "correct", "choice-2-0": "keep"},
    )
    assert again.status_code == 409
    assert sent(again)["choice-2-0"] == "keep"
    done = desk.post(f"/tables/{first.pk}/correct/", sent(again) | {"do": "correct"})
    assert done.status_code == 302
    final.refresh_from_db()
    assert final.kept
    assert "kept" in text(desk.get(f"/events/{first.round.stage.event_id}/desk/"))


def test_a_phase_that_is_drawn_already_keeps_whom_it_has_and_the_page_says_who_would_have_gone_on(
    desk: Client,
    league: League,
) -> None:
    takes = {"source": 1, "part": "best", "number": 2}
    stage = league.running(
        4, phases=[{"format": "knockout", "settings": {}, "takes": takes}]
    )
    league.play(stage)
    (due,) = next_draws.due(stage.event)
    ours = events.pairings().get(a__number__in=[2, 3], b__number__in=[2, 3])
    other = "played:1-3" if ours.result and ours.result.sets_a == 3 else "played:3-1"
    said = {"outcome": other, "reason": "read wrongly"}
    open_yet = text(desk.post(f"/tables/{ours.pk}/correct/", said))
    assert (
        "Qualified for stage 2 Ane 3 – Jon 3 qualifies Ane 2 – Jon 2 does not qualify"
        in open_yet
    )
    Hall(league.organiser, league.make_event, league.enter).draw(stage.event, due)
    drawn = text(desk.post(f"/tables/{ours.pk}/correct/", said))
    assert "Stage 2 is already drawn and keeps its entries." in drawn
    assert (
        "Ane 3 – Jon 3 would have qualified Ane 2 – Jon 2 would not have qualified"
        in drawn
    )


def test_a_score_that_cannot_be_is_refused_before_anything_is_looked_at(
    desk: Client, second_round: list[Pairing]
) -> None:
    first = second_round[0]
    said = {"outcome": "played:3-0", "reason": "read wrongly", "docked_a": "1"}
    refused = desk.post(f"/tables/{first.pk}/correct/", said)
    assert refused.status_code == 422
    assert 'role="alert"' in refused.content.decode()


def test_who_gives_up_is_told_so_in_the_log_and_at_the_desk(
    desk: Client, second_round: list[Pairing]
) -> None:
    final = second_round[2]
    said = {"outcome": "played:3-2", "reason": "ill", "gave_up": "on"}
    assert desk.post(f"/tables/{final.pk}/result/", said).status_code == 302
    event = final.round.stage.event_id
    assert "3 won" in text(desk.get(f"/events/{event}/rounds/2/"))
    assert "the other side retired" in text(desk.get(f"/events/{event}/rounds/2/"))
    assert "who gave up" in text(desk.get(f"/tables/{final.pk}/result/"))
    assert "the other side gave up" in text(desk.get(f"/events/{event}/desk/log/"))


def test_the_sheet_of_a_match_says_who_was_late_and_what_was_written(
    desk: Client, second_round: list[Pairing]
) -> None:
    final, event = second_round[2], second_round[2].round.stage.event_id
    path = f"/tables/{final.pk}/conduct/"
    assert desk.post(path, {"do": "late", "a": "20", "b": "0"}).status_code == 302
    warned = {
        "do": "sanction",
        "entry": str(final.a_id),
        "offence": "other",
        "kind": "warning",
    }
    assert desk.post(path, warned).status_code == 302
    page = text(desk.get(path))
    assert "warning (something else)" in page
    assert "Penalty sets:" in page
    assert desk.post(path, {"do": "late", "a": "-1", "b": "0"}).status_code == 422
    log = text(desk.get(f"/events/{event}/desk/log/"))
    assert "late by 20 / 0 minutes" in log
    assert "warning for" in log


def test_for_whom_for_what_and_what_it_costs_is_chosen(
    desk: Client, second_round: list[Pairing]
) -> None:
    path = f"/tables/{second_round[2].pk}/conduct/"
    assert 'value="" selected' in desk.get(path).content.decode()
    empty = desk.post(path, {"do": "sanction", "entry": "", "offence": "", "kind": ""})
    assert (empty.status_code, set(empty.context["form"].errors)) == (
        422,
        {"entry", "offence", "kind"},
    )


def test_a_referee_lets_somebody_play_on_the_sheet_of_the_match_and_a_refused_name_stays(
    second_round: list[Pairing], referee: User, desk: Client
) -> None:
    desk.force_login(referee)
    final = second_round[2]
    assert final.b
    sheet, players = f"/tables/{final.pk}/conduct/", final.b.players.all()
    taken = {"table": final.pk, "place": 0, "name": players[1].name}
    refused = desk.post(f"/entries/{final.b_id}/desk/substitute/", taken, follow=True)
    assert refused.redirect_chain[0][0].startswith(sheet)
    assert f'value="{players[1].name}"' in refused.content.decode()
    came = desk.post(
        f"/entries/{final.b_id}/desk/substitute/",
        taken | {"name": "Nerea Ruiz"},
        follow=True,
    )
    assert "Nerea Ruiz plays from now on." in text(came)


def test_a_substitute_is_entered_on_the_page_of_the_entry(
    second_round: list[Pairing], organiser: User, desk: Client
) -> None:
    desk.force_login(organiser)
    entry = second_round[2].a
    assert entry
    page = desk.get(f"/entries/{entry.pk}/desk/")
    assert "Player in" in text(page)
    answer = desk.post(
        f"/entries/{entry.pk}/desk/substitute/",
        {"place": "0", "name": "Miren"},
        follow=True,
    )
    assert "Miren plays from now on." in text(answer)
    refused = desk.post(
        f"/entries/{entry.pk}/desk/substitute/", {"place": "0", "name": ""}, follow=True
    )
    assert "Every player needs a name." in text(refused)


def test_the_rules_of_lateness_are_set_before_the_draw_and_then_stay(
    make_event: Callable[..., Any],
    second_round: list[Pairing],
    organiser: User,
    desk: Client,
) -> None:
    desk.force_login(organiser)
    event = make_event(name="Next")
    said = {"grace": "10", "per": "15", "lost_after": "0", "substitutes": "one_of_two"}
    assert desk.post(f"/events/{event.pk}/desk/conduct/", said).status_code == 302
    event.refresh_from_db()
    assert (event.lateness["per"], event.substitutes) == (15, "one_of_two")
    page = text(desk.get(f"/events/{event.pk}/"))
    assert "After that, one set is lost for every 15 minutes." in page
    assert "one player of a pair" in page
    begun = second_round[0].round.stage.event_id
    assert desk.post(f"/events/{begun}/desk/conduct/", said).status_code == 409
