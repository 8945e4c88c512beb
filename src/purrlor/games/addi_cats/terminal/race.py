"""A race at one keyboard, without I/O: keys and the clock go in, what is to be drawn comes out.

Everybody has two keys, one for the mouse's body and one for its head. Whatever is pressed gets the time at which it
arrives; bots act at the times they choose. The clock stops while the question whether to leave is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from typing import Any, NamedTuple

from rich.text import Text

from purrlor.core import Act, Event, Match, Millis, Note, Seat, Timeout
from purrlor.core.story import notes
from purrlor.games.addi_cats import AddiCats, Addition, Card, Hit, Part, Phase, Turn, View, sum_of
from purrlor.games.addi_cats.story import (
    Dealt,
    Decides,
    EmptiesStack,
    Finishes,
    Greedy,
    Hits,
    SameMoment,
    Starts,
    Turns,
    WinsEquality,
    WinsFromOutside,
    WinsSumo,
)
from purrlor.games.addi_cats.table import cards_lie_open, top_card, top_sum
from purrlor.kit import Bot
from purrlor.kit.speech import figure, say, speech

from .plain import status_text

AddiMatch = Match[Any, Any, View]


class Keys(NamedTuple):
    body: str
    head: str


KEYS = (Keys("s", "e"), Keys("l", "o"), Keys("c", "f"), Keys("n", "j"))
"""The keys of the first person, the second, …: far apart, and in the same place on most keyboards."""
BODY_HEAD = (Part.BODY, Part.HEAD)
TURN_KEYS = (" ", "enter")
STOP_KEY = "q"
LEAVE_KEYS = ("c-c", "c-d")
QUIET = 700
"""Milliseconds without a press after which a press counts: a key that is held down repeats faster."""


MOST_LINES = 5
"""The number of lines for words below the table."""


class Stopwatch:
    """Match time from any clock in seconds. It stands still until it is started."""

    def __init__(self, clock: Callable[[], float], elapsed: Millis = Millis(0)) -> None:
        self._clock, self._elapsed = clock, elapsed
        self._since: float | None = None

    @property
    def now(self) -> Millis:
        running = 0.0 if self._since is None else self._clock() - self._since
        return Millis(self._elapsed + round(running * 1000))

    def start(self) -> None:
        self._since = self._clock()

    def stop(self) -> None:
        self._elapsed, self._since = self.now, None


class RaceStage(Enum):
    READY = "ready"
    """Nobody has started the watch yet."""
    RUNNING = "running"
    ASKING = "asking"
    """Shall we leave? The watch stands still."""
    LEFT = "left"
    OVER = "over"


@dataclass(frozen=True)
class RaceFrame:
    """Everything to draw. Equal frames look the same."""

    view: View
    names: tuple[str, ...]
    below: Mapping[Seat, str]
    ghosts: Mapping[int, Card]
    status: str | None
    lines: tuple[Text, ...]
    stage: RaceStage


@dataclass
class KeyboardRace:
    """`bots` sit on their seats; the people on the others get keys in the order of their seats."""

    match: AddiMatch
    names: Sequence[str]
    bots: Mapping[Seat, Bot[Any, Any]]
    sources: Mapping[Seat, Random]
    """A random source for each bot, used by this bot alone for the whole match."""
    clock: Callable[[], float]
    stage: RaceStage = RaceStage.READY
    remark: str = ""
    verdict: tuple[Text, ...] = ()
    ghosts: dict[int, Card] = field(default_factory=dict[int, Card])

    def __post_init__(self) -> None:
        self.watch = Stopwatch(self.clock, self.match.now)
        self.people = [Seat(seat) for seat in range(len(self.names)) if seat not in self.bots]
        pairs = list(zip(self.people, KEYS, strict=False))
        self.keys = dict(pairs)
        self._hands = {key: (seat, part) for seat, keys in pairs for key, part in zip(keys, BODY_HEAD, strict=True)}
        self._pressed: dict[Seat, Millis] = {}
        self._plans: list[tuple[Millis, Seat, Any]] | None = None

    # What goes in

    def press(self, key: str) -> None:
        """Handle a key that is pressed now."""
        key = key.casefold()
        if key in LEAVE_KEYS:
            self._leave()
        elif self.stage is RaceStage.ASKING:
            self._answer(key)
        elif key == STOP_KEY:
            self._ask()
        elif self.stage is RaceStage.READY and key in TURN_KEYS:
            self._go()
        elif self.stage is RaceStage.RUNNING:
            self._play(key, self.watch.now)

    def tick(self) -> None:
        """Let everything happen that is due by now."""
        if self.stage is RaceStage.RUNNING:
            self._advance(self.watch.now)

    def _go(self) -> None:
        self.stage = RaceStage.RUNNING
        self.watch.start()
        self.tick()

    def _ask(self) -> None:
        self.tick()
        if self.stage in (RaceStage.READY, RaceStage.OVER):
            self._leave()
        else:
            self.watch.stop()
            self.stage = RaceStage.ASKING

    def _answer(self, key: str) -> None:
        if key == STOP_KEY:
            self._leave()
        else:
            self._pressed.clear()
            self._go()

    def _leave(self) -> None:
        if self.stage is not RaceStage.OVER:
            self.stage = RaceStage.LEFT

    def _play(self, key: str, at: Millis) -> None:
        self._advance(at)
        if key in self._hands:
            self._hit(*self._hands[key], at)
        elif key in TURN_KEYS:
            self._turn(at)

    def _hit(self, seat: Seat, part: Part, at: Millis) -> None:
        last = self._pressed.get(seat)
        self._pressed[seat] = at
        if last is not None and at - last < QUIET:
            return
        if Hit(part) in self.match.legal(seat):
            self._push(Act(seat, Hit(part), at))
        elif not cards_lie_open(self.view.places):
            self.remark = say("terminal.addi-cats.race.nothing_open", seat=self.names[seat])

    def _turn(self, at: Millis) -> None:
        """Turn the card of the seat in turn, if a person sits there; one key serves all seats."""
        turner = next((seat for seat in self.people if Turn() in self.match.legal(seat)), None)
        if turner is not None:
            self._push(Act(turner, Turn(), at))
        elif self.view.phase is Phase.LOOK:
            self.remark = say("terminal.addi-cats.race.look_first")
        elif self.view.phase is Phase.TURN and self.view.up is not None:
            self.remark = say(
                "terminal.addi-cats.race.not_yours", seat=self.names[self.view.places[self.view.up].owner]
            )

    # What happens

    @property
    def view(self) -> View:
        """Return the view that all people at this keyboard share."""
        return self.match.view(None)

    def _advance(self, until: Millis) -> None:
        """Apply due random outcomes, acts of bots and deadlines; a deadline passes after its last millisecond."""
        while self.stage is RaceStage.RUNNING:
            if self.match.over:
                self.stage = RaceStage.OVER
            elif self.match.awaiting.chance is not None:
                before = self.match.state
                self.match.draw()
                self._tell(before)
            elif not self._one_due(until):
                return

    def _one_due(self, until: Millis) -> bool:
        due = self.next_event()
        if due is None:
            return False
        at, event = due
        if at > until or (isinstance(event, Timeout) and at == until):
            return False
        self._push(event)
        return True

    def next_event(self) -> tuple[Millis, Event[Any]] | None:
        """Return what happens next if no person does anything, and when."""
        deadline = self.match.awaiting.deadline
        if self._plans is None:
            self._plans = [self._plan(seat) for seat in self.match.awaiting.seats if seat in self.bots]
        at, seat, action = min(self._plans, key=lambda plan: plan[0], default=(None, None, None))
        if at is not None and seat is not None and (deadline is None or at <= deadline):
            return at, Act(seat, action, at)
        return None if deadline is None else (deadline, Timeout(deadline))

    def _plan(self, seat: Seat) -> tuple[Millis, Seat, Any]:
        choice = self.bots[seat].choose(self.match.view(seat), self.match.legal(seat), self.sources[seat])
        return Millis(self.match.now + choice.delay), seat, choice.action

    def _push(self, event: Event[Any]) -> None:
        before = self.match.state
        self.match.push(event)
        self._tell(before)

    def _tell(self, before: Any) -> None:
        """Keep what is to be seen of the last event."""
        self._plans, self.remark = None, ""
        rules = self.match.rules
        assert isinstance(rules, AddiCats)
        then, now = rules.view(before, None), self.view
        if now.cards_turned != then.cards_turned:
            self.verdict, self.ghosts = (), {}
        if now.verdict and now.verdict != then.verdict:
            self.ghosts = self.ghosts | _taken(then, now)
        event_notes = notes(rules, before, self.match.event(len(self.match)), self.match.state, None)
        you = self.people[0] if len(self.people) == 1 else None
        self.verdict = (*self.verdict, *explained(event_notes, then, self.names, you))[-MOST_LINES:]

    # What comes out

    @property
    def done(self) -> bool:
        return self.stage in (RaceStage.LEFT, RaceStage.OVER)

    def wake_in(self) -> float | None:
        """Return in how many seconds something is due; None: only when a key is pressed."""
        due = self.next_event() if self.stage is RaceStage.RUNNING and not self.match.over else None
        return None if due is None else max(0, due[0] - self.watch.now + 1) / 1000

    def frame(self) -> RaceFrame:
        return RaceFrame(
            self.view, tuple(self.names), self._below(), dict(self.ghosts), self._status(), self._lines(), self.stage
        )

    def _below(self) -> dict[Seat, str]:
        found = {seat: say("terminal.addi-cats.race.bot") for seat in self.bots}
        for seat, keys in self.keys.items():
            found[seat] = say("terminal.addi-cats.race.keys", body=keys.body.upper(), head=keys.head.upper())
        return found

    def _status(self) -> str | None:
        view = self.view
        if self.stage is RaceStage.READY:
            return say("terminal.addi-cats.race.ready")
        if self.stage is RaceStage.ASKING:
            return say("terminal.addi-cats.race.leave")
        if self.remark:
            return self.remark
        if view.phase is Phase.TURN and view.up is not None and view.places[view.up].owner in self.people:
            return say("terminal.addi-cats.race.turn", seat=self.names[view.places[view.up].owner])
        return status_text(view, self.names, self.watch.now)

    def _lines(self) -> tuple[Text, ...]:
        if self.stage is RaceStage.READY:
            return tuple(Text(line) for line in say("terminal.addi-cats.race.how").splitlines())
        return self.verdict


def _taken(then: View, now: View) -> dict[int, Card]:
    """Return the top cards of the piles that a verdict has emptied."""
    places = enumerate(zip(then.places, now.places, strict=True))
    return {number: old.pile[-1] for number, (old, new) in places if old.pile and not new.pile}


UNTOLD = (Dealt, Decides, Hits, Turns, Finishes, EmptiesStack)
"""Notes that are not printed, because the table or a verdict shows them."""


def explained(notes: Iterable[Note], before: View, names: Sequence[str], you: Seat | None = None) -> list[Text]:
    """Put the notes of an event into words, as far as they need any."""
    lines: list[Text] = []
    for note in notes:
        if not isinstance(note, UNTOLD):
            lines += _explained(note, before, names, you)
    return lines


def _explained(note: Note, before: View, names: Sequence[str], you: Seat | None) -> list[Text]:
    match note:
        case WinsEquality(proof=proof) | WinsFromOutside(proof=proof):
            return [_victory(note, before, names), correction(proof, before)]
        case WinsSumo():
            return [Text(_said(note, names, you), style="bold green"), Text(open_sums(before))]
        case Greedy():
            return [Text(_said(note, names, you), style="bold red"), Text(open_sums(before))]
        case Starts() | SameMoment():
            return [Text(_said(note, names, None))]
        case _:
            return [Text(_said(note, names, you), style="bold")]


def _said(note: Note, names: Sequence[str], you: Seat | None) -> str:
    return speech().say("addi-cats", note, names, you)


def _victory(note: WinsEquality | WinsFromOutside, before: View, names: Sequence[str]) -> Text:
    """Name the fastest player, the lead in time, and the players who get the cards."""
    losers = speech().join([names[seat] for seat in note.seats])
    values = {"seat": names[note.seat], "seats": losers, "cards": note.cards, "total": note.total}
    hand = next((hit for hit in before.hits if hit.seat == note.seat), None)
    if hand is None or not before.timed:
        return Text(say("terminal.addi-cats.verdict.untimed", **values), style="bold green")
    risen = max(place.shown_at for place in before.places if top_sum(place) == note.total)
    after = hand.at - max(risen, before.mouse_free_since)
    return Text(say("terminal.addi-cats.verdict", after=figure(after / 1000, ".2f"), **values), style="bold green")


def correction(proof: str, before: View) -> Text:
    """Draw the Correction card of a sum; the additions that lay open stand out."""
    shown = {str(top_card(place)) for place in before.places}
    total, *additions = proof.split(" = ")
    line = Text(total, style="bold")
    for addition in additions:
        line += Text(" = ") + Text(addition, style="bold underline" if addition in shown else "")
    return line


def open_sums(view: View) -> str:
    """Say what lay open, with the sums: `3+8 = 11, 10, 4+4 = 8`."""
    cards = [card for place in view.places if (card := top_card(place)) is not None and sum_of(card) is not None]
    texts = [f"{card} = {sum_of(card)}" if isinstance(card, Addition) else str(card) for card in cards]
    return say("terminal.addi-cats.lay_open", cards=", ".join(texts)) if texts else say("terminal.addi-cats.no_sums")
