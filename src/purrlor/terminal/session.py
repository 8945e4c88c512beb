"""One match at one keyboard, for any game: shows views, reads notation, lets the bots move, tells the story."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from rich.markdown import Markdown

from purrlor.core import (
    Act,
    Awaiting,
    Event,
    Fate,
    Fates,
    Game,
    Match,
    Millis,
    Record,
    Seat,
    Timeout,
    commitment,
    fate_key,
)
from purrlor.kit import Bot, kit, rules_text
from purrlor.kit.advice import Adviser
from purrlor.kit.face import Scene
from purrlor.kit.sitter import Sitter, bot_levels
from purrlor.kit.speech import language, listed, say, story
from purrlor.lab.command_bot import USUAL_LIMITS, Limits
from purrlor.lab.complaint import Complaint
from purrlor.lab.players import player

from .files import AnyRecord
from .keeping import Keeper
from .review import closing
from .stage import Offer, PlainStage, Stage
from .understanding import Command, Meant, Refused, Unclear, understand

SHORT_LIST = 12
SHORT_HASH = 8
HINT = "hint"
COMMANDS = (HINT, "undo", "view", "list", "log", "rules", "save", "help", "quit")


class Leave(Exception):
    """Somebody wants to go."""


class Session:
    """`file` is where the match is saved without being asked."""

    commands: Sequence[str] = COMMANDS
    help_key = "terminal.help"
    resume_command = "purrlor play"

    def __init__(
        self,
        game: Game[Any, Any, Any],
        sitters: Sequence[Sitter],
        stage: Stage,
        *,
        secret: bytes | None,
        record: AnyRecord | None = None,
        file: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
        limits: Limits = USUAL_LIMITS,
    ) -> None:
        self.game, self.sitters, self.stage = game, sitters, stage
        self.keeper = Keeper(lambda: self.record, stage, file, self.commands)
        self.secret, self.limits = secret, limits
        self.contributions = record.contributions if record else ()
        fates = Fates(fate_key(secret, self.contributions)) if secret is not None else None
        self.match: Match[Any, Any, Any] = Match(game, fates, record.events if record else ())
        self.kit = kit(game.name)
        self.face = self.kit.face()
        self.offered_commands = [name for name in self.commands if name != HINT or self.kit.gives_advice]
        self.names = [sitter.name for sitter in sitters]
        self.people = [Seat(place) for place, sitter in enumerate(sitters) if sitter.level is None]
        self._clock, self._start = clock, clock() - self.match.now / 1000
        self._bots: dict[Seat, Bot[Any, Any]] = {}
        self._adviser: Adviser | None = None
        self._heard: dict[Seat | None, int] = {}
        self._offered: Sequence[Any] = ()
        self._holder: Seat | None = None
        self._hides = any(hides(game.awaiting(state)) for state in self.match.states)

    # The match

    def run(self) -> None:
        """Play until it is over or somebody leaves."""
        try:
            self._seal_fate()
            self._prepare_bots()
            while not self.match.over:
                self._step()
            self._finish()
        except (EOFError, KeyboardInterrupt, Leave):
            self._leave()
        except Complaint:
            self._leave()
            raise

    @property
    def record(self) -> AnyRecord:
        return Record(
            game=self.game,
            names=tuple(self.names),
            events=tuple(self.match.log),
            commitment=commitment(self.secret) if self.secret is not None else None,
            contributions=tuple(self.contributions),
            seed=self.secret,
            bots=bot_levels(self.sitters),
        )

    @property
    def you(self) -> Seat | None:
        """The only person here, who is spoken to in the second person."""
        return self.people[0] if len(self.people) == 1 else None

    @property
    def behind_curtain(self) -> bool:
        """Whether several people must not see each other's views."""
        return self._hides and len(self.people) > 1

    @property
    def viewer(self) -> Seat | None:
        return self._holder if self.behind_curtain else self.you

    @property
    def now(self) -> Millis:
        return Millis(max(self.match.now, int((self._clock() - self._start) * 1000)))

    def _seal_fate(self) -> None:
        """Publish what the seed can be held to, before fate gives anything."""
        if self.secret is not None:
            self.stage.tell([self._sealed(whole=isinstance(self.stage, PlainStage))])

    def _sealed(self, *, whole: bool) -> str:
        assert self.secret is not None
        committed = commitment(self.secret)
        return say("terminal.sealed", commitment=committed if whole else f"{committed[:SHORT_HASH]}…")

    def _prepare_bots(self) -> None:
        bots = {Seat(place): sitter for place, sitter in enumerate(self.sitters) if sitter.level is not None}
        for seat, sitter in bots.items():
            with self.stage.busy(say("terminal.preparing", bot=sitter.name)):
                self._bots[seat] = player(sitter.source or str(sitter.level), self.game, self.limits).sit(seat, 1)

    def _step(self) -> None:
        awaiting = self.match.awaiting
        self._hides = self._hides or hides(awaiting)
        bots = [seat for seat in awaiting.seats if seat in self._bots]
        if awaiting.chance is not None:
            self._fate()
        elif bots:
            self._bot_acts(bots[0])
        elif awaiting.seats:
            self._person_acts(awaiting.seats[0])
        elif awaiting.deadline is not None:
            self.stage.wait(awaiting.deadline - self.now)
            self.match.time_out(max(self.now, awaiting.deadline))

    def _fate(self) -> None:
        self.match.draw(self.now)
        self._news()
        self.stage.glimpse(self._scene(self.viewer))

    def _bot_acts(self, seat: Seat) -> None:
        """The bot's randomness follows from the seed and the place in the log, so a resumed match goes on the same.

        What people cannot see needs no pause and no picture.
        """
        source = Random(f"{self.secret!r} {seat} {len(self.match.log)}")
        choice = self._bots[seat].choose(self.match.view(seat), self.match.legal(seat), source)
        unseen = self.match.awaiting.simultaneous and bool(self.people)
        if not unseen:
            self.stage.wait(choice.delay)
        self.match.act(seat, choice.action, self.now)
        self._news()
        if not unseen:
            self.stage.glimpse(self._scene(self.viewer))

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
        tip = say(key, tip=self._tip(scene), advice=advice)
        while not self._heed(self.stage.ask(self._question(seat), self._offers(scene), tip.lstrip()), seat, scene):
            pass

    def _hand_over(self, seat: Seat) -> None:
        if self.behind_curtain and self._holder != seat:
            self.stage.curtain(say("terminal.curtain", seat=self.names[seat]))
        self._holder = seat

    def _question(self, seat: Seat) -> str:
        legal = self.match.legal(seat)
        if len(legal) == 1:
            return say("terminal.prompt.only", seat=self.names[seat], action=legal[0])
        return say("terminal.prompt", seat=self.names[seat])

    def _scene(self, seat: Seat | None) -> Scene:
        legal = self.match.legal(seat) if seat is not None else ()
        return Scene(self.face, self.match.view(seat), legal, self.names)

    def _news(self) -> None:
        """Tell what the viewer has not heard yet; behind a curtain only to whom the keyboard belongs."""
        if self.behind_curtain and self._holder is None:
            return
        heard = min(self._heard.get(self.viewer, 0), len(self.match.log))
        self.stage.tell(story(self.match, self.names, self.viewer, you=self.you, since=heard))
        self._heard[self.viewer] = len(self.match.log)

    # What people type

    def _heed(self, text: str, seat: Seat, scene: Scene) -> bool:
        """Do what was said; whether something happened in the match."""
        offered, self._offered = self._offered, ()
        if not text.strip():
            return self._only_one(seat, scene)
        command, _, rest = text.strip().partition(" ")
        if command.casefold() in self.commands:
            return self._obey(command.casefold(), rest.strip(), seat, scene)
        numbers = {f"{number}{end}": action for number, action in enumerate(offered, 1) for end in ("", ".", ")")}
        if text.strip() in numbers:
            return self._do(numbers[text.strip()], seat, scene)
        return self._understand(text, seat, scene)

    def _do(self, choice: Any, seat: Seat, scene: Scene) -> bool:
        """An action, or a command that was meant like one."""
        return self._obey(choice.name, "", seat, scene) if isinstance(choice, Command) else self._act(seat, choice)

    def _only_one(self, seat: Seat, scene: Scene) -> bool:
        if len(scene.legal) == 1:
            return self._act(seat, scene.legal[0])
        self._explain(scene)
        return False

    def _explain(self, scene: Scene, reason: str = "") -> None:
        """Why not, if there was something to refuse, and what is possible."""
        allowed = say("terminal.allowed", allowed=self._allowed(scene))
        self.stage.answer(f"{reason}\n{allowed}" if reason else allowed)

    def _understand(self, text: str, seat: Seat, scene: Scene) -> bool:
        match understand(text, self.game, scene, self.offered_commands):
            case Meant(choice):
                return self._do(choice, seat, scene)
            case Unclear(choices):
                key = "terminal.unclear" if len(choices) > 1 else "terminal.unsure"
                self._show_list(choices, scene, say(key, text=text.strip()))
            case Refused(reason):
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
        return [*actions, *(Offer(command, self._meaning(command)) for command in self.offered_commands)]

    def _meaning(self, command: str) -> str:
        return say(f"terminal.command.{command}")

    def _show_list(self, choices: Sequence[Any], scene: Scene, heading: str) -> None:
        """Actions and commands with numbers; until the next line a number picks one of them."""
        self._offered = choices
        self.stage.choices(heading, [self._item(n, choice, scene) for n, choice in enumerate(choices, 1)])

    def _item(self, number: int, choice: Any, scene: Scene) -> str:
        is_command = isinstance(choice, Command)
        label = self._meaning(choice.name) if is_command else self.face.label(scene.view, choice)
        key = "terminal.list.bare" if label == str(choice) else "terminal.list.item"
        return say(key, number=number, action=choice, label=label)

    # Commands

    def _obey(self, command: str, rest: str, seat: Seat, scene: Scene) -> bool:
        """Carry out a command; whether something happened in the match."""
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
                self.stage.page(self._rules_text())
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
        refusal = self.match.take_back_refusal(actor)
        if refusal is not None:
            name = self.names[last.seat] if isinstance(last, Act) else ""
            self.stage.answer(say(f"terminal.undo.{refusal.name.lower()}", name=name))
            return False
        self._tell_taken_back([self._called(self.match.take_back(actor))])
        return True

    def _shorten(self, length: int) -> None:
        """Undo every event after the first `length`."""
        taken: list[str] = []
        while len(self.match.log) > length:
            taken.insert(0, self._called(self.match.undo()))
        self._tell_taken_back(taken)

    def _tell_taken_back(self, taken: Sequence[str]) -> None:
        """Whatever comes in its place will be news."""
        self._heard = {viewer: min(heard, len(self.match.log)) for viewer, heard in self._heard.items()}
        self.stage.tell([say("terminal.undo.done", what=listed(taken))])

    def _called(self, event: Event[Any]) -> str:
        """What was taken back, in a few words."""
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
        if self._adviser is None:
            with self.stage.busy(say("terminal.thinking")):
                self._adviser = self.kit.adviser(self.game)
        if self._adviser is None:
            self.stage.answer(say("terminal.hint.none"))
            return
        advice = self._adviser.advise(scene.view, scene.legal)
        (best, worth), *others = advice.ranked
        lines = [self._best(best, self.face.label(scene.view, best), worth - others[0][1] if others else None)]
        lines += [say("terminal.hint.next", action=action, less=worth - less) for action, less in others[:2]]
        self.stage.answer("\n".join(line for line in (self.face.advice(self.game.name, advice), *lines) if line))

    def _best(self, action: Any, label: str, more: float | None) -> str:
        """With how much more it brings than the next best. A label that says no more than the notation is left out."""
        if label == str(action):
            key = "terminal.hint.best.bare" if more is not None else "terminal.hint.only.bare"
        else:
            key = "terminal.hint.best" if more is not None else "terminal.hint.only"
        return say(key, action=action, label=label, more=more)

    def _log_text(self) -> str:
        lines = story(self.match, self.names, self.viewer, you=self.you) or [say("terminal.log.empty")]
        sealed = [self._sealed(whole=True)] if self.secret is not None else []
        return "\n".join([*sealed, *lines])

    def _rules_text(self) -> str | Markdown:
        text = rules_text(self.game.name, language())
        return text if isinstance(self.stage, PlainStage) else Markdown(text)

    def _help_text(self, scene: Scene) -> str:
        heading = say(self.help_key, allowed=self._allowed(scene))
        lines = [
            say("terminal.help.line", command=command, meaning=self._meaning(command))
            for command in self.offered_commands
        ]
        return "\n".join([heading, *lines])

    # Leaving

    def _finish(self) -> None:
        self._news()
        self.stage.board(self._scene(None if self.behind_curtain else self.viewer), whole=True)
        self._review()
        self.keeper.save()
        self.keeper.offer()
        if self.keeper.file is not None:
            self.stage.answer(say("terminal.finished", file=self.keeper.file))

    def _review(self) -> None:
        """Look back, if somebody knows how to for this game."""
        if self.face.closing is None and not self.kit.reviews:
            return
        with self.stage.busy(say("terminal.thinking")):
            review = (self.face.closing or closing)(self.record)
        if review is not None:
            self.stage.answer(review)

    def _leave(self) -> None:
        if not self.match.log:
            self.stage.answer(say("terminal.bye"))
            return
        self.keeper.save()
        self.keeper.offer()
        kept = say("terminal.left", file=self.keeper.file, command=self.resume_command)
        self.stage.answer(kept if self.keeper.file else say("terminal.left.unsaved"))


def hides(awaiting: Awaiting) -> bool:
    """Whether something happens now that not everybody may see."""
    return awaiting.simultaneous or (awaiting.chance is not None and awaiting.chance.secret)
