"""The English sentence for each refusal; its fields fill the `{names}`."""

from collections.abc import Mapping
from typing import Final

from core.refusals import N_
from games.rules import cards

REFUSALS: Final[Mapping[str, str]] = {
    **cards.REFUSALS,
    "mu.sum_not_possible": N_(
        "With four or more players the totals add up to a multiple of 5; these add up to {sum}."
    ),
    "mu.total_too_high": N_("A player ends with at most {most} points, not {total}."),
    "mu.total_too_low": N_("A player ends with at least {least} points, not {total}."),
    "mu.over": N_("The match is over."),
    "mu.waiting_for_deal": N_("The cards have not been dealt yet."),
    "mu.already_dealt": N_("The cards have already been dealt."),
    "mu.wrong_pack": N_("These are not the cards to be dealt now."),
    "mu.reveal_or_pass": N_("The auction is on: reveal cards, or pass."),
    "mu.reveal_at_least_one": N_("Reveal at least one card, or pass."),
    "mu.not_in_hand": N_("Reveal only cards that are still in your hand."),
    "mu.nothing_to_reveal": N_("You have no card left to reveal."),
    "mu.too_many": N_("That is too many: you may reveal at most {max} now."),
    "mu.name_trump": N_("Now name a trump."),
    "mu.vice_must_name": N_(
        "The vice must name a trump; only the boss may choose no trump."
    ),
    "mu.not_on_row": N_("Name a colour or a digit that is on your revealed cards."),
    "mu.same_trump": N_(
        "The vice has named this trump. At this table the boss must name another one, or none."
    ),
    "mu.choose_partner": N_("Now choose your partner."),
    "mu.not_a_partner": N_("Choose another player: not yourself, and not the vice."),
    "mu.play_a_card": N_("Now play a card."),
    "mu.not_held": N_("You do not hold that card."),
    "mu.follow_suit": N_("Follow suit: you hold a card of the suit led."),
    "mu.unknown_move": N_("“{text}” is not a move."),
}
