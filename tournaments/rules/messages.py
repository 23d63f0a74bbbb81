"""The English sentence of each refusal of these rules; `{names}` are its fields."""

from typing import Final

from core.refusals import N_
from tournaments.rules.formats.catalogue import FORMATS

REFUSALS: Final = {
    "draw.name_not_one_line": N_("The name {name!r} has a line break in it."),
    "draw.player_twice": N_("A player is in this draw twice."),
    "draw.club_too_large": N_(
        "{members} players are from {club}; at most {most} are possible "
        "if clubmates are kept apart."
    ),
    "draw.too_many_apart": N_(
        "Partners for {players} players can only be drawn by cards; other"
        " draws allow at most {most}."
    ),
    "draw.too_few_seeded": N_(
        "The stronger half needs {needed} seeded players; {seeded} are seeded."
    ),
    "draw.ban_of_two": N_("Players to be kept apart must be two different players."),
    "draw.bans_exclude_all": N_(
        "With these bans, not everyone can have a partner; {name} has the"
        " most ({bans})."
    ),
    "draw.bans_too_many": N_(
        "With these bans, no draw was found; {name} has the most "
        "({bans}). Remove some bans."
    ),
    "draw.not_in_draw": N_("There is no entry {entry} in this draw."),
    "draw.swap_same": N_("An entry cannot change places with itself."),
    "draw.no_such_format": N_(
        "There is no format {format!r}. The formats are: {allowed}."
    ),
    "draw.setting": N_("The setting {setting} may be: {allowed}."),
    "draw.other_list": N_("The list of names does not have the published fingerprint."),
    "draw.other_inputs": N_(
        "The data for the draw does not have the published fingerprint."
    ),
    "draw.other_secret": N_("The secret is not the one that was promised."),
    "draw.other_order": N_(
        "The numbers do not produce this draw: {where!r} is {found}, but "
        "should be {expected}."
    ),
    "draw.senseless_inputs": N_(
        "No draw can be made from this: the earlier rounds do not fit this format."
    ),
    "draw.other_seats": N_(
        "Round {round}, place {slot}: the numbers do not produce these seats."
    ),
    "draw.wrong_tables": N_(
        "The tables have {sizes} players; this field needs {expected}."
    ),
    "draw.wrong_rounds": N_(
        "The draw has {rounds} rounds; this event needs {expected}."
    ),
    "draw.wrong_certificate": N_(
        "The statement about this schedule does not match the schedule."
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
        "{name} is seeded {seed} but is at place {place} of the bracket."
    ),
    "draw.club_mates_sooner": N_(
        "{pairs} pairs of clubmates could meet in round {round}; {fewest}"
        " would be possible."
    ),
    "draw.not_two_by_two": N_(
        "Everyone meets one opponent; if the number is odd, the last one has a bye."
    ),
    "phase.takes_how_many": N_(
        "Enter how many qualify, in total or from each group: “{part}” needs a number."
    ),
    "phase.nobody_is_out": N_(
        "In stage {phase} everyone plays to the end, so there is no "
        "elimination. Take the best, the rest or all."
    ),
    "phase.takes_no_number": N_(
        "“{part}” does not take a number. These do: {allowed}."
    ),
    "phase.tie_at_the_cut": N_(
        "{entries} are level, and only {places} of them can qualify. Lots"
        " must be drawn."
    ),
    "result.points_of_each": N_(
        "Points are given for {given} players, but {players} sit at this table."
    ),
    "result.points_too_large": N_("Points must be between -{most} and {most}."),
    "result.partners_come": N_(
        "Enter the sets of both sides. A side that is not complete has won none."
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
        "The {docked} sets deducted from one side go to the other, which "
        "has only {sets}."
    ),
    "lateness.lost_within_grace": N_(
        "The match cannot be lost after {lost_after} minutes if the first"
        " {grace} are free of penalty."
    ),
    "substitute.not_allowed": N_("This event has no substitutes."),
    "substitute.other_replaced": N_(
        "{name} has been replaced. Only one player of a pair can be replaced."
    ),
    "substitute.out": N_("These players are out of the event and cannot be replaced."),
    "substitute.plays_already": N_("{name} already plays here."),
    "substitute.plays_for_another": N_(
        "{name} plays or has played for another entry. Players can only "
        "play for one entry, even as substitutes."
    ),
    "substitute.eliminated": N_(
        "{name} was eliminated with another entry and cannot play again."
    ),
    "correction.plays_elsewhere": N_(
        "Number {entries} would return to round {round}, but is playing "
        "in another stage. Open that round first, so that its tables can "
        "stay as they are, or withdraw the draw of the other stage."
    ),
    "correction.no_such_choice": N_(
        "This is not possible for slot {slot} of round {round}. Possible "
        "choices: {allowed}."
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
