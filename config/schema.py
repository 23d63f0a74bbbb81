"""How the API is described in its schema."""

from typing import Any

from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema


class EnglishSchemaGenerator(SchemaGenerator):
    """The schema is in English for every reader: generated clients must not depend on one."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)  # type: ignore[no-untyped-call]

    def get_schema(self, *args: Any, **kwargs: Any) -> Any:
        with translation.override("en"):
            return super().get_schema(*args, **kwargs)  # type: ignore[no-untyped-call]


class Schema(AutoSchema):
    """The first line of a docstring is the summary of its endpoint."""

    def get_summary(self) -> str | None:
        return self.get_description().split("\n")[0].strip() or None
