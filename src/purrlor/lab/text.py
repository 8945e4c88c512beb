"""Matches as text, for language models: the view in words, the legal actions in notation::

    env = TextEnv("meow", seats=2)
    turn = env.reset(seed="purr")
    while not turn.over:
        turn = env.step(model(turn.text))

An answer may contain reasoning first: the action follows "Action:" or "Final answer:", or is the last line. If it is
not legal, nothing changes: the next turn has the reason in words and the same actions again.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from purrlor.core import Fates, InvalidNotation, Match, Millis, Seat, fate_key, secret_from_text
from purrlor.kit import kit, rules_text
from purrlor.kit.speech import because, say, speaking, story
from purrlor.words import ENGLISH

from .encodings import game_of

WAIT = "wait"
"""The action in real time that lets the others act, or the moment pass."""
AROUND = " \t`'\"*.>-{}[]()"
"""The characters that models put around an answer."""
THOUGHT = re.compile(r".*</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
"""The reasoning that some models write before they answer."""
COMMITTED = re.compile(
    r".*\b(?:actions?|answer|move|choice|play"
    r"|aktion|antwort|zug|wahl"
    r"|réponse|coup|choix|respuesta|acción|jugada|risposta|azione|mossa|scelta|odpowiedź|akcja|ruch|wybór|antwoord|actie|zet|keuze)"
    r"[\"'`*_]*\s*[:=](?P<text>.*)",
    re.IGNORECASE,
)
"""A line that marks the answer as such; the text before it was reasoning."""


@dataclass(frozen=True)
class TextTurn:
    """A request to one seat; when the match is over, the result."""

    seat: int | None
    """The seat to act, counted from 0; None: the match is over."""
    text: str
    """The request in words: what happened, what the seat sees, what it may do."""
    legal: tuple[str, ...]
    """The legal actions, in notation."""
    refused: str = ""
    """The reason why the last answer was refused, in words; empty if it was accepted."""
    over: bool = False
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()


class TextEnv:
    """A text environment with one match at a time. Seats act one after the other, also in simultaneous turns."""

    def __init__(self, game: str, *, language: str = ENGLISH, names: Sequence[str] = (), **options: Any) -> None:
        self.game = game_of(game, options)
        self.language = language
        self.face = kit(game).face()
        with speaking(language):
            usual = [say("text.name", number=seat + 1) for seat in range(self.game.seats)]
        self.names = list(names or usual)
        if len(self.names) != self.game.seats:
            raise ValueError(f"{self.game.seats} seats need as many names, not {len(self.names)}")
        self.match: Match[Any, Any, Any] | None = None
        self._seeds: Random | None = None
        self.refusals = [0] * self.game.seats
        """The number of refused answers of each seat in this match."""

    def rules(self) -> str:
        """Return the rules of the game in the language of this environment, as Markdown."""
        return rules_text(self.game.name, self.language)

    def reset(self, seed: str | int | None = None) -> TextTurn:
        """Begin a new match. The same seed and answers give the same texts, also in the matches after it."""
        if seed is None:
            secret = self._seeds.randbytes(32) if self._seeds else secrets.token_bytes(32)
        else:
            secret, self._seeds = secret_from_text(str(seed)), Random(str(seed))
        self.match = Match(self.game, Fates(fate_key(secret)))
        self.refusals = [0] * self.game.seats
        self._heard = [0] * self.game.seats
        self._waiting = set[Seat]()
        self._now = Millis(0)
        return self._next(self.match)

    def step(self, answer: str) -> TextTurn:
        """Carry out the answer of the seat to act, or say why it is refused."""
        match = self.match
        if match is None or match.over:
            raise RuntimeError("there is no match to play: call reset")
        seat = self._asked(match)
        with speaking(self.language):
            found = self._understood(match, seat, answer)
            if found.refusal:
                self.refusals[seat] += 1
                return self._turn(match, seat, found.refusal)
        if found.action is WAIT:
            self._waiting.add(seat)
        else:
            self._waiting.clear()
            match.act(seat, found.action, self._now)
        return self._next(match)

    # Reading answers

    def _understood(self, match: Match[Any, Any, Any], seat: Seat, answer: str) -> _Understood:
        legal = {str(action).casefold(): action for action in match.legal(seat)}
        if self._may_wait(match):
            legal[WAIT] = WAIT
        lines = [stripped for line in THOUGHT.sub("", answer).splitlines() if (stripped := line.strip(AROUND))]
        last, committed = lines[-1] if lines else "", _committed(lines)
        if committed is None:
            named = [line for line in lines if line.casefold() in legal]
        else:
            named = [text for text in (committed, last) if self._is_action(text)]
        several = {name.casefold(): name for name in named}
        if len(several) > 1:
            return _Understood(refusal=say("text.several", actions=", ".join(several.values())))
        meant = committed if committed is not None and last not in named else last
        return self._judged(match, seat, meant, legal)

    def _is_action(self, text: str) -> bool:
        try:
            self.game.parse_action(text.casefold())
        except InvalidNotation:
            return text.casefold() == WAIT
        return True

    def _judged(self, match: Match[Any, Any, Any], seat: Seat, text: str, legal: Mapping[str, Any]) -> _Understood:
        """Return the action that this text names, or why it is not possible now."""
        if text.casefold() in legal:
            return _Understood(legal[text.casefold()])
        try:
            action = self.game.parse_action(text)
        except InvalidNotation as error:
            return _Understood(refusal=say("text.no_action", reason=because(error)))
        if action in legal.values():
            return _Understood(action)
        reason = self.face.why_not(match.view(seat), action)
        return _Understood(refusal=reason or say("text.not_now", action=action))

    # Writing requests

    def _asked(self, match: Match[Any, Any, Any]) -> Seat:
        return next(seat for seat in match.awaiting.seats if seat not in self._waiting)

    def _may_wait(self, match: Match[Any, Any, Any]) -> bool:
        return match.awaiting.deadline is not None

    def _next(self, match: Match[Any, Any, Any]) -> TextTurn:
        """Let chance and time act, then return the request to the next seat."""
        match.settle(self._now)
        while not match.over and set(match.awaiting.seats) <= self._waiting:
            assert match.awaiting.deadline is not None
            self._now = Millis(max(self._now, match.awaiting.deadline))
            match.time_out(self._now)
            match.settle(self._now)
            self._waiting.clear()
        with speaking(self.language):
            return self._end(match) if match.over else self._turn(match, self._asked(match))

    def _turn(self, match: Match[Any, Any, Any], seat: Seat, refused: str = "") -> TextTurn:
        view, legal = match.view(seat), match.legal(seat)
        heard = story(match, self.names, seat, you=seat, since=self._heard[seat])
        self._heard[seat] = len(match.log)
        labels = [(str(action), self.face.label(view, action)) for action in legal]
        lines = [f"- {text}" if label == text else f"- {text} ({label})" for text, label in labels]
        if self._may_wait(match):
            lines.append(f"- {WAIT} ({say('text.wait')})")
        texts = (*(text for text, _ in labels), *([WAIT] if self._may_wait(match) else []))
        if refused:
            return TextTurn(seat, "\n".join([refused, say("text.may"), *lines, say("text.answer")]), texts, refused)
        parts = [
            say("text.who", name=self.names[seat], seat=seat + 1, seats=self.game.seats),
            *([say("text.happened"), *(f"* {line}" for line in heard)] if heard else []),
            say("text.seen"),
            *self.face.plain(view, legal, self.names),
            say("text.may"),
            *lines,
            say("text.answer"),
        ]
        return TextTurn(seat, "\n".join(parts), texts)

    def _end(self, match: Match[Any, Any, Any]) -> TextTurn:
        reached = ", ".join(f"{name} {points}" for name, points in zip(self.names, match.scores, strict=True))
        won = ", ".join(self.names[seat] for seat in match.winners)
        text = say("text.over", scores=reached, winners=won)
        return TextTurn(None, text, (), over=True, scores=match.scores, winners=tuple(match.winners))


def _committed(lines: Sequence[str]) -> str | None:
    """Return the answer in the last line that names one, or in the line after it. None: no line does."""
    for place in range(len(lines) - 1, -1, -1):
        found = COMMITTED.fullmatch(lines[place])
        if found:
            following = lines[place + 1] if place + 1 < len(lines) else ""
            return found["text"].strip(AROUND) or following
    return None


@dataclass(frozen=True)
class _Understood:
    action: Any = None
    refusal: str = ""
