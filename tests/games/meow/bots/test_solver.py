"""The exact solver against trying everything by the rules."""

from random import Random

import numpy as np
import pytest

from purrlor.core import Act, Seat
from purrlor.games.meow import ALL_CARDS, Action, Meow, State, winning_place
from purrlor.games.meow.bots.search.decision import CardDecision
from purrlor.games.meow.bots.search.solver import (
    ENDLESS,
    answers_that_win,
    different,
    endgame,
    last_tricks,
    solve,
    solve_deals,
    solve_positions,
)
from purrlor.games.meow.bots.search.values import duel_values, in_points, values_of_view
from purrlor.games.meow.kernels import fast_rules
from purrlor.games.meow.kernels.bits import bits_of, cards_of, highest
from tests.games.meow.notated import cards, dealt, randomly

pytestmark = pytest.mark.slow

DUELS = [Meow(seats=2, expert=expert) for expert in (False, True)]


def near_the_end(rules: Meow, random: Random, tricks: int) -> State:
    """A position of the last round with a number of tricks to play, one perhaps begun."""
    states = randomly(rules, random).states
    return random.choice(
        [state for state in states if not state.box and len(state.row) == tricks and state.turn is not None]
    )


def leads_by_the_rules(rules: Meow, state: State, known: dict[State, tuple[float, ...]]) -> tuple[float, ...]:
    """Every seat's final points ahead of the mean of the others, if each plays for its own best."""
    if state.turn is None:
        scores, others = rules.scores(state), rules.seats - 1
        return tuple((rules.seats * score - sum(scores)) / others for score in scores)
    if state not in known:
        known[state] = max(card_leads(rules, state, known).values(), key=lambda leads: leads[state.turn or 0])
    return known[state]


def card_leads(rules: Meow, state: State, known: dict[State, tuple[float, ...]]) -> dict[Action, tuple[float, ...]]:
    seat = Seat(state.turn or 0)
    actions = rules.legal(state, seat)
    return {action: leads_by_the_rules(rules, rules.apply(state, Act(seat, action)), known) for action in actions}


def solved(rules: Meow, state: State) -> list[float]:
    """Return the solver's value of each legal card."""
    seat = Seat(state.turn or 0)
    situation = CardDecision(rules.view(state, seat), rules.legal(state, seat), points=True)
    deal = np.array([[bits_of(hand) for hand in state.hands]], np.int64)
    return [float(worth) for worth in situation.solved(deal)[0]]


@pytest.mark.parametrize("rules", DUELS, ids=["players", "experts"])
@pytest.mark.parametrize(("tricks", "positions"), [(2, 40), (3, 40), (4, 20), (5, 1)])
def test_every_card_has_the_worth_that_trying_everything_gives_it(rules: Meow, tricks: int, positions: int) -> None:
    random = Random(f"solver {rules} {tricks}")
    for _ in range(positions):
        state = near_the_end(rules, random, tricks)
        meant = [leads[state.turn or 0] for leads in card_leads(rules, state, {}).values()]
        assert solved(rules, state) == pytest.approx(meant, abs=1e-5)


def test_a_narrow_window_gives_a_bound_on_the_right_side() -> None:
    rules, random = DUELS[1], Random("window")
    for _ in range(60):
        state = next(s for s in randomly(rules, random).states if not s.box and len(s.row) == 6 and not s.trick)
        own, other = (bits_of(state.hands[seat]) for seat in (state.turn or 0, 1 - (state.turn or 0)))
        game = endgame(duel_values(in_points(values_of_view(rules.view(state, None)))))
        exact = solve(game, own, other, state.turn or 0, 0, 0, 0, -ENDLESS, ENDLESS)
        for middle in (exact - 3_000_000, exact + 3_000_000):
            found = solve(game, own, other, state.turn or 0, 0, 0, 0, middle, middle + 1)
            assert (found <= middle) == (exact <= middle)


def test_what_was_remembered_does_not_change_an_answer() -> None:
    rules = DUELS[1]
    state = next(s for s in randomly(rules, Random("memory")).states if len(s.row) == 9 and s.turn is not None)
    game = endgame(duel_values(values_of_view(rules.view(state, None))))
    deal = np.array([[bits_of(hand) for hand in state.hands]] * 2, np.int64)
    found = np.empty(2)
    solve_positions(game, deal, state.turn or 0, 0, found)
    assert found[0] == found[1]


def test_a_seats_best_card_is_worth_what_its_position_is() -> None:
    rules = DUELS[1]
    state = next(s for s in randomly(rules, Random("best")).states if len(s.row) == 9 and s.turn is not None)
    seat = state.turn or 0
    game = endgame(duel_values(values_of_view(rules.view(state, None))))
    deal = np.array([[bits_of(hand) for hand in state.hands]], np.int64)
    legal = np.array([bits_of([card]) for card in state.hands[seat]], np.int64)
    each, whole = np.empty((1, len(legal))), np.empty(1)
    solve_deals(game, deal, legal, seat, 0, each)
    solve_positions(game, deal, seat, 0, whole)
    assert each.max() == whole[0]


def test_which_answers_win_is_what_the_rules_say() -> None:
    for lead in ALL_CARDS:
        winning = cards_of(answers_that_win(bits_of([lead])))
        assert set(winning) == {card for card in ALL_CARDS if card != lead and winning_place([lead, card]) == 1}


@pytest.mark.parametrize(
    ("own", "other", "kept"),
    [
        ("P3 P4 P5", "B7", "P3"),
        ("P3 P5", "P4", "P3 P5"),
        ("P3 P5", "B4", "P3"),
        ("P17 P18", "P1", "P17 P18"),
        ("P1 P2", "P18", "P1 P2"),
        ("P1 P2 P18", "B1", "P1"),
        ("P18 B1", "G2", "P18 B1"),
    ],
)
def test_cards_with_nothing_between_them_are_equal(own: str, other: str, kept: str) -> None:
    assert cards_of(different(bits_of(cards(own)), bits_of(cards(other)))) == cards(kept)


def test_the_highest_bit() -> None:
    assert [highest(bits) for bits in (0, 1, 6, 1 << 53 | 5)] == [0, 1, 4, 1 << 53]


@pytest.mark.parametrize("rules", [Meow(seats=3), Meow(seats=4, expert=True)], ids=["three", "four experts"])
def test_more_seats_each_for_its_own_best(rules: Meow) -> None:
    random = Random("maxn")
    for tricks in (1, 2, 2, 2):
        state = near_the_end(rules, random, tricks)
        seat = Seat(state.turn or 0)
        situation = CardDecision(rules.view(state, seat), rules.legal(state, seat), points=True)
        start = fast_rules.position(situation.view, [bits_of(hand) for hand in state.hands])
        found = np.empty(len(situation.cards))
        last_tricks(situation.table, start, situation.round_values, situation.cards, found)
        meant = [leads[seat] for leads in card_leads(rules, state, {}).values()]
        assert list(found) == pytest.approx(meant)


def test_the_one_waits_for_the_eighteen() -> None:
    """Seat 1 leads the 18 in vain: the other has kept the 1, and wins the bowl with it."""
    state = dealt("P18 B2", "P1 B3", row="+10 +1")
    assert solved(Meow(seats=2), state) == [-9 - 2, 9 - 20] or solved(Meow(seats=2), state)[0] < 0
