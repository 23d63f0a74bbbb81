"""What the pages show of Mus."""

from games.views.mus.glossary import terms
from games.views.mus.shown import Shown

__all__ = ["Shown", "terms"]
