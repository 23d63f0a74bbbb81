"""A whole event from the first sign-up to the champion, through the public API only."""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from datetime import UTC, datetime
from random import Random
from typing import Final, TypeVar
from uuid import uuid4

from tournaments.management.rehearsal import checks, play
from tournaments.management.rehearsal.client import Client
from tournaments.management.rehearsal.play import Account, Json, Row
from tournaments.management.rehearsal.report import Progress, Summary
from tournaments.rules.formats import FORMATS

AT_ONCE: Final = 4
"""Entries that sign up, and matches that are played, at the same time."""

PATIENCE: Final = 30.0
"""Seconds within which the worker must have taken a result, or computed the standings."""

LOOK: Final = 0.05
"""Seconds between two looks at something that is awaited."""

Job = TypeVar("Job")
Done = TypeVar("Done")


class Amiss(Exception):
    """The event does not go on as it should; the text says where."""


class Rehearsal:
    """One event of these entries. `summary` holds at any time what has been played so far."""

    def __init__(self, client: Client, rows: list[Row], rules: Json, seed: int, progress: Progress) -> None:
        self.client, self.rows, self.rules, self.seed, self.progress = client, rows, rules, seed, progress
        self.summary = Summary(entries=len(rows), alone=all(len(row.players) == 1 for row in rows))
        self.tag = f"rehearsal-{uuid4().hex[:8]}"
        self.tokens: dict[int, str] = {}
        self.event, self.format = 0, ""
        self.lock = threading.Lock()

    def run(self) -> None:
        """To the champion. Raises Amiss, and what the client raises."""
        with self.timed("seconds_entering"):
            organiser = self.announce()
            self.enter_all()
        with self.timed("seconds_playing"):
            kind = FORMATS[self.format].DRAW
            play.draw(self.client, organiser, self.event, kind, f"the words of {self.tag}")
            self.play_round()
            while self.client.get(f"events/{self.event}/")["state"] == "running":
                self.client.post(f"events/{self.event}/rounds/", organiser.token)
                self.play_round()

    @contextmanager
    def timed(self, what: str) -> Iterator[None]:
        """Note how long it took, also when it does not come to its end."""
        began = time.monotonic()
        try:
            yield
        finally:
            setattr(self.summary, what, time.monotonic() - began)

    def announce(self) -> Account:
        """Somebody founds a club, is its organiser, and opens the registration of an event."""
        organiser = play.sign_up(self.client, self.tag, "Rehearsal")
        club = self.client.post("clubs/", organiser.token, name=self.tag, slug=self.tag)
        event = self.client.post(
            f"clubs/{club['id']}/events/",
            organiser.token,
            name=self.tag,
            starts_at=datetime.now(UTC).isoformat(),
            in_app=True,
            capacity=max(2, len(self.rows)),
            **self.rules,
        )
        self.event, self.format = event["id"], event["format"]
        self.client.post(f"events/{self.event}/step/", organiser.token, action="open")
        return organiser

    def enter_all(self) -> None:
        self.progress.begin("sign-ups", len(self.rows))
        self.side_by_side(self.enter, self.rows, self.note_accounts)

    def enter(self, row: Row) -> list[Account]:
        return play.enter(self.client, self.event, row, self.tag)

    def note_accounts(self, accounts: list[Account]) -> None:
        self.tokens |= {account.user: account.token for account in accounts}

    def play_round(self) -> None:
        """All matches of the latest round, until their results are in the standings."""
        latest = self.client.get(f"events/{self.event}/rounds/")["results"][-1]
        tables = [pairing for pairing in latest["pairings"] if not pairing["bye"]]
        self.summary.byes += len(latest["pairings"]) - len(tables)
        self.summary.seats += sum(len(play.sitting(pairing)) for pairing in tables)
        self.progress.begin(f"round {latest['number']} ({latest['code']})", len(tables))
        self.side_by_side(self.play_table, tables, self.note_match)
        self.summary.to_standings.append(self.wait_for("standings", self.standings_follow))
        self.summary.rounds += 1

    def note_match(self, waited: float) -> None:
        self.summary.matches += 1
        self.summary.to_result.append(waited)

    def note_move(self) -> None:
        with self.lock:  # several matches are played at the same time
            self.summary.moves += 1

    def play_table(self, pairing: Json) -> float:
        """Play a pairing's match; returns the seconds from its end until its result was there."""
        if pairing["match"] is None:
            raise Amiss(f"table {pairing['table']} of round {pairing['round']} is not played in the app")
        below = Random(f"{self.seed}.{pairing['round']}.{pairing['slot']}").randrange
        play.play_match(self.client, pairing["match"], self.tokens, below, self.note_move)
        path = f"pairings/{pairing['id']}/"
        table = f"result of table {pairing['table']}"
        return self.wait_for(table, lambda: self.client.get(path)["result"] is not None)

    def standings_follow(self) -> bool:
        rows = self.client.get(f"events/{self.event}/standings/")["results"]
        return bool(sum(row["played"] for row in rows) == self.summary.seats)

    def wait_for(self, what: str, there: Callable[[], bool]) -> float:
        """Seconds until it is there. Raises Amiss when it does not come."""
        began = time.monotonic()
        while not there():
            if time.monotonic() - began > PATIENCE:
                raise Amiss(f"no {what} after {PATIENCE:.0f} s: is a worker running?")
            self.client.pause(LOOK)
        return time.monotonic() - began

    def verify(self) -> None:
        """Check what the service says at the end, and the record of every match. Raises Amiss."""
        rounds = self.client.get(f"events/{self.event}/rounds/")["results"]
        standings = self.client.get(f"events/{self.event}/standings/")["results"]
        if found := list(checks.WHOLE[self.format](rounds, standings, len(self.rows))):
            raise Amiss("; ".join(found))
        self.summary.champion = " and ".join(row["name"] for row in standings if row["rank"] == 1)
        tables = [pairing for one in rounds for pairing in one["pairings"] if not pairing["bye"]]
        self.progress.begin("records", len(tables))
        self.side_by_side(self.verify_record, tables, self.note_record)

    def verify_record(self, pairing: Json) -> str | None:
        return checks.record(pairing, self.client.get(f"matches/{pairing['match']}/record/"))

    def note_record(self, problem: str | None) -> None:
        if problem:
            raise Amiss(problem)
        self.summary.records += 1

    def side_by_side(self, do: Callable[[Job], Done], jobs: Iterable[Job], note: Callable[[Done], None]) -> None:
        """Do all jobs, a few at a time, and note each; the first failure, or Ctrl-C, ends the others too."""
        with ThreadPoolExecutor(AT_ONCE) as pool:
            try:
                for job in as_completed([pool.submit(do, job) for job in jobs]):
                    note(job.result())
                    self.progress.step()
            except BaseException:
                self.client.stop.set()
                pool.shutdown(cancel_futures=True)
                raise
