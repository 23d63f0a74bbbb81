"""The sentences of what events refuse."""

from typing import Final

from django.utils.translation import gettext_noop as _

from core.messages import SENTENCES
from tournaments.journal.messages import REFUSALS as JOURNAL_REFUSALS
from tournaments.rules.messages import refusal_sentences
from tournaments.services.undo_rules import REFUSALS as UNDO_REFUSALS

REFUSALS: Final = {
    "calendar.bad": _("“{field}” of the calendar may be: {allowed}."),
    "calendar.no_day": _("Enter a day and a time, for example 2026-01-19 20:00."),
    "calendar.not_moved": _(
        "In this event, only the organiser can move a match to another day."
    ),
    "calendar.leagues_only": _(
        "Only league and group matches can be moved to another day."
    ),
    "needs.not_here": _(
        "What an entry still needs can be shown only when two sides meet "
        "and matches won decide the places."
    ),
    "phase.not_begun": _("This stage has not begun."),
    **refusal_sentences(),
    **JOURNAL_REFUSALS,
    **UNDO_REFUSALS,
    "event.organisers_only": _("Only the organisers of the club may do this."),
    "event.referees_only": _("Only organisers and referees of the club may do this."),
    "entry.own_only": _("You can only speak for your own entry."),
    "entry.too_many_here": _(
        "Many have signed up from this internet connection. In the venue, enter "
        "the venue code that the club shows there; elsewhere, try again in an hour."
    ),
    "entry.wrong_venue_code": _(
        "This is not the venue code of this event. It has six figures, and the club "
        "shows it in the venue."
    ),
    "entry.form_used": _(
        "This form has already entered somebody. Check what it says and send it again."
    ),
    "club.no_such_user": _("There is no user with this name."),
    "club.last_organiser": _("A club needs at least one organiser."),
    "club.too_many": _("You already organise {most} clubs, which is the limit."),
    "club.too_many_events": _(
        "This club has {most} unfinished events. Finish or cancel some of them first."
    ),
    "club.address_taken": _("Another club or page has this address; choose another."),
    "option.format_does_not_fit": _(
        "The format “{format}” does not suit this game. Available: {allowed}."
    ),
    "option.phase": _(
        "Stage {phase} needs a format that suits this game ({allowed}), "
        "its settings, and where its entries come from."
    ),
    "option.no_such_round": _("There is no round {round}. The rounds are: {allowed}."),
    "option.round_not_rules": _("Write the rules of a round as {allowed}."),
    "option.no_such_tie_break": _(
        "There is no tie-break {tie_break}. Available: {allowed}."
    ),
    "option.tie_break_twice": _("The tie-break {tie_break} is named twice."),
    "option.tie_break_last": _(
        "A list of tie-breaks must end with one of these, used only there: {allowed}."
    ),
    "event.not_found": _("There is no such event, or it is not public yet."),
    "event.deadline_after_start": _(
        "Registration cannot end after the event has started."
    ),
    "event.rules_frozen": _("The draw is published: the rules can no longer change."),
    "event.rules_bound": _(
        "A draw has been announced under these rules. Discard it before "
        "you change them."
    ),
    "event.not_in_app": _(
        "In the app this game is played in pairs. Individual play is only"
        " possible with real cards."
    ),
    "event.no_such_step": _("Possible actions for an event: {allowed}."),
    "event.wrong_state": _(
        "This cannot be done while the event is in its present state."
    ),
    "entry.not_found": _("There is no such entry."),
    "entry.closed": _("Registration is closed."),
    "entry.draw_made": _(
        "The draw has been announced. The list of entries can no longer change."
    ),
    "entry.not_in": _("This entry has been withdrawn, or plays with a drawn partner."),
    "entry.name_missing": _("Every player needs a name."),
    "entry.text_too_long": _("“{text}” is too long: at most {most} characters."),
    "entry.team_size": _(
        "Enter {people} players, or one player looking for a partner if "
        "the event allows it."
    ),
    "entry.one_player": _("This is an individual event: enter one player."),
    "entry.person_twice": _("{name} cannot be in a pair with themselves."),
    "entry.person_entered": _(
        "{name} is already entered. If this is somebody else, add a second surname or initial."
    ),
    "entry.partner_confirmed": _("The partner has already confirmed."),
    "entry.bad_key": _("This link is not valid, or has expired."),
    "csv.columns": _(
        "The first line must name the columns: {allowed}. Missing: {missing}."
    ),
    "csv.too_many_rows": _("This file has more than {most} rows, which is the limit."),
    "csv.broken_line": _("Line {line} of the file cannot be read as a row of a table."),
    "csv.empty": _("The file has no rows below its first line."),
    "draw.not_found": _("There is no such draw."),
    "draw.one_at_a_time": _(
        "Another draw has been announced; make it or discard it first."
    ),
    "draw.no_such_kind": _("A draw is one of: {allowed}."),
    "draw.too_few_singles": _(
        "There are fewer than {fewest} single players, so there are no "
        "partners to draw."
    ),
    "draw.singles_first": _(
        "{singles} single players have no partner yet: draw the partners first."
    ),
    "draw.field_changed": _(
        "The list of entries has changed since the draw was announced. "
        "Discard the draw and announce it again."
    ),
    "entry.seed_range": _("A seed is a number from 1 to {most}."),
    "entry.seed_taken": _("{name} already has seed {seed}. Remove it from them first."),
    "draw.nothing_swapped": _("Nothing in this draft has been changed by hand."),
    "draw.partners_stay": _(
        "Drawn partners have been entered as pairs and cannot be separated."
    ),
    "draw.later_rounds": _(
        "Later steps depend on this draw, so it can no longer be withdrawn."
    ),
    "draw.round_begun": _(
        "Play has started or results are in at tables {tables}, so the "
        "draw can no longer be withdrawn."
    ),
    "draw.wrong_state": _(
        "This step of the draw has already been done, or the draw was discarded."
    ),
    "desk.reason_needed": _(
        "Give a reason (at least three letters); it is shown in the log."
    ),
    "round.no_draw": _("There is no published draw yet."),
    "round.no_bracket": _("This event has no bracket."),
    "round.none_left": _("All rounds have been opened."),
    "round.draw_first": _(
        "The list of players has changed since this round was drawn. Draw"
        " the remaining rounds again first."
    ),
    "round.still_playing": _(
        "The last round is not finished. Tables without a result: {tables}."
    ),
    "archive.playing": _(
        "A match of this event is being played in the app; export it when that is over."
    ),
    "archive.no_club": _(
        "There is no club “{club}” here. Create it first, with this address."
    ),
    "archive.does_not_fit": _(
        "The file is complete, but this service cannot import it. Was it "
        "written by another version?"
    ),
    "archive.match_here": _(
        "Match {match} of this event is already here. An event cannot be "
        "imported twice."
    ),
    "undo.no_such_line": _("There is no such line in the log of this event."),
    "undo.too_old": _("Only the last {most} steps of the desk can be undone."),
    "undo.in_the_way": _(
        "The earlier state cannot be restored: its name or place has "
        "since been given to another entry."
    ),
    "pairing.not_found": _("There is no such pairing."),
    "result.not_your_table": _("Only the players at this table can report its result."),
    "result.both_sides": _(
        "This device acts for more than one side of this table. Each side"
        " must report on its own device."
    ),
    "pairing.gone": _("This table no longer exists: its round was withdrawn."),
    "result.changed": _(
        "Meanwhile another result was entered for this table. Compare it with yours, "
        "then enter yours again if it is the right one."
    ),
    "result.decided": _("This result is final. Only the organisers can correct it."),
    "result.played_in_app": _(
        "This match is played in the app; its result comes from there."
    ),
    "result.report_changed": _(
        "The other side has since reported a different result. Check it "
        "before you confirm."
    ),
    "table.not_in_app": _("This table is not played in the app."),
    "result.bye": _("There is no match here: the entry has no opponent in this round."),
    "result.round_closed": _(
        "Later rounds depend on this result. Check the effects before you correct it."
    ),
    "result.winner_has_sets": _(
        "The winner must have the number of sets needed to win."
    ),
    "result.no_tantos": _("Leave out the tantos of a match that was given up."),
    "result.waits": _("This table is waiting: one side is not known yet."),
    "late.minutes": _("Enter between 0 and {most} minutes of lateness."),
    "late.no_rule": _("This event has no rule for late arrival. Set one first."),
    "sanction.no_such": _("A sanction must be for an entry at this table: {allowed}."),
    "sanction.so_far": _("The match cannot have this score in sets."),
    "conduct.two_sides": _(
        "No set can be lost here, since this is not a match between two sides."
    ),
    "conduct.in_app": _(
        "Sets cannot be deducted in the app, only the whole match can be lost."
    ),
    "substitute.no_such_place": _("This entry has no such player."),
    "correction.changed": _(
        "Something has changed since you checked the effects. Check them again."
    ),
    "correction.phase_closed": _(
        "Other entries have advanced on the result corrected here. Choose"
        " to keep them, or withdraw the draw of the next stage."
    ),
    "circuit.not_found": _("There is no such circuit."),
    "circuit.points": _(
        "A circuit gives points for 1 to {most} places: never below 0, "
        "and never more than for a better place."
    ),
    "circuit.name": _("The circuit has no name."),
    "circuit.name_taken": _("There is already a circuit called {name}."),
    "circuit.no_such_event": _(
        "One of these events does not exist, or is still in preparation."
    ),
    "feeder.itself": _("An event cannot be its own qualifier."),
    "feeder.places_or_per": _(
        "Enter the number of places or the entries per place, not both."
    ),
    "feeder.team_size": _(
        "That event has {there} players per entry and this one {here}, so"
        " entries cannot qualify from one to the other."
    ),
    "feeder.no_room": _(
        "There is no place left for {name}. Add places to the event first."
    ),
    "draw.bans_unread": _(
        "Enter players to keep apart as pairs of numbers, for example 3-7, 12-15."
    ),
    "draw.none_due": _("There is nothing to draw now."),
    "phase.not_over": _(
        "Stage {phase} is still being played, so its qualifiers are not known yet."
    ),
    "finish.playing": _(
        "Stage {phase} is still being played. The event can be finished "
        "once it is over."
    ),
    "late.closed": _(
        "No more entries can join this event: its first stage is not being played."
    ),
    "late.lives": _(
        "No more entries can join: each missed round counts as a lost "
        "match, and no life would be left."
    ),
    "late.last_round": _("No more entries can join: the last round is drawn."),
    "late.others_wait": _(
        "{name} is first on the waiting list. Let them in first, or withdraw them if "
        "they have gone home."
    ),
    "late.full": _(
        "All {capacity} places are taken. Raise the number of places, or wait until "
        "somebody leaves."
    ),
    "late.no_room": _(
        "There is no free place in this draw: there is no bye in the "
        "first round, or the second round is already open."
    ),
    "late.whole_pairs": _(
        "An entry needs {people} players here, since partners are no longer drawn."
    ),
    "merge.same": _("These are the same entry."),
    "merge.other_event": _("The other entry belongs to another event."),
    "merge.plays": _(
        "{name} is already in the draw. Merge the other entry into this one."
    ),
    "table.over": _("This match is over, or has no table."),
    "table.number": _("A table number is from 1 to {most}."),
    "result.no_such_kind": _("A result is one of: {allowed}."),
    "result.no_winner": _("There is no winner when both lose or the match is void."),
    "result.no_sets": _("Enter sets only for a match that was played."),
    "result.points_needed": _("Enter the points of every player at this table."),
    "result.sets_needed": _("Enter the sets of both sides of this table."),
    "result.played_or_void": _(
        "With several players at a table, the result is either played or void."
    ),
    "result.winner_needed": _("Say which side won without play."),
}

SENTENCES.update(REFUSALS)
