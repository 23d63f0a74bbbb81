"""What the tests of this folder share."""

from tests.tournaments.rules.events import field, stream
from tournaments.rules.corrections import (
    DECIDED,
    KEEP,
    OPEN,
    RUNNING,
    CorrectedStage,
    Opened,
    Preview,
    preview,
)
from tournaments.rules.formats.base import Format, History, Json, StageSettings
from tournaments.rules.formats.catalogue import FORMATS
from tournaments.rules.stage_state import StageState
from tournaments.rules.tables.results import PLAYED, VOID
from tournaments.rules.tables.tallies import ConfirmedResult

KNOCKOUT = FORMATS["knockout"]


class Event:
    """A phase as its organiser sees it: rounds are opened, results come in, and some are
    corrected.
    """

    def __init__(
        self, format: Format, size: int, setup: StageSettings, name: object = "test"
    ) -> None:
        self.format, self.setup, self.field, self.chance = (
            format,
            setup,
            field(size),
            stream(name),
        )
        self.drawn: Json = (
            {"rounds": []}
            if format.is_redrawn
            else format.draw(self.field, self.chance, setup)
        )
        self.facts: list[ConfirmedResult] = []
        self.stored: dict[tuple[int, int], tuple[int | None, ...]] = {}
        self.opened = 0

    def plan(self) -> dict[tuple[int, int], object]:
        rounds = enumerate(
            self.format.plan(self.drawn, self.facts, self.setup), start=1
        )
        return {
            (n, meeting.slot): meeting for n, one in rounds for meeting in one.meetings
        }

    def ready(self) -> list[tuple[int, int]]:
        return [
            key
            for key, meeting in self.plan().items()
            if meeting.ready and key in self.stored
        ]

    def open(self) -> bool:
        """Open the next round, drawn first where it has to be; False when there is none."""
        if self.format.is_redrawn:
            ids = self.format.to_draw(
                self.drawn,
                self.facts,
                self.setup,
                [entrant.id for entrant in self.field],
            )
            if not ids:
                return False
            inside, before = (
                [one for one in self.field if one.id in ids],
                History(self.drawn["rounds"], self.facts),
            )
            drawn = self.format.draw(inside, self.chance, self.setup, before)
            self.drawn = {"rounds": [*self.drawn["rounds"], drawn]}
        self.opened += 1
        fresh = {
            key: meeting.entries
            for key, meeting in self.plan().items()
            if key[0] == self.opened
        }
        self.stored |= fresh
        return bool(fresh)

    def phase(
        self, running: frozenset[tuple[int, int]] = frozenset()
    ) -> CorrectedStage:
        decided = {(fact.round, fact.slot) for fact in self.facts if fact.kind != VOID}
        states = {
            key: DECIDED if key in decided else RUNNING if key in running else OPEN
            for key in self.stored
        }
        opened = [
            Opened(*key, entries, states[key]) for key, entries in self.stored.items()
        ]
        return CorrectedStage(
            StageState(self.format, self.drawn, self.facts, self.setup),
            opened,
            [entrant.id for entrant in self.field],
        )

    def record(
        self, fact: ConfirmedResult, choices: dict[tuple[int, int], str] | None = None
    ) -> Preview:
        """A result, the first of its pairing or another, with what follows from it."""
        others = [
            old
            for old in self.facts
            if (old.round, old.slot) != (fact.round, fact.slot)
        ]
        after = preview(self.phase(), [*others, fact], choices)
        self.drawn, self.facts = after.state.draw, list(after.state.results)
        self.stored |= {
            moved.opened.key: moved.now
            for moved in after.pairings
            if moved.choice != KEEP
        }
        return after

    def win(self, number: int, slot: int, winner: int, kind: str = PLAYED) -> Preview:
        a, b = self.stored[number, slot]
        score = (3, 1) if winner == a else (1, 3)
        return self.record(
            ConfirmedResult(
                number, slot, a, b, kind, winner, *(score if kind == PLAYED else (0, 0))
            )
        )

    def play_round(self) -> None:
        """Open the next round and let the lower number win everywhere."""
        self.open()
        for key in self.ready():
            self.win(*key, min(self.stored[key]))


def eight(rounds: int, setup: StageSettings = StageSettings()) -> Event:  # noqa: B008
    """A knockout of 1 to 8 in this order, so many rounds played; the lower number won."""
    event = Event(KNOCKOUT, 8, setup)
    event.drawn = {"leaves": [1, 2, 3, 4, 5, 6, 7, 8]}
    for _ in range(rounds):
        event.play_round()
    return event
