"""The sentences of what the journal refuses."""

from typing import Final

from core.refusals import N_

REFUSALS: Final = {
    "archive.no_event": N_(
        "The first line of the file does not say that it is an event of version {version}."
    ),
    "archive.incomplete": N_(
        "The file should have {lines} lines after the first; it has {found}."
    ),
    "archive.bad_line": N_(
        "Line {line} of the file is not in the form that an export writes."
    ),
    "archive.broken": N_(
        "Line {line} of the file was changed after it was written: its hash does not match."
    ),
    "journal.does_not_follow": N_(
        "Line {line} of the log does not follow from those before it: {row}."
    ),
}
