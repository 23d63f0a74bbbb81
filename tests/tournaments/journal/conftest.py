"""The tables of the toy app, made for one test and dropped after it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings as django_settings
from django.db import connection, migrations, models
from django.db.migrations.state import ProjectState
from django.test import override_settings

from accounts.models import User

TOY_APPS = ["tests.tournaments.journal.toy", "tests.tournaments.journal.toy_later"]

MIGRATION = [
    migrations.AddField("book", "pages", models.PositiveIntegerField(default=100)),
    migrations.AddField(
        "book",
        "language",
        models.CharField(max_length=5, default="es"),
        preserve_default=False,
    ),
    migrations.RenameField("book", "colour", "shade"),
    migrations.RemoveField("book", "price"),
]
"""What lies between `toy` and `toy_later`."""


@pytest.fixture
def toy(transactional_db: None) -> Iterator[Any]:
    """The models of the toy app. Not in a transaction, in which SQLite changes no tables."""
    installed = [*django_settings.INSTALLED_APPS, *TOY_APPS]
    with override_settings(INSTALLED_APPS=installed):
        tables = list(apps.get_app_config("toy").get_models())
        with connection.schema_editor() as editor:
            for model in tables:
                editor.create_model(model)
        yield apps.get_app_config("toy").models_module
        with connection.schema_editor() as editor:
            for model in reversed(tables):
                editor.delete_model(model)


@pytest.fixture
def librarian(toy: Any) -> User:
    return User.objects.create(username="librarian")


@pytest.fixture
def migrate(toy: Any) -> Callable[[], Any]:
    """Runs the migrations, and returns the models of after them."""

    def run() -> Any:
        state = ProjectState.from_apps(apps)
        for operation in MIGRATION:
            before, state = state, state.clone()
            operation.state_forwards("toy", state)
            with connection.schema_editor() as editor:
                operation.database_forwards("toy", editor, before, state)
        return apps.get_app_config("toy_later").models_module

    return run
