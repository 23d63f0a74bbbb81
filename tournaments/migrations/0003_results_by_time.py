"""The sweep asks for the latest results."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_plain_names")]

    operations = [
        migrations.AddIndex(
            model_name="result",
            index=models.Index(fields=["at"], name="results_by_time"),
        ),
    ]
