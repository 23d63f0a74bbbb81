"""The schema of the API: valid, in English, typed, and with examples that it allows."""

from collections import Counter
from typing import Any

import pytest
from django.utils import translation
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.validation import validate_schema
from jsonschema import Draft202012Validator

from config.schema import EnglishSchemaGenerator
from tests.api_schema import api_schema
from tests.conftest import Api

WITH_EXAMPLES = {
    "event_create",
    "entry_create",
    "draw_announce",
    "draw_make",
    "draw_publish",
    "result_report",
    "result_confirm",
    "move",
    "match",
}


def operations() -> list[dict[str, Any]]:
    return [
        operation
        for path in api_schema()["paths"].values()
        for operation in path.values()
    ]


def with_components(schema: dict[str, Any]) -> Draft202012Validator:
    return Draft202012Validator(schema | {"components": api_schema()["components"]})


def test_it_is_valid_and_made_without_a_warning() -> None:
    GENERATOR_STATS.reset()
    validate_schema(EnglishSchemaGenerator().get_schema(request=None, public=True))
    assert not GENERATOR_STATS


@pytest.mark.parametrize("language", ["es", "eu", "de"])
def test_it_is_in_english_for_readers_of_every_language(language: str) -> None:
    with translation.override(language):
        assert (
            EnglishSchemaGenerator().get_schema(request=None, public=True)
            == api_schema()
        )


def test_no_two_operations_share_a_name_or_a_summary() -> None:
    for part in ("operationId", "summary"):
        names = Counter(operation[part] for operation in operations())
        assert [name for name, times in names.items() if times > 1] == []


def test_every_answer_and_every_body_is_a_named_type() -> None:
    for operation in operations():
        for status, response in operation["responses"].items():
            for media, content in response.get("content", {}).items():
                if "json" in media:
                    schema = content["schema"]
                    schema = schema.get("items", schema)
                    assert "$ref" in schema, (operation["operationId"], status)
        for content in operation.get("requestBody", {}).get("content", {}).values():
            assert "$ref" in content["schema"], operation["operationId"]


def test_the_main_operations_have_examples_that_fit_their_types() -> None:
    found = set()
    for operation in operations():
        parts = [operation.get("requestBody", {}), *operation["responses"].values()]
        for part in parts:
            for content in part.get("content", {}).values():
                for example in content.get("examples", {}).values():
                    found.add(operation["operationId"])
                    with_components(content["schema"]).validate(example["value"])
    assert found >= WITH_EXAMPLES


@pytest.mark.django_db
def test_what_it_does_not_name_is_still_accepted() -> None:
    status, _answer = Api().get("events/?no_such_parameter=1")
    assert status == 200
    status, answer = Api().post(
        "accounts/", username="anewcomer", password="mus-4-ever!", no_such_field=1
    )
    assert status == 201, answer
