"""`manage.py rehearse`: plays a whole event through the public API and checks it."""

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
from tournaments.rehearsal import service
from tournaments.rehearsal.client import Client, Refused, Unreachable
from tournaments.rehearsal.event import Amiss, Incidents, Rehearsal
from tournaments.rehearsal.play import Json, Row, invented, rows_of
from tournaments.rehearsal.report import Progress
from tournaments.rules.formats.catalogue import FORMATS

INTERRUPTED: Final = 130
"""The exit code of a program that was stopped by Ctrl-C."""

INCIDENTS: Final = {
    "late": "number of entries that come after round 1",
    "leave": "number of entries that leave after round 1",
    "corrections": "number of results of round 1 that are corrected after round 2",
}


class Command(BaseCommand):
    help = (
        "Play a whole event through the public API, from sign-up to the champion, and check "
        "its results, standings and records."
    )
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
            help="number of invented players, in pairs where the game needs them",
        )
        parser.add_argument("--game", default="mus", choices=sorted(GAMES))
        parser.add_argument(
            "--web",
            help="address of a running service (default: a temporary one)",
        )
        parser.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="a rule of the game: points_per_set=10 (repeatable)",
        )
        parser.add_argument(
            "--format",
            help="code of the first stage's format (default: the usual one of the game)",
        )
        parser.add_argument(
            "--setting",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="a setting of the format: rounds=4 (repeatable)",
        )
        parser.add_argument(
            "--phase",
            action="append",
            default=[],
            metavar="JSON",
            help="a later stage in the form of the API: "
            '{"format": "knockout", "takes": {"part": "best", "number": 16}}',
        )
        parser.add_argument(
            "--typed",
            action="store_true",
            help="the organiser enters everybody and types the results; no bots (for large events)",
        )
        parser.add_argument(
            "--reported",
            action="store_true",
            help="with --typed: the players sign up and report most results; some reports differ",
        )
        parser.add_argument(
            "--seed", type=int, default=0, help="seed of the bots' random choices"
        )
        for name, what in INCIDENTS.items():
            parser.add_argument(
                f"--{name}",
                type=int,
                default=0,
                metavar="NUMBER",
                help=f"with --typed: {what}",
            )

    def handle(
        self,
        *,
        game: str,
        option: list[str],
        web: str | None,
        seed: int,
        **arguments: Any,
    ) -> None:
        options = options_of(game, option)
        size = size_of(game, options, arguments["format"])
        rows = read(arguments["entries"], size, arguments["players"] or 0)
        stages = stages_of(
            arguments["format"], arguments["setting"], arguments["phase"]
        )
        rules: Json = {"game": game, "options": options, **stages}
        incidents = Incidents(*(arguments[name] for name in INCIDENTS))
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
                typed=arguments["typed"],
                reported=arguments["reported"],
                incidents=incidents,
            )
            with self.summarised(rehearsal):
                rehearsal.run()
                rehearsal.verify()

    @contextmanager
    def summarised(self, rehearsal: Rehearsal) -> Iterator[None]:
        """Print a summary however the rehearsal ends, and the fault in one sentence."""
        problem, code = "", 1
        try:
            yield
        except KeyboardInterrupt:
            problem, code = "stopped before its end.", INTERRUPTED
        except (Amiss, Refused, Unreachable, ValueError) as error:
            problem = f"{error}."
        rehearsal.progress.end()
        meter = rehearsal.client.meter
        rehearsal.summary.requests = meter.requests
        rehearsal.summary.slowest = meter.slowest
        self.stdout.write(str(rehearsal.summary))
        if problem:
            raise CommandError(
                f"The rehearsal is not whole: {problem}", returncode=code
            )


def options_of(game: str, assignments: list[str]) -> Json:
    """The rules of the game from `name=value`."""
    options = values_by_name(assignments)
    try:
        GAMES[game].rules.options(options)
    except BadOption as refusal:
        raise CommandError(sentence(refusal)) from refusal
    return options


def values_by_name(assignments: list[str]) -> Json:
    """From `name=value`. A value is a number, true, false, or a word."""
    values: Json = {}
    for assignment in assignments:
        name, _, value = assignment.partition("=")
        values[name] = value_of(value)
    return values


def value_of(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def stages_of(format: str | None, settings: list[str], later: list[str]) -> Json:
    """Format and settings of the first stage, and the later stages. The service checks them."""
    phases = [value_of(text) for text in later]
    if not all(isinstance(phase, dict) for phase in phases):
        raise CommandError(
            'A --phase is JSON: {"format": "knockout", '
            '"takes": {"part": "best", "number": 16}}.'
        )
    stages: Json = {"settings": values_by_name(settings), "phases": phases}
    if format:
        stages["format"] = format
    return stages


def size_of(game: str, options: Json, format: str | None) -> int:
    """Players in an entry: a side of the game, or one where single players meet."""
    if format in FORMATS and FORMATS[format].is_multiplayer:
        return 1
    rules = GAMES[game].rules
    return len(rules.sides(rules.options(options))[0])


def read(file: str | None, size: int, players: int) -> list[Row]:
    """The entries of the file, or else of invented players."""
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
