"""The English sentence of each refusal of these rules; `{names}` are its fields."""

from typing import Final

from core.refusals import N_
from tournaments.rules.formats.catalogue import FORMATS

REFUSALS: Final = {
    "draw.name_not_one_line": N_("The name {name!r} has a line break in it."),
    "draw.player_twice": N_("A player is in this draw twice."),
    "draw.club_too_large": N_(
        "{members} players are of {club}; at most {most} can be, if no two of one club shall "
        "play together."
    ),
    "draw.too_many_apart": N_(
        "Partners of {players} players can only be drawn by cards; otherwise of {most} at most."
    ),
    "draw.too_few_seeded": N_(
        "The stronger half needs {needed} players with a place in the order of strength; "
        "{seeded} have one."
    ),
    "draw.ban_of_two": N_("Who shall not come together are two different players."),
    "draw.bans_exclude_all": N_(
        "With these bans not everybody can have a partner; {name} has the most ({bans})."
    ),
    "draw.bans_too_many": N_(
        "With these bans no draw was found; {name} has the most ({bans}). Take some bans back."
    ),
    "draw.not_in_draw": N_("There is no entry {entry} in this draw."),
    "draw.swap_same": N_("An entry cannot change places with itself."),
    "draw.no_such_format": N_("There is no format {format!r}; there are: {allowed}."),
    "draw.setting": N_("The setting {setting} may be: {allowed}."),
    "draw.other_list": N_(
        "The list of names does not have the fingerprint that was published."
    ),
    "draw.other_inputs": N_(
        "What went into the draw does not have the fingerprint that was published."
    ),
    "draw.other_secret": N_("The secret is not the one that was promised."),
    "draw.other_order": N_(
        "The numbers do not give this draw: {where!r} is {found}, but should be {expected}."
    ),
    "draw.senseless_inputs": N_(
        "No draw can be made of this: the rounds before are not such as this format has."
    ),
    "draw.other_seats": N_(
        "Round {round}, place {slot}: the numbers do not give these seats."
    ),
    "draw.wrong_tables": N_(
        "The tables have {sizes} players; this field needs {expected}."
    ),
    "draw.wrong_rounds": N_(
        "The draw has {rounds} rounds; this event needs {expected}."
    ),
    "draw.wrong_certificate": N_(
        "What is said of this schedule is not what it comes to."
    ),
    "draw.wrong_size": N_(
        "The bracket has {size} places; this field needs {expected}."
    ),
    "draw.entry_missing": N_("{name} is not in the draw."),
    "draw.entry_twice": N_("{name} is in the draw more than once."),
    "draw.entry_unknown": N_(
        "The draw has an entry ({entry}) that is not in the field."
    ),
    "draw.two_byes": N_("Two byes meet in one pairing."),
    "draw.bye_before_others": N_(
        "{name} has had a bye before others have had their first."
    ),
    "draw.wrong_groups": N_(
        "The groups have {sizes} entries; this field needs {expected}."
    ),
    "draw.seed_misplaced": N_(
        "{name} is seeded {seed} and stands at place {place} of the bracket."
    ),
    "draw.club_mates_sooner": N_(
        "{pairs} pairs of club-mates could meet in round {round}; it can be done with {fewest}."
    ),
    "draw.not_two_by_two": N_(
        "Everybody meets one other, and when their number is odd one is free, at the end."
    ),
    "phase.takes_how_many": N_(
        "Say how many go on, or how many of each group: “{part}” needs a number."
    ),
    "phase.nobody_is_out": N_(
        "In phase {phase} everybody plays to its end: nobody is out or still in. Take the best, "
        "the rest or all."
    ),
    "phase.takes_no_number": N_(
        "“{part}” takes everybody whom it names; a number goes with: {allowed}."
    ),
    "phase.tie_at_the_cut": N_(
        "{entries} are level, and only {places} of them can go on. A lot has to decide."
    ),
    "result.points_of_each": N_(
        "Points are given for {given} players, but {players} sit at this table."
    ),
    "result.points_too_large": N_("Points lie between -{most} and {most}."),
    "result.partners_come": N_(
        "Of partners give the sets of both sides; one that is not complete has won none."
    ),
    "result.partners_differ": N_(
        "Partners have won the same number of sets; here they differ."
    ),
    "result.score_not_possible": N_(
        "A match cannot end {sets_a}-{sets_b} under the rules of this event."
    ),
    "result.tantos_of_each_set": N_(
        "Tantos are given for {typed} sets, but {sets} were played."
    ),
    "result.tantos_not_possible": N_(
        "Set {set}: exactly one side reaches {target} tantos."
    ),
    "result.tantos_disagree": N_("The tantos do not make {sets_a}-{sets_b} in sets."),
    "result.last_set_to_winner": N_("The last set is won by the winner of the match."),
    "result.too_many_docked": N_(
        "A side that was docked {docked} sets gave them to the other, which has only {sets}."
    ),
    "lateness.lost_within_grace": N_(
        "The match cannot be lost after {lost_after} minutes while the first {grace} cost nothing."
    ),
    "substitute.not_allowed": N_("This event has no substitutes."),
    "substitute.other_replaced": N_(
        "{name} has been replaced: only one of the two may be, never both."
    ),
    "substitute.out": N_(
        "These players are out of the event: there is nobody to replace."
    ),
    "substitute.plays_already": N_("{name} plays here already."),
    "substitute.plays_for_another": N_(
        "{name} plays or has played for others; nobody plays for two, not even as a substitute."
    ),
    "substitute.eliminated": N_(
        "{name} has been out with others; nobody who is out comes back."
    ),
    "correction.plays_elsewhere": N_(
        "Number {entries} would come back into round {round}, but plays on in another phase. "
        "Open that round first, "
        "then its tables can stay as they are; or take back the draw of the other phase."
    ),
    "correction.no_such_choice": N_(
        "Slot {slot} of round {round} cannot be treated so. It would go with: {allowed}."
    ),
    "quota.too_many_places": N_(
        "There are {places} places, but the entries and the limits allow only {most}."
    ),
}


def refusal_sentences() -> dict[str, str]:
    """The sentence of each refusal of the rules, those that the formats bring along included."""
    sentences = dict(REFUSALS)
    for format in FORMATS.values():
        sentences |= format.refusals
    return sentences
