from django.db import migrations, models

from tournaments.models.begun import begin
from tournaments.models.journal import Shape

SHAPES = {
    "event": Shape("", "pk", frozenset({"version"})),
    "entry": Shape("event", "number"),
    "player": Shape("entry", "place"),
    "draw": Shape("event", "number"),
    "stage": Shape(
        "event",
        "number",
        frozenset({"computed_mark", "computed_at", "lease", "leased_at"}),
    ),
    "round": Shape("stage", "number"),
    "pairing": Shape("round", "slot"),
    "place": Shape("pairing", "number"),
    "report": Shape("pairing", "number"),
    "result": Shape("pairing", "number"),
    "sanction": Shape("pairing", "number"),
    "substitution": Shape("entry", "number"),
}
"""What the rows of an event are at this migration."""


def number_reports(apps, schema_editor):
    Report = apps.get_model("tournaments", "Report")
    last = {}
    for report in Report.objects.order_by("pk"):
        report.number = last[report.pairing_id] = last.get(report.pairing_id, 0) + 1
        report.save(update_fields=["number"])


def number_lines(apps, schema_editor):
    """Old lines tell what was done, with no rows; entries and pairings are from now on named as in the event."""
    LogEntry = apps.get_model("tournaments", "LogEntry")
    entries = dict(
        apps.get_model("tournaments", "Entry").objects.values_list("pk", "number")
    )
    where = ("round__stage__number", "round__number", "slot")
    pairings = {
        pk: key
        for pk, *key in apps.get_model("tournaments", "Pairing").objects.values_list(
            "pk", *where
        )
    }
    last = {}
    for line in LogEntry.objects.order_by("pk").select_related("by"):
        line.number = line.step = last[line.event_id] = last.get(line.event_id, 0) + 1
        line.username = line.by.username if line.by else None
        for name in {"entry", "winner"} & line.fields.keys():
            line.fields[name] = entries.get(line.fields[name])
        if "points" in line.fields:
            line.fields["points"] = [
                [entries.get(entry), points] for entry, points in line.fields["points"]
            ]
        if "pairing" in line.fields:
            line.fields["pairing"] = pairings.get(line.fields["pairing"])
        line.save()


def begin_journals(apps, schema_editor):
    begin(apps, SHAPES)
    schema_editor.connection.check_constraints()


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0007_conduct"),
    ]

    operations = [
        migrations.AddField(
            "logentry",
            "number",
            models.PositiveIntegerField(default=0),
            preserve_default=False,
        ),
        migrations.AddField(
            "logentry",
            "step",
            models.PositiveIntegerField(default=0),
            preserve_default=False,
        ),
        migrations.AddField(
            "logentry", "undoes", models.PositiveIntegerField(null=True)
        ),
        migrations.AddField("logentry", "rows", models.JSONField(default=list)),
        migrations.AddField(
            "logentry", "username", models.CharField(max_length=150, null=True)
        ),
        migrations.AddField(
            "logentry",
            "hash",
            models.CharField(default="", max_length=64),
            preserve_default=False,
        ),
        migrations.AddField(
            "report",
            "number",
            models.PositiveSmallIntegerField(default=0),
            preserve_default=False,
        ),
        migrations.RunPython(number_reports, migrations.RunPython.noop),
        migrations.RunPython(number_lines, migrations.RunPython.noop),
        migrations.RunPython(begin_journals, migrations.RunPython.noop),
        migrations.AlterModelOptions("report", {"ordering": ["number"]}),
        migrations.RemoveIndex("report", "reports_of_a_pairing"),
        migrations.AddConstraint(
            "report",
            models.UniqueConstraint(
                fields=("pairing", "number"), name="reports_are_numbered"
            ),
        ),
        migrations.AddConstraint(
            "logentry",
            models.UniqueConstraint(
                fields=("event", "number"), name="lines_are_numbered"
            ),
        ),
    ]
