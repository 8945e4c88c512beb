from __future__ import annotations

from random import Random
from typing import Any

import pytest

from purrlor.core import Game, Seat
from purrlor.core.laws import LAWS, Disguise, LawBroken, check
from tests.laws import faults
from tests.laws.toys import Bids, Bury, Cards, Climb, HighDie, Snap, disguise_bury, disguise_dice


@pytest.mark.parametrize(
    "game", [Climb(seats=1), Climb(), Climb(seats=4), Bids(), Bids(seats=2), Snap(), Snap(seats=4)]
)
def test_open_toys_obey_all_laws(game: Game[Any, Any, Any]) -> None:
    check(game, matches=40)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3])
def test_hidden_toy_obeys_all_laws(seats: int) -> None:
    check(Bury(seats), disguise=disguise_bury, matches=40)


def fault_name(value: object) -> str:
    return value if isinstance(value, str) else type(value).__name__


def broken_law(game: Game[Any, Any, Any], disguise: Disguise[Any] | None = None, most_events: int = 300) -> str:
    with pytest.raises(LawBroken) as caught:
        check(game, disguise=disguise, most_events=most_events)
    return caught.value.law


FAULTS: list[tuple[Game[Any, Any, Any], str]] = [
    (faults.ChangesRules(), "rules_are_values"),
    (faults.ChangesStateInPlace(), "states_never_change"),
    (faults.AwaitsStranger(), "awaiting_is_well_formed"),
    (faults.AwaitsChanceAndSeat(), "awaiting_is_well_formed"),
    (faults.IdleSeatHasActions(), "awaited_seats_can_act"),
    (faults.AwaitedSeatHasNone(), "awaited_seats_can_act"),
    (faults.RefusesLegal(), "what_is_awaited_applies"),
    (faults.CrashesOnFate(), "what_is_awaited_applies"),
    (faults.RefusesLastMoment(), "what_is_awaited_applies"),
    (faults.NeverEnds(), "matches_end"),
    (faults.ScoresOneSeat(), "scores_fit_the_seats"),
    (faults.ImpureView(), "questions_are_pure"),
    (faults.RandomInApply(), "logs_replay"),
    (faults.ReplayDrawsAgain(), "logs_replay"),
    (faults.RandomInSample(), "same_seed_same_match"),
    (faults.AcceptsWrongSeat(), "only_awaited_seats_act"),
    (faults.RefusesWithKeyError(), "only_awaited_seats_act"),
    (faults.RefusalLeavesTrace(), "only_awaited_seats_act"),
    (faults.AcceptsIllegalAction(), "only_legal_actions_are_accepted"),
    (faults.AcceptsAnyFate(), "only_possible_fates_are_accepted"),
    (faults.AcceptsFateUnasked(), "only_possible_fates_are_accepted"),
    (faults.AcceptsEarlyTimeout(), "no_timeout_before_the_deadline"),
    (faults.AcceptsLateAct(), "no_act_after_the_deadline"),
    (faults.AcceptsActAfterEnd(), "nothing_follows_the_end"),
    (faults.AcceptsTimeoutAfterEnd(), "nothing_follows_the_end"),
    (faults.OrderMatters(), "simultaneous_acts_commute"),
    (faults.OthersLimitActions(), "simultaneous_acts_commute"),
    (faults.ShowsTooEarly(), "simultaneous_acts_are_hidden"),
    (faults.ShowsSumTooEarly(), "simultaneous_acts_are_hidden"),
    (faults.ShowsWhenSecondIsDone(), "simultaneous_acts_are_hidden"),
    (faults.ShowsWhoIsDone(), "simultaneous_acts_are_hidden"),
    (faults.ShowsWhoIsDone(seats=2), "simultaneous_acts_are_hidden"),
    (faults.ShowsTheLastSeat(seats=2), "simultaneous_acts_are_hidden"),
    (faults.TellsOfTheLastSeat(seats=2), "notes_keep_secrets"),
    (faults.ViewIsState(), "views_have_no_way_back"),
    (faults.ViewHoldsState(), "views_have_no_way_back"),
    (faults.ParsesWrongly(), "notation_reads_back"),
    (faults.TwoLines(), "notation_reads_back"),
    (faults.ParsesNonsense(), "notation_reads_back"),
    (faults.FateIsNoNotation(), "notation_reads_back"),
    (faults.OptionDoesNotReadBack(), "records_read_back"),
    (faults.CannotTellTheEnd(), "stories_can_be_told"),
    (faults.TellsWhoSits(), "open_events_are_told_alike"),
]
HIDDEN_FAULTS: list[tuple[Game[Any, Any, Any], str]] = [
    (faults.LeaksHand(), "views_keep_secrets"),
    (faults.LeaksSum(), "views_keep_secrets"),
    (faults.LeaksToSpectator(), "views_keep_secrets"),
    (faults.LeaksThroughLegal(), "legal_actions_keep_secrets"),
    (faults.LeaksThroughStory(), "notes_keep_secrets"),
    (faults.TellsWhatWasForced(), "notes_keep_secrets"),
    (faults.DealsInTheOpen(), "notes_keep_secrets"),
    (faults.SortsTheDeal(), "chance_favours_no_seat"),
]


@pytest.mark.parametrize(("game", "law"), FAULTS, ids=fault_name)
def test_planted_fault_breaks_its_law(game: Game[Any, Any, Any], law: str) -> None:
    assert broken_law(game) == law


@pytest.mark.parametrize(("game", "law"), HIDDEN_FAULTS, ids=fault_name)
def test_planted_leak_breaks_its_law(game: Game[Any, Any, Any], law: str) -> None:
    assert broken_law(game, disguise_bury) == law


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_secret_dice_rolled_one_by_one_are_fair(seats: int) -> None:
    check(HighDie(seats), disguise=disguise_dice)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_one_roll_for_all_seats_by_place_is_unfair(seats: int, seed: int) -> None:
    """Four dice have 126 outcomes: the probabilities are exact, and no seed changes them."""
    with pytest.raises(LawBroken) as caught:
        check(faults.RollsOnceForAll(seats), disguise=disguise_dice, seed=seed, matches=1)
    assert caught.value.law == "chance_favours_no_seat"


def test_an_unfair_roll_is_named_with_its_odds() -> None:
    with pytest.raises(LawBroken) as caught:
        check(faults.RollsOnceForAll(), disguise=disguise_dice)
    assert "a roll of 2 dice gives seat 1 die 1 in 30.6% of all cases and seat 2 in 2.8%" in str(caught.value)


@pytest.mark.parametrize("seed", range(5))
def test_samples_show_an_unfair_deal_with_any_seed(seed: int) -> None:
    with pytest.raises(LawBroken, match="chance_favours_no_seat"):
        check(faults.SortsTheDeal(), disguise=disguise_bury, seed=seed, matches=1)


def test_rules_may_deal_some_seats_better() -> None:
    check(faults.RollsOnceForAll(), disguise=disguise_dice, equal_seats=False)


def test_missing_disguise_is_reported_where_chance_is_secret() -> None:
    assert broken_law(Bury()) == "disguises_disguise"


def test_vacuous_disguise_is_reported() -> None:
    assert broken_law(Bury(), lambda state, _seat, _random: state) == "disguises_disguise"


def test_disguise_for_seats_alone_is_reported() -> None:
    def seats_only(state: Cards, seat: Seat | None, random: Random) -> Cards:
        return state if seat is None else disguise_bury(state, seat, random)

    assert broken_law(Bury(), seats_only) == "disguises_disguise"


def test_every_law_has_a_planted_fault() -> None:
    planted = {law for _, law in [*FAULTS, *HIDDEN_FAULTS]} | {"disguises_disguise"}
    assert {law.__name__ for law in LAWS} == planted


def test_every_law_says_in_one_sentence_what_it_demands() -> None:
    texts = [law.__doc__ or "" for law in LAWS]
    assert all(text.endswith(".") and "\n" not in text and ". " not in text for text in texts)


def test_failure_names_law_seed_and_log_in_notation() -> None:
    with pytest.raises(LawBroken) as caught:
        check(faults.AcceptsActAfterEnd(), seed=5)
    text = str(caught.value)
    assert text.startswith("nothing_follows_the_end: accepted, though the match is over\n")
    assert "check(game, seed=5, matches=1)" in text
    assert "seat2 stop\n  then: " in text


def test_failure_can_be_reproduced_from_its_seed_alone() -> None:
    with pytest.raises(LawBroken) as caught:
        check(faults.LeaksSum(), disguise=disguise_bury)
    with pytest.raises(LawBroken) as again:
        check(faults.LeaksSum(), disguise=disguise_bury, seed=caught.value.seed, matches=1)
    assert str(again.value) == str(caught.value)
