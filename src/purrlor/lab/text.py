"""Matches as text, for language models: the view in words, the legal actions in notation::

    env = TextEnv("meow", seats=2)
    turn = env.reset(seed="purr")
    while not turn.over:
        turn = env.step(model(turn.text))

An answer may contain reasoning first: the action follows "Action:" or "Final answer:", or is the last line. If it is
not legal, nothing changes: the next turn has the reason in words and the same actions again. With `most_refusals` a
seat that is refused once more than that for one decision forfeits the match.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, Literal, cast

import msgspec

from purrlor.core import Fates, InvalidNotation, Match, Millis, Record, Seat, fate_key, secret_from_text
from purrlor.core.options import option_texts
from purrlor.kit import kit, rules_text
from purrlor.kit.plain_view import plain
from purrlor.kit.speech import because, say, sentence, speaking, story
from purrlor.words import ENGLISH

from .encodings import encoding_of, game_of

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
JSON_OBJECT = re.compile(r"\{[^{}]*\}")
"""An object without objects in it; the last one in an answer counts."""
MOST_EXAMPLES = 12
Legal = Literal["listed", "hidden"]
Form = Literal["text", "json"]


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
    """Whether the match is over."""
    scores: tuple[int, ...] = ()
    """The points by seat, once the match is over."""
    winners: tuple[int, ...] = ()
    """The winning seats, once the match is over."""
    forfeited: int | None = None
    """The seat whose answers were refused too often; it has lost."""


@dataclass(frozen=True)
class Exchange:
    """One request and its answer."""

    seat: int
    """The seat, counted from 0."""
    text: str
    """The request."""
    answer: str
    """The answer as it came."""
    action: str
    """What was played; empty: the answer was refused."""
    refused: str
    """The reason for the refusal; empty: none."""


class TextEnv:
    """A text environment with one match at a time. Seats act one after the other, also in simultaneous turns."""

    def __init__(
        self,
        game: str,
        *,
        language: str = ENGLISH,
        names: Sequence[str] = (),
        legal: Legal = "listed",
        observations: Form = "text",
        answers: Form = "text",
        most_refusals: int | None = None,
        **options: Any,
    ) -> None:
        """Create the environment of a game with its options.

        `legal="hidden"`: requests do not list the legal actions, but show how actions are written.
        `observations="json"`: requests are JSON objects instead of text.
        `answers="json"`: an answer is a JSON object with the field `action`, after any other text.
        `most_refusals`: how many answers to one request may be refused; None: any number.
        """
        self.game = game_of(game, options)
        self.language = language
        self.legal, self.observations, self.answers, self.most_refusals = legal, observations, answers, most_refusals
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
        self.transcript: list[Exchange] = []
        """All requests and answers of this match."""

    def rules(self) -> str:
        """Return the rules of the game in the language of this environment, as Markdown."""
        return rules_text(self.game.name, self.language)

    def reset(self, seed: str | int | None = None) -> TextTurn:
        """Begin a new match. The same seed and answers give the same texts, also in the matches after it."""
        if seed is None:
            secret = self._seeds.randbytes(32) if self._seeds else secrets.token_bytes(32)
        else:
            secret, self._seeds = secret_from_text(str(seed)), Random(str(seed))
        return self.begin(secret)

    def begin(self, secret: bytes) -> TextTurn:
        """Begin the match that has this secret, which a log or a record names."""
        self._secret = secret
        self.match = Match(self.game, Fates(fate_key(secret)))
        self.refusals = [0] * self.game.seats
        self.transcript = []
        self._pending = 0
        self._forfeited: Seat | None = None
        self._heard = [0] * self.game.seats
        self._waiting = set[Seat]()
        self._now = Millis(0)
        return self._next(self.match)

    def step(self, answer: str) -> TextTurn:
        """Carry out the answer of the seat to act, or say why it is refused."""
        match = self.match
        if match is None or match.over or self._forfeited is not None:
            raise RuntimeError("there is no match to play: call reset")
        seat = self._next_seat(match)
        with speaking(self.language):
            found = self._understood(match, seat, answer)
        self.transcript.append(Exchange(seat, self._text, answer, str(found.action or ""), found.refusal))
        return self._refused(match, seat, found.refusal) if found.refusal else self._played(match, seat, found.action)

    def act(self, action: Any) -> TextTurn:
        """Play an action of the seat to act, as a bot chose it."""
        match = self.match
        if match is None or match.over or self._forfeited is not None:
            raise RuntimeError("there is no match to play: call reset")
        seat = self._next_seat(match)
        self.transcript.append(Exchange(seat, "", "", str(action), ""))
        return self._played(match, seat, action)

    def _played(self, match: Match[Any, Any, Any], seat: Seat, action: Any) -> TextTurn:
        self._pending = 0
        if action is WAIT:
            self._waiting.add(seat)
        else:
            match.act(seat, action, self._now)
            self._waiting.clear()
        return self._next(match)

    def _refused(self, match: Match[Any, Any, Any], seat: Seat, refusal: str) -> TextTurn:
        self.refusals[seat] += 1
        self._pending += 1
        with speaking(self.language):
            if self.most_refusals is None or self._pending <= self.most_refusals:
                return self._turn(match, seat, refusal)
            self._forfeited = seat
            others = tuple(other for other in range(self.game.seats) if other != seat)
            text = say("text.forfeit", name=self.names[seat], reason=sentence(refusal))
            return TextTurn(None, text, (), refusal, True, match.scores, others, seat)

    def record(self) -> Record[Any, Any, Any]:
        """Return the match so far as a record, which `purrlor review` reads."""
        if self.match is None:
            raise RuntimeError("there is no match yet: call reset")
        return Record(self.game, tuple(self.names), tuple(self.match.log), seed=self._secret)

    def log(self) -> str:
        """Return the match as JSON lines: its game and seed, each request with its answer, the result."""
        first = {"type": "match", "log": "purrlor.TextEnv", "game": self.game.name, "seed": self._secret.hex()}
        lines: list[Any] = [first | {"options": option_texts(self.game), "names": self.names}]
        lines += [{"type": "turn", **msgspec.to_builtins(each)} for each in self.transcript]
        if self.match is not None and (self.match.over or self._forfeited is not None):
            lines.append({"type": "end", "scores": list(self.match.scores), "forfeited": self._forfeited})
        return "".join(f"{msgspec.json.encode(line).decode()}\n" for line in lines)

    # Reading answers

    def _understood(self, match: Match[Any, Any, Any], seat: Seat, answer: str) -> _Understood:
        legal = {str(action).casefold(): action for action in match.legal(seat)}
        if self._may_wait(match):
            legal[WAIT] = WAIT
        if self.answers == "json":
            return (
                self._judged(match, seat, text, legal)
                if (text := _json_action(answer))
                else _Understood(refusal=say("text.no_json"))
            )
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

    def _next_seat(self, match: Match[Any, Any, Any]) -> Seat:
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
            return self._end(match) if match.over else self._turn(match, self._next_seat(match))

    def _turn(self, match: Match[Any, Any, Any], seat: Seat, refused: str = "") -> TextTurn:
        view, legal = match.view(seat), match.legal(seat)
        heard = story(match, self.names, seat, you=seat, since=self._heard[seat])
        self._heard[seat] = len(match.log)
        labels = [(str(action), self.face.label(view, action)) for action in legal]
        lines = [f"- {text}" if label == text else f"- {text} ({label})" for text, label in labels]
        if self._may_wait(match):
            lines.append(f"- {WAIT} ({say('text.wait')})")
        texts = (*(text for text, _ in labels), *([WAIT] if self._may_wait(match) else []))
        instructions = [*self._how_to_answer(lines)]
        if refused:
            parts = [refused, *instructions]
        elif self.observations == "json":
            shown = {
                "seat": seat,
                "seats": self.game.seats,
                "names": self.names,
                "happened": heard,
                "view": plain(view),
            }
            listed = {"legal": texts} if self.legal == "listed" else {}
            parts = [msgspec.json.encode(shown | listed).decode(), instructions[-1]]
        else:
            parts = [
                say("text.who", name=self.names[seat], seat=seat + 1, seats=self.game.seats),
                *([say("text.happened"), *(f"* {line}" for line in heard)] if heard else []),
                say("text.seen"),
                *self.face.plain(view, legal, self.names),
                *instructions,
            ]
        self._text = "\n".join(parts)
        return TextTurn(seat, self._text, texts, refused)

    def _how_to_answer(self, lines: Sequence[str]) -> list[str]:
        """Return the legal actions, if they are listed, and the form of an answer."""
        if self.legal == "listed":
            return [say("text.may"), *lines, say("text.answer.json" if self.answers == "json" else "text.answer")]
        key = "text.answer.hidden.json" if self.answers == "json" else "text.answer.hidden"
        return [say(key, examples="; ".join(self._examples))]

    @cached_property
    def _examples(self) -> list[str]:
        """One action of each kind, to show how actions are written."""
        found: dict[tuple[str, int], str] = {}
        for text in map(str, encoding_of(self.game).actions):
            found.setdefault((text.split()[0], len(text.split())), text)
        shown = list(found.values())
        return [*shown[:MOST_EXAMPLES], *([WAIT] if encoding_of(self.game).at is not None else [])]

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


def _json_action(answer: str) -> str:
    """Return the field `action` of the last JSON object in an answer; empty: there is none."""
    for text in reversed(JSON_OBJECT.findall(THOUGHT.sub("", answer))):
        try:
            found: Any = msgspec.json.decode(text)
        except msgspec.DecodeError:
            continue
        action = cast("dict[str, Any]", found).get("action") if isinstance(found, dict) else None
        return action.strip() if isinstance(action, str) else ""
    return ""


@dataclass(frozen=True)
class _Understood:
    action: Any = None
    refusal: str = ""
