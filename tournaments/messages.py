"""The sentences of what events refuse."""

from typing import Final

from django.utils.translation import gettext_noop as _

from core.messages import SENTENCES
from tournaments.journal.messages import REFUSALS as JOURNAL_REFUSALS
from tournaments.rules.messages import refusal_sentences
from tournaments.services.undo_rules import REFUSALS as UNDO_REFUSALS

REFUSALS: Final = {
    "calendar.bad": _("“{field}” of the calendar may be: {allowed}."),
    "calendar.no_day": _("Write a day and a time, such as 2026-01-19 20:00."),
    "calendar.not_moved": _(
        "In this event only the organiser moves a match to another day."
    ),
    "calendar.leagues_only": _(
        "Only matches of a league or of groups are moved to another day; here rounds wait."
    ),
    "needs.not_here": _(
        "What somebody needs can be told where places come from matches won, two by two."
    ),
    "phase.not_begun": _("This phase has not begun."),
    **refusal_sentences(),
    **JOURNAL_REFUSALS,
    **UNDO_REFUSALS,
    "event.organisers_only": _("Only the organisers of the club may do this."),
    "event.referees_only": _("Only organisers and referees of the club may do this."),
    "entry.own_only": _("You can only speak for your own entry."),
    "club.no_such_user": _("There is no user with this name."),
    "club.last_organiser": _("A club needs at least one organiser."),
    "club.too_many": _("You organise {most} clubs already; nobody founds more."),
    "club.too_many_events": _(
        "This club has {most} events that are not over; finish or cancel some of them first."
    ),
    "club.address_taken": _("Another club or page has this address; choose another."),
    "option.format_does_not_fit": _(
        "The format “{format}” is not for this game; there is: {allowed}."
    ),
    "option.phase": _(
        "Phase {phase} needs a format that suits this game: {allowed}; and settings and takes besides."
    ),
    "option.no_such_round": _("There is no round {round}; there is: {allowed}."),
    "option.round_not_rules": _("The rules of a round are written as {allowed}."),
    "option.no_such_tie_break": _(
        "There is no tie-break {tie_break}; there is: {allowed}."
    ),
    "option.tie_break_twice": _("The tie-break {tie_break} is named twice."),
    "option.tie_break_last": _(
        "An order of tie-breaks ends in one of these, and only there: {allowed}."
    ),
    "event.not_found": _("There is no such event, or it is not public yet."),
    "event.deadline_after_start": _(
        "Registration cannot end after the event has started."
    ),
    "event.rules_frozen": _(
        "The draw is published: the rules and the fee can no longer change."
    ),
    "event.rules_bound": _(
        "A draw has been announced under these rules: to change them, discard it first."
    ),
    "event.not_in_app": _(
        "In the app this game is played by sides; everybody for themselves goes with cards only."
    ),
    "event.no_such_step": _("An event can be told to: {allowed}."),
    "event.wrong_state": _("This cannot be done in the present state of the event."),
    "entry.not_found": _("There is no such entry."),
    "entry.closed": _("Registration is closed."),
    "entry.draw_made": _(
        "The draw has been announced: the list of entries no longer changes."
    ),
    "entry.not_in": _("This entry has been withdrawn, or plays with a drawn partner."),
    "entry.name_missing": _("Every player needs a name."),
    "entry.text_too_long": _("“{text}” is too long: at most {most} characters."),
    "entry.team_size": _(
        "Enter {people} players, or one who looks for a partner if the event allows it."
    ),
    "entry.one_player": _("Everybody plays alone here: enter one player."),
    "entry.person_twice": _("{name} cannot be in a pair with themselves."),
    "entry.person_entered": _(
        "{name} is already entered. If this is somebody else, add a second surname or initial."
    ),
    "entry.partner_confirmed": _("The partner has already confirmed."),
    "entry.bad_key": _("This link is not valid, or no longer."),
    "csv.columns": _(
        "The first line must name the columns: {allowed}. Missing: {missing}."
    ),
    "csv.too_many_rows": _("At most {most} rows; this file has more."),
    "csv.broken_line": _("Line {line} of the file cannot be read as a row of a table."),
    "csv.empty": _("The file has no rows below its first line."),
    "draw.not_found": _("There is no such draw."),
    "draw.one_at_a_time": _(
        "Another draw has been announced; make it or discard it first."
    ),
    "draw.no_such_kind": _("A draw is one of: {allowed}."),
    "draw.too_few_singles": _(
        "There are fewer than {fewest} single players, so nobody to draw partners for."
    ),
    "draw.singles_first": _(
        "{singles} single players have no partner yet: draw the partners first."
    ),
    "draw.field_changed": _(
        "The list of entries has changed since the draw was announced; discard it and announce it anew."
    ),
    "entry.seed_range": _(
        "A place in the order of strength lies between 1 and {most}."
    ),
    "entry.seed_taken": _(
        "Place {seed} in the order of strength is that of {name}; take it from them first."
    ),
    "draw.nothing_swapped": _("Nothing has been changed by hand in this draft."),
    "draw.partners_stay": _(
        "Partners who were drawn are entered as pairs and stay so."
    ),
    "draw.later_rounds": _(
        "What came after this draw is based on it; it can no longer be taken back."
    ),
    "draw.round_begun": _(
        "Results or matches have begun at tables {tables}: the draw can no longer be taken back."
    ),
    "draw.wrong_state": _(
        "This step of the draw was already taken, or the draw was discarded."
    ),
    "desk.reason_needed": _(
        "Give a reason (at least three letters); it is shown in the log."
    ),
    "round.no_draw": _("There is no published draw yet."),
    "round.no_bracket": _("This event has no bracket."),
    "round.none_left": _("All rounds have been opened."),
    "round.draw_first": _(
        "Others are there than this round was drawn for: draw the rounds that are left first."
    ),
    "round.still_playing": _(
        "The last round is not finished. Tables without a result: {tables}."
    ),
    "archive.playing": _(
        "A match of this event is being played in the app; export it when that is over."
    ),
    "archive.no_club": _(
        "There is no club “{club}” here; found it first, with this address."
    ),
    "archive.does_not_fit": _(
        "The file is whole, but this service cannot hold it: is it of another version?"
    ),
    "archive.match_here": _(
        "The match {match} of this event is here already; an event is not imported beside itself."
    ),
    "undo.no_such_line": _("The log of this event has no such line."),
    "undo.too_old": _("Only the last {most} steps of the desk can be taken back."),
    "undo.in_the_way": _(
        "What was before has no place any more: a name or a place has been given to others."
    ),
    "pairing.not_found": _("There is no such pairing."),
    "result.not_your_table": _(
        "Only those who play at this table can report its result."
    ),
    "result.both_sides": _(
        "This device speaks for more than one side of this table; let the others use their own."
    ),
    "pairing.gone": _("This table is no longer there: its round was taken back."),
    "result.decided": _(
        "This result is already decided; only the desk can correct it."
    ),
    "result.played_in_app": _(
        "This match is played in the app; its result comes from there."
    ),
    "result.report_changed": _(
        "The other side has since reported something else; look again before you confirm."
    ),
    "table.not_in_app": _("This table is not played in the app."),
    "result.bye": _("Nothing is played here: the entry has no match in this round."),
    "result.round_closed": _(
        "Later rounds are built on this result: look at what would follow before you correct it."
    ),
    "result.winner_has_sets": _("Who wins has the sets that it takes to win."),
    "result.no_tantos": _("Of a match that was given up the tantos are left out."),
    "result.waits": _("This table waits: one side of it is not known yet."),
    "late.minutes": _("Minutes of lateness lie between 0 and {most}."),
    "late.no_rule": _("This event has no rule about coming late: set one first."),
    "sanction.no_such": _("A sanction is for one of this table: {allowed}."),
    "sanction.so_far": _("These are not sets at which this match can stand."),
    "conduct.two_sides": _("Here no two sides meet who could lose a set."),
    "conduct.in_app": _(
        "In the app no sets can be docked; the match can be lost as a whole."
    ),
    "substitute.no_such_place": _("This entry has no such player."),
    "correction.changed": _(
        "Something has changed since you looked: look again at what would follow."
    ),
    "correction.phase_closed": _(
        "Others have gone on by what is corrected here: say that they stay, or take back the draw of the next phase."
    ),
    "circuit.not_found": _("There is no such circuit."),
    "circuit.points": _(
        "A circuit has points for 1 to {most} places: never below 0, never more than a better place."
    ),
    "circuit.name": _("The circuit has no name."),
    "circuit.name_taken": _("There is a circuit called {name} already."),
    "circuit.no_such_event": _(
        "One of these events does not exist, or is still in preparation."
    ),
    "feeder.itself": _("An event cannot send its best to itself."),
    "feeder.places_or_per": _(
        "Say how many places there are, or for how many entries there is one; not both."
    ),
    "feeder.team_size": _(
        "There an entry has {there} players and here {here}: nobody can be sent on."
    ),
    "feeder.no_room": _(
        "There is no place left for {name}: make the event larger first."
    ),
    "draw.bans_unread": _(
        "Write who shall not come together as two numbers each, such as 3-7, 12-15."
    ),
    "draw.none_due": _("There is nothing to be drawn now."),
    "phase.not_over": _(
        "Phase {phase} is still being played; who goes on from it is not known yet."
    ),
    "finish.playing": _(
        "Phase {phase} is still being played: the event can be finished when that is over."
    ),
    "late.closed": _(
        "Nobody can come into this event any more: its first phase is not being played."
    ),
    "late.lives": _(
        "Nobody can come in any more: a round that was missed is a match lost, and no life would be left."
    ),
    "late.last_round": _("Nobody can come in any more: the last round is drawn."),
    "late.no_room": _(
        "There is no free place in this draw: nobody has a bye in the first round, or the second is open."
    ),
    "late.whole_pairs": _(
        "An entry needs {people} players here, since partners are drawn no more."
    ),
    "merge.same": _("These are one and the same entry."),
    "merge.other_event": _("The other entry belongs to another event."),
    "merge.plays": _(
        "{name} is in the draw already; merge the other entry into this one."
    ),
    "table.over": _("This match is over, or has no table."),
    "table.number": _("A table has a number from 1 to {most}."),
    "result.no_such_kind": _("A result is one of: {allowed}."),
    "result.no_winner": _("Nobody wins when both lose, or when the match is void."),
    "result.no_sets": _("Sets are only given for a match that was played."),
    "result.points_needed": _(
        "At this table each player has points: give those of all players."
    ),
    "result.sets_needed": _("At this table two sides meet: give the sets of both."),
    "result.played_or_void": _("At a table of several a result is played or void."),
    "result.winner_needed": _("Say which side won without play."),
}

SENTENCES.update(REFUSALS)
