"""What the connections of a table are sent: updates of the match, and the table itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from purrlor.core import Seat

from . import wire
from .effects import Outcome, connections_of
from .state import TableState
from .updates import encoded, table_info


class Announcer:
    """Sends every connection what its viewers may know, and nothing twice."""

    def __init__(self, table: TableState) -> None:
        self.table = table
        self.watching: dict[Seat | None, list[int]] | None = None
        """The connections that look through each seat's eyes; None: to be worked out again."""
        self.behind: dict[Seat | None, int] = {}
        """Number of events each viewer has seen since the log was shortened by a take-back."""

    def tell_update(self, first: int, outcome: Outcome, since: int | None) -> None:
        play, teller = self.table.play, self.table.teller
        if play.racing:
            self.note_picture(outcome)
        if self.watching is None:
            self.watching = connections_of(self.table.guests)
        seeing = play.seeing(self.watching)
        if since is not None or self.behind:
            self.tell_again(list(seeing), first, outcome, since)
        else:
            stories = teller.stories(seeing, first)
            teller.keep_stories(stories, first)
            self.tell_story(stories, outcome)

    def tell_again(self, seeing: list[Seat | None], first: int, outcome: Outcome, since: int | None) -> None:
        """After a take-back events have other numbers. Who was not told of it hears them with their next update."""
        assert self.watching is not None
        if since is not None:
            for viewer in self.watching:
                self.behind[viewer] = min(since, self.behind.get(viewer, since))
        for viewer in seeing:
            known = self.behind.pop(viewer, None)
            stories = self.table.teller.stories([viewer], first if known is None else known)
            self.tell_story(stories, outcome, known)

    def tell_story(
        self, stories: Mapping[Seat | None, Sequence[wire.Told]], outcome: Outcome, since: int | None = None
    ) -> None:
        table, watching, sends = self.table, self.watching, outcome.sends
        assert watching is not None
        left = table.clocks.left(outcome.now)
        for viewer, message in table.teller.updates(stories, table.time(outcome.now), left, since):
            for connection in watching[viewer]:
                sends.append((connection, message))

    def tell_latest(self, connection: int, outcome: Outcome) -> None:
        """Everything so far, for somebody who has just come."""
        if self.table.status == "open":
            return
        if self.table.play.racing:
            self.note_picture(outcome)
        stories = {viewer: self.table.teller.whole_story(viewer) for viewer in self.table.guests[connection].viewers}
        now, left = self.table.time(outcome.now), self.table.clocks.left(outcome.now)
        for _, message in self.table.teller.updates(stories, now, left):
            outcome.send(connection, message)

    def show_again(self, outcome: Outcome) -> None:
        """The match as it is, for everybody at the same moment; nothing new has happened."""
        self.note_picture(outcome)
        self.watching = connections_of(self.table.guests)
        self.tell_story(dict.fromkeys(self.watching, ()), outcome)

    def note_picture(self, outcome: Outcome) -> None:
        """In a race it counts when each version was sent."""
        outcome.version = self.table.play.version

    def tell_table(self, outcome: Outcome) -> None:
        """Worked out once for all who have no seat here: hundreds may watch, and each who comes or goes is told."""
        setup, messages = self.table.setup, dict[tuple[bool, tuple[int, ...]], bytes]()
        for connection, guest in self.table.guests.items():
            own = () if guest.screen else setup.seats_of(guest.person)
            role = (bool(guest.person) and setup.host == guest.person, own)
            if role not in messages:
                messages[role] = encoded(self.info(guest.person, outcome.now, screen=guest.screen))
            outcome.send(connection, messages[role])

    def info(self, person: str, now: int, *, screen: bool = False) -> wire.TableInfo:
        """All about the table but its match, as this person sees it."""
        here = {guest.person for guest in self.table.guests.values() if guest.person and not guest.screen}
        watchers = len({guest.person for guest in self.table.guests.values() if not guest.seats})
        table = self.table
        return table_info(
            table.row,
            table.game,
            table.setup,
            table.status,
            person=person,
            here=here,
            watchers=watchers,
            now=now,
            screen=screen,
        )
