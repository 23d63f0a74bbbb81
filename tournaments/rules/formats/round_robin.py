"""Round robin: everybody meets everybody once or twice in the order of the Berger tables."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from core.chance import Stream
from core.choices import Choice
from core.refusals import N_, Refusal
from tournaments.rules.field import Entrant, strays
from tournaments.rules.formats.base import (
    NOTHING,
    History,
    Json,
    Setting,
    StageSettings,
)
from tournaments.rules.formats.families.league import (
    LEGS_NAMES,
    MAX_LEGS,
    LeagueDraw,
    LeagueFormat,
    last_round_of_each,
)
from tournaments.rules.schedules.berger import schedule
from tournaments.rules.tables import tiebreaks
from tournaments.rules.tables.standings import Reason, Row
from tournaments.rules.tables.tallies import ConfirmedResult, cards, tallies

MIN_ENTRIES: Final = 2
MAX_ENTRIES: Final = 64


class RoundRobin(LeagueFormat):
    code = "round_robin"
    name = N_("Round robin: everyone meets everyone")
    short_name = N_("League")
    draw_kind = "numbers"
    settings = {
        "legs": Setting(
            Choice(range(1, MAX_LEGS + 1), "how often everybody meets everybody"),
            N_("How often everyone meets everyone"),
            LEGS_NAMES,
        )
    }
    round_codes = tuple(
        f"round_{n}" for n in range(1, MAX_LEGS * (MAX_ENTRIES - 1) + 1)
    )
    refusals = {
        "round_robin.too_few": N_(
            "A round robin needs at least {fewest} entries; there are {entries}."
        ),
        "round_robin.too_many": N_(
            "A round robin takes at most {most} entries; there are {entries}."
        ),
    }

    def check_number(self, entries: int, settings: StageSettings) -> None:
        """Raises Refusal `round_robin.too_few` or `round_robin.too_many`."""
        if entries < MIN_ENTRIES:
            raise Refusal("round_robin.too_few", entries=entries, fewest=MIN_ENTRIES)
        if entries > MAX_ENTRIES:
            raise Refusal("round_robin.too_many", entries=entries, most=MAX_ENTRIES)

    def draw(
        self,
        entrants: Sequence[Entrant],
        stream: Stream,
        settings: StageSettings,
        history: History = NOTHING,
    ) -> Json:
        """Everybody's number in the Berger tables, then the lots that may have to decide."""
        self.check_number(len(entrants), settings)
        ids = [entrant.id for entrant in entrants]
        numbers = list(stream.shuffled(ids))
        return {"numbers": numbers, "lots": list(stream.shuffled(ids))}

    def check(
        self,
        result: Json,
        entrants: Sequence[Entrant],
        settings: StageSettings,
        history: History = NOTHING,
    ) -> list[Refusal]:
        """Everybody has one number and one lot."""
        return [
            *strays(result["numbers"], entrants),
            *strays(result["lots"], entrants),
        ]

    def rounds(
        self, drawn: LeagueDraw, settings: StageSettings
    ) -> Iterator[list[list[int]]]:
        numbers = drawn["numbers"]
        for pairs in schedule(len(numbers), settings.legs):
            yield [[numbers[n - 1] for n in inside(pair, numbers)] for pair in pairs]

    def why(
        self,
        drawn: LeagueDraw,
        results: Iterable[ConfirmedResult],
        settings: StageSettings,
        round: int,
        slot: int,
    ) -> Reason:
        """`berger`: the numbers that meet in this round; `free` where one of them is nobody's."""
        numbers = drawn["numbers"]
        pair = list(schedule(len(numbers), settings.legs))[round - 1][slot]
        present = inside(pair, numbers)
        code = "berger" if len(present) == 2 else "free"
        return Reason(code, {"round": round, "numbers": present})

    def standings(
        self,
        drawn: LeagueDraw,
        results: Iterable[ConfirmedResult],
        settings: StageSettings,
        running: Mapping[int, int],
    ) -> tuple[Row, ...]:
        """All entries by the tie-breaks of the event; those level in all of them share a rank."""
        played = tuple(results)
        numbers = drawn["numbers"]
        own_cards = cards(played)
        record = tiebreaks.Record(
            played,
            own_cards,
            tallies(own_cards),
            drawn["lots"],
            last_round_of_each(numbers, played),
        )
        return tuple(tiebreaks.ranked(numbers, settings.tie_breaks, record))


def inside(pair: Sequence[int], field: Sequence[int]) -> list[int]:
    """The numbers of the pair that somebody has: the schedule of an odd field has one too many."""
    return [number for number in pair if number <= len(field)]


FORMAT: Final = RoundRobin()
