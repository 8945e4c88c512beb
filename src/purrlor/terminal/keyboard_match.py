"""One match at one keyboard, for any game.

Dice and deals, bots and people act in turn, and the story is printed.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from purrlor.core import (
    Awaiting,
    Fates,
    Game,
    Match,
    Millis,
    Record,
    Seat,
    commitment,
    fate_key,
)
from purrlor.core.reason import Refused
from purrlor.kit import Bot, kit
from purrlor.kit.face import Scene
from purrlor.kit.player import Player, bot_levels
from purrlor.kit.speech import say, story
from purrlor.lab.command_bot import USUAL_LIMITS, CommandLimits
from purrlor.lab.players import player as player_of

from .files import AnyRecord
from .review import closing
from .saved_matches import Keeper
from .stage import PlainStage, Stage

SHORT_HASH = 8
HINT = "hint"
COMMANDS = (HINT, "undo", "view", "list", "log", "rules", "save", "help", "quit")


class Leave(Exception):
    """A person wants to leave the match."""


class KeyboardMatch(ABC):
    """A match at one keyboard; a subclass decides how people act. `file` is where the match is saved automatically."""

    commands: Sequence[str] = COMMANDS
    resume_command = "purrlor play"

    def __init__(
        self,
        game: Game[Any, Any, Any],
        players: Sequence[Player],
        stage: Stage,
        *,
        secret: bytes | None,
        record: AnyRecord | None = None,
        file: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
        limits: CommandLimits = USUAL_LIMITS,
    ) -> None:
        self.game, self.players, self.stage = game, players, stage
        self.keeper = Keeper(lambda: self.record, stage, file, self.commands)
        self.secret, self.limits = secret, limits
        self.contributions = record.contributions if record else ()
        self.origin = record.origin if record else None
        fates = Fates(fate_key(secret, self.contributions)) if secret is not None else None
        self.match: Match[Any, Any, Any] = Match(game, fates, record.events if record else ())
        self.match.taken = record.taken if record else 0
        self.kit = kit(game.name)
        self.face = self.kit.face()
        self.offered_commands = [name for name in self.commands if name != HINT or self.kit.gives_advice]
        self.names = [player.name for player in players]
        self.people = [Seat(place) for place, player in enumerate(players) if player.level is None]
        self._clock, self._start = clock, clock() - self.match.now / 1000
        self._bots: dict[Seat, Bot[Any, Any]] = {}
        self._heard: dict[Seat | None, int] = {}
        self._holder: Seat | None = None
        self._hides = any(hides(game.awaiting(state)) for state in self.match.states)

    def run(self) -> None:
        """Play until the match is over or a person leaves."""
        try:
            self._publish_commitment()
            self._prepare_bots()
            while not self.match.over:
                self._step()
            self._finish()
        except (EOFError, KeyboardInterrupt, Leave):
            self._leave()
        except Refused:
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
            bots=bot_levels(self.players),
            origin=self.origin,
        )

    @property
    def you(self) -> Seat | None:
        """The only person at the keyboard, addressed in the second person; None if there are several or none."""
        return self.people[0] if len(self.people) == 1 else None

    @property
    def behind_curtain(self) -> bool:
        """Whether several people play who must not see each other's views."""
        return self._hides and len(self.people) > 1

    @property
    def viewer(self) -> Seat | None:
        return self._holder if self.behind_curtain else self.you

    @property
    def now(self) -> Millis:
        return Millis(max(self.match.now, int((self._clock() - self._start) * 1000)))

    def _publish_commitment(self) -> None:
        """Publish the commitment to the seed before the first random outcome."""
        if self.secret is not None:
            self.stage.tell([self._commitment(whole=isinstance(self.stage, PlainStage))])

    def _commitment(self, *, whole: bool) -> str:
        assert self.secret is not None
        committed = commitment(self.secret)
        return say("terminal.sealed", commitment=committed if whole else f"{committed[:SHORT_HASH]}…")

    def _prepare_bots(self) -> None:
        bots = {Seat(place): player for place, player in enumerate(self.players) if player.level is not None}
        for seat, player in bots.items():
            with self.stage.busy(say("terminal.preparing", bot=player.name)):
                self._bots[seat] = player_of(player.source or str(player.level), self.game, self.limits).sit(seat, 1)

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
        """Let a bot act.

        Its randomness follows from the seed and the place in the log, so a resumed match continues the same. An action
        that people cannot see gets no pause and no picture.
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

    @abstractmethod
    def _person_acts(self, seat: Seat) -> None:
        """Let a person act, or raise `Leave`."""

    def _hand_over(self, seat: Seat) -> None:
        if self.behind_curtain and self._holder != seat:
            self.stage.curtain(say("terminal.curtain", seat=self.names[seat]))
        self._holder = seat

    def _scene(self, seat: Seat | None) -> Scene:
        legal = self.match.legal(seat) if seat is not None else ()
        return Scene(self.face, self.match.view(seat), legal, self.names)

    def _news(self) -> None:
        """Print events that the viewer has not seen yet.

        Behind a curtain, print them only to the person at the keyboard.
        """
        if self.behind_curtain and self._holder is None:
            return
        heard = min(self._heard.get(self.viewer, 0), len(self.match.log))
        self.stage.tell(story(self.match, self.names, self.viewer, you=self.you, since=heard))
        self._heard[self.viewer] = len(self.match.log)

    def _finish(self) -> None:
        self._news()
        self.stage.board(self._scene(None if self.behind_curtain else self.viewer), whole=True)
        self.keeper.save()
        self._review()
        self.keeper.offer()
        if self.keeper.file is not None:
            self.stage.answer(say("terminal.finished", file=self.keeper.file))

    def _review(self) -> None:
        """Show the review, if this game has one."""
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
    """Return whether the next event may be hidden from some players."""
    return awaiting.simultaneous or (awaiting.chance is not None and awaiting.chance.secret)
