"""`manage.py rehearse`: play a whole event through the public API as its users would, and check all that it leaves."""

import json
import sys
import threading
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from core.messages import sentence
from core.refusals import BadOption
from games.catalogue import GAMES
from tournaments.management.rehearsal import service
from tournaments.management.rehearsal.client import Client, Refused, Unreachable
from tournaments.management.rehearsal.event import Amiss, Incidents, Rehearsal
from tournaments.management.rehearsal.play import Json, Row, invented, rows_of
from tournaments.management.rehearsal.report import Progress
from tournaments.rules.formats.catalogue import FORMATS

INTERRUPTED: Final = 130
"""The exit code of a program that was stopped by Ctrl-C."""

INCIDENTS: Final = {
    "late": "so many come after round 1",
    "leave": "so many leave after round 1",
    "corrections": "so many results of round 1 are corrected after round 2",
}


class Command(BaseCommand):
    help = "Play a whole event through the public API, from the sign-ups to the champion, and check all that it leaves."
    missing_args_message = "Say who plays: --entries FILE or --players NUMBER."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        who = parser.add_mutually_exclusive_group(required=True)
        who.add_argument(
            "--entries", help="CSV as for the import: player1,player2,team,club,phone"
        )
        who.add_argument(
            "--players",
            type=int,
            help="so many invented players, in pairs where the game asks",
        )
        parser.add_argument("--game", default="mus", choices=sorted(GAMES))
        parser.add_argument(
            "--web",
            help="address of a running service (default: one of its own, thrown away)",
        )
        parser.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="a rule of the game, as points_per_set=10; once for each (default: the service's)",
        )
        parser.add_argument(
            "--format",
            help="code of the first phase's format (default: the one for the game)",
        )
        parser.add_argument(
            "--setting",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="what the format leaves open, as rounds=4; once for each",
        )
        parser.add_argument(
            "--phase",
            action="append",
            default=[],
            metavar="JSON",
            help='a later phase as the API takes it: {"format": "knockout", "takes": {"part": "best", "number": 16}}',
        )
        parser.add_argument(
            "--typed",
            action="store_true",
            help="the organiser enters all and types results; no bots (for large events)",
        )
        parser.add_argument(
            "--reported",
            action="store_true",
            help="with --typed: the players sign up and report most results, some of which contradict each other",
        )
        parser.add_argument("--seed", type=int, default=0, help="for the bots' chance")
        for name, what in INCIDENTS.items():
            parser.add_argument(
                f"--{name}",
                type=int,
                default=0,
                metavar="NUMBER",
                help=f"with --typed: {what}",
            )

    def handle(
        self, *, game: str, option: list[str], web: str | None, seed: int, **said: Any
    ) -> None:
        options = options_of(game, option)
        rows = read(
            said["entries"],
            size_of(game, options, said["format"]),
            said["players"] or 0,
        )
        rules: Json = {
            "game": game,
            "options": options,
            **phases_of(said["format"], said["setting"], said["phase"]),
        }
        incidents = Incidents(*(said[name] for name in INCIDENTS))
        with (
            nullcontext(web) if web else service.throw_away() as url,
            closing(client_of(url)) as client,
        ):
            rehearsal = Rehearsal(
                client,
                rows,
                rules,
                seed,
                Progress(sys.stderr),
                said["typed"],
                said["reported"],
                incidents,
            )
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
        rehearsal.summary.requests, rehearsal.summary.slowest = (
            meter.requests,
            meter.slowest,
        )
        self.stdout.write(str(rehearsal.summary))
        if problem:
            raise CommandError(
                f"The rehearsal is not whole: {problem}", returncode=code
            )


def options_of(game: str, said: list[str]) -> Json:
    """The rules of the game from `name=value`."""
    options = named(said)
    try:
        GAMES[game].rules.options(options)
    except BadOption as refusal:
        raise CommandError(sentence(refusal)) from refusal
    return options


def named(said: list[str]) -> Json:
    """From `name=value`: a value is a number, true, false, or a word."""
    return {
        name: value_of(value) for name, _, value in (one.partition("=") for one in said)
    }


def value_of(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def phases_of(format: str | None, setting: list[str], later: list[str]) -> Json:
    """Format and settings of the first phase, and the later ones; the service says whether they can be."""
    phases = [value_of(text) for text in later]
    if not all(isinstance(phase, dict) for phase in phases):
        raise CommandError(
            'A --phase is JSON: {"format": "knockout", "takes": {"part": "best", "number": 16}}.'
        )
    return {
        **({"format": format} if format else {}),
        "settings": named(setting),
        "phases": phases,
    }


def size_of(game: str, options: Json, format: str | None) -> int:
    """How many are in an entry: as many as on a side of the game, or one where single players change partners."""
    if format in FORMATS and FORMATS[format].is_multiplayer:
        return 1
    rules = GAMES[game].rules
    return len(rules.sides(rules.options(options))[0])


def read(file: str | None, size: int, players: int) -> list[Row]:
    """The entries of the file, or invented ones of so many players."""
    if not file:
        return invented(players, size)
    try:
        return rows_of(Path(file).read_text("utf-8-sig"), size)
    except OSError as error:
        raise CommandError(f"{file} cannot be read ({error.strerror}).") from error
    except ValueError as error:
        raise CommandError(f"{file}: {error}") from error


def client_of(url: str) -> Client:
    try:
        return Client(url, threading.Event())
    except ValueError as error:
        raise CommandError(str(error)) from error
