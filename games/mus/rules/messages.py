"""The English sentence for each refusal; its fields fill the `{names}`."""

from typing import Final

from core.refusals import N_
from games.rules import cards

REFUSALS: Final[dict[str, str]] = cards.REFUSALS | {
    "mus.score_not_possible": N_(
        "A match ends when one side has won {sets} sets and the other fewer."
    ),
    "mus.over": N_("The match is over."),
    "mus.waiting_for_deal": N_("The cards have not been dealt yet."),
    "mus.already_dealt": N_("The cards have already been dealt."),
    "mus.wrong_pack": N_("These are not the cards to be dealt now."),
    "mus.not_your_turn": N_("It is not your turn."),
    "mus.mus_or_no_mus": N_("First say mus or no mus."),
    "mus.must_discard": N_("Everyone said mus: now discard at least one card."),
    "mus.card_seen": N_(
        "A card was seen while dealing: everyone may discard now, and no one can refuse."
    ),
    "mus.discard_at_least_one": N_("Discard at least {min} card."),
    "mus.not_in_hand": N_("You do not hold the card {card}."),
    "mus.nothing_dealt": N_(
        "A card can only be seen while cards are being dealt, before anyone has spoken."
    ),
    "mus.mano_decides": N_(
        "A card was seen: mano decides whether there is an exchange."
    ),
    "mus.keep_or_show": N_("First say whether you keep your hand or show a 4-5-6-7."),
    "mus.not_4567": N_("Only a 4-5-6-7 can be shown for four new cards."),
    "mus.announce_pares": N_("First say whether you have pares."),
    "mus.announce_juego": N_("First say whether you have juego."),
    "mus.nothing_to_announce": N_("There is nothing to announce now."),
    "mus.mus_is_over": N_("A player said no mus: cards are no longer exchanged."),
    "mus.nothing_to_answer": N_("There is no offer to answer."),
    "mus.must_answer": N_("There is an offer: say quiero or no quiero, or raise it."),
    "mus.ordago_only_answer": N_(
        "An órdago can only be answered by quiero or no quiero."
    ),
    "mus.bet_too_small": N_("Offer or raise by at least {min}."),
    "mus.unknown_move": N_("“{text}” is not a move."),
    "mus.offer_too_large": N_("An offer is at most {max}: no set has more points."),
    "sign.off": N_("No signs are made at this table."),
    "sign.unknown": N_("That is not a sign at this table. The signs are: {allowed}."),
    "sign.not_now": N_("That sign cannot be made now."),
    "sign.untrue": N_(
        "That sign is not true of your cards. The referee can see that you tried it."
    ),
    "look.off": N_(
        "Signs cannot be caught at this table, so there is no need to look up."
    ),
    "talk.off": N_("At this table only the calls of the game may be said."),
    "talk.unknown": N_("Only the fixed phrases may be said at this table: {allowed}."),
}
