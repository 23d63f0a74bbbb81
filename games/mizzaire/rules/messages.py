"""The English sentence for each refusal; its fields fill the `{names}`."""

from typing import Final

from core.refusals import N_
from games.rules import cards

REFUSALS: Final[dict[str, str]] = cards.REFUSALS | {
    "mizzaire.total_not_possible": N_(
        "A player ends with between {least} and {most} points, not {total}."
    ),
    "mizzaire.sum_not_possible": N_(
        "The totals must add up to between {least} and {most} points; "
        "these add up to {sum}."
    ),
    "mizzaire.over": N_("The match is over."),
    "mizzaire.waiting_for_deal": N_("The cards have not been dealt yet."),
    "mizzaire.already_dealt": N_("The cards have already been dealt."),
    "mizzaire.wrong_pack": N_("These are not the cards to be dealt now."),
    "mizzaire.call_first": N_(
        "First every player calls how many tricks they will win."
    ),
    "mizzaire.calls_are_over": N_("The calls are over: now play a card."),
    "mizzaire.call_too_high": N_("In this round there are only {tricks} tricks."),
    "mizzaire.forbidden_call": N_(
        "The dealer may not call this: the calls must not add up to {tricks}, the number of tricks."
    ),
    "mizzaire.follow_suit": N_(
        "Follow suit: you hold a card of the suit that was led."
    ),
    "mizzaire.not_in_hand": N_("You do not hold this card."),
    "mizzaire.unknown_move": N_("“{text}” is not a move."),
}
