"""The state of a stage: everything that its format is asked with."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from tournaments.rules.formats.base import (
    Format,
    History,
    RoundPlan,
    StageSettings,
)
from tournaments.rules.tables.standings import Reason, Row, leavers_last
from tournaments.rules.tables.tallies import ConfirmedResult

NOBODY_PLAYING: Mapping[int, int] = {}


class StageState(NamedTuple):
    """A stage that has begun, as its format sees it."""

    format: Format
    draw: Any
    """All published draws of the stage as one, in the shape of the format's family."""
    results: Sequence[ConfirmedResult]
    settings: StageSettings
    left: Collection[int] = ()
    """The entries that left the event before the stage was over, disqualified ones included."""

    @property
    def plan(self) -> Sequence[RoundPlan]:
        """All rounds as far as they are known."""
        return self.format.plan(self.draw, self.results, self.settings)

    def standings(self, running: Mapping[int, int] = NOBODY_PLAYING) -> tuple[Row, ...]:
        """`running`: points so far of entries that are playing in the app.

        The one rule for entries that have left: they rank below all that stayed. In a bracket and
        with lives that follows from the walkovers they give; in a table it is done here.
        """
        rows = self.format.standings(self.draw, self.results, self.settings, running)
        if not self.left or self.format.leaving_is_a_loss:
            return rows
        return leavers_last(rows, self.left)

    def reason(self, round: int, slot: int) -> Reason:
        """Why these entries meet there."""
        return self.format.why(self.draw, self.results, self.settings, round, slot)

    def next_field(self, active: Sequence[int]) -> tuple[int, ...]:
        """Which active entries the next round is drawn for, by the results so far."""
        return self.format.to_draw(self.draw, self.results, self.settings, active)

    def field_to_draw(self, opened: int, active: Sequence[int]) -> tuple[int, ...]:
        """The same once the `opened` rounds are over; () while they are not, or at the end."""
        return self.format.due_for_draw(
            self.draw, self.results, self.settings, opened, active
        )

    @property
    def lots(self) -> Sequence[int]:
        return self.format.lots(self.draw)

    def history(self, opened: int) -> History:
        """What the draw of the next round must know, after `opened` rounds."""
        return self.format.history(self.draw, self.results, opened)

    def takes_latecomers(self, opened: int) -> bool:
        """Whether a further round can be drawn with entries that join now."""
        return self.format.takes_latecomers(self.draw, self.settings, opened)

    def sitting_out(self, round: int) -> list[int]:
        """The entries at no table of this round, where that is no bye."""
        return self.format.sitting_out(self.draw, round)

    def is_over(self, active: Sequence[int]) -> bool:
        """Whether nothing is left to be played or drawn."""
        if not all(planned.is_decided for planned in self.plan):
            return False
        return not self.next_field(active)


def ready_pairings(plan: Iterable[RoundPlan]) -> set[tuple[int, int]]:
    """Round and slot of each match that can be played now."""
    ready = set()
    for number, planned in enumerate(plan, start=1):
        for pairing in planned.meetings:
            if pairing.ready:
                ready.add((number, pairing.slot))
    return ready


def rows_of(rows: Iterable[Row], entries: Collection[int]) -> list[Row]:
    """The rows of these entries in their order.

    Entries that have left are passed over wherever a rank leads on (qualifying, forecasts,
    corrections).
    """
    return [row for row in rows if row.entry in entries]
