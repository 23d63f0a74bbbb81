"""What the pages show of each game: TABLES is the only place here that knows all games.

The table itself is `templates/games/<code>/table.html`, which fills the blocks of `templates/games/table.html`.
"""

from typing import Final

from games.views import mus
from games.views.shown import Shown

TABLES: Final[dict[str, type[Shown]]] = {"mus": mus.Shown}
