"""Moments in which somebody could hit, and their outcomes."""

from __future__ import annotations

import pytest

from purrlor.core import Match, Record, Seat
from purrlor.core.story import notes
from purrlor.games.addi_cats import Action, AddiCats, State, View
from purrlor.games.addi_cats.review import MomentOutcome, SeatMoments, review_seats
from purrlor.games.addi_cats.story import Greedy, WinsEquality, WinsFromOutside, WinsSumo
from purrlor.kit.review import skill_summary
from purrlor.lab.playout import play_out
from tests.games.addi_cats.notated import SMALL, recorded

CALM = AddiCats(seats=3, first=Seat(0), numbers_up_to=5, actions=(), timed=False)


THREE_CARDS = ("0 seat1 turn", "1000 timeout", "1500 seat2 turn", "2500 timeout", "2600 seat3 turn")


def looked(cards: str, *lines: str, rules: AddiCats = SMALL) -> tuple[SeatMoments, ...]:
    return review_seats(recorded(cards, *lines, rules=rules))


def test_the_fastest_won_and_the_other_was_beaten() -> None:
    ann, bob, cleo = looked("1+2 5 2+1", *THREE_CARDS, "3200 seat1 hit body", "3219 timeout")
    assert [(moment.outcome, moment.after) for moment in ann.moments] == [(MomentOutcome.WON, 600)]
    assert [(moment.outcome, moment.after, moment.by) for moment in cleo.moments] == [(MomentOutcome.BEATEN, None, 0)]
    assert bob.moments == []


def test_a_player_who_was_late_has_a_time_as_well() -> None:
    *_, cleo = looked("1+2 5 2+1", *THREE_CARDS, "3200 seat1 hit body", "3219 timeout", "3400 seat3 hit head")
    assert cleo.times == [800]


def test_both_have_times_in_the_same_moment() -> None:
    ann, _, cleo = looked("1+2 5 2+1", *THREE_CARDS, "3200 seat1 hit body", "3210 seat3 hit head", "3219 timeout")
    assert (ann.moments[0].outcome, cleo.moments[0].outcome) == (MomentOutcome.BEATEN, MomentOutcome.WON)
    assert (ann.times, cleo.times) == ([600], [610])


def test_what_the_next_card_covers_was_missed_with_all_it_was_worth() -> None:
    ann, _, cleo = looked("1+2 5 2+1 4", *THREE_CARDS, "3600 timeout", "3700 seat1 turn")
    assert ann.of(MomentOutcome.MISSED) == ann.moments
    assert (ann.missed_cards, cleo.missed_cards) == (1, 1)
    assert [str(card) for card in ann.moments[0].cards] == ["1+2", "2+1"]


def test_greed_costs_what_was_not_ones_own() -> None:
    ann, bob, _ = looked("1+2 5 2+2", *THREE_CARDS, "2900 seat1 hit body", "2919 timeout")
    assert ann.greed_cost == 2
    assert str(ann.grabs[0].newest) == "2+2"
    assert bob.grabs == []


def test_greedy_hits_have_signs_of_their_own() -> None:
    match = recorded("1+2 5 2+2", *THREE_CARDS, "2900 seat1 hit body", "2919 timeout")
    merit = skill_summary(match, Seat(0))
    assert merit is not None
    assert (merit.signs, merit.choices, merit.right) == ("d", 0, 0)


def test_greed_of_others_takes_equal_sums_away() -> None:
    ann, bob, _ = looked("1+2 5 2+1", *THREE_CARDS, "2900 seat2 hit body", "2919 timeout")
    assert ann.moments[0].outcome is MomentOutcome.GONE
    assert bob.greed_cost == 2


def test_without_a_clock_there_are_no_times() -> None:
    said = ("0 seat1 turn", *("0 seat1 pass", "0 seat2 pass", "0 seat3 pass", "0 seat2 turn"))
    ann, _, cleo = looked("1+2 3 4+4", *said, "0 seat1 hit", "0 seat2 pass", "0 seat3 pass", rules=CALM)
    assert ann.moments[0].outcome is MomentOutcome.WON
    assert ann.moments[0].hit
    assert ann.times == []
    assert cleo.moments == []


def test_signals_of_a_chase() -> None:
    rules = AddiCats(seats=3, first=Seat(0), numbers_up_to=5, actions=("chase",))
    ann, bob, cleo = looked("chase 5 2+2", "0 seat1 turn", "400 seat2 hit body", "700 seat1 hit body", "719 timeout",
                            rules=rules)  # fmt: skip
    assert (bob.signals, ann.signals, cleo.signals) == ([400], [700], [])
    assert (bob.chases_led, cleo.chases_last) == (1, 1)


@pytest.mark.slow
@pytest.mark.parametrize("timed", [True, False])
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_everything_that_was_won_is_found(seats: int, timed: bool) -> None:
    from purrlor.games.addi_cats.bots import LEVELS

    rules = AddiCats(seats=seats, timed=timed, most_cards=300)
    match: Match[State, Action, View] = play_out(
        rules, [LEVELS[seat % 4].make(rules) for seat in range(seats)], f"{seats}"
    )
    record = Record(rules, tuple(f"Cat {seat}" for seat in range(seats)), tuple(match.log))
    found = review_seats(record)
    told = [
        note
        for before, event, after in zip(match.states, match.log, match.states[1:], strict=False)
        for note in notes(rules, before, event, after, None)
    ]
    victories = [note for note in told if isinstance(note, WinsEquality | WinsFromOutside | WinsSumo)]
    greedy = [note for note in told if isinstance(note, Greedy)]
    assert sum(len(each.of(MomentOutcome.WON)) for each in found) == len(victories)
    assert sum(len(each.grabs) for each in found) == len(greedy)
    assert all(time > 0 for each in found for time in each.times)
