"""`purrlor replay`: show a recorded match step by step."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from .options import WHO, add_bot_limits, examples, file_named, seed_text

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
        epilog=examples(
            "replay",
            "evening.purr --seat 1",
            "evening.purr --from 57 --play --redeal",
            "evening.purr --from 57 --compare 'keep 5 5' 'score fat_cat'",
        ),
    )
    parser.add_argument("file", metavar="FILE", type=file_named, help="a record")
    parser.add_argument("--seat", type=int, metavar="N", help="show what seat N saw (default: what a spectator saw)")
    parser.add_argument("--plain", action="store_true", help="print the whole story in short lines")
    parser.add_argument("--from", dest="start", type=int, default=0, metavar="EVENT", help="begin after this event")
    _add_play_on(parser)
    parser.set_defaults(run=run)


def _add_play_on(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("play on", "Continue from there as a match of its own, which counts for nothing.")
    group.add_argument("--play", action="store_true", help="play on from that event")
    group.add_argument(
        "--compare", nargs="+", metavar="ACTION", help="compare these moves in 100 random continuations, played by bots"
    )
    group.add_argument(
        "--people",
        type=int,
        nargs="+",
        metavar="SEAT",
        help="seats of people (default: --seat, or the next to act)",
    )
    group.add_argument("--bots", metavar="NAMES", help=f"the other seats' bots, one for all or one for each, {WHO}")
    group.add_argument(
        "--dice",
        choices=("same", "new"),
        help="rolls and deals to come (default: the same if the record has a seed)",
    )
    group.add_argument(
        "--seed", type=seed_text, metavar="TEXT", help="a text that determines all later rolls and deals"
    )
    group.add_argument(
        "--redeal", action="store_true", help="deal the cards again that the first person's seat cannot know"
    )
    group.add_argument("--record", metavar="FILE", help="save the match to this new file")
    group.add_argument("--fast", action="store_true", help="let bots play without delay")
    add_bot_limits(parser)


def run(args: argparse.Namespace) -> int:
    from purrlor.core import Seat
    from purrlor.words import refusal

    from .files import read_record
    from .stage import PlainStage, choose_stage

    record = read_record(args.file)
    if args.seat is not None and not 1 <= args.seat <= record.game.seats:
        raise refusal("terminal.replay.seat", seat=args.seat, seats=record.game.seats)
    if not 0 <= args.start <= len(record.events):
        raise refusal("terminal.replay.event", number=args.start, count=len(record.events))
    stage = choose_stage(plain=args.plain, fast=args.fast)
    if args.play:
        from .play_on import play_on

        play_on(args, record, stage)
        return 0
    if args.compare:
        from .play_on import compare

        stage.tell(compare(args, record))
        return 0
    if any((args.people, args.bots, args.dice, args.seed is not None, args.redeal, args.record)):
        raise refusal("terminal.fork.play")
    viewer = Seat(args.seat - 1) if args.seat is not None else None
    replay = Replay(record, viewer, stage, args.start)
    if isinstance(stage, PlainStage):
        replay.tell_all()
    else:
        replay.step_through()
    return 0


LEAVE = ("q", "quit")


class Replay:
    def __init__(self, record: AnyRecord, viewer: Seat | None, stage: Stage, start: int = 0) -> None:
        from purrlor.kit import kit
        from purrlor.kit.player import players_of

        self.game, self.viewer, self.stage = record.game, viewer, stage
        self.match = record.match()
        self.names = [player.name for player in players_of(record)]
        self.face = kit(record.game.name).face()
        self.place = start

    def tell_all(self) -> None:
        """Print the story, each line with the number of its event, and the result."""
        from purrlor.kit.face import Scene
        from purrlor.kit.speech import say

        for place in range(self.place + 1, len(self.match.log) + 1):
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
        from purrlor.kit.speech import note_sentence

        if place == 0:
            return []
        states = self.match.states
        found = notes(self.game, states[place - 1], self.match.log[place - 1], states[place], self.viewer)
        return [note_sentence(self.game, note, self.names, None) for note in found]
