"""Collects the texts for the catalogues, also those that the rules mark with N_; with their files,
not their lines.
"""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    xgettext_options = [
        *makemessages.Command.xgettext_options,
        "--keyword=N_",
        "--add-location=file",
    ]
