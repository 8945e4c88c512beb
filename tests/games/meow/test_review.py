"""Luck and loss in MEOW, judged on what each seat knew."""

from dataclasses import replace
from time import process_time

import pytest

from purrlor.core import Match, Millis, Record
from purrlor.core.record import parse_event
from purrlor.games.meow import Action, Meow, State, View, parse_action, parse_token
from purrlor.games.meow.bots.heuristic import Tabby
from purrlor.games.meow.bots.players import Tiger
from purrlor.games.meow.review import DealtHand, HowItWent, ToFollow, ToLead, review
from purrlor.kit import Uniform
from purrlor.kit.review import SeatReview
from purrlor.lab.playout import play_out
from purrlor.words import words

pytestmark = pytest.mark.slow

MeowRecord = Record[State, Action, View]
ROW = "fate +10 -1 +2 -3 +5 fish vase -4 +1"
DEAL = "fate G18 P2 P3 P4 B2 B3 B4 G2 G3 / P15 P16 P17 B15 B16 B17 B18 P1 G4"


def record_of(match: Match[State, Action, View], rules: Meow) -> MeowRecord:
    return Record(rules, tuple(f"Cat {seat}" for seat in range(rules.seats)), tuple(match.log))


def notated(*lines: str) -> MeowRecord:
    rules = Meow(seats=2)
    return Record(rules, ("Ann", "Bob"), tuple(parse_event(rules, line, Millis(0)) for line in lines))


@pytest.fixture(scope="module")
def duel() -> MeowRecord:
    rules = Meow(seats=2)
    return record_of(play_out(rules, [Uniform(), Tabby()], "b"), rules)


@pytest.fixture(scope="module")
def reviews(duel: MeowRecord) -> tuple[SeatReview, ...]:
    return review(duel)


@pytest.mark.parametrize(
    "rules", [Meow(seats=2), Meow(seats=2, expert=True), Meow(seats=4)], ids=["two", "two experts", "four"]
)
def test_the_lead_is_luck_minus_loss(rules: Meow) -> None:
    match = play_out(rules, [Uniform(), Tabby()] * (rules.seats // 2), "identity")
    for seat_review, score in zip(review(record_of(match, rules)), match.scores, strict=True):
        lead = (rules.seats * score - sum(match.scores)) / (rules.seats - 1)
        assert seat_review.reached == pytest.approx(lead)
        assert seat_review.start + seat_review.luck - seat_review.lost == pytest.approx(lead)


def test_the_same_record_gets_the_same_review(duel: MeowRecord, reviews: tuple[SeatReview, ...]) -> None:
    assert review(duel) == reviews


def test_random_play_loses_more(reviews: tuple[SeatReview, ...]) -> None:
    uniform, tabby = reviews
    assert uniform.lost > 1.5 * tabby.lost


def test_every_card_has_an_entry_and_every_alternative_its_worth(
    duel: MeowRecord, reviews: tuple[SeatReview, ...]
) -> None:
    rules, states = duel.game, duel.match().states
    for seat_review in reviews:
        assert len(seat_review.decisions) == 27
        for decision in seat_review.decisions:
            legal = rules.legal(states[decision.event - 1], seat_review.seat)
            assert {action for action, _ in decision.alternatives} == set(legal)


def test_a_loss_has_a_standard_error_and_the_best_card_none(reviews: tuple[SeatReview, ...]) -> None:
    decisions = [decision for each in reviews for decision in each.real_decisions]
    assert all(decision.error == 0 for decision in decisions if decision.action == decision.alternatives[0][0])
    lossy = [decision for decision in decisions if decision.loss > 1]
    assert lossy
    assert all(decision.error > 0 or decision.loss.is_integer() for decision in lossy)


def test_with_open_hands_losses_are_exact() -> None:
    rules = Meow(seats=2, expert=True)
    match = play_out(rules, [Tiger(), Uniform()], "experts")
    for seat_review in review(record_of(match, rules)):
        assert all(decision.error == 0 for decision in seat_review.decisions)


def test_a_blunder_is_dear() -> None:
    """Throwing the highest trump under a fishbone is a mistake, and so is playing the 2 for the bowl of 10."""
    (seat_review, _) = review(notated("fate 1", ROW, DEAL, "seat1 play P2"))
    (decision,) = seat_review.costliest()
    assert decision.loss > 3 * decision.error
    assert decision.situation == ToLead(1, 1, parse_token("+10"))


def test_hidden_cards_do_not_change_what_a_card_was_worth() -> None:
    """The seat is judged on its view: another hand across the table gives the same worths."""
    other = DEAL.replace("P15 P16 P17", "P8 P9 P10")
    first, second = (review(notated("fate 1", ROW, deal, "seat1 play G18")) for deal in (DEAL, other))
    assert first[0].decisions == second[0].decisions


def test_a_good_hand_is_luck_and_no_merit() -> None:
    strong = "fate G10 G11 G12 G13 G14 G15 G16 G17 G18 / P2 P3 P4 B2 B3 B4 P5 B5 B6"
    row = "fate +10 +9 +8 +7 +6 +5 +5 +4 +3"
    reviews = review(notated("fate 1", row, strong))
    assert reviews[0].luck > 15
    assert reviews[1].luck < 0
    assert reviews[0].lost == reviews[1].lost == 0


def test_a_forced_card_loses_nothing() -> None:
    deal = "fate P2 P3 P4 P5 P6 P7 P8 P9 P10 / P1 B2 B3 B4 B5 B6 B7 B8 B9"
    reviews = review(notated("fate 1", ROW, deal, "seat1 play P2", "seat2 play P1"))
    (decision,) = reviews[1].decisions
    assert decision.loss == 0
    assert len(decision.alternatives) == 1
    assert decision.action == parse_action("play P1")


def test_situations_can_be_said(duel: MeowRecord, reviews: tuple[SeatReview, ...]) -> None:
    seat_review = reviews[0]
    notes = [decision.situation for decision in seat_review.decisions] + [luck.situation for luck in seat_review.lucks]
    assert {type(note) for note in notes} == {ToLead, ToFollow, DealtHand, HowItWent}
    assert all(words().say("meow", note, duel.names) for note in notes)


def test_an_unfinished_match_is_reviewed_as_far_as_it_went(duel: MeowRecord) -> None:
    for seat_review in review(replace(duel, events=duel.events[:30])):
        assert seat_review.reached == pytest.approx(seat_review.start + seat_review.luck - seat_review.lost)


@pytest.mark.parametrize("seats", [2, 6])
def test_a_review_takes_half_a_minute_at_most(seats: int) -> None:
    rules = Meow(seats=seats)
    record = record_of(play_out(rules, [Tabby()] * seats, "time"), rules)
    began = process_time()
    review(record)
    assert process_time() - began < 30
