"""The match of a table: events with the rows that keep them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from purrlor.core import Act, Awaiting, Event, Fates, Game, Match, Millis, Seat, Timeout, fate_key
from purrlor.core.record import event_text, parse_event

from .rows import AddEvents, CutEvents, EventRow, Write

AnyGame: TypeAlias = Game[Any, Any, Any]


class Play:
    """A match that writes down what it does. `version` grows with every change, also when something is taken back."""

    def __init__(self, table: str, game: AnyGame, events: Iterable[EventRow] = (), take_backs: int = 0) -> None:
        self.table = table
        self.game = game
        self.take_backs = take_backs
        log = (parse_event(game, row.text, Millis(row.at)) for row in events)
        self.match: Match[Any, Any, Any] = Match(game, log=log)
        self._await(self.match.awaiting)
        self._look()
        self.views: dict[Seat | None, tuple[Any, Any]] = {}
        """Which state each viewer was shown last, and what they saw."""
        self.before: tuple[Any, Awaiting, int | None] = (self.match.state, self.awaiting, None)
        """The state before the last change, what it awaited, and which seat changed it."""
        self.hid = self.hides
        """Whether acts were hidden then."""

    def view(self, seat: Seat | None) -> Any:
        """What a viewer sees now."""
        state, known = self.match.state, self.views.get(seat)
        return known[1] if known is not None and known[0] is state else self.game.view(state, seat)

    def view_after(self, number: int, seat: Seat | None) -> Any:
        """What a viewer sees after so many events; not worked out again if they were shown that last."""
        state, known = self.match.state_after(number), self.views.get(seat)
        if known is not None and known[0] is state:
            return known[1]
        view = self.game.view(state, seat)
        self.views[seat] = (state, view)
        return view

    def seeing(self, viewers: Iterable[Seat | None]) -> Iterable[Seat | None]:
        """Those for whom the last change was one: not those who look on while somebody acts in secret."""
        state, awaiting, actor = self.before
        if actor is None or not self.hid or awaiting != self.awaiting:
            return viewers
        return [viewer for viewer in viewers if viewer == actor or self._sees_change(viewer, state)]

    def _sees_change(self, viewer: Seat | None, before: Any) -> bool:
        return bool(self.game.view(before, viewer) != self.match.view(viewer))

    def may_take_back(self, seat: Seat) -> bool:
        """Most often the last event says it all: what fate or time gave stays, and so does what others did in turn."""
        last = self.last
        if not isinstance(last, Act) or (last.seat != seat and not self.hid):
            return False
        return self.match.take_back_refusal(seat) is None

    def bind(self, secret: bytes, contributions: Sequence[str]) -> None:
        """From now on fate is drawn from this."""
        self.match.fates = Fates(fate_key(secret, contributions))

    def last_acts(self) -> dict[int, int]:
        """For each seat that has acted a version that is later than the one it acted on."""
        return {
            int(event.seat): number + 2 * self.take_backs
            for number, event in enumerate(self.match.log, 1)
            if isinstance(event, Act)
        }

    def settle(self, at: int) -> list[Write]:
        """Let fate give whatever is awaited of it."""
        return self._change(None, at)

    def check(self, seat: int, action: Any, at: int) -> None:
        """`IllegalEvent` if the seat cannot do that; nothing changes either way."""
        self.game.apply(self.match.state, Act(Seat(seat), action, Millis(at)))

    def act(self, seat: int, action: Any, at: int) -> list[Write]:
        """`IllegalEvent` if it cannot be, and then nothing has changed."""
        return self._change(Act(Seat(seat), action, Millis(at)), at, seat)

    def time_out(self, at: int) -> list[Write]:
        return self._change(Timeout(Millis(at)), at)

    def take_back(self, seat: int) -> tuple[int, list[Write]]:
        """The seat's last act is gone; acts of others in the same simultaneous turn stay, under other numbers.

        How many events are as they were, and what to write.
        """
        before, state, awaiting = self.match.log, self.match.state, self.awaiting
        self.match.take_back(Seat(seat))
        after = self.match.log
        first = next(
            (i for i, pair in enumerate(zip(before, after, strict=False)) if pair[0] is not pair[1]), len(after)
        )
        self.take_backs += 1
        self.before, self.hid = (state, awaiting, seat), self.hides
        self._look()
        return first, [CutEvents(self.table, first + 1), *self._rows(first)]

    def _change(self, event: Event[Any] | None, at: int, seat: int | None = None) -> list[Write]:
        first, before = self.length, (self.match.state, self.awaiting, seat)
        if event is not None:
            self.match.push(event)
        self.before, self.hid = before, self.hides
        self.match.settle(Millis(at))
        self._look()
        return self._rows(first)

    def _look(self) -> None:
        self.length = len(self.match)
        self.version = self.length + 2 * self.take_backs
        self.last = self.match.event(self.length) if self.length else None
        if self.match.awaiting is not self.awaiting:
            self._await(self.match.awaiting)

    def _await(self, awaiting: Awaiting) -> None:
        self.awaiting = awaiting
        self.racing = racing(awaiting)
        self.hides = awaiting.simultaneous
        self.over = awaiting.nothing

    def _rows(self, first: int) -> list[Write]:
        """What was added after the first so many events, as one write."""
        if first == self.length:
            return []
        rows = [
            EventRow(number, step.event.at, event_text(self.game, step.event))
            for number, step in self.match.steps(first)
        ]
        return [AddEvents(self.table, tuple(rows))]


def racing(awaiting: Awaiting) -> bool:
    """Whether who comes first decides: several seats in the open, or a deadline."""
    return (awaiting.deadline is not None or len(awaiting.seats) > 1) and not awaiting.simultaneous
