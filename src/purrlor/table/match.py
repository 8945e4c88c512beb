"""The match of a table: its events, and the rows that store them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from purrlor.core import Act, Awaiting, Event, Fates, Game, Match, Millis, Seat, Timeout, fate_key
from purrlor.core.record import event_text, parse_event

from .rows import AddEvents, CutEvents, EventRow, Write

AnyGame: TypeAlias = Game[Any, Any, Any]


class TableMatch:
    """A match that returns the writes for each change. `version` grows with every change, including take-backs."""

    def __init__(self, table: str, game: AnyGame, events: Iterable[EventRow] = (), take_backs: int = 0) -> None:
        self.table = table
        self.game = game
        self.take_backs = take_backs
        log = (parse_event(game, row.text, Millis(row.at)) for row in events)
        self.match: Match[Any, Any, Any] = Match(game, log=log)
        self.views: dict[Seat | None, tuple[Any, Any]] = {}
        """The state each viewer was last sent, and their view of it."""
        self.before: tuple[Any, Awaiting, int | None] = (self.match.state, self.match.awaiting, None)
        """The state before the last change, what it expected, and which seat changed it."""
        self._note_length()
        self._note_awaiting()
        self.hid = self.hides
        """Whether acts were hidden before the last change."""

    # Values that are used several times per move are computed once per change. Computing them in properties took 8 %
    # more instructions per move of Yatzy (`receive` under callgrind: 326 000 instead of 300 000).

    def _note_length(self) -> None:
        self.length = len(self.match)
        self.version = self.length + 2 * self.take_backs
        self.last = self.match.event(self.length) if self.length else None

    def _note_awaiting(self) -> None:
        awaiting = self.match.awaiting
        self.racing = racing(awaiting)
        self.hides = awaiting.simultaneous
        self.over = awaiting.nothing

    def view(self, seat: Seat | None) -> Any:
        """Return a viewer's current view."""
        state, known = self.match.state, self.views.get(seat)
        return known[1] if known is not None and known[0] is state else self.game.view(state, seat)

    def view_after(self, number: int, seat: Seat | None) -> Any:
        """Return a viewer's view after this number of events; the last one is cached."""
        state, known = self.match.state_after(number), self.views.get(seat)
        if known is not None and known[0] is state:
            return known[1]
        view = self.game.view(state, seat)
        self.views[seat] = (state, view)
        return view

    def seeing(self, viewers: Iterable[Seat | None]) -> Iterable[Seat | None]:
        """Return the viewers who saw the last change. A hidden act is not shown to the others."""
        state, awaiting, actor = self.before
        if actor is None or not self.hid or awaiting != self.match.awaiting:
            return viewers
        view, match = self.game.view, self.match
        return [viewer for viewer in viewers if viewer == actor or view(state, viewer) != match.view(viewer)]

    def may_take_back(self, seat: Seat, *, from_bots: bool) -> bool:
        """Return whether the seat may take its last act back. Usually the last event must be its own act."""
        last = self.last
        if not isinstance(last, Act) or (last.seat != seat and not self.hid and not from_bots):
            return False
        return self.match.take_back_refusal(seat, from_bots=from_bots) is None

    def bind(self, secret: bytes, contributions: Sequence[str]) -> None:
        """Draw all random outcomes from this secret and these contributions from now on."""
        self.match.fates = Fates(fate_key(secret, contributions))

    def last_acts(self) -> dict[int, int]:
        """Return, for each seat that has acted, a version later than the one it acted on."""
        return {
            int(event.seat): number + 2 * self.take_backs
            for number, event in enumerate(self.match.log, 1)
            if isinstance(event, Act)
        }

    def settle(self, at: int) -> list[Write]:
        """Draw every random outcome that is expected now."""
        return self._change(None, at)

    def check(self, seat: int, action: Any, at: int) -> None:
        """Raise `IllegalEvent` if the seat cannot do this. Nothing changes either way."""
        self.game.apply(self.match.state, Act(Seat(seat), action, Millis(at)))

    def act(self, seat: int, action: Any, at: int) -> list[Write]:
        """Let a seat act, or raise `IllegalEvent` and change nothing."""
        return self._change(Act(Seat(seat), action, Millis(at)), at, seat)

    def time_out(self, at: int) -> list[Write]:
        return self._change(Timeout(Millis(at)), at)

    def take_back(self, seat: int, *, from_bots: bool) -> tuple[int, list[Write]]:
        """Take back the seat's last act. Acts of others in the same simultaneous turn remain, with new numbers.

        `from_bots`: later acts of the others are removed, too, if they are not of the same simultaneous turn.
        Returns the number of leading events that did not change, and the writes.
        """
        before, state, awaiting = self.match.log, self.match.state, self.match.awaiting
        self.match.take_back(Seat(seat), from_bots=from_bots)
        after = self.match.log
        first = next(
            (i for i, pair in enumerate(zip(before, after, strict=False)) if pair[0] is not pair[1]), len(after)
        )
        self.take_backs += 1 + (len(before) - len(after)) // 2  # the version grows
        self.before, self.hid = (state, awaiting, seat), self.hides
        self._note_length()
        self._note_awaiting()
        return first, [CutEvents(self.table, first + 1), *self._rows(first)]

    def _change(self, event: Event[Any] | None, at: int, seat: int | None = None) -> list[Write]:
        match = self.match
        first, before = self.length, (match.state, match.awaiting, seat)
        if event is not None:
            match.push(event)
        self.before, self.hid = before, self.hides
        match.settle(Millis(at))
        self._note_length()
        if match.awaiting is not before[1]:
            self._note_awaiting()
        return self._rows(first)

    def _rows(self, first: int) -> list[Write]:
        """Return the events after the first `first` ones as one write."""
        rows: list[EventRow] = []
        for number, step in self.match.steps(first):
            rows.append(EventRow(number, step.event.at, event_text(self.game, step.event)))
        return [AddEvents(self.table, tuple(rows))] if rows else []


def racing(awaiting: Awaiting) -> bool:
    """Return whether the first to act decides: several seats in the open, or a deadline."""
    return (awaiting.deadline is not None or len(awaiting.seats) > 1) and not awaiting.simultaneous
