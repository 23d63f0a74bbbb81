"""Rounds, pairings, and the results of their tables."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.api.serializers.entries import EntrySerializer
from tournaments.api.serializers.fields import (
    IdField,
    InstantField,
    JsonObjectField,
    NumbersField,
    PointsField,
    PointsInputField,
    ReasonField,
    SetPairField,
    SetsField,
)
from tournaments.models import Entry, Pairing, Report, Result, Stage
from tournaments.reading import events, snapshot
from tournaments.rules.brackets import bracket


class StageInput(serializers.Serializer[object]):
    phase = serializers.IntegerField(
        min_value=1, max_value=9, required=False, allow_null=True, default=None
    )


class TableInput(serializers.Serializer[object]):
    table = serializers.IntegerField(min_value=1, max_value=999)


class ReasonInput(serializers.Serializer[object]):
    reason = serializers.CharField(max_length=300)


class ReportInput(serializers.Serializer[object]):
    entry = IdField(help_text="Your own entry.")
    sets_a = SetsField(
        required=False, help_text="Where two sides meet, together with `sets_b`."
    )
    sets_b = SetsField(required=False)
    points = PointsInputField(
        help_text="At a multiplayer table: points of each player, in the order of "
        "`places`; null for an absent player."
    )

    def validate(self, report: dict[str, Any]) -> dict[str, Any]:
        if report["points"] is None and not {"sets_a", "sets_b"} <= report.keys():
            raise serializers.ValidationError("Give sets_a and sets_b, or points.")
        return report


class ConfirmInput(serializers.Serializer[object]):
    entry = IdField(help_text="Your own entry.")
    report = IdField(help_text="The report of another side that you agree with.")


class ExposedInput(serializers.Serializer[object]):
    seat = serializers.IntegerField(
        min_value=0, max_value=6, help_text="The seat whose card was seen."
    )


class DecisionInput(serializers.Serializer[object]):
    kind = serializers.ChoiceField(Result.Kind.choices, default="played")
    winner = serializers.ChoiceField(
        ["a", "b"], required=False, allow_null=True, default=None
    )
    sets_a = SetsField(default=0)
    sets_b = SetsField(default=0)
    tantos = serializers.ListField(
        child=serializers.ListField(
            child=serializers.IntegerField(min_value=0, max_value=9999),
            min_length=2,
            max_length=2,
        ),
        required=False,
        allow_null=True,
        default=None,
        max_length=20,
        help_text="The tantos of each set: [[40, 31], ...].",
    )
    points = PointsInputField(
        help_text="At a multiplayer table; null for an absent player."
    )
    penalties = SetPairField(
        required=False,
        allow_null=True,
        default=None,
        help_text="Penalty sets of each side, which the score includes. Default: those "
        "on the match sheet.",
    )
    reason = serializers.CharField(max_length=300)


class ResultInput(DecisionInput):
    replaces = serializers.IntegerField(
        default=0,
        min_value=0,
        help_text="The `result.number` that you saw, 0 for no result. If another result "
        "counts by now, the answer is 409 `result.changed` and nothing changes.",
    )


class ResultSerializer(serializers.Serializer[Result]):
    """The result that counts. The desk's reason is in the log, for referees only."""

    number = serializers.IntegerField(help_text="Above 1 for a corrected result.")
    kind = serializers.ChoiceField(Result.Kind.choices)
    winner = serializers.IntegerField(allow_null=True, help_text="The id of an entry.")
    sets = SetPairField()
    tantos = serializers.ListField(
        child=NumbersField(),
        allow_null=True,
        help_text="The tantos of each set, where they are known.",
    )
    points = PointsField()
    penalties = SetPairField(allow_null=True, help_text="Penalty sets of each side.")
    source = serializers.ChoiceField(Result.Source.choices)  # type: ignore[assignment]
    at = InstantField()

    def to_representation(self, result: Result) -> dict[str, Any]:
        return {
            "number": result.number,
            "kind": result.kind,
            "winner": result.winner_id,
            "sets": [result.sets_a, result.sets_b],
            "tantos": result.tantos,
            "points": result.points,
            "penalties": result.penalties,
            "source": result.source,
            "at": result.at,
        }


class ReportSerializer(serializers.Serializer[Report]):
    id = serializers.IntegerField(help_text="To confirm the report with.")
    sets = SetPairField()
    points = PointsField()

    def to_representation(self, report: Report) -> dict[str, Any]:
        return {
            "id": report.pk,
            "sets": [report.sets_a, report.sets_b],
            "points": report.points,
        }


class PairingSerializer(serializers.Serializer[Pairing]):
    """A table: who meets whom, the reports and the result.

    Expects a pairing of `events.pairings()`. Two sides are `a` and `b`, and so are their
    reports; at a multiplayer table reports go by the index in `places`.
    """

    id = serializers.IntegerField()
    phase = serializers.IntegerField()
    round = serializers.IntegerField()
    slot = serializers.IntegerField(help_text="Position in the round, from 0.")
    table = serializers.IntegerField(allow_null=True, help_text="Null for a bye.")
    a = EntrySerializer(allow_null=True)
    b = EntrySerializer(allow_null=True)
    places = EntrySerializer(
        many=True,
        allow_null=True,
        help_text="The entries at a multiplayer table, in seat order.",
    )
    sides = serializers.ListField(
        child=NumbersField(),
        allow_null=True,
        help_text="At a multiplayer table: the indexes of those who play together.",
    )
    bye = serializers.BooleanField()
    sets_to_win = serializers.IntegerField(allow_null=True)
    match = serializers.CharField(
        allow_null=True, help_text="The match in the app; see /matches/."
    )
    score = serializers.JSONField(
        help_text="The score of the match in the app, if there is one."
    )
    seats = JsonObjectField(
        allow_null=True,
        help_text="Drawn seats: `players` as [number of the entry, player], from the "
        "first to speak, and `cards`.",
    )
    reports = serializers.DictField(
        child=ReportSerializer(), help_text="The latest report of each side."
    )
    disputed = serializers.BooleanField(
        help_text="Whether the reports differ and no result was set."
    )
    result = ResultSerializer(allow_null=True)
    kept = serializers.BooleanField(
        help_text="Whether it was kept although a corrected result would have paired others."
    )
    late = NumbersField(
        allow_null=True, help_text="Full minutes that side a and side b were late."
    )
    at = InstantField(
        allow_null=True, help_text="When it is played, if not with its round."
    )
    wish = JsonObjectField(
        allow_null=True,
        help_text="`at`, the date asked for, and `sides`, the numbers of the entries that "
        "agree.",
    )

    def to_representation(self, pairing: Pairing) -> dict[str, Any]:
        # By hand, since a round has up to 256 tables and DRF looks up each field.
        reports = self.reports_by_side(pairing)
        result = pairing.result
        match = pairing.match
        answer = {
            "id": pairing.pk,
            "phase": pairing.round.stage.number,
            "round": pairing.round.number,
            "slot": pairing.slot,
            "table": pairing.table,
            **self.sides_of(pairing),
            "bye": pairing.bye,
            "sets_to_win": pairing.round.options.get("sets_to_win"),
            "match": str(pairing.match_id) if pairing.match_id else None,
            "score": match.score if match else None,
            "seats": pairing.seats,
            "reports": reports,
            "disputed": result is None and differ(reports),
            "result": None,
            "kept": pairing.kept,
            "late": pairing.late,
            "at": pairing.at,
            "wish": pairing.wish,
        }
        if result:
            answer["result"] = self.fields["result"].to_representation(result)
        return answer

    def sides_of(self, pairing: Pairing) -> dict[str, Any]:
        entry = self.fields["a"]
        a, b = pairing.a, pairing.b
        sides: dict[str, Any] = {
            "a": entry.to_representation(a) if a else None,
            "b": entry.to_representation(b) if b else None,
            "places": None,
            "sides": None,
        }
        if pairing.several:
            entries = pairing.entries
            sides["places"] = [entry.to_representation(each) for each in entries]
            sides["sides"] = [list(side) for side in events.sides_at(pairing)]
        return sides

    def reports_by_side(self, pairing: Pairing) -> dict[str, Any]:
        by_entry = events.last_reports(pairing)
        sides: list[tuple[str, Entry | None]] = [("a", pairing.a), ("b", pairing.b)]
        if pairing.several:
            sides = [(str(index), each) for index, each in enumerate(pairing.entries)]
        report_field = ReportSerializer()
        reports: dict[str, Any] = {}
        for name, entry in sides:
            if entry and entry.pk in by_entry:
                reports[name] = report_field.to_representation(by_entry[entry.pk])
        return reports


def differ(reports: dict[str, Any]) -> bool:
    """Whether two of these reports are not the same."""
    distinct = set()
    for report in reports.values():
        distinct.add((tuple(report["sets"]), tuple(report["points"] or ())))
    return len(distinct) > 1


class PairingWithReasonSerializer(PairingSerializer):
    why = ReasonField(
        allow_null=True,
        help_text="Why these meet: `code`, and what its sentence needs; entries by number.",
    )

    def to_representation(self, pairing: Pairing) -> dict[str, Any]:
        answer = super().to_representation(pairing)
        position = snapshot.stage_state(pairing.round.stage)
        reasons = snapshot.pairing_reasons(position, pairing.round)
        why = reasons.get(pairing.slot)
        answer["why"] = {"code": why.code, **why.fields} if why else None
        return answer


class RoundSerializer(serializers.Serializer[Any]):
    """An opened round. The instance is the round and its pairings, as in `events.rounds`."""

    id = serializers.IntegerField()
    phase = serializers.IntegerField()
    number = serializers.IntegerField()
    code = serializers.CharField(help_text="One of `rounds` of the format.")
    options = JsonObjectField(help_text="Rules of the game in this round.")
    opened_at = InstantField()
    pairings = PairingSerializer(many=True)

    def to_representation(self, opened: Any) -> dict[str, Any]:
        round, pairings = opened
        return {
            "id": round.pk,
            "phase": round.stage.number,
            "number": round.number,
            "code": round.code,
            "options": round.options,
            "opened_at": round.opened_at,
            "pairings": self.fields["pairings"].to_representation(pairings),
        }


class RoundListSerializer(serializers.Serializer[object]):
    results = RoundSerializer(many=True)


class BracketSideSerializer(serializers.Serializer[object]):
    """A side that is known (`entry` and `name`), or the match that decides it."""

    entry = serializers.IntegerField(required=False)
    name = serializers.CharField(required=False)
    awaits = serializers.IntegerField(required=False, help_text="Number of a match.")
    takes = serializers.CharField(
        required=False, help_text="`winner` or `loser` of that match."
    )


class BracketPlaceSerializer(serializers.Serializer[object]):
    slot = serializers.IntegerField()
    part = serializers.CharField(help_text="Which part of the bracket it belongs to.")
    match = serializers.IntegerField(
        allow_null=True, help_text="Number in reading order; null for a bye."
    )
    a = BracketSideSerializer(allow_null=True)
    b = BracketSideSerializer(allow_null=True)
    bye = serializers.BooleanField()
    decided = serializers.BooleanField()
    winner = serializers.IntegerField(allow_null=True, help_text="The id of an entry.")


class BracketRoundSerializer(serializers.Serializer[object]):
    number = serializers.IntegerField()
    code = serializers.CharField()
    places = BracketPlaceSerializer(many=True)


class BracketSerializer(serializers.Serializer[Stage]):
    """The whole bracket of a stage, as far as it is known."""

    event = serializers.IntegerField(source="event_id")
    phase = serializers.IntegerField(source="number")
    rounds = serializers.SerializerMethodField()

    @extend_schema_field(BracketRoundSerializer(many=True))
    def get_rounds(self, stage: Stage) -> list[dict[str, Any]]:
        entries = events.entries_by_number(stage.event)
        rounds: list[dict[str, Any]] = []
        for number, round in enumerate(snapshot.bracket_columns(stage), start=1):
            places = [bracket_place(place, entries) for place in round.places]
            rounds.append({"number": number, "code": round.code, "places": places})
        return rounds


def bracket_place(place: bracket.Pairing, entries: dict[int, Entry]) -> dict[str, Any]:
    return {
        "slot": place.slot,
        "part": place.section,
        "match": place.match,
        "a": bracket_side(place.a, place.a_from, entries),
        "b": bracket_side(place.b, place.b_from, entries),
        "bye": place.bye,
        "decided": place.decided,
        "winner": entries[place.winner].pk if place.winner else None,
    }


def bracket_side(
    number: int | None, feed: bracket.Feed | None, entries: dict[int, Entry]
) -> dict[str, Any] | None:
    if number is not None:
        entry = entries[number]
        return {"entry": entry.pk, "name": events.name_of(entry)}
    if feed:
        return {"awaits": feed.match, "takes": feed.takes}
    return None
