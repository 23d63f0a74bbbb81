"""Keeps the demo's cup going through the API: typed tables report and confirm, rounds open, one cup follows another."""

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
"""Seconds between two looks at the cup."""

WITH_CARDS: Final = (20.0, 60.0)
"""Seconds that a table with cards plays, at least and at most."""

UNTIL_CONFIRMED: Final = 15.0
"""Seconds after which the other side confirms; time enough for a visitor to do it."""

BREAK: Final = 6.0
"""Seconds between the last result of a round and the next round."""

BETWEEN_CUPS: Final = 30.0


class Steward:
    """Does what the people of the cup would do, a little later than a visitor who wants to do it."""

    def __init__(self, house: House) -> None:
        self.house, self.noticed, self.looked_at = house, Noticed(), 0.0

    def step(self) -> None:
        if time.monotonic() - self.looked_at < LOOK:
            return
        self.looked_at = time.monotonic()
        self.noticed.look_again()
        try:
            if cups := list(cup.cups()):
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
        """One side reports, the other agrees with it; whatever a visitor has said meanwhile counts."""
        path, said = f"pairings/{pairing['id']}/", pairing["reports"]
        chance = random.Random(f"cards {pairing['id']}")
        if not said:
            if self.noticed.for_seconds(path) >= chance.uniform(*WITH_CARDS):
                sets = dict(
                    zip(
                        ("sets_a", "sets_b"),
                        chance.choice([(1, 0), (0, 1)]),
                        strict=True,
                    )
                )
                self.speak(pairing["a"], f"{path}report/", **sets)
        elif self.noticed.for_seconds((path, str(said))) >= UNTIL_CONFIRMED:
            theirs, other = ("a", "b") if "a" in said else ("b", "a")
            self.speak(pairing[other], f"{path}confirm/", report=said[theirs]["id"])

    def speak(self, entry: Json, path: str, **words: object) -> None:
        """Say something for an entry with the account of one of its players, if that is the demo's."""
        player = Player.objects.filter(
            entry_id=entry["id"], user__username__startswith=cup.HOUSE
        ).first()
        if player and player.user_id:
            self.house.post(player.user_id, path, entry=entry["id"], **words)
