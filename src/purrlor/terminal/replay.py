"""`purrlor replay`: show a recorded match step by step."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from .options import file_named

if TYPE_CHECKING:
    from purrlor.core import Seat

    from .files import AnyRecord
    from .stage import Stage


def add_parser(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "replay",
        help="step through a recorded match",
        description="Step through a recorded match: Enter or n goes on, b goes back, t goes to the next turn, a number "
        "jumps, q leaves.",
        epilog="example: purrlor replay evening.purr --seat 1",
    )
    parser.add_argument("file", metavar="FILE", type=file_named, help="a record")
    parser.add_argument("--seat", type=int, metavar="N", help="what seat N saw; left out: what a spectator saw")
    parser.add_argument("--plain", action="store_true", help="print the whole story in short lines")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from purrlor.core import Seat
    from purrlor.words import refusal

    from .files import read_record
    from .stage import PlainStage, choose_stage

    record = read_record(args.file)
    if args.seat is not None and not 1 <= args.seat <= record.game.seats:
        raise refusal("terminal.replay.seat", seat=args.seat, seats=record.game.seats)
    viewer = Seat(args.seat - 1) if args.seat is not None else None
    stage = choose_stage(plain=args.plain)
    replay = Replay(record, viewer, stage)
    if isinstance(stage, PlainStage):
        replay.tell_all()
    else:
        replay.step_through()
    return 0


LEAVE = ("q", "quit")


class Replay:
    def __init__(self, record: AnyRecord, viewer: Seat | None, stage: Stage) -> None:
        from purrlor.kit import kit
        from purrlor.kit.player import players_of

        self.game, self.viewer, self.stage = record.game, viewer, stage
        self.match = record.match()
        self.names = [player.name for player in players_of(record)]
        self.face = kit(record.game.name).face()
        self.place = 0

    def tell_all(self) -> None:
        """Print the story, each line with the number of its event, and the result."""
        from purrlor.kit.face import Scene
        from purrlor.kit.speech import say

        for place in range(1, len(self.match.log) + 1):
            lines = self._notes(place)
            self.stage.tell([say("terminal.replay.line", number=place, text=line) for line in lines])
        view = self.game.view(self.match.state, self.viewer)
        self.stage.board(Scene(self.face, view, (), self.names), whole=True)

    def step_through(self) -> None:
        from purrlor.kit.speech import say

        try:
            self._show()
            while (text := self.stage.ask(self._question()).strip().casefold()) not in LEAVE:
                place = self._place(text)
                if place is None:
                    self.stage.answer(say("terminal.replay.how", count=len(self.match.log)))
                else:
                    self.place = place
                    self._show()
        except (EOFError, KeyboardInterrupt):
            return

    def _question(self) -> str:
        from purrlor.kit.speech import say

        return say("terminal.replay.prompt", place=self.place, count=len(self.match.log))

    def _place(self, text: str) -> int | None:
        """Return the event to move to; None: the text was not understood."""
        last = len(self.match.log)
        if text in ("", "n"):
            return min(self.place + 1, last)
        if text == "b":
            return max(self.place - 1, 0)
        if text == "t":
            return next((place for place in range(self.place + 1, last) if self._begins_turn(place)), last)
        return min(int(text[:9]), last) if text.isdecimal() else None

    def _begins_turn(self, place: int) -> bool:
        """Return whether other seats act than before.

        A single player keeps acting while there are no random outcomes.
        """
        from purrlor.core import Act

        seats = self.game.awaiting(self.match.states[place]).seats
        event = self.match.log[place - 1]
        if self.game.seats == 1:
            return bool(seats) and isinstance(event, Act)
        before = next((each.seat for each in reversed(self.match.log[:place]) if isinstance(each, Act)), None)
        return bool(seats) and before not in seats

    def _show(self) -> None:
        from purrlor.kit.face import Scene

        view = self.game.view(self.match.states[self.place], self.viewer)
        self.stage.board(Scene(self.face, view, (), self.names), whole=True)
        if self.place:
            self.stage.answer("\n".join([self._event_line(), *self._notes(self.place)]))

    def _event_line(self) -> str:
        """Return the event in notation, if the viewer saw it happen."""
        from purrlor.core.record import event_text
        from purrlor.core.story import witnessed
        from purrlor.kit.speech import say

        before, event = self.match.states[self.place - 1], self.match.log[self.place - 1]
        seen = witnessed(self.game.awaiting(before), event, self.viewer)
        text = event_text(self.game, seen) if seen is not None else say("terminal.replay.hidden")
        return say("terminal.replay.line", number=self.place, text=text)

    def _notes(self, place: int) -> list[str]:
        from purrlor.core.story import notes
        from purrlor.kit.speech import told

        if place == 0:
            return []
        states = self.match.states
        found = notes(self.game, states[place - 1], self.match.log[place - 1], states[place], self.viewer)
        return [told(self.game, note, self.names, None) for note in found]
