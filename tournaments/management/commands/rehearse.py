"""`manage.py rehearse`: play a whole event through the public API as its users would, and check all that it leaves."""

import sys
import threading
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from tournaments.management.rehearsal import service
from tournaments.management.rehearsal.client import Client, Refused, Unreachable
from tournaments.management.rehearsal.event import Amiss, Rehearsal
from tournaments.management.rehearsal.play import Json, Pair, pairs_of
from tournaments.management.rehearsal.report import Progress

INTERRUPTED: Final = 130
"""The exit code of a program that was stopped by Ctrl-C."""


class Command(BaseCommand):
    help = "Play a whole event through the public API, from the sign-ups to the champion, and check all that it leaves."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--entries", required=True, help="CSV as for the import: player1,player2,team,club,phone")
        parser.add_argument("--format", default="knockout", choices=["knockout"])
        parser.add_argument("--web", help="address of a running service (default: one of its own, thrown away)")
        parser.add_argument("--points", type=int, help="points of a set (default: the service's)")
        parser.add_argument("--sets", type=int, help="sets to win (default: the service's)")
        parser.add_argument("--seed", type=int, default=0, help="for the bots' chance")

    def handle(self, *, entries: str, web: str | None, **options: Any) -> None:
        pairs, rules = read(entries), rules_of(options)
        with nullcontext(web) if web else service.throw_away() as url, closing(client_of(url)) as client:
            rehearsal = Rehearsal(client, pairs, rules, options["seed"], Progress(sys.stderr))
            with self.said_at_the_end(rehearsal):
                rehearsal.run()
                rehearsal.verify()

    @contextmanager
    def said_at_the_end(self, rehearsal: Rehearsal) -> Iterator[None]:
        """However it ends: a summary of what was played so far, and what was wrong in one sentence."""
        problem, code = "", 1
        try:
            yield
        except KeyboardInterrupt:
            problem, code = "stopped before its end.", INTERRUPTED
        except (Amiss, Refused, Unreachable, ValueError) as error:
            problem = f"{error}."
        rehearsal.progress.end()
        meter = rehearsal.client.meter
        rehearsal.summary.requests, rehearsal.summary.slowest = meter.requests, meter.slowest
        self.stdout.write(str(rehearsal.summary))
        if problem:
            raise CommandError(f"The rehearsal is not whole: {problem}", returncode=code)


def read(file: str) -> list[Pair]:
    try:
        return pairs_of(Path(file).read_text("utf-8-sig"))
    except OSError as error:
        raise CommandError(f"{file} cannot be read ({error.strerror}).") from error
    except ValueError as error:
        raise CommandError(f"{file}: {error}") from error


def client_of(url: str) -> Client:
    try:
        return Client(url, threading.Event())
    except ValueError as error:
        raise CommandError(str(error)) from error


def rules_of(options: Json) -> Json:
    asked = {"points_per_set": options["points"], "sets_to_win": options["sets"]}
    return {"format": options["format"], "options": {name: n for name, n in asked.items() if n is not None}}
