"""What the pages show of Mü."""

from games.mu.page.table_page import Shown
from games.mu.page.terms import terms

__all__ = ["Shown", "terms"]
