"""`manage.py demo`: a club with a tournament under way, in one process, with bots that play."""

import threading
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from accounts.models import Club
from tournaments import embedded


class Command(BaseCommand):
    help = (
        "Serve a demo club: pages, API, live updates and tasks in one process, with bots "
        "that play. Ctrl-C stops it."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--host",
            default="127.0.0.1",
            help="address to serve on (default: only this machine)",
        )
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument(
            "--clean",
            action="store_true",
            help="forget the demo club instead of serving it",
        )

    def handle(self, *, host: str, port: int, clean: bool, **options: Any) -> None:
        embedded.check_settings()
        with embedded.alone_in(settings.VAR_DIR):
            if clean:
                self.forget()
            else:
                self.serve(host, port)

    def serve(self, host: str, port: int) -> None:
        with embedded.take_port(host, port) as listener:
            try:
                self.prepare()
                embedded.serve(listener, self.play)
            except KeyboardInterrupt:
                pass
            self.stdout.write("Stopped; what was played is kept.")

    def forget(self) -> None:
        files = embedded.own_files()
        for file in files:
            file.unlink()
            self.stdout.write(f"Removed {file}")
        if files:
            self.stdout.write("The next start makes a new demo club.")
        else:
            self.stdout.write("There was nothing to remove.")

    def prepare(self) -> None:
        # Imported late: a start that is refused must not wait for it.
        from tournaments.rehearsal import demo

        embedded.bring_database_up_to_date()
        if not Club.objects.exists():
            self.stdout.write("Making the demo club …")
            demo.load_demo()

    def play(self, url: str, leaving: threading.Event) -> None:
        from tournaments.rehearsal import demo

        self.stdout.write(f"\n{url}   (Ctrl-C stops)\n")
        for who, name, password in demo.demo_logins():
            self.stdout.write(f"  {who:<12}{name:<16}password {password}")
        demo.play_bots(url, leaving)
