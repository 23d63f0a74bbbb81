"""What the pages show of Mizzaire."""

from games.mizzaire.page.table_page import Shown
from games.mizzaire.page.terms import terms

__all__ = ["Shown", "terms"]
