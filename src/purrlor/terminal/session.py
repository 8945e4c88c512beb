"""A match at the prompt: show views, read notation and commands, offer legal actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.markdown import Markdown

from purrlor.core import Act, Event, Fate, Seat, Timeout
from purrlor.kit import rules_text
from purrlor.kit.answers import QUESTIONS, HintSituation, Question
from purrlor.kit.bots import Adviser
from purrlor.kit.face import Scene
from purrlor.kit.speech import language, listed, say, story

from .keyboard_match import KeyboardMatch, Leave
from .stage import Offer, PlainStage
from .typed_input import Command, Meant, NotPossible, Unclear, command_word, own_word, understand

SHORT_LIST = 12


class TextSession(KeyboardMatch):
    """A match in which people type an action, the number of an offer, or a command."""

    help_key = "terminal.help"
    _adviser: Adviser | None = None
    _offered: Sequence[Any] = ()
    """The choices that the numbers of the last list stand for."""

    def _person_acts(self, seat: Seat) -> None:
        self.keeper.save()
        self._hand_over(seat)
        self._news()
        scene = self._scene(seat)
        self.stage.board(scene)
        self._offered = ()
        if self.face.menu and 1 < len(scene.legal) <= SHORT_LIST:
            self._show_list(scene.legal, scene, say("terminal.list"))
        self._ask_until_done(seat, scene)

    def _ask_until_done(self, seat: Seat, scene: Scene) -> None:
        advice = self.commands[0]
        key = "terminal.toolbar" if advice in self.offered_commands else "terminal.toolbar.alone"
        tip = say(key, tip=self._tip(scene), advice=command_word(advice))
        while not self._heed(self.stage.ask(self._question(seat), self._offers(scene), tip.lstrip()), seat, scene):
            pass

    def _question(self, seat: Seat) -> str:
        legal = self.match.legal(seat)
        if len(legal) == 1:
            return say("terminal.prompt.only", seat=self.names[seat], action=legal[0])
        return say("terminal.prompt", seat=self.names[seat])

    # Input

    def _heed(self, text: str, seat: Seat, scene: Scene) -> bool:
        """Carry out a typed line; return whether it changed the match."""
        offered, self._offered = self._offered, ()
        if not text.strip():
            return self._only_one(seat, scene)
        word, _, rest = text.strip().partition(" ")
        command = own_word(word.casefold())
        if command in self.commands:
            return self._obey(command, rest.strip(), seat, scene)
        if command in QUESTIONS and text.strip() not in map(str, scene.legal):
            self._answer(command, seat, scene)
            return False
        numbers = {f"{number}{end}": action for number, action in enumerate(offered, 1) for end in ("", ".", ")")}
        if text.strip() in numbers:
            return self._do(numbers[text.strip()], seat, scene)
        return self._understand(text, seat, scene)

    def _answer(self, question: Question, seat: Seat, scene: Scene) -> None:
        """Answer a question about the position, in the same words as the web client."""
        situation = HintSituation(scene.view, scene.legal, self.names, self.match.awaiting.seats, seat)
        self.stage.answer("\n".join(self.kit.answers().answer(question, situation)))

    def _do(self, choice: Any, seat: Seat, scene: Scene) -> bool:
        """Carry out an action, or a command; return whether it changed the match."""
        return self._obey(choice.name, "", seat, scene) if isinstance(choice, Command) else self._act(seat, choice)

    def _only_one(self, seat: Seat, scene: Scene) -> bool:
        if len(scene.legal) == 1:
            return self._act(seat, scene.legal[0])
        self._explain(scene)
        return False

    def _explain(self, scene: Scene, reason: str = "") -> None:
        """Show why the input was refused, if there is a reason, and list what is possible."""
        allowed = say("terminal.allowed", allowed=self._allowed(scene))
        self.stage.answer(f"{reason}\n{allowed}" if reason else allowed)

    def _understand(self, text: str, seat: Seat, scene: Scene) -> bool:
        match understand(text, self.game, scene, self.offered_commands):
            case Meant(choice):
                return self._do(choice, seat, scene)
            case Unclear(choices):
                key = "terminal.unclear" if len(choices) > 1 else "terminal.unsure"
                self._show_list(choices, scene, say(key, text=text.strip()))
            case NotPossible(reason):
                self._explain(scene, reason)
        return False

    def _act(self, seat: Seat, action: Any) -> bool:
        deadline = self.match.awaiting.deadline
        if deadline is not None and self.now > deadline:
            self.match.time_out(self.now)
            self.stage.tell([say("terminal.too_late")])
        else:
            self.match.act(seat, action, self.now)
        return True

    def _tip(self, scene: Scene) -> str:
        return self.face.tip(scene.view, scene.legal)

    def _allowed(self, scene: Scene) -> str:
        return self.face.allowed(scene.view, scene.legal)

    def _offers(self, scene: Scene) -> list[Offer]:
        actions = [Offer(str(action), self.face.label(scene.view, action)) for action in scene.legal]
        return [*actions, *(Offer(command_word(command), self._meaning(command)) for command in self.offered_commands)]

    def _meaning(self, command: str) -> str:
        return say(f"terminal.command.{command}")

    def _show_list(self, choices: Sequence[Any], scene: Scene, heading: str) -> None:
        """List actions and commands with numbers; until the next input a number picks one of them."""
        self._offered = choices
        self.stage.choices(heading, [self._item(n, choice, scene) for n, choice in enumerate(choices, 1)])

    def _item(self, number: int, choice: Any, scene: Scene) -> str:
        is_command = isinstance(choice, Command)
        label = self._meaning(choice.name) if is_command else self.face.label(scene.view, choice)
        key = "terminal.list.bare" if label == str(choice) else "terminal.list.item"
        return say(key, number=number, action=choice, label=label)

    # Commands

    def _obey(self, command: str, rest: str, seat: Seat, scene: Scene) -> bool:
        """Carry out a command; return whether it changed the match."""
        match command:
            case "undo":
                return self._undo(seat)
            case "hint" | "best":
                self._hint(scene)
            case "view":
                self.stage.board(scene, whole=True)
            case "list":
                self._show_list(scene.legal, scene, say("terminal.list"))
            case "log":
                self.stage.page(self._log_text())
            case "rules":
                text = rules_text(self.game.name, language())
                self.stage.page(text if isinstance(self.stage, PlainStage) else Markdown(text))
            case "save":
                self.keeper.save_as(rest)
            case "help":
                self.stage.answer(self._help_text(scene))
            case _:
                raise Leave
        return False

    def _undo(self, seat: Seat) -> bool:
        last = self.match.log[-1] if self.match.log else None
        actor = last.seat if isinstance(last, Act) and last.seat in self.people else seat
        from_bots = len(self.people) == 1
        refusal = self.match.take_back_refusal(actor, from_bots=from_bots)
        if refusal is not None:
            name = self.names[last.seat] if isinstance(last, Act) else ""
            self.stage.answer(say(f"terminal.undo.{refusal.name.lower()}", name=name))
            return False
        self._tell_taken_back([self._called(self.match.take_back(actor, from_bots=from_bots))])
        return True

    def _shorten(self, length: int) -> None:
        """Undo every event after the first `length`."""
        taken: list[str] = []
        while len(self.match.log) > length:
            taken.insert(0, self._called(self.match.undo()))
        self._tell_taken_back(taken)

    def _tell_taken_back(self, taken: Sequence[str]) -> None:
        """Show what was taken back; the events that replace it count as news."""
        self._heard = {viewer: min(heard, len(self.match.log)) for viewer, heard in self._heard.items()}
        self.stage.tell([say("terminal.undo.done", what=listed(taken))])

    def _called(self, event: Event[Any]) -> str:
        """Describe the events that were taken back in a few words."""
        match event:
            case Act():
                return str(event.action)
            case Fate():
                return say("terminal.taken.fate", values=self.game.fate_text(event.values))
            case Timeout():
                return say("terminal.taken.timeout")

    def _hint(self, scene: Scene) -> None:
        if len(scene.legal) < 2:
            self._explain(scene)
            return
        try:
            answer = self._advice(scene)
        except KeyboardInterrupt:  # the person does not want to wait for it
            answer = say("terminal.hint.stopped")
        except Exception as error:  # a failing hint must not end the match
            answer = say("terminal.hint.failed", reason=f"{type(error).__name__}: {error}")
        self.stage.answer(answer)

    def _advice(self, scene: Scene) -> str:
        if self._adviser is None:
            with self.stage.busy(say("terminal.thinking")):
                self._adviser = self.kit.adviser(self.game)
        if self._adviser is None:
            return say("terminal.hint.none")
        advice = self._adviser.advise(scene.view, scene.legal)
        (best, worth), *others = advice.ranked
        more = worth - others[0][1] if others else None
        if advice.next_best is not None:
            more = advice.next_best.less
        lines = [best_line(best, self.face.label(scene.view, best), more)]
        lines += [say("terminal.hint.next", action=action, less=worth - less) for action, less in others[:2]]
        return "\n".join(line for line in (self.face.advice(self.game.name, advice), *lines) if line)

    def _log_text(self) -> str:
        lines = story(self.match, self.names, self.viewer, you=self.you) or [say("terminal.log.empty")]
        committed = [self._commitment(whole=True)] if self.secret is not None else []
        return "\n".join([*committed, *lines])

    def _help_text(self, scene: Scene) -> str:
        heading = say(self.help_key, allowed=self._allowed(scene))
        names = [command_word(command) for command in self.offered_commands]
        width = max(map(len, names)) + 1
        lines = [
            say("terminal.help.line", command=name.ljust(width), meaning=self._meaning(command))
            for name, command in zip(names, self.offered_commands, strict=True)
        ]
        questions = say("terminal.help.line", command=", ".join(QUESTIONS), meaning=say("terminal.command.questions"))
        return "\n".join([heading, *lines, questions])


def best_line(action: Any, label: str, more: float | None) -> str:
    """Return a line with an action and its lead over the next best.

    A label that only repeats the notation is left out.
    """
    if label == str(action):
        key = "terminal.hint.best.bare" if more is not None else "terminal.hint.only.bare"
    else:
        key = "terminal.hint.best" if more is not None else "terminal.hint.only"
    return say(key, action=action, label=label, more=more)
