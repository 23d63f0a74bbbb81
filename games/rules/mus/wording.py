"""The English sentence for each refusal; `{names}` are filled from the refusal's fields."""

from typing import Final

from games.rules import cards

REFUSALS: Final[dict[str, str]] = cards.REFUSALS | {
    "mus.over": "The match is over.",
    "mus.waiting_for_deal": "The cards have not been dealt yet.",
    "mus.already_dealt": "The cards have been dealt already.",
    "mus.wrong_pack": "These are not the cards to be dealt now.",
    "mus.not_your_turn": "It is not your turn.",
    "mus.mus_or_no_mus": "First say mus or no mus.",
    "mus.must_discard": "All said mus: now discard at least one card.",
    "mus.card_seen": "A card was seen while dealing: now all may discard, nobody can prevent it.",
    "mus.discard_at_least_one": "Discard at least {min} card.",
    "mus.not_in_hand": "You do not hold the card {card}.",
    "mus.mus_is_over": "Somebody said no mus: cards are no longer exchanged.",
    "mus.nothing_to_answer": "There is no offer to answer.",
    "mus.must_answer": "There is an offer: say quiero or no quiero, or raise it.",
    "mus.ordago_only_answer": "An órdago can only be answered by quiero or no quiero.",
    "mus.bet_too_small": "Offer or raise by at least {min}.",
    "mus.unknown_move": "“{text}” is not a move.",
    "mus.unknown_option": "There is no option “{option}”; there are {allowed}.",
    "mus.bad_option": "“{option}” may be {allowed}.",
}
