"""What the desk does costs as many queries in a large event as in a small one, and few."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.conftest import NOW, written_by_hand
from tournaments.models import Event, Pairing, Player
from tournaments.services import draws, results, rounds, standings, typed_results
from tournaments.services.importing import import_entries

pytestmark = pytest.mark.django_db

MOST: Final = {
    "partners announced": 9,
    "partners made": 8,
    "partners published": 15,
    "the first round announced": 10,
    "the first round made": 9,
    "the first round published": 13,
    "a later round announced": 9,
    "a later round made": 9,
    "a later round published": 11,
    "the bracket announced": 10,
    "the bracket made": 9,
    "the bracket published": 15,
    "a round of a bracket opened": 10,
    "a round opened in the app": 12,
    "a result typed": 11,
    "the last result of a round typed": 14,
    "a result said by one side": 8,
    "a result said by the other side": 14,
    "the table computed": 17,
}
"""How many queries each may take, without the frame of its transaction."""


class Desk(NamedTuple):
    """Runs events of any size, and counts what each step asks of the database."""

    make_event: Callable[..., Event]
    by: User
    asked: dict[str, int]

    def event(self, pairs: int, line: str = "Ane {n},Jon {n}", **fields: Any) -> Event:
        event = self.make_event(
            capacity=pairs, name=f"Of {pairs} {fields.get('format')}", **fields
        )
        text = "\n".join(["player1,player2", *(line.format(n=n) for n in range(pairs))])
        import_entries(event_id=event.pk, text=text, dry_run=False, by=self.by, at=NOW)
        return event

    @contextmanager
    def counted(self, what: str) -> Iterator[None]:
        with CaptureQueriesContext(connection) as caught:
            yield
        self.asked[what] = number_of([query["sql"] for query in caught])

    def draw(self, event: Event, kind: str, what: str) -> None:
        how = {"by": self.by, "at": NOW}
        with self.counted(f"{what} announced"):
            draw = draws.announce(event_id=event.pk, kind=kind, **how)
        with self.counted(f"{what} made"):
            draws.make(draw_id=draw.pk, **how)
        with self.counted(f"{what} published"):
            draws.publish(draw_id=draw.pk, **how)

    def decide(self, table: Pairing) -> None:
        results.set_result(
            pairing_id=table.pk,
            decision=typed_results.played(3, 1),
            reason="sheet",
            by=self.by,
            at=NOW,
        )

    def say(self, table: Pairing, entry: int | None) -> None:
        assert entry
        results.report(
            pairing_id=table.pk,
            entry_id=entry,
            score=typed_results.played(3, 1),
            by=self.by,
            at=NOW,
        )


def number_of(asked: list[str]) -> int:
    """An insert of many rows counts once: SQLite takes it in several parts."""
    asked = [
        sql for sql in asked if not sql.startswith(("BEGIN", "SAVEPOINT", "RELEASE"))
    ]
    long = [
        sql.partition(" (")[0]
        for sql in asked
        if sql.startswith("INSERT") and "), (" in sql
    ]
    return len(asked) - len(long) + len({*long})


def playing(event: Event) -> list[Pairing]:
    return list(
        Pairing.objects.filter(
            round__stage__event=event, table__isnull=False, result=None
        )
    )


def with_accounts(event: Event) -> None:
    players = list(Player.objects.filter(event=event))
    users = User.objects.bulk_create(
        User(username=f"player-{player.pk}", password="!") for player in players
    )
    for player, user in zip(players, users, strict=True):
        player.user = user
    with written_by_hand():
        Player.objects.bulk_update(players, ["user"])


def swiss(desk: Desk, pairs: int) -> None:
    """Two rounds, of which the first is played."""
    event = desk.event(pairs, format="swiss", settings={"rounds": 3})
    desk.draw(event, "round", "the first round")
    said, typed, *others, last = playing(event)
    with desk.counted("a result said by one side"):
        desk.say(said, said.a_id)
    with desk.counted("a result said by the other side"):
        desk.say(said, said.b_id)
    with desk.counted("a result typed"):
        desk.decide(typed)
    for table in others:
        desk.decide(table)
    with desk.counted("the last result of a round typed"):
        desk.decide(last)
    stage = event.stages.get()
    with desk.counted("the table computed"):
        standings.recompute(stage_id=stage.pk)
    desk.draw(event, "round", "a later round")


def bracket(desk: Desk, pairs: int, what: str, in_app: bool) -> None:
    event = desk.event(pairs, in_app=in_app)
    if in_app:
        with_accounts(event)
    desk.draw(event, "bracket", "the bracket")
    for table in playing(event):
        desk.decide(table)
    stage = event.stages.get()
    with desk.counted(what):
        rounds.open_round(stage_id=stage.pk, by=desk.by, at=NOW)


def test_the_desk_asks_as_little_of_the_database_in_a_large_event_as_in_a_small_one(
    make_event: Callable[..., Event], organiser: User
) -> None:
    small, large = (Desk(make_event, organiser, {}) for _ in range(2))
    for desk, pairs in ((small, 20), (large, 200)):
        bracket(desk, pairs, "a round of a bracket opened", in_app=False)
        bracket(desk, pairs, "a round opened in the app", in_app=True)
        swiss(desk, pairs)
        desk.draw(desk.event(pairs, line="Ane {n},"), "teams", "partners")
    assert small.asked == large.asked
    assert {
        what: number for what, number in small.asked.items() if number > MOST[what]
    } == {}
