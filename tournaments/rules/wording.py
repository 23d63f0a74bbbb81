"""The English sentence of each refusal of these rules; `{names}` are its fields."""

from typing import Final

REFUSALS: Final = {
    "draw.name_not_one_line": "The name {name!r} has a line break in it.",
    "draw.player_twice": "A player is in this draw twice.",
    "draw.wrong_size": "The bracket has {size} places; this field needs {expected}.",
    "draw.entry_missing": "{name} is not in the draw.",
    "draw.entry_twice": "{name} is in the draw more than once.",
    "draw.entry_unknown": "The draw has an entry ({entry}) that is not in the field.",
    "draw.two_byes": "Two byes meet in one pairing.",
    "draw.bye_before_others": "{name} has had a bye before others have had their first.",
    "knockout.too_few_entries": "A knockout needs at least {fewest} entries; there are {entries}.",
    "knockout.too_many_entries": "A knockout takes at most {most} entries; there are {entries}.",
    "result.score_not_possible": "A match cannot end {sets_a}-{sets_b} under the rules of this event.",
    "result.tantos_of_each_set": "Tantos are given for {typed} sets, but {sets} were played.",
    "result.tantos_not_possible": "Set {set}: exactly one side reaches {target} tantos.",
    "result.tantos_disagree": "The tantos do not make {sets_a}-{sets_b} in sets.",
    "result.last_set_to_winner": "The last set is won by the winner of the match.",
}
