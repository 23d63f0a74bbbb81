"""A whole event from the first sign-up to the champion, through the public API only."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from datetime import UTC, datetime
from random import Random
from typing import Final, NamedTuple, TypeVar
from uuid import uuid4

from tournaments.rehearsal import checks, play
from tournaments.rehearsal.client import Client, Refused
from tournaments.rehearsal.play import Account, Below, Entered, Json, Row
from tournaments.rehearsal.report import Progress, Summary
from tournaments.rules.formats.catalogue import FORMATS

AT_ONCE: Final = 4
"""Entries that sign up, and matches that are played, at the same time."""

PATIENCE: Final = 30.0
"""Seconds within which the worker must have taken a result, or computed the standings."""

LOOK: Final = 0.05
"""Seconds between two looks at something that is awaited."""

Job = TypeVar("Job")
Done = TypeVar("Done")


class Amiss(Exception):
    """The event went wrong. The text says where."""


class Incidents(NamedTuple):
    """How many entries come or leave after round 1, and how many of its results are corrected."""

    late: int = 0
    leave: int = 0
    corrections: int = 0


NOTHING_ELSE: Final = Incidents()


class Rehearsal:
    """One event of these entries. `summary` has what was played so far.

    `rules` are the fields of the event in the API. By default bots play in the app for
    players who sign up. With `typed` the organiser enters everybody and types random
    results; with `reported`, too, players who sign up report most of them.
    """

    def __init__(
        self,
        client: Client,
        rows: list[Row],
        rules: Json,
        seed: int,
        progress: Progress,
        *,
        typed: bool = False,
        reported: bool = False,
        incidents: Incidents = NOTHING_ELSE,
    ) -> None:
        self.client, self.rows, self.rules, self.seed, self.progress = (
            client,
            rows,
            rules,
            seed,
            progress,
        )
        self.typed, self.reported, self.incidents = typed, reported, incidents
        self.summary = Summary(
            entries=len(rows), alone=all(len(row.players) == 1 for row in rows)
        )
        self.tag = f"rehearsal-{uuid4().hex[:8]}"
        self.tokens: dict[int, str] = {}
        """Of each player, by user."""
        self.voices: dict[int, str] = {}
        """Of who speaks for an entry."""
        self.event, self.organiser = 0, Account(0, "")
        self.phases: list[Json] = []
        """All phases of the event, the first one first."""
        self.seats = Counter[int]()
        """How many entries have sat at the tables of each phase."""
        self.rounds: list[Json] = []
        """All that are open, as they were when the last tables were played."""
        self.over: set[int] = set()
        """Phases of which no round is left."""
        self.lock = threading.Lock()

    def run(self) -> None:
        """To the champion. Raises Amiss, and what the client raises."""
        with self.timed("seconds_entering"):
            self.announce()
            self.enter_all()
        with self.timed("seconds_playing"):
            while self.go_on():
                self.play_tables()
                self.let_happen()
        if (state := self.client.get(f"events/{self.event}/")["state"]) != "finished":
            raise Amiss(
                f"nothing is left to be drawn or opened, but the event is {state}"
            )

    @contextmanager
    def timed(self, what: str) -> Iterator[None]:
        """Note how long it took, also when it does not come to its end."""
        began = time.monotonic()
        try:
            yield
        finally:
            setattr(self.summary, what, time.monotonic() - began)

    def announce(self) -> None:
        """Somebody founds a club, is its organiser, and opens the registration of an event."""
        self.organiser = play.sign_up(self.client, self.tag, "Rehearsal")
        club = self.client.post(
            "clubs/", self.organiser.token, name=self.tag, slug=self.tag
        )
        event = self.client.post(
            f"clubs/{club['id']}/events/",
            self.organiser.token,
            name=self.tag,
            starts_at=datetime.now(UTC).isoformat(),
            in_app=not self.typed,
            capacity=max(2, len(self.rows) + self.incidents.late),
            **self.rules,
        )
        self.event = event["id"]
        self.phases = [{"format": event["format"], "takes": None}, *event["phases"]]
        self.client.post(
            f"events/{self.event}/step/", self.organiser.token, action="open"
        )

    def enter_all(self) -> None:
        if self.typed and not self.reported:
            play.enter_list(self.client, self.organiser, self.event, self.rows)
            return
        self.progress.begin("sign-ups", len(self.rows))
        self.side_by_side(self.enter, self.rows, self.note_accounts)

    def enter(self, row: Row) -> Entered:
        return play.enter(self.client, self.event, row, self.tag)

    def note_accounts(self, entered: Entered) -> None:
        self.tokens |= {account.user: account.token for account in entered.accounts}
        self.voices[entered.entry] = entered.accounts[0].token

    def go_on(self) -> bool:
        """Draw all that is due, or open the next rounds; False when there is nothing of either."""
        due = [
            one
            for one in self.client.get(f"events/{self.event}/draws/")["due"]
            if self.is_time(one)
        ]
        for one in due:
            play.draw(
                self.client, self.organiser, self.event, one, f"the words of {self.tag}"
            )
        planned = [
            n
            for n, one in enumerate(self.phases, start=1)
            if not FORMATS[one["format"]].is_redrawn
        ]
        phases = (
            {one["phase"] for one in self.rounds}.intersection(planned) - self.over
            if not due
            else set()
        )
        return bool(due) + sum(self.opens(phase) for phase in phases) > 0

    def is_time(self, due: Json) -> bool:
        """Whether to draw now: those who are out wait for the round that the stage names."""
        takes = self.phases[due["phase"] - 1]["takes"]
        if due["round"] > 1 or takes is None or takes["part"] != "out":
            return True
        played = sum(one["phase"] == takes["source"] for one in self.rounds)
        return bool(played >= takes["number"] > 0) or not self.goes_on(takes["source"])

    def goes_on(self, phase: int) -> bool:
        return any(
            one["phase"] == phase
            for one in self.client.get(f"events/{self.event}/draws/")["due"]
        )

    def opens(self, phase: int) -> bool:
        try:
            self.client.post(
                f"events/{self.event}/rounds/", self.organiser.token, phase=phase
            )
        except Refused as refused:
            if refused.code != "round.none_left":
                raise
            self.over.add(phase)
            return False
        return True

    def play_tables(self) -> None:
        """All tables that are open, of whatever phase, until their results are in the standings."""
        self.rounds = rounds = self.client.get(f"events/{self.event}/rounds/")[
            "results"
        ]
        pairings = [pairing for one in rounds for pairing in one["pairings"]]
        tables = [
            pairing
            for pairing in pairings
            if not pairing["bye"] and not pairing["result"]
        ]
        self.summary.rounds, self.summary.byes = (
            len(rounds),
            sum(pairing["bye"] for pairing in pairings),
        )
        for pairing in tables:
            self.seats[pairing["phase"]] += len(play.sitting(pairing))
        self.progress.begin(
            f"round {rounds[-1]['number']} of phase {rounds[-1]['phase']}", len(tables)
        )
        self.side_by_side(self.play_table, tables, self.note_match)
        self.summary.to_standings.append(
            self.wait_for("standings", self.standings_follow)
        )

    def note_match(self, waited: float) -> None:
        self.summary.matches += 1
        self.summary.to_result.append(waited)

    def note_move(self) -> None:
        with self.lock:  # several matches are played at the same time
            self.summary.moves += 1

    def let_happen(self) -> None:
        """After round 1 entries come and leave; after round 2 results of round 1 are corrected."""
        if self.summary.rounds > 2:
            return
        rounds = self.client.get(f"events/{self.event}/rounds/")["results"]
        if len(rounds) == 1:
            for n in range(self.incidents.late):
                play.enter_late(
                    self.client,
                    self.organiser,
                    self.event,
                    f"Late {n + 1}",
                    len(self.rows[0].players),
                )
            for pairing in rounds[0]["pairings"][: self.incidents.leave]:
                path = f"entries/{play.sitting(pairing)[0]['id']}/leave/"
                self.client.post(path, self.organiser.token, reason="they go home")
            self.play_tables()  # of those who came late into a bye
        if len(rounds) == 2:
            for pairing in [one for one in rounds[0]["pairings"] if not one["bye"]][
                : self.incidents.corrections
            ]:
                play.correct(self.client, self.organiser, pairing)

    def play_table(self, pairing: Json) -> float:
        """Play a pairing's match; returns the seconds from its end until its result was there."""
        below = Random(
            f"{self.seed}.{pairing['phase']}.{pairing['round']}.{pairing['slot']}"
        ).randrange
        if self.typed:
            self.end_table(pairing, below)
            return 0.0
        if pairing["match"] is None:
            raise Amiss(
                f"table {pairing['table']} of round {pairing['round']} is not played in the app"
            )
        play.play_match(
            self.client, pairing["match"], self.tokens, below, self.note_move
        )
        path = f"pairings/{pairing['id']}/"
        table = f"result of table {pairing['table']}"
        return self.wait_for(table, lambda: self.client.get(path)["result"] is not None)

    def end_table(self, pairing: Json, below: Below) -> None:
        """Most players with accounts report the result; where reports differ, the desk decides."""
        said, two = play.sheet(pairing, below), play.sitting(pairing)[:2]
        if below(4) and all(entry["id"] in self.voices for entry in two):
            agreed = play.report_result(self.client, pairing, said, self.voices, below)
            self.note_report(agreed)
            if agreed:
                return
        play.type_result(self.client, self.organiser, pairing, said)

    def note_report(self, agreed: bool) -> None:
        with self.lock:
            self.summary.reported += agreed
            self.summary.disputed += not agreed

    def standings_follow(self) -> bool:
        return all(
            sum(row["played"] for row in self.standings(phase)) == n
            for phase, n in self.seats.items()
        )

    def standings(self, phase: int) -> list[Json]:
        rows: list[Json] = self.client.get(
            f"events/{self.event}/standings/?phase={phase}"
        )["results"]
        return rows

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
        if found := [
            problem for phase in self.seats for problem in self.problems(phase, rounds)
        ]:
            raise Amiss("; ".join(found))
        tables = [
            pairing for one in rounds for pairing in one["pairings"] if pairing["match"]
        ]
        self.progress.begin("records", len(tables))
        self.side_by_side(self.verify_record, tables, self.note_record)

    def problems(self, phase: int, rounds: list[Json]) -> list[str]:
        """Faults of a finished stage. The winner is a champion where nobody advances."""
        rows, format = self.standings(phase), self.phases[phase - 1]["format"]
        own = [one for one in rounds if one["phase"] == phase]
        entries = len(self.rows) + self.incidents.late if phase == 1 else len(rows)
        if not any(
            (later["takes"] or {}).get("source") == phase for later in self.phases
        ):
            first = " and ".join(row["name"] for row in rows if row["rank"] == 1)
            self.summary.champion = "; ".join(
                filter(None, [self.summary.champion, first])
            )
        absent = self.incidents.late + self.incidents.leave
        return [
            f"phase {phase}: {problem}"
            for problem in checks.phase(format, own, rows, entries, absent)
        ]

    def verify_record(self, pairing: Json) -> str | None:
        return checks.record(
            pairing, self.client.get(f"matches/{pairing['match']}/record/")
        )

    def note_record(self, problem: str | None) -> None:
        if problem:
            raise Amiss(problem)
        self.summary.records += 1

    def side_by_side(
        self,
        do: Callable[[Job], Done],
        jobs: Iterable[Job],
        note: Callable[[Done], None],
    ) -> None:
        """Do all jobs, a few at a time, and note each. A failure or Ctrl-C ends the rest."""
        with ThreadPoolExecutor(AT_ONCE) as pool:
            try:
                for job in as_completed([pool.submit(do, job) for job in jobs]):
                    note(job.result())
                    self.progress.step()
            except BaseException:
                self.client.stop.set()
                pool.shutdown(cancel_futures=True)
                raise
