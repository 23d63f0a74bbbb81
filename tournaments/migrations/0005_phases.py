"""An event has phases with settings of their own; draws and seats name entries by their numbers."""

from typing import Any

from django.db import migrations, models

HELD = ("leaves", "numbers", "lots", "tables", "rounds", "teams", "reserve")
"""What draws came to that are entries."""


TEAMS: dict[str, Any] = {"kings": 8, "apart": False, "bans": []}
SETUP: dict[str, Any] = {
    "third_place": False, "fifth_place": False, "seeds": 0, "apart": False, "rounds": 1, "legs": 1, "lives": 2, "until": 1,
    "groups": 1, "spread": "lot", "matches": 0, "second_final": False, "scale": "points", "tie_breaks": [], "seats": [4, 4],
    "preferred": 4,
}  # fmt: skip


def to_numbers(value: Any, numbers: dict[int, int]) -> Any:
    if isinstance(value, list):
        return [to_numbers(one, numbers) for one in value]
    return numbers.get(value, value)


def resolved(draw: Any, numbers: dict[int, int]) -> Any:
    found = draw.resolved
    if found is None:
        return None
    by_number = {
        key: to_numbers(value, numbers) if key in HELD else value
        for key, value in found.items()
    }
    if "cards" in found:
        by_number["cards"] = {
            str(numbers.get(int(entry), entry)): cards
            for entry, cards in found["cards"].items()
        }
    return by_number


def settings_of(event: Any) -> dict[str, Any]:
    if event.format == "knockout":
        return {"third_place": event.third_place}
    if event.format == "round_robin":
        return {
            "legs": event.legs,
            **({"tie_breaks": event.tie_breaks} if event.tie_breaks else {}),
        }
    return {"rounds": event.rounds}


def inputs_of(draw: Any, event: Any) -> dict[str, Any]:
    """As far as it can be told of draws that were announced before all of it was frozen with them."""
    entrants = [
        {"id": number, "name": name, "byes": 0, "club": "", "seed": None, "group": None}
        for number, name in draw.field
    ]
    before: dict[str, Any] = {"rounds": [], "facts": []}
    format, setup = (
        ("teams", TEAMS)
        if draw.kind == "teams"
        else (event.format, SETUP | event.settings)
    )
    return {"format": format, "setup": setup, "entrants": entrants, "before": before}


def forwards(apps: Any, _schema: Any) -> None:
    for event in apps.get_model("tournaments", "Event").objects.all():
        numbers = dict(event.entries.values_list("pk", "number"))
        event.settings = settings_of(event)
        event.save(update_fields=["settings"])
        for draw in event.draws.all():
            draw.public_id = f"{event.pk}-{draw.number}-{draw.kind}"
            draw.field = [
                [numbers.get(entry, entry), name] for entry, name in draw.field
            ]
            draw.resolved, draw.inputs = resolved(draw, numbers), inputs_of(draw, event)
            draw.save(update_fields=["public_id", "field", "resolved", "inputs"])
        seats(apps, event)


def seats(apps: Any, event: Any) -> None:
    players = {
        p.pk: [p.entry.number, p.place] for p in event.players.select_related("entry")
    }
    pairings = apps.get_model("tournaments", "Pairing").objects.filter(
        round__stage__event=event, seats__isnull=False
    )
    for pairing in pairings:
        ids, cards = pairing.seats["players"], pairing.seats["cards"]
        pairing.seats = {
            "players": [players[pk] for pk in ids],
            "cards": [cards[str(pk)] for pk in ids],
        }
        pairing.save(update_fields=["seats"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0004_rounds_of_tables")]

    operations = [
        migrations.AddField(
            "event",
            "settings",
            models.JSONField(
                blank=True, default=dict, verbose_name="settings of the format"
            ),
        ),
        migrations.AddField(
            "event",
            "phases",
            models.JSONField(blank=True, default=list, verbose_name="later phases"),
        ),
        migrations.AddField(
            "entry",
            "seed",
            models.PositiveSmallIntegerField(
                blank=True, null=True, verbose_name="place in the order of strength"
            ),
        ),
        migrations.AddField(
            "draw",
            "public_id",
            models.CharField(max_length=60, default=""),
            preserve_default=False,
        ),
        migrations.AddField(
            "draw", "phase", models.PositiveSmallIntegerField(default=1)
        ),
        migrations.AddField(
            "draw", "round", models.PositiveSmallIntegerField(default=1)
        ),
        migrations.AddField("draw", "inputs", models.JSONField(default=dict)),
        migrations.AddField(
            "draw",
            "input_hash",
            models.CharField(max_length=64, default=""),
            preserve_default=False,
        ),
        migrations.AlterField(
            "draw",
            "kind",
            models.CharField(
                max_length=10,
                choices=[
                    ("teams", "draw of partners"),
                    ("bracket", "draw of the bracket"),
                    ("numbers", "draw of the numbers"),
                    ("tables", "draw of the tables"),
                    ("groups", "draw of the groups"),
                    ("round", "draw of a round"),
                ],
            ),
        ),
        migrations.AddField("stage", "closed_at", models.DateTimeField(null=True)),
        migrations.AddField("pairing", "kept", models.BooleanField(default=False)),
        migrations.AddField(
            "standing", "group", models.PositiveSmallIntegerField(null=True)
        ),
        migrations.RunPython(forwards, migrations.RunPython.noop),
        migrations.RemoveConstraint("event", "legs_1_or_2"),
        migrations.RemoveConstraint("event", "rounds_1_to_12"),
        migrations.RemoveField("event", "third_place"),
        migrations.RemoveField("event", "rounds"),
        migrations.RemoveField("event", "legs"),
        migrations.RemoveField("event", "tie_breaks"),
        migrations.RemoveField("stage", "third_place"),
    ]
