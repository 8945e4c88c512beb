"""Review a race: how fast each player reacted, what they missed, and what greed cost them.

Nobody chooses a move here, so there is nothing to weigh against a best play: what counts is every *moment* in which a
player had the right to hit the mouse, and what became of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from statistics import median
from typing import Any, TypeAlias

from purrlor.core import Act, Event, Millis, Note, Record, Seat
from purrlor.core.story import notes
from purrlor.kit.review import BAD, FAIR, GOOD, MistakeCount, RaceReview, SkillSummary, parts

from . import Action, AddiCats, Card, Contest, Hit, State, View
from .state import EVERYBODY_HITS
from .story import Greedy, LastInChase, Late, LeadsChase, WinsEquality, WinsFromOutside, WinsSumo
from .table import cards_left
from .verdicts import open_contests

Right: TypeAlias = tuple[Seat, tuple[int, ...], bool]
"""The seat that may hit, for which sums, and whether it is a Sumo."""
Victory = WinsEquality | WinsFromOutside | WinsSumo


class MomentOutcome(StrEnum):
    WON = "won"
    BEATEN = "beaten"
    """Another player was faster."""
    MISSED = "missed"
    """No player hit, and the next card covered it."""
    GONE = "gone"
    """The cards went away for another reason, before any hit."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One right to hit, and what became of it."""

    event: int
    """The number of the event in the record that ended it, counted from 1."""
    sums: tuple[int, ...]
    cards: tuple[Card, ...]
    """The cards that the fighters showed."""
    newest: tuple[Card, ...]
    """Those of them that had just been turned."""
    sumo: bool
    since: Millis
    stake: int
    """The cards that the player could have given away."""
    outcome: MomentOutcome
    after: Millis | None = None
    """How long the player took to hit; None: they did not, or no clock ran."""
    hit: bool = False
    passed: bool = False
    """Without a clock: the player passed, and let the mouse be."""
    by: Seat | None = None
    """The seat that was faster."""


@dataclass(frozen=True, slots=True)
class Grab:
    """A greedy hit."""

    event: int
    cost: int
    """How many cards more the player had afterwards."""
    newest: Card | None
    """The card that had just been turned."""
    at: Millis


@dataclass
class SeatMoments:
    """One seat's match."""

    seat: Seat
    moments: list[Moment] = field(default_factory=list[Moment])
    grabs: list[Grab] = field(default_factory=list[Grab])
    signals: list[Millis] = field(default_factory=list[Millis])
    """How long the player took to hit in each Chase and Trap."""
    chases_led: int = 0
    chases_last: int = 0
    cards_at_end: int = 0

    def of(self, *outcomes: MomentOutcome) -> list[Moment]:
        return [moment for moment in self.moments if moment.outcome in outcomes]

    @property
    def times(self) -> list[Millis]:
        """All reaction times to equal sums, late ones too."""
        return [moment.after for moment in self.moments if moment.after is not None and not moment.sumo]

    @property
    def median_time(self) -> float | None:
        return median(self.times) if self.times else None

    @property
    def missed_cards(self) -> int:
        """Number of cards that the player could have given away by hits that no player made."""
        return sum(moment.stake for moment in self.of(MomentOutcome.MISSED))

    @property
    def greed_cost(self) -> int:
        return sum(grab.cost for grab in self.grabs)


def review_seats(record: Record[State, Action, View]) -> tuple[SeatMoments, ...]:
    """Review every seat's match, whether it is over or not."""
    rules = record.game
    assert isinstance(rules, AddiCats)
    finder = _MomentFinder([SeatMoments(Seat(seat)) for seat in range(rules.seats)])
    match = record.match()
    for number, (before, event, after) in enumerate(zip(match.states, match.log, match.states[1:], strict=False), 1):
        event_notes = notes(rules, before, event, after, None)
        finder.observe(_Step(number, before, event, after, event_notes, rules.timed))
    for found in finder.found:
        found.cards_at_end = cards_left(match.state.table, found.seat)
    return tuple(finder.found)


@dataclass(frozen=True, slots=True)
class _Open:
    since: Millis
    cards: tuple[Card, ...]
    newest: tuple[Card, ...]
    stake: int


@dataclass(frozen=True, slots=True)
class _Step:
    """One event of the record, with the states around it and the notes that all players see."""

    number: int
    before: State
    event: Event[Action]
    after: State
    notes: tuple[Note, ...]
    timed: bool


@dataclass
class _MomentFinder:
    found: list[SeatMoments]
    rights: dict[Right, _Open] = field(default_factory=dict[Right, _Open])

    def observe(self, step: _Step) -> None:
        now = dict(_rights(step.after))
        for right in [right for right in self.rights if right not in now]:
            opened = self.rights.pop(right)
            if not _goes_on(right, now):
                self.found[right[0]].moments.append(_ended(right, opened, step))
        for right, contest in now.items():
            if right not in self.rights:
                self.rights[right] = _opened(step.after, contest, right[0])
        self._signal(step.before, step.event)
        for note in step.notes:
            self._note(note, step)

    def _signal(self, before: State, event: Event[Action]) -> None:
        """Add a hit in a Chase or Trap."""
        if before.phase in EVERYBODY_HITS and isinstance(event, Act) and not before.decisions:
            since = max(before.mouse_free_since, *(place.shown_at for place in before.table))
            self.found[event.seat].signals.append(Millis(event.at - since))

    def _note(self, note: Note, step: _Step) -> None:
        match note:
            case Greedy(seat):
                cost = cards_left(step.after.table, seat) - cards_left(step.before.table, seat)
                self.found[seat].grabs.append(Grab(step.number, cost, _newest(step.before), step.event.at))
            case Late(seat):
                self._late(seat, step.event.at)
            case LeadsChase(seat):
                self.found[seat].chases_led += 1
            case LastInChase(seat):
                self.found[seat].chases_last += 1
            case _:
                pass

    def _late(self, seat: Seat, at: Millis) -> None:
        """Add the reaction time of a player who hit for the same moment, but too late."""
        moments = self.found[seat].moments
        if moments and moments[-1].outcome is MomentOutcome.BEATEN and not moments[-1].hit:
            moments[-1] = replace(moments[-1], hit=True, after=Millis(at - moments[-1].since))


def _ended(right: Right, opened: _Open, step: _Step) -> Moment:
    seat, sums, sumo = right
    victory = next((note for note in step.notes if _decides(note, right)), None)
    hands = _hands(step.before, step.event)
    outcome = _outcome(seat, victory, step)
    since = Millis(max(opened.since, step.before.mouse_free_since))
    at = hands.get(seat)
    return Moment(
        event=step.number,
        sums=sums,
        cards=opened.cards,
        newest=opened.newest,
        sumo=sumo,
        since=since,
        stake=opened.stake,
        outcome=outcome,
        after=None if at is None or not step.timed else Millis(at - since),
        hit=seat in hands,
        passed=not step.timed and seat not in hands,
        by=victory.seat if isinstance(victory, Victory) and outcome is MomentOutcome.BEATEN else None,
    )


def _rights(state: State) -> Iterator[tuple[Right, Contest]]:
    for contest in open_contests(state):
        for seat in sorted(contest.seats(state.table)):
            yield (seat, contest.sums, contest.sumo), contest


def _goes_on(right: Right, now: dict[Right, Contest]) -> bool:
    """Return whether the same seat may still hit for one of the same sums, as when equal sums become part of a Sumo."""
    seat, sums, sumo = right
    return not sumo and any(seat == other and set(sums) & set(others) for other, others, _ in now)


def _opened(state: State, contest: Contest, seat: Seat) -> _Open:
    places = [state.table[number] for number in contest.fighters]
    risen = max(place.shown_at for place in places)
    own = contest.place_of(state.table, seat)
    return _Open(
        since=state.now,
        cards=tuple(place.pile[-1] for place in places),
        newest=tuple(place.pile[-1] for place in places if place.shown_at == risen),
        stake=len(state.table[own].pile),
    )


def _decides(note: Note, right: Right) -> bool:
    _, sums, sumo = right
    match note:
        case WinsEquality(total=total):
            return not sumo and total in sums
        case WinsFromOutside(total=total):
            return total in sums
        case WinsSumo():
            return sumo
        case _:
            return False


def _outcome(seat: Seat, victory: Note | None, step: _Step) -> MomentOutcome:
    if isinstance(victory, Victory):
        return MomentOutcome.WON if victory.seat == seat else MomentOutcome.BEATEN
    return MomentOutcome.MISSED if step.after.cards_turned > step.before.cards_turned else MomentOutcome.GONE


def _hands(before: State, event: Event[Action]) -> dict[Seat, Millis | None]:
    """Return the seats that hit, each with its time; None where no clock runs."""
    if before.decisions:
        said = {Seat(seat) for seat, hits in enumerate(before.decisions) if hits}
        if isinstance(event, Act) and event.action == Hit():
            said.add(event.seat)
        return dict.fromkeys(said)
    hands: dict[Seat, Millis | None] = {hit.seat: hit.at for hit in before.hits}
    if isinstance(event, Act) and isinstance(event.action, Hit):
        hands[event.seat] = event.at
    return hands


def _newest(state: State) -> Card | None:
    open_places = [place for place in state.table if place.pile]
    return max(open_places, key=lambda place: place.shown_at).pile[-1] if open_places else None


def seat_fields(record: Record[State, Action, View]) -> list[dict[str, Any]]:
    """Return every seat's review as plain values, for the web client."""
    return [
        {
            "seat": found.seat,
            "won": len(found.of(MomentOutcome.WON)),
            "beaten": len(found.of(MomentOutcome.BEATEN)),
            "missed": len(found.of(MomentOutcome.MISSED)),
            "missed_cards": found.missed_cards,
            "median_time": found.median_time,
            "grabs": len(found.grabs),
            "greed_cost": found.greed_cost,
            "cards_at_end": found.cards_at_end,
            "moments": [
                {
                    "event": moment.event,
                    "cards": list(map(str, moment.cards)),
                    "outcome": moment.outcome.value,
                    "after": moment.after,
                }
                for moment in found.moments
            ],
            "grab_events": [grab.event for grab in found.grabs],
        }
        for found in review_seats(record)
    ]


SIGNS = {MomentOutcome.WON: GOOD, MomentOutcome.BEATEN: FAIR, MomentOutcome.MISSED: BAD}


def skill_summary(record: Record[State, Action, View], seat: Seat, luck: float | None) -> SkillSummary:
    """Summarise a seat's skill: the moments that it won, and the cards that its mistakes cost."""
    found = review_seats(record)[seat]
    went = [(moment.event, SIGNS[moment.outcome]) for moment in found.moments if moment.outcome in SIGNS]
    shown = [sign for _, sign in sorted([*went, *((grab.event, BAD) for grab in found.grabs)])]
    mistakes = (
        MistakeCount("missed", len(found.of(MomentOutcome.MISSED)), found.missed_cards),
        MistakeCount("greedy", len(found.grabs), found.greed_cost),
        MistakeCount("beaten", len(found.of(MomentOutcome.BEATEN)), 0),
    )
    return SkillSummary(
        luck=luck,
        lost=None,
        choices=len(went),
        right=len(found.of(MomentOutcome.WON)),
        signs="".join(max(part, key=part.count) for part in parts(shown)),
        habits=tuple(mistake for mistake in mistakes if mistake.count),
    )


RACE_REVIEW = RaceReview(seat_fields, skill_summary)
