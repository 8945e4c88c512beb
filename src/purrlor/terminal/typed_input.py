"""Interpret a typed line: notation first, then short forms where only one action fits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from purrlor.core import Game, InvalidNotation
from purrlor.kit.face import Face, Scene
from purrlor.kit.speech import because, say

SPACES = re.compile(r"[,_]|(?<=[^\s,_-])-|-(?!-*\s*\d)")
"""Characters that count as a space. A hyphen before a number, with nothing to join it to, is a minus."""


@dataclass(frozen=True)
class Meant:
    action: Any


@dataclass(frozen=True)
class Command:
    """A command to the terminal, not to the game."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Unclear:
    """The input fits several actions or commands, or one action that is abbreviated too much to be certain."""

    choices: Sequence[Any]


@dataclass(frozen=True)
class NotPossible:
    """The input is not an action, or not a legal one now; `reason` explains it."""

    reason: str


Understood: TypeAlias = Meant | Unclear | NotPossible


def understand(text: str, game: Game[Any, Any, Any], scene: Scene, commands: Sequence[str] = ()) -> Understood:
    """Return the legal action that `text` names, short forms included; text that may also be a command is unclear."""
    said, face, legal = folded(text), scene.face, scene.legal
    exact = _spelled(said, game, legal) or _named(said, face, legal)
    if exact:
        return Meant(exact[0]) if len(exact) == 1 else Unclear(exact)
    begun, ordered = _begun(said, face, legal), [Command(name) for name in commands if said and name.startswith(said)]
    if len(begun) == 1 and _sure(said, begun[0], scene, ordered):
        return Meant(begun[0])
    if begun or len(ordered) > 1:
        return Unclear([*begun, *ordered])
    return Meant(ordered[0]) if ordered else NotPossible(_refusal(text, game, scene))


def own_word(word: str) -> str:
    """Return the command that the language calls `word` (German: `hilfe` for `help`); keep other words as they are."""
    return dict(_command_words()).get(word, word)


def command_word(command: str) -> str:
    """Return a command's name in the language: the first word listed for it (except `?`), or the English one."""
    return next((own for own, named in _command_words() if named == command and own.isalpha()), command)


def _command_words() -> list[tuple[str, str]]:
    pairs = (pair.partition("=") for pair in say("terminal.command_words").split())
    return [(own, command) for own, _, command in pairs]


def folded(text: str) -> str:
    """Return the text in lower case with single spaces.

    Commas, hyphens and underscores become spaces, but a minus stays.
    """
    return " ".join(SPACES.sub(" ", text.casefold()).split())


def forms(action: Any, face: Face) -> tuple[str, ...]:
    """Return all ways to type an action: its notation and the game's additions, each with and without the verb."""
    text = folded(str(action))
    verb, _, rest = text.partition(" ")
    names = [folded(name) for name in face.also(action)]
    with_verb = [f"{verb} {name}" for name in names] if rest else []
    return tuple(form for form in (text, rest, *names, *with_verb) if form)


def _spelled(said: str, game: Game[Any, Any, Any], legal: Sequence[Any]) -> list[Any]:
    """Return actions that the game's own parser reads in a spelling, so that the order of dice does not matter."""
    for spelling in _spellings(said, legal):
        action = _parsed(spelling, game)
        if action is not None and action in legal:
            return [action]
    return []


def _spellings(said: str, legal: Sequence[Any]) -> Iterator[str]:
    if not said:
        return
    yield said
    first, _, rest = said.partition(" ")
    for verb in _verbs(legal):
        if rest and verb.startswith(first):
            yield from (f"{verb} {variant}" for variant in _variants(rest))
    for verb in _verbs(legal):
        yield from (f"{verb} {variant}" for variant in _variants(said))


def _verbs(legal: Sequence[Any]) -> Sequence[str]:
    return tuple(dict.fromkeys(str(action).split(" ")[0] for action in legal))


def _variants(text: str) -> tuple[str, ...]:
    """Return spellings to try: `fat cat` may be one word of the notation, `335` may be three."""
    return text, text.replace(" ", "_"), " ".join(text.replace(" ", ""))


def _parsed(text: str, game: Game[Any, Any, Any]) -> Any:
    try:
        return game.parse_action(text)
    except InvalidNotation:
        return None


def _named(said: str, face: Face, actions: Sequence[Any]) -> list[Any]:
    squeezed = said.replace(" ", "")
    return [action for action in actions if squeezed in {form.replace(" ", "") for form in forms(action, face)}]


def _begun(said: str, face: Face, actions: Sequence[Any]) -> list[Any]:
    """Return actions that begin with the text; a number is never cut short, so `3 3` is not `3 3 5`."""
    if not said or said[-1].isdecimal():
        return []
    return [action for action in actions if any(begins(form, said) for form in forms(action, face))]


def _sure(said: str, action: Any, scene: Scene, commands: Sequence[Command]) -> bool:
    """Return whether an abbreviated text may act, since an action may be irreversible.

    It needs some letters besides the verb, and no command may begin with it. One letter is enough for a notation of one
    word, such as `roll`, even beside a command, if that is the only legal action.
    """
    if str(action).startswith(said) and " " not in str(action):
        return not commands or len(scene.legal) == 1
    first, _, rest = said.partition(" ")
    named = rest if rest and str(action).startswith(first) else said
    return not commands and len(named.replace(" ", "")) >= scene.face.shortest


def begins(form: str, said: str) -> bool:
    """Return whether the words of `said` begin the words of `form`: `sc fat` for `score fat cat`."""
    words, beginnings = form.split(), said.split()
    return len(beginnings) <= len(words) and all(
        word.startswith(beginning) for word, beginning in zip(words, beginnings, strict=False)
    )


def _refusal(text: str, game: Game[Any, Any, Any], scene: Scene) -> str:
    said = folded(text)
    known = _known(said, game, scene)
    if known is not None:
        return scene.face.why_not(scene.view, known) or say("terminal.not_now", action=known)
    answer = scene.face.reply(scene.view, said)
    if answer is not None:
        return answer
    try:
        game.parse_action(" ".join(text.casefold().split()))
    except InvalidNotation as error:
        if said.partition(" ")[0] in _verbs(scene.legal):
            return say("terminal.not_read", text=text.strip(), reason=because(error))
    return say("terminal.not_understood", text=text.strip())


def _known(said: str, game: Game[Any, Any, Any], scene: Scene) -> Any:
    """Return an action that the text names but that is not legal now."""
    for spelling in _spellings(said, scene.legal):
        if (action := _parsed(spelling, game)) is not None:
            return action
    face = scene.face
    fitting = _named(said, face, face.vocabulary) or _begun(said, face, face.vocabulary)
    return fitting[0] if len(fitting) == 1 else None
