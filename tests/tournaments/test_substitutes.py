"""Who takes the place of a player of an entry, and who may not."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from core.refusals import Refusal
from tests.conftest import NOW
from tests.tournaments.leagues import League
from tournaments.models import Entry, Event, LogEntry, Stage
from tournaments.reading import events
from tournaments.services import attendance, registration
from tournaments.services.registration import Person, SignUpData
from tournaments.services.substitutes import substitute

pytestmark = pytest.mark.django_db


def first(stage: Stage) -> Entry:
    return stage.event.entries.get(number=1)


def names(entry: Entry) -> list[str]:
    return [player.name for player in entry.players.order_by("place")]


def test_who_comes_plays_from_now_on_and_the_log_says_who_went(
    running: Callable[..., Stage], referee: User
) -> None:
    entry = first(running(4))
    substitute(entry_id=entry.pk, place=1, name=" Miren  Sola ", by=referee, at=NOW)
    assert names(entry) == ["Ane 0", "Miren Sola"]
    line = LogEntry.objects.get(action="entry.substituted")
    assert line.fields == {"entry": 1, "went": "Jon 0", "came": "Miren Sola"}


@pytest.mark.parametrize(
    ("policy", "before", "place", "name", "code"),
    [
        ("none", [], 0, "Miren", "substitute.not_allowed"),
        ("one_of_two", [(0, "Miren")], 1, "Xabi", "substitute.other_replaced"),
        ("one_of_two", [(0, "Miren")], 0, "Ane 0", None),
        ("free", [(0, "Miren")], 1, "Xabi", None),
        ("free", [], 0, "Jon 1", "substitute.plays_for_another"),
        ("free", [], 0, "JÓN 0", "substitute.plays_already"),
        ("free", [], 0, "  ", "entry.name_missing"),
        ("free", [], 7, "Miren", "substitute.no_such_place"),
    ],
)
def test_the_rule_of_the_event_says_who_may_come(
    running: Callable[..., Stage],
    referee: User,
    policy: str,
    before: list[tuple[int, str]],
    place: int,
    name: str,
    code: str | None,
) -> None:
    entry = first(running(4, substitutes=policy))
    for earlier, comes in before:
        substitute(entry_id=entry.pk, place=earlier, name=comes, by=referee, at=NOW)
    if code is None:
        substitute(entry_id=entry.pk, place=place, name=name, by=referee, at=NOW)
        assert name in names(entry)
    else:
        with pytest.raises(Refusal, check=lambda refused: refused.code == code):
            substitute(entry_id=entry.pk, place=place, name=name, by=referee, at=NOW)


def test_a_refusal_names_who_was_replaced_as_they_are_called(
    running: Callable[..., Stage], referee: User
) -> None:
    entry = first(running(4, substitutes="one_of_two"))
    substitute(entry_id=entry.pk, place=0, name="Miren", by=referee, at=NOW)
    with pytest.raises(
        Refusal, check=lambda refused: refused.fields["name"] == "Ane 0"
    ):
        substitute(entry_id=entry.pk, place=1, name="Xabi", by=referee, at=NOW)


def test_who_was_replaced_plays_for_nobody_else(
    running: Callable[..., Stage], referee: User
) -> None:
    stage = running(4)
    substitute(entry_id=first(stage).pk, place=0, name="Miren", by=referee, at=NOW)
    with pytest.raises(
        Refusal, check=lambda refused: refused.code == "substitute.plays_for_another"
    ):
        substitute(
            entry_id=stage.event.entries.get(number=2).pk,
            place=0,
            name="Ane 0",
            by=referee,
            at=NOW,
        )


@pytest.mark.parametrize(
    ("people", "code"),
    [
        (("Ane 1", "New"), "substitute.eliminated"),
        (("New", "JÓN 1"), "substitute.eliminated"),
        (("Ane 2", "New"), "substitute.plays_for_another"),
        (("Miren", "New"), "entry.person_entered"),
        (("New", "Newer"), None),
    ],
    ids=[
        "whose pair has left",
        "known by the name",
        "who was replaced",
        "who plays",
        "who has not played",
    ],
)
def test_who_has_played_for_others_comes_neither_late_nor_as_a_substitute(
    league: League, referee: User, people: tuple[str, str], code: str | None
) -> None:
    stage, by = (
        league.running(6, "round", format="lives", settings={"lives": 3}),
        {"by": referee, "at": NOW},
    )
    gone, other, third = stage.event.entries.order_by("number")[:3]
    attendance.withdraw_during_event(entry_id=gone.pk, reason="gone home", **by)
    substitute(entry_id=other.pk, place=0, name="Miren", **by)
    form = SignUpData([Person(name) for name in people])
    if code is None:
        attendance.enter_late(event_id=stage.event_id, data=form, **by)
        return
    with pytest.raises(Refusal, check=lambda refused: refused.code == code):
        attendance.enter_late(event_id=stage.event_id, data=form, **by)
    comes = next(name for name in people if name != "New")
    with pytest.raises(
        Refusal, check=lambda refused: refused.code.startswith("substitute.")
    ):
        substitute(entry_id=third.pk, place=0, name=comes, **by)


def test_who_withdrew_before_the_draw_plays_for_others_all_the_same(
    event: Event,
    enter: Callable[..., Entry],
    draw_bracket: Callable[[Event], Stage],
    referee: User,
) -> None:
    pairs = [enter(event, f"Ane {n}", f"Jon {n}", phone="600123456") for n in range(3)]
    registration.withdraw_before_draw(entry_id=pairs[0].pk, by=referee, at=NOW)
    draw_bracket(event)
    substitute(entry_id=pairs[1].pk, place=0, name="Ane 0", by=referee, at=NOW)
    assert names(pairs[1]) == ["Ane 0", "Jon 1"]


def test_nobody_is_replaced_in_a_pair_that_has_left(
    running: Callable[..., Stage], referee: User
) -> None:
    entry = first(running(4))
    attendance.withdraw_during_event(
        entry_id=entry.pk, reason="gone home", by=referee, at=NOW
    )
    with pytest.raises(Refusal, check=lambda refused: refused.code == "substitute.out"):
        substitute(entry_id=entry.pk, place=0, name="Miren", by=referee, at=NOW)


def test_the_interface_lets_referees_enter_a_substitute(
    running: Callable[..., Stage], referee: User
) -> None:
    entry, client = first(running(4)), Client()
    client.force_login(referee)
    answer = client.post(
        f"/api/v1/entries/{entry.pk}/substitute/",
        {"place": 0, "name": "Miren"},
        content_type="application/json",
    )
    assert [player["name"] for player in answer.json()["players"]] == ["Miren", "Jon 0"]
    assert events.name_of(Entry.objects.get(pk=entry.pk)) == "Miren – Jon 0"
