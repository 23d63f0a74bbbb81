"""The tables of a round as the desk lists them, the most urgent first."""

from datetime import datetime
from typing import Final, NamedTuple

from django.utils.translation import gettext

from tournaments.models import Pairing, Report, Result, Round, Stage
from tournaments.pages import pairing_rows
from tournaments.pages.result_form import outcomes, score_key, score_sentence
from tournaments.reading import events
from tournaments.rules.tables.results import AT_TABLE
from tournaments.services.typed_results import sets_to_win

URGENCY: Final = ("disputed", "one_side", "open", "playing", "decided")
"""The states of a table, the most urgent first."""


class ReportLine(NamedTuple):
    """What one side reported, as text."""

    who: str
    words: str
    report: Report


class TableRow(NamedTuple):
    """A table of a round."""

    pairing: Pairing
    a: str
    b: str
    who: str
    """All who meet there."""
    state: str
    said: tuple[ReportLine, ...]
    result: str
    part: str = ""
    """Such as the match for third place; empty for one that leads to the final."""

    @property
    def since(self) -> datetime | None:
        """When the first report came in."""
        return min((line.report.at for line in self.said), default=None)


class RoundAtDesk(NamedTuple):
    """A round with its tables."""

    round: Round
    tables: list[TableRow]

    @property
    def open(self) -> int:
        return sum(table.state != "decided" for table in self.tables)


def round_at_desk(opened: Round) -> RoundAtDesk:
    return RoundAtDesk(opened, table_rows(opened.stage, opened.number))


def latest_round(stage: Stage) -> RoundAtDesk:
    latest = stage.rounds.select_related("stage__event").last()
    assert latest is not None  # the draw that began the stage opened its first round
    return round_at_desk(latest)


def table_rows(stage: Stage, number: int) -> list[TableRow]:
    pairings = events.pairings().filter(round__stage=stage, round__number=number)
    played = [pairing for pairing in pairings.order_by("table") if not pairing.bye]
    parts = pairing_rows.side_matches(stage, number)
    rows = []
    for pairing in played:
        part = parts.get(pairing.slot or 0, "")
        rows.append(table_row(pairing)._replace(part=part))
    # The sort is stable: within a state the tables keep the order of their numbers.
    return sorted(rows, key=lambda row: URGENCY.index(row.state))


def table_row(pairing: Pairing) -> TableRow:
    names = [events.name_of(entry) for entry in pairing.entries]
    reports = report_lines(pairing, names)
    a, b = side_names(pairing)
    # At a multiplayer table without partners there are no two sides.
    who = ", ".join(names)
    if a and b:
        who = gettext("%(a)s against %(b)s") % {"a": a, "b": b}
    result = result_text(pairing, names)
    return TableRow(pairing, a, b, who, state_of(pairing), reports, result)


def side_names(pairing: Pairing) -> tuple[str, str]:
    """The names of both sides; empty where there is no side."""
    if pairing.several:
        partners = events.partners_at(pairing)
        if partners:
            a, b = partners
            return a, b
    a = events.name_of(pairing.a) if pairing.a else ""
    b = events.name_of(pairing.b) if pairing.b else ""
    return a, b


def report_lines(pairing: Pairing, names: list[str]) -> tuple[ReportLine, ...]:
    latest = events.last_reports(pairing)
    lines = []
    for entry, name in zip(pairing.entries, names, strict=True):
        report = latest.get(entry.pk)
        if report is not None:
            lines.append(ReportLine(name, played_text(report, names, pairing), report))
    return tuple(lines)


def played_text(record: Report | Result, names: list[str], pairing: Pairing) -> str:
    """How a match ended: who won by which score, or the points of each side."""
    if not pairing.several:
        return score_sentence(names[0], names[1], record.sets_a, record.sets_b)
    entries = [entry.pk for entry in pairing.entries]
    name_of_entry = dict(zip(entries, names, strict=True))
    points = pairing_rows.points_by_side(pairing, record, name_of_entry)
    return ", ".join(f"{side} {own}" for side, own in points)


def state_of(pairing: Pairing) -> str:
    if pairing.result:
        is_void = pairing.result.kind == Result.Kind.VOID
        return "open" if is_void else "decided"
    reports = len(events.last_reports(pairing))
    if reports > 1:
        return "disputed"  # two reports that agree would have decided it
    if reports == 1:
        return "one_side"
    if pairing.match_id:
        return "playing"
    return "open"


def result_text(pairing: Pairing, names: list[str]) -> str:
    """The result that counts; empty if there is none."""
    result = pairing.result
    if result is None:
        return ""
    if result.kind == Result.Kind.PLAYED:
        return played_text(result, names, pairing)
    if result.kind == Result.Kind.RETIRED:
        score = played_text(result, names, pairing)
        return gettext("%(result)s, who gave up") % {"result": score}
    if pairing.several:
        return str(result.get_kind_display())
    sentences = dict(outcomes(names[0], names[1], sets_to_win(pairing)))
    return sentences[outcome_key(pairing)]


def outcome_key(pairing: Pairing) -> str:
    """The result that counts, as the result form names its choices."""
    result = pairing.result
    if result is None:
        return ""
    if result.kind in AT_TABLE:
        return score_key(result.sets_a, result.sets_b)
    if result.kind == Result.Kind.WALKOVER:
        winner = "a" if result.winner_id == pairing.a_id else "b"
        return f"{result.kind}:{winner}"
    return str(result.kind)
