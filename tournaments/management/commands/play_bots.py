"""`manage.py play_bots --web URL`: plays for the service's bots in casual matches."""

import signal
import threading
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.rehearsal.bots import play_bots


class Command(BaseCommand):
    help = (
        "Play for the service's bots in casual matches, through its API, until stopped."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--web", required=True, help="address of the service whose database this is"
        )

    def handle(self, *, web: str, **options: Any) -> None:
        stop = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stop.set())
        play_bots(web, stop)
