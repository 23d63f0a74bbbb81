"""Groups: everybody plays within a group, and each group has a table of its own."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Final

from core.chance import Stream
from core.choices import Choice
from core.refusals import N_, Refusal
from tournaments.rules.draws.spreading import mates, spread
from tournaments.rules.field import Entrant, strays
from tournaments.rules.formats import round_robin
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

MAX_GROUPS: Final = 64
MAX_GROUP_SIZE: Final = round_robin.MAX_ENTRIES
MAX_ENTRIES: Final = 512
LOT: Final = "lot"
SNAKE: Final = "snake"
SPREAD: Final = Setting(
    Choice(
        (LOT, SNAKE), "groups filled by lot, or by snake through the order of strength"
    ),
    N_("How the groups are filled"),
    {LOT: N_("by lot"), SNAKE: N_("in turn, by seeding")},
)
GROUPS_LABEL: Final = N_("Groups")

Groups = Sequence[Sequence[int]]
"""The entries of each group, in the order of their numbers within it."""


class GroupStage(LeagueFormat):
    code = "groups"
    name = N_("Groups: everyone meets everyone")
    short_name = N_("Groups")
    draw_kind = "groups"
    settings = {
        "groups": Setting(
            Choice(range(2, MAX_GROUPS + 1), "how many groups there are"), GROUPS_LABEL
        ),
        "spread": SPREAD,
        "matches": Setting(
            Choice(
                range(MAX_GROUP_SIZE),
                "how many matches each has in its group; 0: everybody meets everybody",
            ),
            N_("Matches per entry in its group (0: against all)"),
        ),
        "legs": Setting(
            Choice(
                range(1, MAX_LEGS + 1),
                "how often everybody of a group meets everybody of it",
            ),
            N_("How often everyone meets everyone"),
            LEGS_NAMES,
        ),
        "apart": Setting(
            Choice((False, True), "those of one club are spread over the groups"),
            N_("Keep clubmates apart"),
        ),
    }
    round_codes = round_robin.RoundRobin.round_codes
    refusals = {
        "groups.too_few": N_(
            "{groups} groups need at least {fewest} entries; there are {entries}."
        ),
        "groups.too_many": N_(
            "{groups} groups take at most {most} entries; there are {entries}."
        ),
        "groups.odd": N_(
            "{entries} entries cannot all have {matches} matches in their"
            " groups. Possible: {allowed}."
        ),
    }

    def check_number(self, entries: int, settings: StageSettings) -> None:
        """Raises Refusal `groups.too_few`, `groups.too_many` or `groups.odd`.

        Where not everybody meets everybody, the groups have even numbers, so that everybody has
        the same number of matches.
        """
        smallest = max(2, settings.matches + 1)
        if settings.matches:
            smallest += smallest % 2
        fewest = settings.groups * smallest
        most = min(MAX_ENTRIES, settings.groups * MAX_GROUP_SIZE)
        if entries < fewest:
            raise Refusal(
                "groups.too_few", entries=entries, groups=settings.groups, fewest=fewest
            )
        if entries > most:
            raise Refusal(
                "groups.too_many", entries=entries, groups=settings.groups, most=most
            )
        if settings.matches and entries % 2:
            raise Refusal(
                "groups.odd",
                entries=entries,
                matches=settings.matches,
                allowed=[entries - 1, entries + 1],
            )

    def draw(
        self,
        entrants: Sequence[Entrant],
        stream: Stream,
        settings: StageSettings,
        history: History = NOTHING,
    ) -> Json:
        """The groups, then from the same stream the lots that may have to decide in them.

        By lot: a random order, dealt out one to each group in turn. By snake: the same in the
        order of strength, and back from the last group to the first in every second turn; entries
        without a seed come after, by lot. `apart` spreads club-mates over the groups (see
        `spreading.spread`); by snake only within each turn.
        """
        self.check_number(len(entrants), settings)
        by_snake = settings.spread == SNAKE
        turns = list(_turns(sizes(len(entrants), settings), by_snake))
        order = stream.shuffled(entrants)
        pots = [len(order)]
        if by_snake:
            order = _strongest_first(order)
            pots = [len(turn) for turn in turns]
        group_indices = list(chain.from_iterable(turns))
        if settings.apart:
            order = spread(order, group_indices, pots, stream)
        groups: list[list[int]] = [[] for _ in range(settings.groups)]
        for entrant, index in zip(order, group_indices, strict=True):
            groups[index].append(entrant.id)
        lots = stream.shuffled([entrant.id for entrant in entrants])
        return {"groups": groups, "lots": list(lots)}

    def check(
        self,
        result: Json,
        entrants: Sequence[Entrant],
        settings: StageSettings,
        history: History = NOTHING,
    ) -> list[Refusal]:
        """Everybody is in one group and has one lot; the groups have the right sizes."""
        found = sorted(map(len, result["groups"]), reverse=True)
        expected = list(sizes(len(entrants), settings))
        problems = []
        if found != expected:
            problems.append(
                Refusal("draw.wrong_groups", sizes=found, expected=expected)
            )
        problems += strays(chain.from_iterable(result["groups"]), entrants)
        problems += strays(result["lots"], entrants)
        return problems

    def rounds(
        self, drawn: LeagueDraw, settings: StageSettings
    ) -> Iterator[list[list[int]]]:
        """The rounds of all groups side by side, the first group first, free entries last."""
        groups = drawn["groups"]
        schedules = [list(_rounds_of_group(group, settings)) for group in groups]
        for number in range(max(map(len, schedules))):
            pairs: list[list[int]] = []
            for rounds in schedules:
                if number < len(rounds):
                    pairs += rounds[number]
            yield sorted(pairs, key=len, reverse=True)

    def why(
        self,
        drawn: LeagueDraw,
        results: Iterable[ConfirmedResult],
        settings: StageSettings,
        round: int,
        slot: int,
    ) -> Reason:
        """`berger`: the numbers of the `group` that meet in this round; `free` for one alone."""
        entries = list(self.rounds(drawn, settings))[round - 1][slot]
        index = _group_of_each(drawn["groups"])[entries[0]]
        group = drawn["groups"][index]
        numbers = [group.index(entry) + 1 for entry in entries]
        code = "free"
        if len(entries) == 2:
            code = "berger"
        return Reason(code, {"round": round, "group": index + 1, "numbers": numbers})

    def standings(
        self,
        drawn: LeagueDraw,
        results: Iterable[ConfirmedResult],
        settings: StageSettings,
        running: Mapping[int, int],
    ) -> tuple[Row, ...]:
        """The table of each group, one after the other: ranks are those within the group."""
        played = tuple(results)
        groups = drawn["groups"]
        own_cards = cards(played)
        record = tiebreaks.Record(
            played,
            own_cards,
            tallies(own_cards),
            drawn["lots"],
            last_round_of_each(chain(*groups), played),
        )
        rows: list[Row] = []
        for number, results_inside in enumerate(_by_group(played, groups), start=1):
            own_record = record._replace(results=results_inside)
            order = tiebreaks.ranked(
                groups[number - 1], settings.tie_breaks, own_record
            )
            rows += [row._replace(group=number) for row in order]
        return tuple(rows)


def sizes(entries: int, settings: StageSettings) -> tuple[int, ...]:
    """The sizes of the groups, the largest first: equal within one, or even within two."""
    step = 1
    if settings.matches:
        step = 2
    size, larger = divmod(entries // step, settings.groups)
    smaller = settings.groups - larger
    return (step * (size + 1),) * larger + (step * size,) * smaller


def together(
    drawn: Mapping[str, Groups], entrants: Sequence[Entrant]
) -> list[list[int]]:
    """Club-mates who share a group, for each club and group with more than one."""
    clubs = {entrant.id: entrant.club for entrant in entrants}
    found: list[list[int]] = []
    for group in drawn["groups"]:
        found += mates(group, clubs)
    return found


def _turns(sizes: Sequence[int], snake: bool) -> Iterator[list[int]]:
    """To which groups, from 0, the next entries go, until all groups are full."""
    for turn in range(sizes[0]):
        groups = []
        for group, size in enumerate(sizes):
            if size > turn:
                groups.append(group)
        if snake and turn % 2:
            groups.reverse()
        yield groups


def _strongest_first(order: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """By seed; entries without one come last, in the given order."""
    return tuple(
        sorted(order, key=lambda entrant: (entrant.seed is None, entrant.seed))
    )


def _rounds_of_group(
    group: Sequence[int], settings: StageSettings
) -> Iterator[list[list[int]]]:
    """The Berger rounds of one group, or as many of them as everybody has matches."""
    legs = settings.legs
    if settings.matches:
        legs = 1
    rounds = schedule(len(group), legs)
    for pairs in islice(rounds, settings.matches or None):
        entries_of_pairs = []
        for pair in pairs:
            numbers = round_robin.inside(pair, group)
            entries_of_pairs.append([group[number - 1] for number in numbers])
        yield entries_of_pairs


def _group_of_each(groups: Groups) -> dict[int, int]:
    """The index of each entry's group."""
    index_of = {}
    for index, group in enumerate(groups):
        index_of.update(dict.fromkeys(group, index))
    return index_of


def _by_group(
    results: Iterable[ConfirmedResult], groups: Groups
) -> list[list[ConfirmedResult]]:
    index_of = _group_of_each(groups)
    by_group: list[list[ConfirmedResult]] = [[] for _ in groups]
    for result in results:
        by_group[index_of[result.a]].append(result)
    return by_group


FORMAT: Final = GroupStage()
