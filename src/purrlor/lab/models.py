"""Language models at the table: ask one for its actions, and judge how well it played.

A model is an OpenAI-compatible address or a command. Each pair plays the same seed twice with the seats swapped. What
is measured: wins, points with luck subtracted, the points that each decision lost, refused answers, forfeits, tokens
and time.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from ipaddress import ip_address
from random import Random
from typing import Any, Protocol
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from purrlor.core import Seat
from purrlor.core.options import option_texts
from purrlor.kit import Bot, kit
from purrlor.kit.review import SeatReview
from purrlor.kit.statistics import Share, estimate, share_of_groups
from purrlor.words import ENGLISH, refusal

from .arena import Adjusted, result_of, standing
from .command_bot import command_words
from .encodings import AnyGame
from .line_process import Ended, LineProcess, Slow
from .protocol import Regret, regret_of, review_of
from .skins import Skin
from .tally import MatchResult, tally_of
from .text import Form, Legal, TextEnv

TRIES = 4
BUSY = (408, 429, 500, 502, 503, 504)
LONGEST_PAUSE = 60.0
LONGEST_ANSWER = 1 << 20
SHOWN = 200
"""The number of characters of an error to repeat."""
Message = dict[str, str]


@dataclass(frozen=True)
class Reply:
    text: str
    tokens_in: int = 0
    tokens_out: int = 0


class Model(Protocol):
    @property
    def name(self) -> str: ...

    def reply(self, messages: Sequence[Message]) -> Reply: ...
    def close(self) -> None: ...


@dataclass(frozen=True)
class AddressModel:
    """A model behind an OpenAI-compatible address, such as http://localhost:8000/v1."""

    address: str
    name: str
    key: str = field(default="", repr=False)
    settings: Mapping[str, float] = field(default_factory=dict[str, float])
    """Further fields of each request, such as temperature or max_tokens."""
    seconds: float = 120
    pause: Callable[[float], None] = time.sleep

    def __post_init__(self) -> None:
        """Refuse an address that is not http, and one to which a key would be sent in the open."""
        try:
            address = urlsplit(self.address)
        except ValueError:  # a bracket is missing
            address = urlsplit("")
        if address.scheme not in ("http", "https"):
            raise refusal("model.address", address=self.address)
        if self.key and address.scheme == "http" and not _is_here(address.hostname or ""):
            raise refusal("model.key_unsafe", address=self.address)

    def reply(self, messages: Sequence[Message]) -> Reply:
        """Return the model's answer. A busy server gets up to four requests."""
        body = json.dumps({"model": self.name, "messages": list(messages), **self.settings}).encode()
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {self.key}"} if self.key else {})}
        request = Request(f"{self.address.rstrip('/')}/chat/completions", body, headers)  # noqa: S310 (checked above)
        opener = build_opener(_NoRedirects)
        for number in range(1, TRIES + 1):
            try:
                with opener.open(request, timeout=self.seconds) as response:
                    return self._read(response.read(LONGEST_ANSWER))
            except HTTPError as error:
                if error.code not in BUSY or number == TRIES:
                    said = error.read(SHOWN).decode("utf-8", "replace")
                    raise refusal("model.status", model=self.name, status=error.code, said=said) from None
                self.pause(_pause(error.headers.get("Retry-After", ""), number))
            except (URLError, TimeoutError, OSError) as error:
                reason = getattr(error, "reason", error)
                raise refusal("model.unreachable", address=self.address, reason=str(reason)) from None
        raise AssertionError

    def _read(self, body: bytes) -> Reply:
        try:
            found: Any = json.loads(body)
            used: Any = found.get("usage") or {}
            text = found["choices"][0]["message"]["content"] or ""
            return Reply(str(text), int(used.get("prompt_tokens", 0)), int(used.get("completion_tokens", 0)))
        except (ValueError, KeyError, IndexError, TypeError, AttributeError):
            said = body[:SHOWN].decode("utf-8", "replace")
            raise refusal("model.answer", model=self.name, said=said) from None

    def close(self) -> None:
        """Do nothing: each request has its own connection."""


class _NoRedirects(HTTPRedirectHandler):
    """Rejects redirects: another host must not get the key, and a POST would arrive as a GET without its body."""

    def redirect_request(self, req: Request, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> None:  # noqa: ARG002, PLR0917
        raise refusal("model.redirects", address=req.full_url, target=newurl)


def _is_here(host: str) -> bool:
    """Return whether a host name means this machine."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _pause(wished: str, number: int) -> float:
    """Return the seconds to wait before trying again: what the server wishes, or 1, 2, 4."""
    return min(float(wished), LONGEST_PAUSE) if wished.isascii() and wished.isdigit() else 2.0 ** (number - 1)


class CommandModel:
    """A command that reads requests as JSON lines, `{"messages": […]}`, and answers `{"text": "…"}`.

    It may add `tokens_in` and `tokens_out`.
    """

    def __init__(self, command: str, seconds: float = 120) -> None:
        self.name, self.seconds = command, seconds
        self._process = LineProcess(command_words(command, command))

    def reply(self, messages: Sequence[Message]) -> Reply:
        try:
            self._process.send(json.dumps({"messages": list(messages)}).encode())
            line = self._process.receive(self.seconds)
        except Slow:
            raise refusal("model.unreachable", address=self.name, reason=f"> {self.seconds:g} s") from None
        except Ended as error:
            raise refusal("model.unreachable", address=self.name, reason=str(error)) from None
        try:
            found = json.loads(line)
            return Reply(str(found["text"]), int(found.get("tokens_in", 0)), int(found.get("tokens_out", 0)))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise refusal("model.answer", model=self.name, said=line[:SHOWN]) from None

    def close(self) -> None:
        self._process.close()


def key_from(variable: str) -> str:
    """Return the key in an environment variable; keys are never read from anywhere else."""
    return os.environ.get(variable, "")


@dataclass(frozen=True)
class Conditions:
    """The settings of the requests to the model."""

    language: str = ENGLISH
    legal: Legal = "listed"
    observations: Form = "text"
    answers: Form = "text"
    most_refusals: int = 3
    renamed: bool = False
    """Whether cards, boxes and the like have invented names."""


@dataclass(frozen=True)
class ModelMatch:
    """One match of a model."""

    pair: int
    seat: int
    result: MatchResult | None
    """The model first; None: it forfeited."""
    reviews: tuple[SeatReview, ...]
    requests: int
    refused: int
    tokens_in: int
    tokens_out: int
    seconds: float
    """The time that the model took."""
    log: str
    """The match with all requests and answers, as JSON lines."""
    record: str


@dataclass(frozen=True)
class ModelScore:
    """What a model achieved under one set of conditions."""

    matches: int
    forfeits: int
    wins: Share
    """The share of all matches that the model won; a forfeit is a loss."""
    without_luck: Adjusted | None
    """Of pairs without a forfeit; None: there are none, or the game has no measure of luck."""
    regret: Regret | None
    requests: int
    refused: int
    tokens_in: int
    tokens_out: int
    seconds: float


def play_model(  # noqa: PLR0917
    model: Model,
    game: AnyGame,
    bot: Bot[Any, Any],
    seed: str,
    pair: int,
    seat: int,
    conditions: Conditions,
    *,
    judged: bool = True,
) -> ModelMatch:
    """Play one match, the model on one seat, the bot on all others; judge the model's decisions."""
    options = option_texts(game)
    env = TextEnv(
        game.name,
        language=conditions.language,
        legal=conditions.legal,
        observations=conditions.observations,
        answers=conditions.answers,
        most_refusals=conditions.most_refusals,
        **{name: getattr(game, name) for name in options},
    )
    skin = Skin(game.name, conditions.language) if conditions.renamed else None
    renamed = skin.renamed if skin else str
    original = skin.original if skin else str
    sources = [Random(f"{seed}/seat/{each}") for each in range(game.seats)]
    turn = env.reset(f"{seed}/match/{pair}")
    messages: list[Message] = [{"role": "system", "content": renamed(env.rules())}]
    requests = tokens_in = tokens_out = 0
    seconds = 0.0
    while not turn.over:
        assert env.match is not None
        assert turn.seat is not None
        if turn.seat != seat:
            here = Seat(turn.seat)
            turn = env.act(bot.choose(env.match.view(here), env.match.legal(here), sources[here]).action)
            del messages[1:]
            continue
        messages.append({"role": "user", "content": renamed(turn.text)})
        began = time.perf_counter()
        reply = model.reply(messages)
        seconds += time.perf_counter() - began
        requests, tokens_in, tokens_out = requests + 1, tokens_in + reply.tokens_in, tokens_out + reply.tokens_out
        turn = env.step(original(reply.text))
        messages.append({"role": "assistant", "content": reply.text})
        if not turn.refused:
            del messages[1:]
    assert env.match is not None
    order = [(seat + each) % game.seats for each in range(game.seats)]
    finished = env.match if turn.forfeited is None else None
    measured = kit(game.name).luck(game) is not None
    return ModelMatch(
        pair=pair,
        seat=seat,
        result=None if finished is None else result_of(game, finished, order, luck=measured),
        reviews=tuple(review_of(game, env.match, seat)) if judged else (),
        requests=requests,
        refused=env.refusals[seat],
        tokens_in=tokens_in,
        tokens_out=tokens_out,
        seconds=seconds,
        log=env.log(),
        record=str(env.record()),
    )


def model_score(matches: Sequence[ModelMatch], seats: int) -> ModelScore:
    """Summarise matches, which come in groups: one pair is the same seed from every seat."""
    pairs: dict[int, list[ModelMatch]] = {}
    for each in matches:
        pairs.setdefault(each.pair, []).append(each)
    wins = [_wins(group) for group in pairs.values()]
    results = [[match.result for match in group if match.result is not None] for group in pairs.values()]
    whole = [result for group in results if len(group) == seats for result in group]
    found = standing("model", tally_of(whole, seats), 0) if whole else None
    reviews = [each for match in matches for each in match.reviews if each.real_decisions]
    return ModelScore(
        matches=len(matches),
        forfeits=sum(match.result is None for match in matches),
        wins=share_of_groups(wins) if len(wins) > 1 else Share(estimate(wins).mean, 0.0, 1.0),
        without_luck=found.without_luck if found is not None else None,
        regret=regret_of(reviews) if reviews else None,
        requests=sum(match.requests for match in matches),
        refused=sum(match.refused for match in matches),
        tokens_in=sum(match.tokens_in for match in matches),
        tokens_out=sum(match.tokens_out for match in matches),
        seconds=sum(match.seconds for match in matches),
    )


def _wins(group: Sequence[ModelMatch]) -> float:
    return sum(match.result.shares[0] / 60 if match.result else 0.0 for match in group) / len(group)
