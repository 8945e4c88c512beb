"""Logs of matches in other environments, and the records that they become.

    {"log": "purrlor.TextEnv", …}                               JSON lines, written by TextEnv.log()
    {"log": "pettingzoo", "game": "meow", "options": {"seats": "2"}, "seed": 7, "actions": [12, 3, …]}
    {"log": "openspiel", "game": "purrlor_meow(players=2)", "history": [4, 0, …]}

The actions of PettingZoo are numbers in the order of `agent_selection`, or for a parallel environment one object per
step, such as {"player_0": 12}. The game of OpenSpiel is `str(game)`, the history `state.history()`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from purrlor.core import Record, secret_from_text
from purrlor.core.options import option_texts, with_options
from purrlor.core.reason import Refused
from purrlor.kit import games
from purrlor.words import refusal

from .encodings import encoding_of
from .session import TICK, EncodedSession
from .text import WAIT, TextEnv

AnyRecord = Record[Any, Any, Any]
Fields = Mapping[str, Any]
AGENT = "player_"


def pettingzoo_log(game: Any, seed: int, actions: Sequence[int | Mapping[str, int]], tick: int = TICK) -> str:
    """Return the log of a match that began with `env.reset(seed=seed)`; `game` is `env.unwrapped.game.rules`."""
    found: dict[str, Any] = {"log": "pettingzoo", "game": game.name, "options": option_texts(game), "seed": seed}
    return json.dumps(found | {"tick": tick, "actions": list(actions)}) + "\n"


def openspiel_log(state: Any) -> str:
    """Return the log of a match in OpenSpiel."""
    return json.dumps({"log": "openspiel", "game": str(state.get_game()), "history": state.history()}) + "\n"


def is_log(text: str) -> bool:
    """Return whether a text begins like a log; a record does not."""
    return text.lstrip()[:1] == "{"


def record_of_log(text: str) -> AnyRecord:
    """Return the match in a log as a record. Raises `Refused` if it is not a log, or cannot be played."""
    readers = {"purrlor.TextEnv": _text, "pettingzoo": _pettingzoo, "openspiel": _openspiel}
    try:
        lines: list[Any] = [json.loads(line) for line in text.splitlines() if line.strip()]
        kind = lines[0].get("log") if lines else None
        if kind not in readers:
            raise refusal("log.kind", kinds=", ".join(readers))
        return readers[kind](lines)
    except Refused:
        raise
    except KeyError as error:
        raise refusal("log.broken", reason=f"no {error}") from None
    except (ValueError, TypeError, AttributeError, IndexError) as error:
        raise refusal("log.broken", reason=str(error)) from None


def _game(first: Fields) -> Any:
    if first["game"] not in games():
        raise refusal("terminal.game.unknown", game=str(first["game"]), games=", ".join(games()))
    return with_options(games()[first["game"]], first.get("options", {}))


def _text(lines: Sequence[Fields]) -> AnyRecord:
    first, *turns = lines
    game = _game(first)
    env = TextEnv(game.name, names=first["names"], **{name: getattr(game, name) for name in option_texts(game)})
    env.begin(bytes.fromhex(first["seed"]))
    for turn in turns:
        if turn["type"] == "turn" and turn["action"]:
            env.act(WAIT if turn["action"] == WAIT else game.parse_action(turn["action"]))
    return env.record()


def _pettingzoo(lines: Sequence[Fields]) -> AnyRecord:
    first, game = lines[0], _game(lines[0])
    seed = str(int(first["seed"]))
    session = EncodedSession(game, encoding_of(game), seed, tick=int(first.get("tick", TICK)))
    waiting = list(cast("list[Any]", first["actions"]))[::-1]
    while waiting and not session.over:
        session.step(_step(session, waiting))
    return Record(game, _names(game), tuple(session.match.log), seed=secret_from_text(seed))


def _step(session: EncodedSession, waiting: list[Any]) -> dict[int, int]:
    """Take the choices of one step off the end of what is left."""
    if isinstance(waiting[-1], dict):
        chosen = cast("dict[str, int]", waiting.pop())
        return {int(agent.removeprefix(AGENT)): int(number) for agent, number in chosen.items()}
    return {seat: int(waiting.pop()) for seat in session.awaited if waiting}


def _openspiel(lines: Sequence[Fields]) -> AnyRecord:
    try:
        from . import openspiel
    except ModuleNotFoundError:
        raise refusal("log.no_openspiel") from None
    first = lines[0]
    try:
        state = openspiel.spiel.load_game(first["game"]).new_initial_state()
        for number in first["history"]:
            state.apply_action(number)
    except openspiel.spiel.SpielError as error:
        raise refusal("log.broken", reason=str(error).strip().splitlines()[-1]) from None
    position = state.position
    events = tuple(each.event for each in position.line()[1:])
    return Record(position.rules, _names(position.rules), events)


def _names(game: Any) -> tuple[str, ...]:
    return tuple(f"{AGENT}{seat}" for seat in range(game.seats))
