"""Pages as a browser reads them, so that tests do not depend on how a template is indented."""

import re
from html import unescape

EDGE = re.compile(r"(<[a-z][^>]*>) | (?=</)")
BETWEEN_BLOCKS = re.compile(
    r"(</(?:dd|div|dt|fieldset|form|h\d|legend|li|ol|p|section|t[dhr]|ul)>) (?=<)"
)


def tidy(page: str) -> str:
    """`page` with one space where a browser shows one, and none at the edges of elements."""
    one_line = unescape(" ".join(page.split()))
    return BETWEEN_BLOCKS.sub(r"\1", EDGE.sub(r"\1", one_line))
