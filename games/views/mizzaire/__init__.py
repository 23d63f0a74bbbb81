"""What the pages show of Mizzaire."""

from games.views.mizzaire.glossary import terms
from games.views.mizzaire.shown import Shown

__all__ = ["Shown", "terms"]
