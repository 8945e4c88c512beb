"""Without a clock: everybody says hit or pass before the verdict."""

from purrlor.core import Seat
from purrlor.games.addi_cats import AddiCats, Phase

from .notated import CALM, after, laid, shown


def test_only_the_player_in_turn_is_expected_to_turn_a_card() -> None:
    state = laid(CALM, "2 3 | 5", "4 |", "6 |")
    assert CALM.awaiting(state).seats == (0,)
    assert [str(action) for action in CALM.legal(state, Seat(0))] == ["turn"]


def test_after_each_card_everybody_decides_without_a_deadline() -> None:
    state = after(CALM, laid(CALM, "2 3 | 5", "4 |", "6 |"), "0 seat1 turn")
    assert CALM.awaiting(state).seats == (0, 1, 2)
    assert CALM.awaiting(state).simultaneous
    assert CALM.awaiting(state).deadline is None
    assert [str(action) for action in CALM.legal(state, Seat(1))] == ["hit", "pass"]


def test_nobody_sees_what_others_decided_before_the_last_has() -> None:
    state = after(CALM, laid(CALM, "2 3 | 5", "4 |", "6 |"), "0 seat1 turn", "0 seat1 hit")
    assert CALM.view(state, Seat(1)).decision is None
    assert CALM.view(state, Seat(0)).decision is True
    assert CALM.view(state, Seat(1)).decided == (True, False, False)


def test_a_single_right_hit_wins() -> None:
    state = after(CALM, laid(CALM, "14 3 | 5", "4 | 7+7", "6 | 20"), "0 seat1 turn")
    state = after(CALM, state, "0 seat2 hit", "0 seat1 pass", "0 seat3 pass")
    assert shown(state) == ["3 7+7 5 14 |", "4 |", "6 | 20"]
    assert CALM.awaiting(state).seats == (1,)


def test_chance_draws_the_fastest_of_the_right_hits() -> None:
    state = after(CALM, laid(CALM, "14 3 | 5", "4 | 7+7", "6 | 20"), "0 seat1 turn")
    state = after(CALM, state, "0 seat2 hit", "0 seat1 hit", "0 seat3 pass")
    assert state.tied == (0, 1)
    assert shown(after(CALM, state, "0 fate seat2 seat1"))[1] == "4 |"


def test_a_wrong_hit_is_greedy() -> None:
    state = after(CALM, laid(CALM, "14 3 | 5", "4 | 7+7", "6 | 20"), "0 seat1 turn")
    state = after(CALM, state, "0 seat2 pass", "0 seat1 pass", "0 seat3 hit")
    assert shown(state)[2] == "6 5 14 7+7 20 |"


def test_if_all_pass_the_next_in_line_turns_a_card() -> None:
    state = after(CALM, laid(CALM, "14 3 | 5", "4 |", "6 |"), "0 seat1 turn")
    state = after(CALM, state, "0 seat2 pass", "0 seat1 pass", "0 seat3 pass")
    assert CALM.awaiting(state).seats == (1,)


def test_in_a_chase_a_player_who_passes_is_last_and_chance_decides_among_several() -> None:
    state = after(CALM, laid(CALM, "chase 3 | 5", "4 | 8", "6 | 20"), "0 seat1 turn")
    state = after(CALM, state, "0 seat1 hit", "0 seat2 pass", "0 seat3 pass", "0 fate seat2 seat3")
    assert shown(state)[1:] == ["4 | 8", "6 20 |"]
    assert state.phase is Phase.DECIDE


def test_if_all_hit_in_a_chase_chance_draws_first_and_last() -> None:
    state = after(CALM, laid(CALM, "chase 3 | 5", "4 | 8", "6 | 20"), "0 seat1 turn")
    state = after(CALM, state, "0 seat1 hit", "0 seat2 hit", "0 seat3 hit", "0 fate seat3 seat1 seat2")
    assert shown(state)[1] == "4 8 |"
    assert state.fastest == 2


def test_a_trap_is_escaped_if_chance_draws_its_player_first() -> None:
    state = after(CALM, laid(CALM, "trap 3 | 5", "4 9 | 8", "6 | 20"), "0 seat1 turn")
    state = after(CALM, state, "0 seat1 hit", "0 seat2 hit", "0 seat3 pass")
    assert shown(after(CALM, state, "0 fate seat1 seat2"))[0] == "3 | 5 trap"
    assert shown(after(CALM, state, "0 fate seat2 seat1"))[0] == "3 4 6 | 5 trap"


def test_a_clock_strikes_at_once() -> None:
    state = after(CALM, laid(CALM, "clock 3 | 5", "4 9 | 8", "6 | 20"), "0 seat1 turn")
    assert shown(state) == ["| 5 clock 3", "9 | 8 4", "| 20 6"]


def test_at_the_end_everybody_decides_once_more_while_something_is_open() -> None:
    state = after(CALM, laid(CALM, "14 | 5", "| 7+7", "| 20"), "0 seat1 turn")
    assert after(CALM, state, "0 seat1 pass", "0 seat2 pass", "0 seat3 pass").phase is Phase.OVER
    assert after(CALM, state, "0 seat1 pass", "0 seat2 hit", "0 seat3 pass").won == ((1,),)


def test_after_a_decided_equality_at_the_end_another_one_may_be_hit() -> None:
    rules = AddiCats(seats=4, first=Seat(0), timed=False, most_cards=1)
    state = after(rules, laid(rules, "14 | 5", "2 | 7+7", "3 | 20", "4 | 10+10"), "0 seat1 turn")
    state = after(rules, state, "0 seat1 pass", "0 seat2 hit", "0 seat3 pass", "0 seat4 pass")
    assert state.phase is Phase.DECIDE


def test_the_clock_stands_still() -> None:
    state = after(CALM, laid(CALM, "14 3 | 5", "4 |", "6 |"), "700 seat1 turn", "900 seat2 pass")
    assert CALM.view(state, None).now == 0
