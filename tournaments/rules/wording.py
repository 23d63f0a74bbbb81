"""The English sentence of each refusal of these rules; `{names}` are its fields."""

from typing import Final

from games.rules.errors import N_

REFUSALS: Final = {
    "archive.no_event": N_("The first line of the file does not say that it is an event of version {version}."),
    "archive.incomplete": N_("The file should have {lines} lines after the first; it has {found}."),
    "archive.bad_line": N_("Line {line} of the file is not as an export writes it."),
    "archive.broken": N_("Line {line} of the file was changed after it was written: its hash is another."),
    "draw.name_not_one_line": N_("The name {name!r} has a line break in it."),
    "draw.player_twice": N_("A player is in this draw twice."),
    "draw.wrong_tables": N_("The tables have {sizes} players; this field needs {expected}."),
    "draw.wrong_rounds": N_("The draw has {rounds} rounds; this event needs {expected}."),
    "draw.wrong_certificate": N_("What is said of this schedule is not what it comes to."),
    "draw.wrong_size": N_("The bracket has {size} places; this field needs {expected}."),
    "draw.entry_missing": N_("{name} is not in the draw."),
    "draw.entry_twice": N_("{name} is in the draw more than once."),
    "draw.entry_unknown": N_("The draw has an entry ({entry}) that is not in the field."),
    "draw.two_byes": N_("Two byes meet in one pairing."),
    "draw.bye_before_others": N_("{name} has had a bye before others have had their first."),
    "knockout.too_few_entries": N_("A knockout needs at least {fewest} entries; there are {entries}."),
    "knockout.too_many_entries": N_("A knockout takes at most {most} entries; there are {entries}."),
    "round_robin.too_few": N_("A round robin needs at least {fewest} entries; there are {entries}."),
    "round_robin.too_many": N_("A round robin takes at most {most} entries; there are {entries}."),
    "tables.impossible": N_(
        "{entries} players cannot be seated at tables of {fewest} to {most}. It would go with: {allowed}."
    ),
    "tables.too_many": N_("One round of tables takes at most {most} players; there are {entries}."),
    "journal.does_not_follow": N_("Line {line} of the log does not follow from those before it: {row}."),
    "undo.already": N_("This was taken back already."),
    "undo.later_changes": N_("Line {line} of the log came later and rests on this: undo that first."),
    "undo.not_undoable": N_("This cannot be taken back; see whether another step puts it right."),
    "result.points_of_each": N_("Points are given for {given} players, but {players} sit at this table."),
    "result.points_too_large": N_("Points lie between -{most} and {most}."),
    "result.score_not_possible": N_("A match cannot end {sets_a}-{sets_b} under the rules of this event."),
    "result.tantos_of_each_set": N_("Tantos are given for {typed} sets, but {sets} were played."),
    "result.tantos_not_possible": N_("Set {set}: exactly one side reaches {target} tantos."),
    "result.tantos_disagree": N_("The tantos do not make {sets_a}-{sets_b} in sets."),
    "result.last_set_to_winner": N_("The last set is won by the winner of the match."),
}
