"""Multiplayer tables: single players meet at tables for points, in rounds of one schedule."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypedDict

from core.chance import Stream
from core.refusals import N_, Refusal
from tournaments.rules.field import Entrant
from tournaments.rules.formats.base import (
    BaseFormat,
    History,
    PublishedDraws,
    RoundPlan,
    Sides,
    StageSettings,
)
from tournaments.rules.schedules import meetings, schedule
from tournaments.rules.schedules.golfers import Round
from tournaments.rules.tables.tallies import ConfirmedResult

ROUNDS_LABEL: Final = N_("Rounds")


class TableDraws(TypedDict, total=False):
    """The schedule, of which later draws may have replaced the last rounds."""

    tables: list[list[int]]
    """The tables of the only round, each from the first to speak; else there are `rounds`."""
    rounds: list[Round]
    out: list[list[int]]
    """The players that sit out in each round."""
    ways: list[str]
    """By what method each round was made."""
    certificate: dict[str, Any]
    lots: list[int]
    groups: list[list[int]]
    left: list[int]
    """The players that have left since."""


class Table(NamedTuple):
    """A table of a round, from slot 0."""

    slot: int
    entries: tuple[int, ...]
    """The players that have not left, from the first to speak."""
    decided: bool
    match: None = None

    @property
    def ready(self) -> bool:
        return not self.decided


class MultiplayerFormat(BaseFormat[TableDraws]):
    """A format whose rounds are a schedule, drawn at once.

    Those that are left are drawn again when others are present.
    """

    draw_kind = "tables"
    is_multiplayer = True
    late_refusal = "late.last_round"

    @abstractmethod
    def schedule_length(self, entries: int, settings: StageSettings) -> int:
        """The number of rounds for this many entries."""

    def players_in_entry(self, sides: Sides) -> int:
        return 1

    def join_draws(self, published: PublishedDraws) -> TableDraws:
        drawn: Any = schedule.joined(published.draws)
        drawn["left"] = published.withdrawn
        joined: TableDraws = drawn
        return joined

    def history(
        self, drawn: TableDraws, results: Sequence[ConfirmedResult], opened: int
    ) -> History:
        return schedule.history(drawn, opened)

    def due_for_draw(
        self,
        drawn: TableDraws,
        results: Sequence[ConfirmedResult],
        settings: StageSettings,
        opened: int,
        entries: Sequence[int],
    ) -> tuple[int, ...]:
        """The entries present, when rounds that are not open were drawn for others.

        () also while a round is played, and if this many cannot be drawn.
        """
        rounds = self.plan(drawn, results, settings)[:opened]
        if not all(planned.is_decided for planned in rounds):
            return ()
        if not schedule.is_for_others(drawn, opened, entries):
            return ()
        try:
            self.check_number(len(entries), settings)
        except Refusal:
            return ()
        return tuple(entries)

    def takes_latecomers(
        self, drawn: TableDraws, settings: StageSettings, opened: int
    ) -> bool:
        return schedule.can_be_redrawn(drawn, opened)

    def sitting_out(self, drawn: TableDraws, round: int) -> list[int]:
        out = drawn.get("out", ())
        return list(out[round - 1]) if out else []

    def expected_matches(
        self, entries: int, settings: StageSettings, stream: Stream
    ) -> list[int]:
        # All rounds are alike: one is drawn, and the long search for a schedule spared.
        one_round = settings._replace(rounds=1)
        field = [Entrant(number, str(number)) for number in range(1, entries + 1)]
        drawn: Any = self.draw(field, stream, one_round)
        (planned,) = self.plan(drawn, (), one_round)
        return [planned.open_matches] * self.schedule_length(entries, settings)

    def plan(
        self,
        drawn: TableDraws,
        results: Iterable[ConfirmedResult],
        settings: StageSettings,
    ) -> tuple[RoundPlan, ...]:
        """All rounds, known from the draw on; a void result leaves its table open.

        Where all have left nobody plays.
        """
        decided = meetings.decided(results)
        left = self.absent(drawn)
        plan = []
        for number, tables in enumerate(seated(drawn), start=1):
            planned = []
            for slot, players in enumerate(tables):
                present = tuple(player for player in players if player not in left)
                is_decided = (number, slot) in decided or not present
                planned.append(Table(slot, present, is_decided))
            plan.append(RoundPlan(f"round_{number}", planned))
        return tuple(plan)

    def absent(self, drawn: TableDraws) -> frozenset[int]:
        """The players whose seats stay empty because they left after the draw."""
        return frozenset(drawn.get("left", ()))


def seated(drawn: Mapping[str, Any]) -> Sequence[Round]:
    """The tables of each round of a draw."""
    rounds: Sequence[Round] = (
        drawn["rounds"] if "rounds" in drawn else [drawn["tables"]]
    )
    return rounds
