"""What the pages show of Mü."""

from games.views.mu.glossary import terms
from games.views.mu.shown import Shown

__all__ = ["Shown", "terms"]
