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


def begin_journals(apps, schema_editor):
    begin(apps, SHAPES)
    schema_editor.connection.check_constraints()


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0009_circuits"),
    ]

    operations = [
        migrations.AddField(
            "event",
            "calendar",
            models.JSONField(
                blank=True, default=dict, verbose_name="dates of the rounds"
            ),
        ),
        migrations.AddField("pairing", "at", models.DateTimeField(null=True)),
        migrations.AddField("pairing", "wish", models.JSONField(null=True)),
        migrations.RunPython(begin_journals, migrations.RunPython.noop),
    ]
