"""How an endpoint is described in the API's schema: the first line of its docstring is its summary."""

from drf_spectacular.openapi import AutoSchema


class Schema(AutoSchema):
    def get_summary(self) -> str | None:
        return self.get_description().split("\n")[0].strip() or None
