"""Review a match of MEOW on deals that fit what the seat knew; all figures are points ahead of the mean of the others.

The value of a card is its mean over deals that the seat could not rule out, each equally likely, the same deals for all
cards. At two seats each deal is solved exactly; at more seats the heuristic policy plays it to the end. A loss comes
with its standard error; a loss below that is not significant. Later rounds' tokens go to any seat.

Luck is the rest: the value of a deal to a seat that sees its own hand, and what the others held and did between two of
its own cards. So `start + luck - lost = reached` holds to the last digit. The seeds follow from the events, so the same
record gets the same review.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from math import fsum
from zlib import crc32

from purrlor.core import Act, Event, Fate, Note, Record, Seat
from purrlor.kit.review import Decision, Luck, Progress, Review, SeatReview, quietly, steps
from purrlor.kit.statistics import standard_error

from . import Action, Card, Meow, Play, State, Token, View, playable
from .bots.search.decision import CardDecision, ValuesByDeal, means
from .bots.search.values import RoundValues, values_of_view
from .cards import TRUMP

SOLVED = 100
"""Deals for each decision at two seats."""
TRIED = 1000
"""Deals for each decision at more seats."""


class ToLead(Note, frozen=True):
    """The seat leads a trick of a round for this token."""

    round: int
    trick: int
    token: Token


class ToFollow(Note, frozen=True):
    """The seat plays to a trick that others began."""

    round: int
    trick: int
    token: Token
    table: tuple[Card, ...]


class DealtHand(Note, frozen=True):
    """The seat was dealt a hand; its value has this standard error."""

    round: int
    hand: tuple[Card, ...]
    error: float


class HowItWent(Note, frozen=True):
    """The others held and did something until then."""

    round: int
    trick: int


def review(
    record: Record[State, Action, View], progress: Progress = quietly, seats: Collection[Seat] | None = None
) -> tuple[SeatReview, ...]:
    """Review every seat, or some seats only."""
    rules = record.game
    assert isinstance(rules, Meow)
    ledgers = [_Ledger(rules, Seat(seat)) for seat in range(rules.seats) if seats is None or seat in seats]
    match = record.match()
    for number, before, event, after in steps(match, progress):
        for ledger in ledgers:
            ledger.enter(number, before, event, after)
    return tuple(ledger.review() for ledger in ledgers)


def judged(view: View, legal: Sequence[Action]) -> ValuesByDeal:
    """Return the values of the cards by [deal, card], in points."""
    situation = CardDecision(view, legal, points=True)
    known = situation.known()
    if known is not None:
        return [known]
    if situation.duel:
        return situation.solved(situation.deals.draw(SOLVED, seed=seed_of_sight(view)))
    return situation.tried(situation.deals.draw(TRIED, seed=seed_of_sight(view)), seed_of_sight(view) + 1)


def outlook(view: View) -> tuple[float, float]:
    """Return the value of a round to a seat that sees its hand, and its standard error."""
    if view.turn == view.viewer:
        rows = judged(view, [Play(card) for card in view.hand])
        values = means(rows)
        best = values.index(max(values))
        return values[best], standard_error([row[best] for row in rows])
    found = _others_begin(CardDecision(view, (), points=True))
    return fsum(found) / len(found), standard_error(found)


def _others_begin(situation: CardDecision) -> list[float]:
    seed = seed_of_sight(situation.view)
    if situation.duel:
        return situation.solved_for_other(situation.deals.draw(SOLVED, seed=seed))
    return situation.played_on(situation.deals.draw(TRIED, seed=seed), seed + 1)


def lead(round_values: RoundValues, seat: Seat) -> float:
    """Return the lead of a seat over the mean of the others between two rounds."""
    totals = [float(round_values.totals[each, 0]) for each in range(len(round_values.totals))]
    return (len(totals) * totals[seat] - fsum(totals)) / (len(totals) - 1)


def _situation(view: View) -> Note:
    trick, token = len(view.tricks) + 1, view.row[0]
    if not view.trick:
        return ToLead(view.round, trick, token)
    return ToFollow(view.round, trick, token, tuple(played.card for played in view.trick))


def seed_of_sight(view: View) -> int:
    """Return a seed that follows from what the viewer sees, so that the same view is judged on the same deals."""
    return crc32(repr((view.viewer, view.round, view.hand, view.played)).encode())


@dataclass
class _Ledger:
    """Follows one seat's expected lead through the match."""

    rules: Meow
    seat: Seat
    expected: float = 0.0
    decisions: list[Decision] = field(default_factory=list[Decision])
    lucks: list[Luck] = field(default_factory=list[Luck])

    def enter(self, number: int, before: State, event: Event[Action], after: State) -> None:
        match event:
            case Fate() if before.row:
                view = self.rules.view(after, self.seat)
                value, error = outlook(view)
                self._luck(number, DealtHand(view.round, view.hand, error), value)
            case Act(seat, play):
                if seat == self.seat:
                    self._decide(number, self.rules.view(before, seat), play)
                if after.turn is None:
                    view = self.rules.view(after, self.seat)
                    self._luck(number, HowItWent(view.round, len(view.tricks)), lead(values_of_view(view), self.seat))
            case _:
                pass  # who starts and which tokens lie in the row is the same for all

    def _luck(self, number: int, situation: Note, value: float) -> None:
        self.lucks.append(Luck(number, situation, value - self.expected))
        self.expected = value

    def _decide(self, number: int, view: View, play: Play) -> None:
        legal = [Play(card) for card in playable(view.hand, view.led)]
        if len(legal) == 1:
            self.decisions.append(Decision(number, _situation(view), play, self.expected, ((play, self.expected),)))
            return
        found = judged(view, legal)
        values = means(found)
        self._luck(number, HowItWent(view.round, len(view.tricks) + 1), max(values))
        ranked = tuple(sorted(zip(legal, values, strict=True), key=lambda item: -item[1]))
        chosen, best = legal.index(play), legal.index(ranked[0][0])
        error = standard_error([row[best] - row[chosen] for row in found])
        self.decisions.append(Decision(number, _situation(view), play, values[chosen], ranked, error))
        self.expected = values[chosen]

    def review(self) -> SeatReview:
        return SeatReview(self.seat, 0.0, self.expected, tuple(self.decisions), tuple(self.lucks))


def mistake_kind(_: Record[State, Action, View], decision: Decision) -> str:
    """Name the kind of a mistake: a trump spent or kept, a card too high or too low, or a wrong colour."""
    assert isinstance(decision.action, Play)
    assert isinstance(decision.best, Play)
    played, best = decision.action.card, decision.best.card
    if played.colour is not best.colour:
        if TRUMP in (played.colour, best.colour):
            return "trump_spent" if played.colour is TRUMP else "trump_kept"
        return "led_colour" if isinstance(decision.situation, ToLead) else "discard"
    return "too_high" if played.rank > best.rank else "too_low"


REVIEW = Review(seats=review, mistake_kind=mistake_kind)
