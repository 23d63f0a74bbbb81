"""Addresses of the pages of organisers and referees."""

from django.urls import path

from tournaments.pages.desk import (
    cancel,
    circuits,
    club,
    conduct_rules,
    correction,
    desk,
    draft,
    draw_withdrawal,
    entry,
    event_edit,
    finish,
    import_entries,
    log,
    match_sheet,
    plan,
    qualifiers,
    result,
    seeding,
    slips,
    substitution,
    table_move,
)

CLUB = "clubs/<slug:slug>"
EVENT = "events/<int:event_id>"
DESK = f"{EVENT}/desk"
ENTRY = "entries/<int:entry_id>/desk"
TABLE = "tables/<int:pairing_id>"

urlpatterns = [
    # A club and its circuits
    path("clubs/new/", club.club_new, name="club_new"),
    path(f"{CLUB}/desk/", club.club_desk, name="club_desk"),
    path(f"{CLUB}/events/new/", event_edit.event_new, name="event_new"),
    path(f"{CLUB}/circuits/new/", circuits.circuit_new, name="circuit_new"),
    path(
        "circuits/<int:circuit_id>/events/",
        circuits.circuit_events,
        name="circuit_events",
    ),
    # An event
    path(f"{EVENT}/edit/", event_edit.event_edit, name="event_edit"),
    path(f"{EVENT}/cancel/", cancel.cancel, name="event_cancel"),
    path(f"{EVENT}/finish/", finish.finish, name="event_finish"),
    path(f"{DESK}/", desk.desk, name="desk"),
    path(f"{DESK}/plan/", plan.plan, name="desk_plan"),
    path(f"{DESK}/import/", import_entries.import_entries, name="desk_import"),
    path(f"{DESK}/qualifiers/", qualifiers.qualifiers, name="desk_qualifiers"),
    path(f"{DESK}/conduct/", conduct_rules.conduct_rules, name="desk_conduct_rules"),
    path(f"{DESK}/draft/", draft.draft, name="desk_draft"),
    path(
        f"{DESK}/draws/<int:number>/take-back/",
        draw_withdrawal.withdraw_draw,
        name="desk_take_back",
    ),
    path(f"{DESK}/rounds/<int:number>/slips/", slips.slips, name="desk_slips"),
    path(f"{DESK}/log/", log.log, name="desk_log"),
    path(f"{DESK}/log/<int:number>/undo/", log.undo_step, name="desk_undo"),
    # An entry
    path(f"{ENTRY}/", entry.desk_entry, name="desk_entry"),
    path(f"{ENTRY}/correct/", entry.correct, name="desk_correct_entry"),
    path(f"{ENTRY}/leave/", entry.leave, name="desk_leave"),
    path(f"{ENTRY}/let-in/", entry.let_in, name="desk_let_in"),
    path(f"{ENTRY}/merge/", entry.merge, name="desk_merge"),
    path(f"{ENTRY}/seed/", seeding.seed, name="desk_seed"),
    path(f"{ENTRY}/substitute/", substitution.substitute, name="desk_substitute"),
    # A table
    path(f"{TABLE}/result/", result.result, name="desk_result"),
    path(f"{TABLE}/correct/", correction.correct, name="desk_correct"),
    path(f"{TABLE}/conduct/", match_sheet.match_sheet, name="desk_conduct"),
    path(f"{TABLE}/exposed/", result.expose_card, name="desk_exposed"),
    path(f"{TABLE}/move/", table_move.move_table, name="desk_move"),
]
