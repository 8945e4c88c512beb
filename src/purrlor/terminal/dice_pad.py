"""The pad of Yatzy: a match whose dice fall on a real table."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from purrlor.core import Fate, InvalidNotation, Seat
from purrlor.games.yatzy import Keep
from purrlor.games.yatzy.boxes import Dice
from purrlor.games.yatzy.notation import parse_dice
from purrlor.games.yatzy.rules import DICE

from .faces import Scene
from .session import Session
from .speech import say

COMMANDS = ("best", "undo", "view", "list", "log", "rules", "save", "help", "quit")


class Pad(Session):
    """Fate is typed. Nothing is secret and nobody is bound: any slip can be taken back."""

    commands = COMMANDS
    help_key = "terminal.pad.help"
    resume_command = "purrlor pad yatzy"

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._marks: list[int] = list(range(len(self.match.log)))
        """How long the log was before each line that changed it."""

    def _fate(self) -> None:
        """Ask for the dice that were rolled; the kept ones lie on the table."""
        seat = self._turn
        scene = self._scene(seat)
        self.stage.board(scene)
        self._ask_until_done(seat, scene)

    @property
    def _turn(self) -> Seat:
        turn: Seat = self.match.state.turn
        return turn

    def _question(self, seat: Seat) -> str:
        state = self.match.state
        if state.rolling:
            return say("terminal.pad.prompt.rest", seat=self.names[seat], count=DICE - len(state.dice))
        key = "terminal.prompt" if state.dice else "terminal.pad.prompt.dice"
        return say(key, seat=self.names[seat])

    def _tip(self, scene: Scene) -> str:
        if scene.view.rolling:
            return say("terminal.pad.tip.rest")
        return say("terminal.pad.tip.box" if scene.view.dice else "terminal.pad.tip.dice")

    def _allowed(self, scene: Scene) -> str:
        if scene.view.rolling:
            return say("terminal.pad.allowed.rest", count=DICE - len(scene.view.dice))
        return super()._allowed(scene) if scene.view.dice else say("terminal.pad.allowed.dice")

    def _heed(self, text: str, seat: Seat, scene: Scene) -> bool:
        before = len(self.match.log)
        dice = self._typed_dice(text)
        done = self._lay(seat, dice) if dice else super()._heed(text, seat, scene)
        if done and len(self.match.log) > before:
            self._marks.append(before)
        return done

    def _only_one(self, seat: Seat, scene: Scene) -> bool:  # noqa: ARG002
        """Enter rolls nothing here: the dice lie on a real table."""
        self._explain(scene)
        return False

    def _typed_dice(self, text: str) -> Dice | None:
        """The dice that a line of digits names, if now is the time for so many."""
        squeezed = re.sub(r"[\s,]", "", text)
        if not squeezed.isdecimal() or not squeezed.isascii():
            return None
        state = self.match.state
        wanted = {DICE, DICE - len(state.dice)} if state.rolling else {DICE}
        if len(squeezed) not in wanted or int(squeezed) <= len(self._offered):
            return None
        try:
            return parse_dice(" ".join(squeezed))
        except InvalidNotation:
            return None

    def _lay(self, seat: Seat, dice: Dice) -> bool:
        """Put dice on the table: the rest of a roll, or all five."""
        state = self.match.state
        if state.rolling and len(dice) == DICE and len(state.dice):
            return self._lay_all(state.dice, dice)
        if state.rolling:
            self.match.push(Fate(dice, self.now))
            return True
        if state.dice and not state.rolls_left:
            self.stage.answer(say("terminal.yatzy.why_not.no_rolls"))
            return False
        kept = shared(state.dice, dice)
        self.match.act(seat, Keep(kept), self.now)
        return self._lay_all(kept, dice)

    def _lay_all(self, kept: Dice, dice: Dice) -> bool:
        """All five dice were typed, the kept ones among them."""
        rolled = Counter(dice) - Counter(kept)
        if rolled.total() != DICE - len(kept):
            self.stage.answer(say("terminal.pad.kept", dice=" ".join(map(str, kept))))
            return False
        self.match.push(Fate(tuple(sorted(rolled.elements())), self.now))
        return True

    def _undo(self, seat: Seat) -> bool:  # noqa: ARG002
        if not self._marks:
            self.stage.answer(say("terminal.pad.undo.nothing"))
            return False
        self._take_back(self._marks.pop())
        return True


def shared(before: Dice, after: Dice) -> Dice:
    """The dice that a player seems to have kept between two rolls: at most four, for one at least was rolled."""
    return tuple(sorted((Counter(before) & Counter(after)).elements()))[: DICE - 1]
