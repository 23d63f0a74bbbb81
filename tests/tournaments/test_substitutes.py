"""Who takes the place of a player of an entry, and who may not."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from games.rules.errors import Refusal
from tests.conftest import NOW
from tournaments import queries
from tournaments.models import Entry, LogEntry, Stage
from tournaments.services.substitutes import substitute

pytestmark = pytest.mark.django_db


def first(stage: Stage) -> Entry:
    return stage.event.entries.get(number=1)


def names(entry: Entry) -> list[str]:
    return [player.name for player in entry.players.order_by("place")]


def test_who_comes_plays_from_now_on_and_the_log_says_who_went(running: Callable[..., Stage], referee: User) -> None:
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


def test_a_refusal_names_who_was_replaced_as_they_are_called(running: Callable[..., Stage], referee: User) -> None:
    entry = first(running(4, substitutes="one_of_two"))
    substitute(entry_id=entry.pk, place=0, name="Miren", by=referee, at=NOW)
    with pytest.raises(Refusal, check=lambda refused: refused.fields["name"] == "Ane 0"):
        substitute(entry_id=entry.pk, place=1, name="Xabi", by=referee, at=NOW)


def test_who_was_replaced_plays_for_nobody_else(running: Callable[..., Stage], referee: User) -> None:
    stage = running(4)
    substitute(entry_id=first(stage).pk, place=0, name="Miren", by=referee, at=NOW)
    with pytest.raises(Refusal, check=lambda refused: refused.code == "substitute.plays_for_another"):
        substitute(entry_id=stage.event.entries.get(number=2).pk, place=0, name="Ane 0", by=referee, at=NOW)


def test_the_interface_lets_referees_enter_a_substitute(running: Callable[..., Stage], referee: User) -> None:
    entry, client = first(running(4)), Client()
    client.force_login(referee)
    answer = client.post(
        f"/api/v1/entries/{entry.pk}/substitute/", {"place": 0, "name": "Miren"}, content_type="application/json"
    )
    assert [player["name"] for player in answer.json()["players"]] == ["Miren", "Jon 0"]
    assert queries.name_of(Entry.objects.get(pk=entry.pk)) == "Miren – Jon 0"
