"""Multiplayer tables: format, game and draw."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.conftest import NOW, Api
from tests.tournaments.evenings import Evening
from tests.tournaments.multiplayer import code_of, tables_of
from tournaments.models import Draw, Event
from tournaments.reading import stage_plans
from tournaments.rules.draws import inputs
from tournaments.rules.formats import multiplayer_tables
from tournaments.services import draws, events

pytestmark = pytest.mark.django_db


# --- format and game ---


@pytest.mark.parametrize(
    ("game", "format", "team_size"),
    [("mus", "knockout", 2), ("mu", "tables", 1), ("mizzaire", "tables", 1)],
)
def test_an_event_has_the_format_that_suits_its_game(
    make_event: Callable[..., Event], game: str, format: str, team_size: int
) -> None:
    event = make_event(game=game)
    assert (event.format, event.team_size) == (format, team_size)


@pytest.mark.parametrize(
    ("game", "format", "allowed"),
    [
        ("mu", "knockout", "tables"),
        ("mizzaire", "round_robin", "tables"),
        ("mu", "partners", "tables"),
    ],
)
def test_a_format_for_another_kind_of_game_is_refused_with_what_would_fit(
    club: Any, organiser: Any, game: str, format: str, allowed: str
) -> None:
    status, problem = Api(organiser).post(
        f"clubs/{club.pk}/events/",
        name="X",
        starts_at=NOW.isoformat(),
        game=game,
        format=format,
    )
    assert (status, problem["code"]) == (400, "option.format_does_not_fit")
    assert problem["detail"].endswith(f": {allowed}.")


@pytest.mark.parametrize(
    ("game", "options", "code", "allowed"),
    [
        ("mu", {"players": 7}, "option.bad", "3–6"),
        ("mizzaire", {"players": 8}, "option.bad", "2–7"),
        ("mizzaire", {"kings": 8}, "option.unknown", "players"),
        ("mu", {"target": "high"}, "option.bad", "1–1000"),
        ("mus", {"kings": 9}, "option.bad", "8, 4"),
        ("whist", {}, "option.no_such_game", "mizzaire"),
    ],
)
def test_options_out_of_range_are_refused_when_the_event_is_saved_with_what_would_be_allowed(
    club: Any,
    organiser: Any,
    game: str,
    options: dict[str, Any],
    code: str,
    allowed: str,
) -> None:
    status, problem = Api(organiser).post(
        f"clubs/{club.pk}/events/",
        name="X",
        starts_at=NOW.isoformat(),
        game=game,
        options=options,
    )
    assert (status, problem["code"]) == (400, code)
    assert allowed in problem["detail"]
    assert not Event.objects.exists()


def test_another_game_brings_its_format_and_a_format_that_does_not_fit_is_refused(
    make_event: Callable[..., Event], organiser: Any
) -> None:
    event = make_event()

    def change(**f):
        return events.change_event(event_id=event.pk, by=organiser, at=NOW, **f)

    changed = change(game="mu", options={})
    changed.refresh_from_db()
    assert (changed.format, changed.team_size) == ("tables", 1)
    assert code_of(lambda: change(format="knockout")) == "option.format_does_not_fit"


def test_single_players_enter_alone_and_pairs_do_not(
    evening: Evening, enter: Callable[..., Any]
) -> None:
    event = evening.event("mu", capacity=4)
    assert [enter(event, f"Ane {n}").state for n in range(5)] == ["in"] * 4 + [
        "waiting"
    ]
    assert code_of(lambda: enter(event, "Jon", "Mikel")) == "entry.one_player"


# --- the draw ---


def test_the_draw_of_the_tables_can_be_repeated_by_anybody(evening: Evening) -> None:
    stage = evening.running("mu", 11)
    seen = Api().get(f"events/{stage.event_id}/draws/")[1]["results"][0]
    from tournaments.rules.draws import draw as rules

    stream = rules.draw_stream(
        seen["draw_id"],
        [name for _, name in seen["field"]],
        bytes.fromhex(seen["secret"]),
        seen["beacon"].encode(),
    )
    again = multiplayer_tables.FORMAT.draw(
        inputs.read(stage.draw.inputs).entrants,
        stream,
        stage_plans.stage_settings(stage.event),
    )
    assert again == seen["resolved"]
    assert [len(table) for table in again["tables"]] == [4, 4, 3]


def test_a_player_sits_where_the_draw_says_and_the_first_speaks_first(
    evening: Evening,
) -> None:
    stage = evening.running("mizzaire", 9, in_app=True)
    drawn = stage.draw.resolved["tables"]
    assert [
        [entry.number for entry in table.entries] for table in tables_of(stage)
    ] == drawn
    for table in tables_of(stage):
        sitting = [seat.name for seat in table.match.seatings.order_by("seat")]
        assert sitting == [entry.players.all()[0].name for entry in table.entries]
        assert table.match.options["players"] == len(sitting)


@pytest.mark.parametrize(
    ("game", "players", "right"), [("mu", 2, "3"), ("mizzaire", 1, "2")]
)
def test_too_few_are_told_how_many_it_takes(
    evening: Evening, game: str, players: int, right: str
) -> None:
    event = evening.event(game)
    evening.enter(event, players)
    status, problem = Api(evening.organiser).post(
        f"events/{event.pk}/draws/", kind="tables"
    )
    assert (status, problem["code"]) == (422, "tables.impossible")
    assert problem["detail"].endswith(f": {right}.")


@pytest.mark.parametrize(
    ("game", "kind"), [("mu", "bracket"), ("mu", "teams"), ("mus", "tables")]
)
def test_an_event_has_the_draws_of_its_format_only(
    evening: Evening, game: str, kind: str
) -> None:
    event = evening.event(game)
    assert code_of(
        lambda: draws.announce(
            event_id=event.pk, kind=kind, by=evening.organiser, at=NOW
        )
    ) == ("draw.no_such_kind")


def test_the_size_that_the_event_prefers_decides_where_the_numbers_leave_a_choice(
    evening: Evening,
) -> None:
    sizes = [
        [
            len(table)
            for table in evening.running(
                "mu", 12, options={"players": players}
            ).draw.resolved["tables"]
        ]
        for players in (3, 4, 6)
    ]
    assert sizes == [[3, 3, 3, 3], [4, 4, 4], [6, 6]]


def test_after_the_draw_nobody_comes_or_goes(
    evening: Evening, enter: Callable[..., Any]
) -> None:
    event = evening.event("mu")
    evening.enter(event, 4)
    draws.announce(
        event_id=event.pk, kind=Draw.Kind.TABLES, by=evening.organiser, at=NOW
    )
    assert code_of(lambda: enter(event, "Late")) in {"entry.draw_made", "entry.closed"}
