"""A toy format: a ladder, on which neighbours play and the winner climbs. One module, one
object."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from core.chance import Stream
from core.choices import Choice
from core.refusals import Refusal
from tournaments.rules.field import Entrant, strays
from tournaments.rules.formats.base import (
    NOTHING,
    History,
    Json,
    RoundPlan,
    Setting,
    Sides,
    StageSettings,
    two_pairs,
)
from tournaments.rules.formats.families.league import LeagueDraw, LeagueFormat
from tournaments.rules.tables.standings import Reason, Row
from tournaments.rules.tables.tallies import ConfirmedResult, Tally, tally

MIN_ENTRIES = 3
MAX_ROUNDS = 6


class Ladder(LeagueFormat):
    """In odd rounds the rungs 1 and 2, 3 and 4, ... play, in even ones 2 and 3, 4 and 5, ...

    The draw decides who stands on which rung at first; in the end the more wins, the higher.
    """

    code = "ladder"
    name = "Ladder: neighbours play, the winner climbs"
    short_name = "Ladder"
    draw_kind = "numbers"
    settings = {
        "rounds": Setting(
            Choice(range(1, MAX_ROUNDS + 1), "how many rounds there are", usual=2),
            "Rounds on the ladder",
            {1: "a single one"},
        )
    }
    round_codes = (*(f"climb_{n}" for n in range(1, MAX_ROUNDS)), "last_climb")
    round_names = {
        **{f"climb_{n}": f"Climb {n}" for n in range(1, MAX_ROUNDS)},
        "last_climb": "Last climb",
    }
    tie_breaks = ()
    pairing_reasons = {
        "neighbours": "They stand on the rungs {first} and {second}.",
        "rests": "Rests on a rung without a neighbour.",
    }
    standing_reasons = {"climbed": "Won {wins} on the ladder."}
    refusals = {
        "ladder.too_short": "A ladder needs {fewest} entries; there are {entries}."
    }

    def fits(self, sides: Sides) -> bool:
        return two_pairs(sides)

    def check_number(self, entries: int, settings: StageSettings) -> None:
        if entries < MIN_ENTRIES:
            raise Refusal("ladder.too_short", entries=entries, fewest=MIN_ENTRIES)

    def draw(
        self,
        entrants: Sequence[Entrant],
        stream: Stream,
        settings: StageSettings,
        history: History = NOTHING,
    ) -> Json:
        self.check_number(len(entrants), settings)
        rungs = list(stream.shuffled([entrant.id for entrant in entrants]))
        return {"numbers": rungs, "lots": rungs}

    def check(
        self,
        result: Any,
        entrants: Sequence[Entrant],
        settings: StageSettings,
        history: History = NOTHING,
    ) -> list[Refusal]:
        return list(strays(result["numbers"], entrants))

    def rounds(
        self, drawn: LeagueDraw, settings: StageSettings
    ) -> Iterator[list[list[int]]]:
        rungs = drawn["numbers"]
        for number in range(settings.rounds):
            start = number % 2
            pairs = [rungs[n : n + 2] for n in range(start, len(rungs), 2)]
            resting = [[entry] for entry in rungs[:start]]
            yield sorted([*pairs, *resting], key=len, reverse=True)

    def plan(
        self,
        drawn: LeagueDraw,
        results: Iterable[ConfirmedResult],
        settings: StageSettings,
    ) -> tuple[RoundPlan, ...]:
        plan = super().plan(drawn, results, settings)
        codes = [*self.round_codes[: len(plan) - 1], "last_climb"]
        return tuple(
            RoundPlan(code, one.meetings) for code, one in zip(codes, plan, strict=True)
        )

    def why(
        self,
        drawn: LeagueDraw,
        results: Iterable[ConfirmedResult],
        settings: StageSettings,
        round: int,
        slot: int,
    ) -> Reason:
        entries = list(self.rounds(drawn, settings))[round - 1][slot]
        if len(entries) == 1:
            return Reason("rests", {})
        numbers = [drawn["numbers"].index(entry) + 1 for entry in entries]
        return Reason("neighbours", {"numbers": numbers})

    def standings(
        self,
        drawn: LeagueDraw,
        results: Iterable[ConfirmedResult],
        settings: StageSettings,
        running: Mapping[int, int],
    ) -> tuple[Row, ...]:
        tallies = tally(results)
        rows = []
        order = sorted(
            drawn["numbers"], key=lambda entry: -tallies.get(entry, Tally()).won
        )
        for rank, entry in enumerate(order, start=1):
            own = tallies.get(entry, Tally())
            why = Reason("climbed", {"wins": own.won})
            rows.append(Row(entry, rank, rank, 1, own, why))
        return tuple(rows)


FORMAT = Ladder()
