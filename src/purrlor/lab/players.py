"""Players by name: a level of the game, a user's class, or a command that uses the bot protocol.

tiger                    a level of the game
./my_bot.py:Careful      a class in a Python file; without a name, the only bot in it
my_package.bots:Careful  a class in an installed module
cmd:node my_bot.js       a command; docs/build/first-bot.md describes what it reads and writes
"""

from __future__ import annotations

import hashlib
import inspect
import shlex
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from threading import RLock
from types import ModuleType
from typing import Any, Protocol, cast

from purrlor.core.reason import Refused
from purrlor.kit import Bot, Choice, level
from purrlor.kit.game_kit import AnyGame
from purrlor.words import refusal

from .command_bot import USUAL_LIMITS, CommandLimits, CommandPlayer, few

COMMAND = "cmd:"
LOADED: dict[Path, ModuleType] = {}
"""Files already loaded in this process."""
LOADING = RLock()


class ArenaPlayer(Protocol):
    """A player that plays matches, one after the other."""

    def sit(self, seat: int, match: int) -> Bot[Any, Any]:
        """Return the bot that plays this match; the number is for error messages only."""
        ...

    def close(self) -> None: ...


def player(name: str, game: AnyGame, limits: CommandLimits = USUAL_LIMITS) -> ArenaPlayer:
    """Return the player with this name; `Refused` says in one line what is wrong with it."""
    if name.startswith(COMMAND):
        return CommandPlayer(name, name.removeprefix(COMMAND), game, limits)
    if is_own(name):
        return ClassPlayer(name, own_class(name), game)
    return LevelPlayer(level(game.name, name).make(game))


def is_own(name: str) -> bool:
    """Return whether a name is not a level of the game."""
    return ":" in name or name.endswith(".py")


def own_name(name: str) -> str:
    """Return the display name of a user's own bot: its class, or the last file that its command names."""
    if not name.startswith(COMMAND):
        return name.rpartition(":")[2][:40]
    words = name.removeprefix(COMMAND).split() or [COMMAND]
    files = [word for word in words if Path(word).suffix] or words
    return Path(files[-1].strip("\"'")).stem[:40] or COMMAND


def check_player(name: str, game: AnyGame, limits: CommandLimits = USUAL_LIMITS) -> None:
    """Raise the same errors as `player`, without preparing levels."""
    if is_own(name):
        player(name, game, limits).close()
    else:
        level(game.name, name)


@dataclass(frozen=True)
class LevelPlayer:
    bot: Bot[Any, Any]

    def sit(self, seat: int, match: int) -> Bot[Any, Any]:
        del seat, match
        return self.bot

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class ClassPlayer:
    """A player that creates a new object for each match, so that no state leaks from one match into another."""

    def __init__(self, name: str, kind: Callable[..., Any], game: AnyGame) -> None:
        self.name, self.kind, self.game = name, kind, game
        self._takes_game = _takes_game(name, kind)
        self._made()

    def _made(self) -> Any:
        try:
            return self.kind(self.game) if self._takes_game else self.kind()
        except Exception as error:
            raise refusal("bot.making", bot=self.name, reason=_in_one_line(error)) from error

    def sit(self, seat: int, match: int) -> Bot[Any, Any]:
        return SeatedClass(self.name, self._made(), seat, match)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


@dataclass(frozen=True)
class SeatedClass:
    """An object of a user's class in one match; its answers are checked."""

    name: str
    bot: Any
    seat: int
    match: int

    def choose(self, view: Any, legal: Sequence[Any], random: Random) -> Choice[Any]:
        try:
            choice: Any = self.bot.choose(view, legal, random)
        except Exception as error:
            raise self._refusal("bot.raised", reason=_in_one_line(error)) from error
        if not isinstance(choice, Choice):
            raise self._refusal("bot.no_choice", found=repr(choice)[:120])
        found = cast("Choice[Any]", choice)
        if found.action not in legal:
            raise self._refusal("bot.illegal", action=str(found.action)[:120], legal=few(legal))
        return found

    def _refusal(self, key: str, **values: object) -> Refused:
        return refusal(key, bot=self.name, seat=self.seat + 1, match=self.match, **values)


# Classes by name


def own_class(name: str) -> type[Any]:
    """Return the class that `FILE.py:Class` or `package.module:Class` names, or the only bot in `FILE.py`."""
    source, colon, class_name = name.rpartition(":")
    if not colon:
        module = _file_module(name, Path(name))
        own = [kind for kind in vars(module).values() if _is_bot(kind) and kind.__module__ == module.__name__]
        if len(own) != 1:
            raise refusal("bot.no_class_named", bot=name)
        only: type[Any] = own[0]
        return only
    module = _file_module(name, Path(source)) if source.endswith(".py") else _module(name, source)
    found: Any = getattr(module, class_name, None)
    if found is None:
        classes = [each for each, kind in vars(module).items() if _is_bot(kind)]
        raise refusal("bot.no_class", source=source, name=class_name, classes=", ".join(classes) or "-")
    if not _is_bot(found):
        what = "a class without choose" if inspect.isclass(found) else type(found).__name__
        raise refusal("bot.no_bot", bot=name, found=what)
    return found  # type: ignore[no-any-return]


def _is_bot(kind: Any) -> bool:
    return inspect.isclass(kind) and callable(getattr(kind, "choose", None)) and not getattr(kind, "_is_protocol", 0)


def _file_module(name: str, file: Path) -> ModuleType:
    """Load the module in a file, which can import its neighbours as a script can."""
    path = file.expanduser().resolve()
    if not path.is_file():
        raise refusal("bot.no_file", bot=name, file=str(file))
    with LOADING:
        if path not in LOADED:
            spec = spec_from_file_location(f"purrlor_own_{path.stem}_{len(LOADED)}", path)
            assert spec is not None
            assert spec.loader is not None
            if str(path.parent) not in sys.path:
                sys.path.append(str(path.parent))
            module = sys.modules[spec.name] = module_from_spec(spec)
            try:
                spec.loader.exec_module(module)
            except (Exception, SystemExit) as error:
                del sys.modules[spec.name]
                raise refusal("bot.not_loaded", bot=name, file=str(file), reason=_in_one_line(error)) from error
            LOADED[path] = module
    return LOADED[path]


def _module(name: str, source: str) -> ModuleType:
    try:
        return import_module(source)
    except (Exception, SystemExit) as error:
        raise refusal("bot.no_module", bot=name, module=source, reason=_in_one_line(error)) from error


def _takes_game(name: str, kind: Callable[..., Any]) -> bool:
    """Return whether the class is created as `Class(game)`; otherwise as `Class()`."""
    signature = inspect.signature(kind)
    if _fits(signature) and "game" not in signature.parameters:
        return False
    if not _fits(signature, None):
        raise refusal("bot.constructor", bot=name, signature=f"{getattr(kind, '__name__', kind)}{signature}")
    return True


def _fits(signature: inspect.Signature, *arguments: object) -> bool:
    try:
        signature.bind(*arguments)
    except TypeError:
        return False
    return True


def _in_one_line(error: BaseException) -> str:
    """Return an exception in one line, with the line of the file where it happened."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    file, line = (trace.tb_frame.f_code.co_filename, trace.tb_lineno) if trace is not None else ("", 0)
    text = " ".join(str(error).split())
    if isinstance(error, SyntaxError):
        file, line, text = error.filename or "", error.lineno or 0, error.msg
    place = f" ({Path(file).name}, line {line})" if file and not file.startswith("<") else ""
    return f"{type(error).__name__}: {text[:200]}{place}"


# Fingerprints, which make runs comparable


def fingerprints(names: Iterable[str]) -> dict[str, str]:
    """Return a hash of the files behind each of the user's own bots: a changed file is a different bot."""
    return {name: _fingerprint(_files(name)) for name in names if is_own(name)}


def _files(name: str) -> list[Path]:
    if name.startswith(COMMAND):
        words = map(Path, shlex.split(name.removeprefix(COMMAND))[1:])
        return [word for word in words if word.is_file()]
    source = name if name.endswith(".py") else name.rpartition(":")[0]
    if source.endswith(".py"):
        return [Path(source).expanduser()]
    spec = find_spec(source)
    return [Path(spec.origin)] if spec is not None and spec.origin is not None else []


def _fingerprint(files: Iterable[Path]) -> str:
    found = hashlib.sha256()
    for file in files:
        found.update(hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest()[:16]
