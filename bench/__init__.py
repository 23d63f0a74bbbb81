"""Benchmarks of parts of the service, each next to a bare counterpart. See docs/benchmarks.md."""

import os

# The pages of the games, which their plugs name, read the settings.
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
