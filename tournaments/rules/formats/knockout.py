"""Single elimination: one loss eliminates. A bracket, its rounds, and the ranks it leads to."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from core.choices import Choice
from core.refusals import N_
from tournaments.rules.brackets import bracket, wiring
from tournaments.rules.brackets.bracket import NOTHING_KEPT, Kept, Leaves, Pairing
from tournaments.rules.formats.base import Section, Setting, StageSettings
from tournaments.rules.formats.families.bracket import (
    SEEDING,
    BracketDraw,
    BracketFormat,
    Ranks,
    Standing,
    against,
    in_order,
    last_pairings,
    ranks_of_losers,
    rounds_of_section,
    section_standings,
    sides_expected,
)
from tournaments.rules.tables.standings import Reason, Row
from tournaments.rules.tables.tallies import ConfirmedResult, tally


class Knockout(BracketFormat):
    code = "knockout"
    name = N_("Knockout: one loss and you are out")
    short_name = N_("Knockout")
    settings = {
        "third_place": Setting(
            Choice((False, True), "a match for third place"),
            N_("Match for third place"),
        ),
        "fifth_place": Setting(
            Choice((False, True), "matches for the places from 5 to 8"),
            N_("Matches for places 5 to 8"),
        ),
        **SEEDING,
    }
    # The rounds that a knockout of up to 1,024 entries can have.
    round_codes = tuple(bracket.round_name(n, 10) for n in range(1, 11))
    sections = {
        "main": Section(N_("Bracket"), is_whole_bracket=True),
        "third": Section(N_("Match for third place")),
        "fifth": Section(N_("Matches for fifth place")),
        "seventh": Section(N_("Match for seventh place")),
    }
    standing_reasons = {
        **BracketFormat.standing_reasons,
        "third": N_("Won the match for third place against {opponent}."),
        "fourth": N_("Lost the match for third place to {opponent}."),
        "plays_for_third": N_("Plays for third place against {opponent}."),
        "fifth": N_("Won the match for fifth place against {opponent}."),
        "sixth": N_("Lost the match for fifth place to {opponent}."),
        "plays_for_fifth": N_("Plays for places 5 to 8 against {opponent}."),
        "seventh": N_("Won the match for seventh place against {opponent}."),
        "eighth": N_("Lost the match for seventh place to {opponent}."),
        "plays_for_seventh": N_("Plays for seventh place against {opponent}."),
    }
    standing_reasons_unopposed = {
        **BracketFormat.standing_reasons_unopposed,
        "third": N_("Third, since the other side did not turn up."),
        "plays_for_third": N_("Waits for an opponent in the match for third place."),
        "fifth": N_("Fifth, since the other side did not turn up."),
        "plays_for_fifth": N_("Waits for an opponent to play for places 5 to 8."),
        "seventh": N_("Seventh, since the other side did not turn up."),
        "plays_for_seventh": N_(
            "Waits for an opponent in the match for seventh place."
        ),
    }

    def wiring(
        self, leaves: tuple[int | None, ...], settings: StageSettings
    ) -> wiring.Wiring:
        return wiring.single(leaves, settings.third_place, settings.fifth_place)

    def codes(self, drawn: BracketDraw, rounds: int) -> list[str]:
        return [bracket.round_name(n, rounds) for n in range(1, rounds + 1)]

    def standings(
        self,
        drawn: BracketDraw,
        results: Iterable[ConfirmedResult],
        settings: StageSettings,
        running: Mapping[int, int],
    ) -> tuple[Row, ...]:
        return knockout_standings(
            drawn["leaves"],
            results,
            settings.third_place,
            settings.fifth_place,
            bracket.kept(drawn),
        )

    def winner_goes_on(self, round_code: str) -> bool:
        return round_code != "final"


class PlayOff(NamedTuple):
    """Matches for the ranks that the losers of a round share, and the codes of their reasons."""

    section: str
    better: str
    worse: str
    plays: str


THIRD: Final = PlayOff("third", "third", "fourth", "plays_for_third")
FIFTH: Final = PlayOff("fifth", "fifth", "sixth", "plays_for_fifth")
SEVENTH: Final = PlayOff("seventh", "seventh", "eighth", "plays_for_seventh")


def knockout_standings(
    leaves: Leaves,
    results: Iterable[ConfirmedResult],
    third_place: bool = False,
    fifth_place: bool = False,
    kept: Kept = NOTHING_KEPT,
) -> tuple[Row, ...]:
    """All entries: those still in, or the champion, then the losers from the last round back.

    The ranks of a round's losers are known as soon as the first of them is out, since each open
    pairing will send one entry on; only a double walkover changes that. Only a champion is first:
    when nobody wins the final, rank 1 stays empty. Entries that share a rank stand in bracket
    order. Linear in entries and results.

    Reasons: `champion` won the final; `playing` is still in; `lost` to `opponent`;
    `lost_walkover`: `opponent` won without play; `double_walkover`: neither came; `replaced`:
    another entry was kept in the pairing after this one; `third` to `eighth`: by play-off matches,
    in which `opponent` is None when nobody came for the other side; `plays_for_third`,
    `plays_for_fifth`, `plays_for_seventh`: that match, or the one that leads to it, is open.
    """
    known = tuple(results)
    tree = bracket.rounds(
        leaves, bracket.decisions(known), third_place, fifth_place, kept
    )
    found = section_standings(tree, "main", known)
    _divide_ranks(found, _losers_of(found, len(tree) - 1), tree, THIRD)
    beaten = _divide_ranks(found, _losers_of(found, len(tree) - 2), tree, FIFTH)
    _divide_ranks(found, beaten, tree, SEVENTH)
    return in_order(found, tally(known, bracket.byes(tree)))


def _losers_of(found: Mapping[int, Standing], round: int) -> list[int]:
    losers = []
    for entry, standing in found.items():
        if standing.ranks is not None and standing.last.round == round:
            losers.append(entry)
    return losers


def _divide_ranks(
    found: dict[int, Standing],
    sharing: Sequence[int],
    tree: bracket.Tree,
    play_off: PlayOff,
) -> list[int]:
    """Divide ranks that entries share by a play-off; answers who lost the first of its two
    rounds."""
    rounds = rounds_of_section(tree, play_off.section)
    if not rounds:
        return []
    last = last_pairings(rounds)
    expected = sum(map(sides_expected, rounds[0]))
    beaten = []
    for entry in sharing:
        standing = found[entry]
        first, end = standing.ranks or (0, 0)
        if entry not in last:
            found[entry] = standing._replace(ranks=(min(first + expected, end), end))
            continue
        ranks, why = _played_off(entry, last[entry], rounds, play_off)
        # Where pairings were kept, others may have played for these ranks than those who share
        # them.
        best, worst = (min(first - 1 + rank, end) for rank in ranks)
        found[entry] = standing._replace(ranks=(best, worst), why=why or standing.why)
        if last[entry].loser == entry and last[entry] not in rounds[-1]:
            beaten.append(entry)
    return beaten


def _played_off(
    entry: int,
    last: Pairing,
    rounds: Sequence[Sequence[Pairing]],
    play_off: PlayOff,
) -> tuple[Ranks, Reason | None]:
    """The ranks, 1 being the best at stake, and why where these matches say it."""
    best, worst = ranks_of_losers(rounds, best=1)[last.round - rounds[0][0].round]
    fields = against(entry, last)
    if not last.decided:
        return (1, worst), Reason(play_off.plays, fields)
    if last not in rounds[-1] or last.winner is None:
        return (best, worst), None
    if last.winner == entry:
        return (1, 1), Reason(play_off.better, fields)
    return (best, worst), Reason(play_off.worse, fields)


FORMAT: Final = Knockout()
