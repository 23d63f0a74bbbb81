"""What holds in every match, however it is played."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.mu import rules
from games.mu.rules.masks import members
from tests.games.rules.mu.tables import begun, played

OPTIONS = st.fixed_dictionaries(
    {
        "players": st.integers(3, 6),
        "target": st.integers(1, 120),
        "deals": st.integers(0, 4),
        "bonus_by": st.sampled_from(["bid", "achieved"]),
        "allow_same_trump": st.booleans(),
    }
)
SEEDS = st.integers(0, 2**32)
MATCHES = settings(max_examples=40, deadline=None)


def ended(
    seed: int, options: dict[str, Any]
) -> list[tuple[rules.State, dict[str, Any]]]:
    """After each deal of a match: the state, and what is told of the deal."""
    return [
        (after, rules.view(after, None)["last_deal"])
        for before, _, after in played(seed, options)
        if after.last and after.last is not before.last
    ]


@MATCHES
@given(OPTIONS, SEEDS)
def test_mu_2_and_4_the_cards_are_conserved(options: dict[str, Any], seed: int) -> None:
    for _, _, state in played(seed, options):
        if any(state.hands):
            held = [card for cards in state.hands for card in members(cards)]
            gone = [card for trick in state.tricks for card in trick.cards] + list(
                state.trick
            )
            assert sorted(held + gone) == list(rules.pack(begun(options["players"])))


@MATCHES
@given(OPTIONS, SEEDS)
def test_mu_40_the_points_on_cards_are_36_or_60_in_all(
    options: dict[str, Any], seed: int
) -> None:
    """MU-40, MU-B25: in each deal that is played, won or lost; none in a stalemate."""
    for _, last in ended(seed, options):
        whole = (
            0 if last["how"] == "stalemate" else 36 if options["players"] == 3 else 60
        )
        assert sum(last["taken"]) == whole
        assert last["points"] == [
            a + b for a, b in zip(last["taken"], last["side"], strict=True)
        ]


@MATCHES
@given(OPTIONS, SEEDS)
def test_what_a_deal_brings_without_the_cards_adds_up_as_it_must(
    options: dict[str, Any], seed: int
) -> None:
    """MU-16, MU-42, MU-44, MU-B9."""
    for _, last in ended(seed, options):
        in_all, bid = sum(last["side"]), last["bid"]
        if last["how"] == "stalemate":
            tied = sum(points != 0 for points in last["side"])
            assert in_all == (5 * bid * (tied - 1) - 10 * bid if bid else 0)
        elif last["how"] == "lost":
            assert in_all == {3: 0, 4: 0, 5: 5, 6: 10}[options["players"]] * (
                bid - last["rank"]
            )
        else:
            assert in_all == max(last["side"]) * (1 if options["players"] == 3 else 2)


@MATCHES
@given(OPTIONS, SEEDS)
def test_mu_10_no_step_of_the_auction_is_too_big_and_it_ends_as_soon_as_all_have_passed(
    options: dict[str, Any], seed: int
) -> None:
    """MU-7 to MU-13: counted again from what was said alone."""
    players = options["players"]
    for _, last in ended(seed, options):
        revealed, idle = [0] * players, 0
        for turn, bid in enumerate(last["bids"]):
            assert bid["seat"] == (last["dealer"] + turn) % players
            assert idle < players
            revealed[bid["seat"]] += len(bid["cards"])
            others = max(
                count for seat, count in enumerate(revealed) if seat != bid["seat"]
            )
            before = max(others, revealed[bid["seat"]] - len(bid["cards"]))
            assert not bid["cards"] or revealed[bid["seat"]] <= before + 1
            idle = 0 if bid["cards"] else idle + 1
        assert idle == players
        assert last["bid"] == max(revealed)
        assert (last["boss"] is None) == (revealed.count(max(revealed)) > 1)


@MATCHES
@given(OPTIONS, SEEDS)
def test_mu_19_to_22_boss_and_vice_follow_from_the_rows(
    options: dict[str, Any], seed: int
) -> None:
    """MU-15, MU-19 to MU-22, MU-B10 to B12: found again by sorting."""
    for _, last in ended(seed, options):
        rows: dict[int, str] = dict.fromkeys(range(options["players"]), "")
        for bid in last["bids"]:
            rows[bid["seat"]] += "".join(card[1] for card in bid["cards"])
        ranked = sorted(
            (
                (len(row), "".join(sorted(row)[::-1]), seat)
                for seat, row in rows.items()
            ),
            reverse=True,
        )
        if last["boss"] is not None:
            assert last["boss"] == ranked[0][2]
            second, third = ranked[1], ranked[2]
            no_vice = (
                options["players"] == 3 or not second[0] or second[:2] == third[:2]
            )
            assert last["vice"] == (None if no_vice else second[2])
            assert (last["partner"] is None) == (options["players"] == 3)
            assert (
                last["partner"] not in (last["boss"], last["vice"])
                or last["partner"] is None
            )


@MATCHES
@given(OPTIONS, SEEDS)
def test_mu_34_whoever_followed_another_suit_had_none_of_the_suit_led(
    options: dict[str, Any], seed: int
) -> None:
    """MU-33 to MU-35: looked up in the hands as they were."""

    def suit(card: str, trumps: set[str]) -> str:
        return "trump" if trumps & set(card) else card[0]

    for before, move, _ in played(seed, options):
        if before.phase == "tricks" and before.trick:
            view = rules.view(before, before.turn)
            trumps = {view["boss_trump"], view["vice_trump"]} - {"none", None}
            led = suit(view["trick"][0]["card"], trumps)
            own = [*view["hand"], *view["seats"][view["seat"]]["row"]]
            played_card = rules.text(move).removeprefix("play ")
            assert played_card in own
            assert suit(played_card, trumps) == led or led not in {
                suit(card, trumps) for card in own
            }


@MATCHES
@given(OPTIONS, SEEDS)
def test_mu_45_totals_are_the_sums_of_the_deals_and_the_match_ends_when_agreed(
    options: dict[str, Any], seed: int
) -> None:
    """MU-18, MU-45, MU-46, MU-B26."""
    states = [state for state, _ in ended(seed, options)]
    for number, state in enumerate(states, start=1):
        score = rules.score(state)
        assert score.won == tuple(map(sum, zip(*score.sets, strict=True)))
        assert len(score.sets) == number
        over = (
            number == options["deals"]
            if options["deals"]
            else max(score.won) >= options["target"]
        )
        assert (state.phase == "over") is over
        assert state.deal.dealer == (number - over) % options["players"]


@settings(max_examples=40, deadline=None)
@given(SEEDS, st.integers(3, 6))
def test_mu_45_a_match_to_200_ends(seed: int, players: int) -> None:
    *_, (_, _, state) = played(seed, {"players": players})
    assert max(rules.score(state).won) >= 200
