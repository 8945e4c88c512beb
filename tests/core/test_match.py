from __future__ import annotations

from typing import Any

import pytest

from purrlor.core import (
    Act,
    Awaiting,
    Fate,
    Fates,
    IllegalEvent,
    Match,
    Millis,
    Seat,
    Timeout,
    fate_key,
    secret_from_text,
)
from purrlor.core.match import Refusal
from purrlor.games.yatzy import State, Yatzy
from tests.laws.toys import Bids, Bury, Climb, Die, Move, Snap

AGAIN, STOP, DONE, HIT = Move("again"), Move("stop"), Move("done"), Move("hit")
ONE, TWO, THREE = Seat(0), Seat(1), Seat(2)


def fates() -> Fates:
    return Fates(fate_key(secret_from_text("match")))


def dealt() -> Match[Any, Any, Any]:
    return Match(Bury(), log=[Fate((1, 2, 3, 4, 5, 6))])


def bids(*moves: tuple[Seat, Move]) -> Match[Any, Any, Any]:
    return Match(Bids(), log=[Act(seat, move) for seat, move in moves])


def test_push_folds_events_into_states() -> None:
    match = Match(Climb())
    match.push(Fate((4,)))
    assert match.act(ONE, STOP) == Die(taken=(4,))
    assert match.states == (Die(), Die(die=4, rolls_left=2), Die(taken=(4,)))


def test_illegal_event_changes_nothing() -> None:
    match = Match(Climb(), log=[Fate((4,))])
    with pytest.raises(IllegalEvent, match="it is not seat 2’s turn: awaiting seat 1"):
        match.act(TWO, STOP)
    assert match.log == (Fate((4,)),)
    assert len(match.states) == 2


def test_refusal_says_what_is_possible() -> None:
    match = Match(Climb(), log=[Fate((4,))])
    with pytest.raises(IllegalEvent, match="seat 1 cannot dance now; possible: again, stop"):
        match.act(ONE, Move("dance"))


def test_nothing_happens_after_the_end() -> None:
    match = Match(Climb(seats=1), log=[Fate((4,)), Act(ONE, STOP)])
    assert match.over
    with pytest.raises(IllegalEvent, match="the match is over"):
        match.act(ONE, STOP)


class Pause(Climb):
    """Rules in which only time passes."""

    def awaiting(self, state: Die) -> Awaiting:  # noqa: ARG002
        return Awaiting(deadline=Millis(1000))


def test_refusal_says_that_time_has_to_pass() -> None:
    with pytest.raises(IllegalEvent, match="it is not seat 1’s turn: nobody acts until the time is up"):
        Match(Pause()).act(ONE, STOP)


def test_log_replays_without_the_seed() -> None:
    match = Match(Climb(seats=1), fates())
    match.settle()
    match.act(ONE, AGAIN)
    match.settle()
    assert Match(Climb(seats=1), log=match.log).states == match.states


def test_match_without_fates_draws_nothing() -> None:
    with pytest.raises(IllegalEvent, match="its dice and deals come from a log"):
        Match(Climb()).draw()


def test_nothing_can_be_drawn_when_no_chance_is_expected() -> None:
    match = Match(Climb(), fates())
    match.settle()
    with pytest.raises(IllegalEvent, match="nothing is left to chance now"):
        match.draw()


def test_undone_fate_comes_again() -> None:
    match = Match(Climb(), fates())
    first = match.draw()
    assert match.undo() == first
    assert match.draw() == first


def test_undo_returns_to_the_state_before() -> None:
    match = Match(Climb(), log=[Fate((4,)), Act(ONE, STOP)])
    assert match.undo() == Act(ONE, STOP)
    assert match.state == Die(die=4, rolls_left=2)


def test_empty_match_has_nothing_to_undo() -> None:
    with pytest.raises(IllegalEvent, match="nothing to undo"):
        Match(Climb()).undo()


def test_a_match_keeps_its_events() -> None:
    match = Match(Climb(), log=[Fate((4,)), Act(ONE, STOP), Fate((2,))])
    waiting = [match.awaiting_after(number) for number in range(4)]
    steps = [(1, Fate((4,))), (2, Act(ONE, STOP)), (3, Fate((2,)))]
    assert [(number, step.event) for number, step in match.steps(0)] == steps
    assert [step.state for _, step in match.steps(0)] == [match.state_after(number) for number in (1, 2, 3)]
    assert [step.awaiting for _, step in match.steps(0)] == waiting[:-1]
    assert [number for number, _ in match.steps(1, 2)] == [2]
    assert waiting[-1] == match.awaiting


def test_match_knows_whether_anything_was_hidden() -> None:
    match = Match(Bury(), log=[Fate((1, 2, 3, 4, 5, 6))])
    assert match.hides_since(0)
    assert not match.hides_since(1)
    match.undo()
    assert not match.hides_since(0)
    assert not Match(Climb(), log=[Fate((4,)), Act(ONE, STOP)]).hides_since(0)
    assert bids((ONE, DONE)).hides_since(0)


def test_time_runs_forward() -> None:
    match = Match(Climb(), log=[Fate((4,), Millis(500))])
    with pytest.raises(IllegalEvent, match="499 ms comes after 500 ms"):
        match.act(ONE, STOP, Millis(499))
    match.act(ONE, STOP)
    assert match.now == 500


def test_time_starts_at_zero() -> None:
    with pytest.raises(IllegalEvent, match="time runs forward"):
        Match(Climb()).push(Fate((4,), Millis(-1)))


def test_timeout_comes_at_the_deadline_and_not_before() -> None:
    match = Match(Snap(), log=[Fate((2,), Millis(100))])
    with pytest.raises(IllegalEvent, match="the deadline is at 1100 ms, not yet at 1099 ms"):
        match.time_out(Millis(1099))
    match.time_out(Millis(1100))
    assert match.log[-1] == Timeout(Millis(1100))


def test_act_counts_until_the_deadline_and_not_after() -> None:
    match = Match(Snap(), log=[Fate((2,), Millis(100))])
    with pytest.raises(IllegalEvent, match="too late: the time ran out at 1100 ms"):
        match.act(ONE, HIT, Millis(1101))
    match.act(ONE, HIT, Millis(1100))
    assert match.scores == (1, 0)


def test_own_last_act_can_be_taken_back() -> None:
    match = Match(Climb(), log=[Fate((4,)), Act(ONE, STOP)])
    assert match.take_back_refusal(ONE) is None
    assert match.take_back_refusal(TWO) == Refusal.OTHERS


def test_nothing_is_taken_back_before_anything_happened() -> None:
    assert Match(Climb()).take_back_refusal(ONE) == Refusal.NOTHING


def test_nothing_is_taken_back_after_fate() -> None:
    match = Match(Climb(), log=[Fate((4,)), Act(ONE, AGAIN), Fate((1,))])
    assert match.take_back_refusal(ONE) == Refusal.FATE


def test_nothing_is_taken_back_from_a_race() -> None:
    match = Match(Snap(), log=[Fate((1,)), Act(ONE, HIT)])
    assert match.take_back_refusal(ONE) == match.take_back_refusal(ONE, from_bots=True) == Refusal.CLOCK


def test_nothing_is_taken_back_after_a_timeout() -> None:
    match = Match(Snap(), log=[Fate((1,)), Timeout(Millis(1000))])
    assert match.take_back_refusal(ONE) == Refusal.TIMEOUT


def test_card_played_from_a_hidden_hand_is_not_taken_back() -> None:
    match = dealt()
    for seat, move in [(ONE, Move("bury", 1)), (TWO, Move("bury", 4)), (ONE, Move("play", 2))]:
        match.act(seat, move)
    assert match.take_back_refusal(ONE) == Refusal.SEEN


def test_from_bots_acts_are_taken_back_with_what_came_after_until_the_deal() -> None:
    match = dealt()
    for seat, move in [(ONE, Move("bury", 1)), (TWO, Move("bury", 4)), (ONE, Move("play", 2)), (TWO, Move("play", 5))]:
        match.act(seat, move)
    taken = [match.take_back(ONE, from_bots=True) for _ in range(2)]
    assert taken == [Act(ONE, Move("play", 2)), Act(ONE, Move("bury", 1))]
    assert match.log == dealt().log
    assert match.take_back_refusal(ONE, from_bots=True) == Refusal.FATE


def test_from_bots_nothing_is_taken_back_before_the_own_first_act() -> None:
    assert bids((TWO, DONE)).take_back_refusal(ONE, from_bots=True) == Refusal.NOTHING


def test_from_bots_nothing_is_taken_back_that_another_match_began_with() -> None:
    match = bids((ONE, DONE), (TWO, DONE), (THREE, DONE)).fork(3)
    assert match.take_back_refusal(ONE, from_bots=True) == Refusal.NOTHING


def test_bots_acts_of_the_same_simultaneous_turn_stay() -> None:
    match = bids((ONE, DONE), (TWO, DONE))
    assert match.take_back(ONE, from_bots=True) == Act(ONE, DONE)
    assert match.log == (Act(TWO, DONE),)


def test_hidden_act_of_an_unfinished_simultaneous_turn_is_taken_back() -> None:
    assert bids((ONE, Move("add", 1))).take_back_refusal(ONE) is None


def test_done_is_taken_back_while_others_still_choose() -> None:
    assert bids((ONE, DONE)).take_back_refusal(ONE) is None


def test_last_of_a_simultaneous_turn_cannot_take_back_what_showed_the_others() -> None:
    match = bids((ONE, DONE), (TWO, DONE), (THREE, DONE))
    assert match.take_back_refusal(THREE) == Refusal.SEEN


def test_end_of_a_simultaneous_match_is_not_taken_back() -> None:
    match = bids(*[(seat, DONE) for seat in (ONE, TWO, THREE)] * 2)
    assert match.over
    assert match.take_back_refusal(THREE) == Refusal.SEEN


def test_done_is_taken_back_though_others_acted_since() -> None:
    match = bids((ONE, Move("add", 1)), (ONE, DONE), (TWO, Move("add", 2)), (THREE, DONE))
    assert match.take_back_refusal(ONE) is None
    assert match.take_back(ONE) == Act(ONE, DONE)
    assert match.log == bids((ONE, Move("add", 1)), (TWO, Move("add", 2)), (THREE, DONE)).log
    assert match.legal(ONE) == (Move("add", 1), Move("add", 2), DONE)


def test_acts_of_a_simultaneous_turn_are_taken_back_one_by_one() -> None:
    match = bids((ONE, Move("add", 1)), (TWO, DONE), (ONE, DONE), (THREE, Move("add", 2)))
    assert [match.take_back(ONE), match.take_back(ONE)] == [Act(ONE, DONE), Act(ONE, Move("add", 1))]
    assert match.take_back_refusal(ONE) == Refusal.OTHERS
    assert match.log == bids((TWO, DONE), (THREE, Move("add", 2))).log


def test_a_finished_simultaneous_turn_is_not_taken_back_in_the_next_one() -> None:
    match = bids((TWO, DONE), (THREE, DONE), (ONE, DONE), (TWO, Move("add", 1)))
    assert match.take_back_refusal(ONE) == Refusal.SEEN
    assert match.take_back_refusal(THREE) == Refusal.OTHERS


def test_what_is_refused_stays() -> None:
    match = Match(Climb(), log=[Fate((4,)), Act(ONE, STOP)])
    with pytest.raises(IllegalEvent, match="seat 2 cannot take back: somebody else has acted since"):
        match.take_back(TWO)
    assert match.take_back(ONE) == Act(ONE, STOP)
    assert match.log == (Fate((4,)),)


def test_match_says_what_it_is() -> None:
    assert repr(Match(Climb(), log=[Fate((4,))])) == "<Match of Climb(seats=2), 1 events>"


def test_the_highest_score_wins_and_equal_ones_share() -> None:
    assert Match(Yatzy(seats=2)).winners == (0, 1)


def test_rules_may_break_ties_themselves() -> None:
    assert Match(LastWins(seats=3)).winners == (2,)


class LastWins(Yatzy):
    def winners(self, state: State) -> tuple[Seat, ...]:
        return (Seat(len(state.sheets) - 1),)
