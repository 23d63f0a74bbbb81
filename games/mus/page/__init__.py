"""What the pages show of Mus."""

from games.mus.page.table_page import Shown
from games.mus.page.terms import terms

__all__ = ["Shown", "terms"]
