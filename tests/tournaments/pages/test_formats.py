"""Each format on its pages: rounds, brackets and standings of every phase, and why two meet."""

from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from core.refusals import Refusal
from tests.conftest import NOW
from tests.pages import tidy
from tournaments.models import Entry, Event
from tournaments.pages import labels
from tournaments.reading import events, next_draws, snapshot, stage_plans
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.services import draws, results, rounds, standings
from tournaments.services.typed_results import played

pytestmark = pytest.mark.django_db

TWO_BY_TWO = [code for code, answers in FORMATS.items() if not answers.is_multiplayer]
Play = Callable[..., None]


@pytest.fixture
def anybody() -> Client:
    return Client(headers={"Accept-Language": "en"})


@pytest.fixture
def entered(
    make_event: Callable[..., Event], enter: Callable[..., Entry]
) -> Callable[..., Event]:
    def make(pairs: int, **fields: Any) -> Event:
        event = make_event(capacity=64, **fields)
        for n in range(1, pairs + 1):
            enter(event, f"Ane {n}", f"Jon {n}", phone="600123456")
        return event

    return make


@pytest.fixture
def play(organiser: User) -> Play:
    """Draw what is due, open what can be opened, the earlier entry wins; to the end, or until the
    step says so.
    """

    def on(event: Event, steps: int = 60) -> None:
        by = {"by": organiser, "at": NOW}
        for _ in range(steps):
            if (
                not draw(event, by)
                and not decide(event, by)
                and not open_one(event, by)
            ):
                break
        for stage in stage_plans.stages(event):
            standings.recompute(stage_id=stage.pk)

    return on


def draw(event: Event, by: dict[str, Any]) -> bool:
    event.refresh_from_db()
    for due in next_draws.due(event):
        made = draws.announce(event_id=event.pk, kind=due.kind, stage=due.stage, **by)
        draws.make(draw_id=made.pk, beacon="7 14 21", **by)
        draws.publish(draw_id=made.pk, **by)
        return True
    return False


def decide(event: Event, by: dict[str, Any]) -> bool:
    waiting = events.pairings().filter(
        round__stage__event=event, table__isnull=False, result=None
    )
    for table in waiting:
        assert table.a
        assert table.b
        said = played(3, 1) if table.a.number < table.b.number else played(1, 3)
        results.set_result(pairing_id=table.pk, decision=said, reason="the sheet", **by)
    return bool(waiting)


def open_one(event: Event, by: dict[str, Any]) -> bool:
    for stage in stage_plans.stages(event):
        if stage.rounds.count() < len(snapshot.stage_state(stage).plan):
            try:
                rounds.open_round(stage_id=stage.pk, **by)
            except Refusal:
                continue
            return True
    return False


def text(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status, path
    return tidy(answer.content.decode())


@pytest.mark.parametrize("code", TWO_BY_TWO)
def test_everybody_reads_the_pages_of_each_format(
    anybody: Client, entered: Callable[..., Event], play: Play, code: str
) -> None:
    settings = {"rounds": 2} if "rounds" in FORMATS[code].choices else {}
    event = entered(7, format=code, settings=settings)
    play(event, 3)
    stage = stage_plans.stage_of(event)
    assert stage
    for opened in stage.rounds.all():
        page = text(anybody, f"/events/{event.pk}/rounds/{opened.number}/")
        assert labels.round_name(opened.code)
        assert (
            page.count("Why these two?")
            == opened.pairings.filter(table__isnull=False).count()
        )
        assert "<p></p>" not in page
    assert text(
        anybody,
        f"/events/{event.pk}/bracket/",
        200 if FORMATS[code].draw_kind == "bracket" else 404,
    )
    assert "600123456" not in text(anybody, f"/events/{event.pk}/standings/")
    play(event)
    assert "Champions" in text(anybody, f"/events/{event.pk}/")
    table = stage.rounds.get(number=1).pairings.filter(table__isnull=False).first()
    assert table
    assert anybody.get(f"/api/v1/pairings/{table.pk}/").json()["why"]["code"]


@pytest.mark.parametrize(
    ("code", "said", "headings"),
    [
        (
            "knockout",
            {"third_place": True, "fifth_place": True},
            ["Quarterfinals", "Match for third place"],
        ),
        (
            "double_elimination",
            {"second_final": True},
            ["Winners’ bracket", "Losers’ bracket", "Second final"],
        ),
        ("consolation", {}, ["Bracket A", "Bracket B"]),
    ],
    ids=["places 3 to 8", "double elimination", "two brackets"],
)
def test_every_part_of_a_bracket_is_there_with_every_match_once(
    anybody: Client,
    entered: Callable[..., Event],
    play: Play,
    code: str,
    said: dict[str, Any],
    headings: list[str],
) -> None:
    event = entered(8, format=code, settings=said)
    for steps in (1, 3, 60):
        play(event, steps)
        page = text(anybody, f"/events/{event.pk}/bracket/")
        assert all(heading in page for heading in headings)
        tree = anybody.get(f"/api/v1/events/{event.pk}/bracket/").json()
        assert page.count('<li class="meeting ') == sum(
            len(one["places"]) for one in tree["rounds"]
        )


def test_pages_keep_to_their_phase_and_all_that_was_won_is_named(
    anybody: Client, entered: Callable[..., Event], play: Play
) -> None:
    event = entered(
        9,
        format="lives",
        settings={"lives": 2, "until": 4},
        phases=[
            {"format": "knockout", "takes": {"source": 1, "part": "in"}},
            {"format": "knockout", "takes": {"source": 1, "part": "out"}},
        ],
    )
    play(event)
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
    page = text(anybody, f"/events/{event.pk}/")
    assert (
        page.index("Champions") < page.index("Ane 1") < page.index("Winner of stage 3")
    )
    for phase in (1, 2, 3):
        rounds_page = text(anybody, f"/events/{event.pk}/rounds/1/?phase={phase}")
        assert f'/events/{event.pk}/standings/?phase={phase}"' in rounds_page
        assert "Stage 2: Knockout" in rounds_page
    assert "bracket/" not in text(anybody, f"/events/{event.pk}/standings/?phase=1")
    assert text(anybody, f"/events/{event.pk}/bracket/?phase=3")
    ended = text(anybody, f"/clubs/{event.club.slug}/")
    assert "Ane 1" in ended
    assert ended.count("Ane") == 1


def test_the_desk_says_which_phase_a_draw_is_for_and_whom_it_takes(
    client: Client, organiser: User, entered: Callable[..., Event], play: Play
) -> None:
    out = {"source": 1, "part": "out", "number": 1}
    event = entered(
        8,
        format="lives",
        settings={"lives": 1},
        phases=[{"format": "knockout", "takes": out}],
    )
    client.force_login(organiser)

    def desk() -> str:
        page = client.get(
            f"/events/{event.pk}/desk/", headers={"Accept-Language": "en"}
        )
        return unescape(page.content.decode())

    play(event, 1)
    assert (
        "A round is being played" in desk(),
        "The last round is being played" in desk(),
    ) == (True, False)
    play(event, 1)
    page = desk()
    assert "Stage 1: Lives" in page
    assert "Stage 2: Knockout B" in page
    assert (
        "Those who went out of phase 1 up to its round 1. Entries eliminated later are not in this draw."
        in page
    )


def test_the_winner_of_the_second_bracket_is_no_champion(
    anybody: Client, entered: Callable[..., Event], play: Play
) -> None:
    event = entered(8, format="consolation")
    play(event)
    page = text(anybody, f"/events/{event.pk}/")
    champions, second = page.index("Champions"), page.index("Winner of bracket B")
    assert champions < page.index("Ane 1") < second
    assert text(anybody, f"/clubs/{event.club.slug}/").count("Ane") == 1


@pytest.mark.parametrize(("players", "several"), [(5, True), (None, False)])
def test_the_rules_say_how_many_sit_at_a_table(
    anybody: Client,
    make_event: Callable[..., Event],
    players: int | None,
    several: bool,
) -> None:
    more = (
        {"game": "mu", "format": "tables", "options": {"players": players}}
        if several
        else {}
    )
    event = make_event(**more)
    assert (
        f"Tables of {players} where the number of players allows"
        in text(anybody, f"/events/{event.pk}/")
    ) == several


def test_draws_are_called_by_their_rounds_and_phases(
    anybody: Client, entered: Callable[..., Event], play: Play, organiser: User
) -> None:
    best = {"source": 1, "part": "best", "number": 2}
    event = entered(
        4,
        format="swiss",
        settings={"rounds": 2},
        phases=[{"format": "knockout", "takes": best}],
    )
    play(event)
    shown, desk = (
        text(anybody, f"/events/{event.pk}/"),
        Client(headers={"Accept-Language": "en"}),
    )
    desk.force_login(organiser)
    for name in ("raw of round 1<", "raw of round 2<", "raw of the bracket · Stage 2<"):
        assert "D" + name in shown
        assert "d" + name in text(desk, f"/events/{event.pk}/desk/")


def test_without_a_phase_in_the_address_pages_are_about_the_one_that_decides_the_event(
    anybody: Client, entered: Callable[..., Event], play: Play
) -> None:
    lives, takes = (
        {"lives": 2, "until": 2},
        [{"source": 1, "part": part} for part in ("in", "out")],
    )
    later = [{"format": "knockout", "takes": one} for one in takes]
    event = entered(6, format="lives", settings=lives, phases=later)
    play(event)
    assert event.stages.count() == 3
    for page in ("standings/", "bracket/", "rounds/1/"):
        assert '?phase=2" aria-current="page"' in text(
            anybody, f"/events/{event.pk}/{page}"
        )
    assert "Stage 2: Knockout<" in text(anybody, f"/events/{event.pk}/standings/")
    assert "Stage 3: Knockout B<" in text(anybody, f"/events/{event.pk}/standings/")
    assert "/needs/" not in text(anybody, f"/events/{event.pk}/standings/"), (
        "it is over"
    )


@pytest.mark.parametrize(
    ("code", "kind", "said"),
    [
        (
            "knockout",
            "bracket",
            "both of Txoko: with 6 entries of theirs there was no other place",
        ),
        (
            "lives",
            "round",
            "By lot. Both are of Txoko: with 6 entries of theirs that could not be avoided.",
        ),
        (
            "swiss",
            "round",
            "By lot. Both are of Txoko: with 6 entries of theirs that could not be avoided.",
        ),
        ("groups", "groups", "there were too many from one club"),
    ],
)
def test_those_of_one_club_who_could_not_be_kept_apart_are_named_by_the_draft_and_when_it_is_published(
    make_event: Callable[..., Event],
    enter: Callable[..., Entry],
    organiser: User,
    code: str,
    kind: str,
    said: str,
) -> None:
    settings = {"apart": True} | (
        {"rounds": 3} if code == "swiss" else {"groups": 2} if code == "groups" else {}
    )
    event, by = make_event(format=code, settings=settings), {"by": organiser, "at": NOW}
    for n in range(8):
        enter(
            event,
            f"Ane {n}",
            f"Jon {n}",
            club_name="Txoko" if n < 6 else f"Club {n}",
            phone="600123456",
        )
    made = draws.announce(event_id=event.pk, kind=kind, **by)
    draws.make(draw_id=made.pk, beacon="7 14 21", **by)
    desk = Client(headers={"Accept-Language": "en"})
    desk.force_login(organiser)
    assert said in unescape(
        desk.get(f"/events/{event.pk}/desk/draft/").content.decode()
    )
    draws.publish(draw_id=made.pk, **by)
    assert said in unescape(
        desk.get(f"/events/{event.pk}/draws/{made.number}/").content.decode()
    )
