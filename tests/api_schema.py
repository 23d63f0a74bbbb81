"""Every answer that a test gets from the API is checked against the schema.

An answer has no field that the schema does not name.
"""

import re
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from config.schema import EnglishSchemaGenerator
from tournaments.rules.formats.catalogue import FORMATS


def api_schema() -> dict[str, Any]:
    """The schema, which names the formats that there are now: tests may add one."""
    return schema_with(tuple(FORMATS))


@cache
def schema_with(_formats: tuple[str, ...]) -> dict[str, Any]:
    schema: dict[str, Any] = EnglishSchemaGenerator().get_schema(
        request=None, public=True
    )
    return schema


@cache
def operations() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    return [
        (re.compile(re.sub(r"\{\w+\}", "[^/]+", path) + r"$"), item)
        for path, item in api_schema()["paths"].items()
    ]


def path_item(path: str) -> dict[str, Any] | None:
    return next((item for known, item in operations() if known.match(path)), None)


@cache
def strict_components(formats: tuple[str, ...]) -> dict[str, Any]:
    """The components, where an object has no property that is not named."""
    return {
        name: component | {"additionalProperties": False}
        if "properties" in component and "additionalProperties" not in component
        else component
        for name, component in schema_with(formats)["components"]["schemas"].items()
    }


def check_answer(method: str, path: str, status: int, media: str, body: Any) -> None:
    """The answer to a request of an endpoint that exists is one that its schema declares."""
    item = path_item(path.partition("?")[0])
    if item is None or method not in item:
        return
    responses = item[method]["responses"]
    if str(status) not in responses:
        assert status in {405, 406, 415}, f"{method} {path}: {status} is not declared"
        return
    content = responses[str(status)].get("content", {})
    if media not in content or "json" not in media:
        assert not content or media in content, f"{method} {path}: {media}"
        return
    schema = content[media]["schema"] | {
        "components": {"schemas": strict_components(tuple(FORMATS))},
    }
    for error in Draft202012Validator(schema).iter_errors(body):
        where = "/".join(map(str, error.absolute_path))
        raise AssertionError(f"{method} {path} {status}, at {where}: {error.message}")
