"""JSON bodies of the API, read so that whatever cannot be stored is refused and never a 500."""

import json
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class StorableJsonParser(JSONParser):
    """Refuses JSON that is nested too deeply, and text with half a character."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            body = super().parse(stream, media_type, parser_context)
            # A lone surrogate, such as \\ud800, has no bytes in UTF-8.
            json.dumps(body, ensure_ascii=False).encode()
        except RecursionError:
            raise ParseError("The JSON is nested too deeply.") from None
        except UnicodeEncodeError:
            raise ParseError("The text contains half of a character.") from None
        return body
