"""What the service asks of a game. A game is one folder that fills in a `Game`."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from core.refusals import Refusal
from games.bots.search import Habits
from games.presentation.table_page import TablePage, Vocabulary
from games.presentation.terms import Terms
from games.rules import base
from games.rules.base import Json, Seat


class Preset(Protocol):
    """The options that a region or an association plays by, and the source for them."""

    @property
    def name(self) -> str: ...
    @property
    def options(self) -> Json: ...
    @property
    def source(self) -> str: ...


class TableTalk(Protocol):
    """What may pass between the seats beside the moves: signs, looks and phrases."""

    LOOK: int
    """Seconds that a look at the rivals lasts."""
    REST: int
    """Seconds from one look of a seat to its next."""

    def is_agreed(self, options: Any) -> bool:
        """Whether this table allows any of it."""

    def offers(self, options: Any, view: Json) -> Json:
        """What the seat of this view may do now."""

    def refusal(self, options: Any, view: Json, kind: Any, code: str) -> Refusal | None:
        """Why the seat of this view may not do this now."""

    def seen_by(
        self, options: Any, seat: Seat, kind: Any, looking: Collection[Seat]
    ) -> tuple[Seat, ...]:
        """The seats that notice it."""


@dataclass(frozen=True)
class OptionLabels:
    """How people read the options that a table may agree on."""

    names: Mapping[str, Any]
    """The label of each option."""
    values: Mapping[str, Mapping[Any, Any]] = field(default_factory=dict)
    """Labels of values that do not speak for themselves, by option."""
    needs: Mapping[str, Mapping[str, tuple[Any, ...]]] = field(default_factory=dict)
    """What other options must be set to before this one decides anything."""


@dataclass(frozen=True)
class Game:
    """One game, whole: its rules, its bot, its words and its table page.

    The table page is rendered by `games/<code>/templates/games/<code>/table.html`, which
    fills the blocks of `templates/games/table.html`.
    """

    rules: base.Game
    bot: Habits
    name: str
    about: Any
    """The game in a sentence or two, for someone who has never played it."""
    vocabulary: Vocabulary
    """The words said at the table."""
    table_page: type[TablePage]
    terms: Callable[[str], Terms]
    """The words of a vocabulary with their meaning, for newcomers."""
    option_labels: OptionLabels
    casual_options: Json = field(default_factory=dict)
    """What a casual match plays by where the game's default would take too long."""
    presets: Mapping[str, Preset] = field(default_factory=dict)
    table_talk: TableTalk | None = None

    @property
    def code(self) -> str:
        return self.rules.CODE
