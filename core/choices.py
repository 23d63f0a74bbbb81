"""The options of a match: the values that each allows, and reading them from plain JSON."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, TypeVar

from core.refusals import N_, BadOption

REFUSALS: Final = {
    "option.unknown": N_("There is no option “{option}”. The options are: {allowed}."),
    "option.bad": N_("“{option}” may be: {allowed}."),
}

Read = TypeVar("Read", bound=tuple[Any, ...])


class Choice(NamedTuple):
    """The values that one option may have, and the rule that says so."""

    values: range | tuple[int | str | bool, ...]
    rule: str
    usual: int | str | bool | None = None
    """The value when none is given, where that is not the default of the options."""

    def __str__(self) -> str:
        """The values as people of any language read them: `1–200`, or `8, 4`."""
        if isinstance(self.values, range):
            return f"{self.values[0]}–{self.values[-1]}"
        return ", ".join(str(value).lower() for value in self.values)


Choices = Mapping[str, Choice]


def read(kind: type[Read], choices: Choices, raw: Mapping[str, Any]) -> Read:
    """Options of this kind, a NamedTuple with a default for each, from plain JSON values.

    Raises BadOption `option.unknown` or `option.bad`; its `allowed` says what would be right.
    """
    for name, value in raw.items():
        if name not in choices:
            raise BadOption("option.unknown", option=name, allowed=", ".join(choices))
        choice = choices[name]
        # The types are compared too, since True would pass for 1.
        is_of_type = type(value) is type(choice.values[0])
        if not is_of_type or value not in choice.values:
            raise BadOption(
                "option.bad",
                option=name,
                allowed=str(choice),
                rule=choice.rule,
            )
    options: dict[str, Any] = {}
    for name, choice in choices.items():
        if choice.usual is not None:
            options[name] = choice.usual
    options.update(raw)
    return kind(**options)
