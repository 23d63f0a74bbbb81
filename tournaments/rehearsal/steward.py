"""Keeps the demo's cup going through the API: results, rounds, and then the next cup."""

import logging
import random
import time
from typing import Final

from django.utils import timezone

from tournaments.models import Event, Player
from tournaments.rehearsal import cup
from tournaments.rehearsal.client import Refused
from tournaments.rehearsal.house import House
from tournaments.rehearsal.noticed import Noticed
from tournaments.rehearsal.play import Json

log = logging.getLogger(__name__)

LOOK: Final = 1.0
"""Seconds between two polls of the cup."""

WITH_CARDS: Final = (20.0, 60.0)
"""Least and most seconds that a table with cards plays."""

UNTIL_CONFIRMED: Final = 15.0
"""Seconds after which the other side confirms. A visitor has time to do it first."""

BREAK: Final = 6.0
"""Seconds between the last result of a round and the next round."""

BETWEEN_CUPS: Final = 30.0


class Steward:
    """Acts for the people of the cup, a little later than a visitor who wants to."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.noticed = Noticed()
        self.looked_at = 0.0

    def step(self) -> None:
        if time.monotonic() - self.looked_at < LOOK:
            return
        self.looked_at = time.monotonic()
        self.noticed.look_again()
        try:
            cups = list(cup.cups())
            if cups:
                self.look_after(cups[-1])
        except Refused as refused:
            log.debug("somebody was faster: %s", refused)

    def look_after(self, event: Event) -> None:
        if event.state == Event.State.RUNNING:
            self.go_on(event)
        elif self.noticed.for_seconds(("over", event.pk)) >= BETWEEN_CUPS:
            cup.start_after(event, timezone.now())

    def go_on(self, event: Event) -> None:
        steward = cup.steward().pk
        latest = self.house.get(steward, f"events/{event.pk}/rounds/")["results"][-1]
        tables = [
            pairing
            for pairing in latest["pairings"]
            if not pairing["bye"] and not pairing["result"]
        ]
        for pairing in tables:
            if pairing["match"] is None:
                self.type_result(pairing)
        if not tables and self.noticed.for_seconds(("round", latest["id"])) >= BREAK:
            self.house.post(steward, f"events/{event.pk}/rounds/")

    def type_result(self, pairing: Json) -> None:
        """One side reports, the other confirms. A report of a visitor comes first."""
        path = f"pairings/{pairing['id']}/"
        reports = pairing["reports"]
        chance = random.Random(f"cards {pairing['id']}")
        if not reports:
            if self.noticed.for_seconds(path) >= chance.uniform(*WITH_CARDS):
                sets_a, sets_b = chance.choice([(1, 0), (0, 1)])
                self.post_for(
                    pairing["a"], f"{path}report/", sets_a=sets_a, sets_b=sets_b
                )
        elif self.noticed.for_seconds((path, str(reports))) >= UNTIL_CONFIRMED:
            reporter, other = ("a", "b") if "a" in reports else ("b", "a")
            report = reports[reporter]["id"]
            self.post_for(pairing[other], f"{path}confirm/", report=report)

    def post_for(self, entry: Json, path: str, **body: object) -> None:
        """Act for an entry with the account of one of its players, if the demo owns it."""
        player = Player.objects.filter(
            entry_id=entry["id"], user__username__startswith=cup.HOUSE
        ).first()
        if player and player.user_id:
            self.house.post(player.user_id, path, entry=entry["id"], **body)
