"""The pad of Yatzy: a match that is played with real dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from purrlor.core import Act, Event, Fate, InvalidNotation, Seat
from purrlor.games.yatzy import Keep
from purrlor.games.yatzy.boxes import Dice
from purrlor.games.yatzy.notation import dice_text, parse_dice
from purrlor.games.yatzy.rules import DICE
from purrlor.kit.face import Scene
from purrlor.kit.speech import because, listed, say, sayings
from purrlor.terminal.keyboard_match import Leave
from purrlor.terminal.session import TextSession
from purrlor.terminal.stage import Offer
from purrlor.terminal.typed_input import folded

COMMANDS = ("best", "undo", "view", "list", "log", "rules", "save", "help", "quit")
LEAVE = ("q", "quit")


class Pad(TextSession):
    """A session in which the players type their dice. Nothing is secret, so any mistake can be taken back."""

    commands = COMMANDS
    help_key = "terminal.yatzy.pad.help"
    resume_command = "purrlor pad yatzy"

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._marks = lines_of(self.match.log)
        """The length of the log before each line that changed it."""

    def _fate(self) -> None:
        """Ask for the dice that were rolled; the kept ones stay on the table."""
        turn: Seat | None = self.match.state.turn
        scene = self._scene(turn)
        self.stage.board(scene)
        if turn is None:
            self._ask_who_begins()
        else:
            self._ask_until_done(turn, scene)

    def _ask_who_begins(self) -> None:
        """Ask for the first player instead of drawing one: the one who petted a cat last, as the players know."""
        while True:
            text = folded(self.stage.ask(say("terminal.yatzy.pad.begins")))
            if text in LEAVE:
                raise Leave
            named = [seat for seat, name in enumerate(self.names) if text and folded(name).startswith(text)]
            exact = [seat for seat, name in enumerate(self.names) if text in (folded(name), str(seat + 1))]
            if len(found := exact or named) == 1:
                self._marks.append(len(self.match.log))
                self.match.push(Fate((found[0] + 1,), self.now))
                return
            self.stage.answer(say("terminal.yatzy.pad.begins.again", names=listed(self.names)))

    @property
    def _wanted(self) -> int:
        """The number of dice to be typed now; 0: all are on the table."""
        state = self.match.state
        return DICE - len(state.dice) if state.rolling or not state.dice else 0

    def _question(self, seat: Seat) -> str:
        if self._wanted in (0, DICE):
            return say("terminal.yatzy.pad.prompt.dice" if self._wanted else "terminal.prompt", seat=self.names[seat])
        key = "terminal.yatzy.pad.prompt.last" if self._wanted == 1 else "terminal.yatzy.pad.prompt.rest"
        return say(key, seat=self.names[seat], count=self._wanted)

    def _tip(self, scene: Scene) -> str:
        if self._wanted in (0, DICE):
            return say("terminal.yatzy.pad.tip.dice") if self._wanted else super()._tip(scene)
        return say("terminal.yatzy.pad.tip.rest")

    def _allowed(self, scene: Scene) -> str:
        if self._wanted in (0, DICE):
            return say("terminal.yatzy.pad.allowed.dice") if self._wanted else super()._allowed(scene)
        key = "terminal.yatzy.pad.allowed.last" if self._wanted == 1 else "terminal.yatzy.pad.allowed.rest"
        return say(key, count=self._wanted)

    def _meaning(self, command: str) -> str:
        return say("terminal.yatzy.pad.command.undo") if command == "undo" else super()._meaning(command)

    def _offers(self, scene: Scene) -> list[Offer]:
        """Return the offers, without actions while typed dice are expected: dice are rolled on the table."""
        offers = super()._offers(scene)
        return offers[len(scene.legal) :] if self._wanted else offers

    def _obey(self, command: str, rest: str, seat: Seat, scene: Scene) -> bool:
        if command == "list" and self._wanted:
            self._explain(scene)
            return False
        return super()._obey(command, rest, seat, scene)

    def _heed(self, text: str, seat: Seat, scene: Scene) -> bool:
        before = len(self.match.log)
        digits = self._digits(text)
        done = self._lay_typed(seat, digits, scene) if digits else super()._heed(text, seat, scene)
        if done and len(self.match.log) > before:
            self._marks.append(before)
        return done

    def _only_one(self, seat: Seat, scene: Scene) -> bool:  # noqa: ARG002
        """Explain what to type: Enter does not roll, because the dice are real."""
        self._explain(scene)
        return False

    def _digits(self, text: str) -> str:
        """Return the digits of a line that names rolled dice; empty if the line says something else.

        A number may select from a list. While all five dice are on the table, fewer digits name the dice to keep.
        """
        squeezed = folded(text).replace(" ", "")
        if not squeezed.isdecimal() or not squeezed.isascii() or int(squeezed[:9]) <= len(self._offered):
            return ""
        return squeezed if self._wanted or len(squeezed) >= DICE else ""

    def _lay_typed(self, seat: Seat, digits: str, scene: Scene) -> bool:
        """Put the typed dice on the table, or say what is wrong with them."""
        try:
            dice = parse_dice(" ".join(digits[: 2 * DICE]))
        except InvalidNotation as error:
            self._explain(scene, say("terminal.yatzy.pad.no_die", reason=because(error)))
            return False
        if len(digits) not in (DICE, self._wanted):
            key = "terminal.yatzy.pad.need.last" if self._wanted == 1 else "terminal.yatzy.pad.need"
            self._explain(scene, say(key, wanted=self._wanted or DICE, found=len(digits)))
            return False
        return self._lay(seat, dice)

    def _lay(self, seat: Seat, dice: Dice) -> bool:
        """Put dice on the table: the rest of a roll, or all five. Return whether it was possible."""
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
        if state.dice and not self._rolled_again(kept):
            return False
        self.match.act(seat, Keep(kept), self.now)
        return self._lay_all(kept, dice)

    def _rolled_again(self, kept: Dice) -> bool:
        """Ask whether five new dice are another roll; they may also correct a mistake in the last one."""
        key = "terminal.yatzy.pad.again" if kept else "terminal.yatzy.pad.again.all"
        sure = folded(self.stage.ask(say(key, dice=dice_text(kept)))) in ("", *sayings("answer.yes"))
        if not sure:
            self.stage.answer(say("terminal.yatzy.pad.again.no"))
        return sure

    def _lay_all(self, kept: Dice, dice: Dice) -> bool:
        """Put all five typed dice on the table. Return whether the kept ones are among them."""
        rolled = Counter(dice) - Counter(kept)
        if rolled.total() != DICE - len(kept):
            self.stage.answer(say("terminal.yatzy.pad.kept", dice=dice_text(kept)))
            return False
        self.match.push(Fate(tuple(sorted(rolled.elements())), self.now))
        return True

    def _undo(self, seat: Seat) -> bool:  # noqa: ARG002
        if not self._marks:
            self.stage.answer(say("terminal.yatzy.pad.undo.nothing"))
            return False
        self._shorten(self._marks.pop())
        return True

    def _called(self, event: Event[Any]) -> str:
        return super()._called(event) if self.match.state.turn is not None else say("terminal.yatzy.pad.taken.begins")


def lines_of(log: Sequence[Event[Any]]) -> list[int]:
    """Return the indices in the log at which the lines of a saved pad began.

    Rolling all five dice and their result were one line; the result of a partial roll was a line of its own.
    """
    whole = [isinstance(event, Act) and event.action == Keep() for event in log]
    return [place for place, event in enumerate(log) if not (isinstance(event, Fate) and place and whole[place - 1])]


def shared(before: Dice, after: Dice) -> Dice:
    """Return the dice that a player seems to have kept between two rolls: at most four, because one was rolled."""
    return tuple(sorted((Counter(before) & Counter(after)).elements()))[: DICE - 1]
