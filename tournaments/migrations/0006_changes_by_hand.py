"""What chance gave is kept beside what counts after changes by hand; older draws had none."""

from django.db import migrations, models


def nothing_changed(apps, schema_editor):
    apps.get_model("tournaments", "Draw").objects.update(drawn=models.F("resolved"))


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0005_phases"),
    ]

    operations = [
        migrations.AddField(
            model_name="draw",
            name="drawn",
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name="draw",
            name="swaps",
            field=models.JSONField(default=list),
        ),
        migrations.RunPython(nothing_changed, migrations.RunPython.noop),
    ]
