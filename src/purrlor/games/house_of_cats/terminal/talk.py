"""Typed input, labels, tips, and explanations of refused actions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product

from purrlor.games.house_of_cats import Ability, Action, Space, Symbol, View
from purrlor.games.house_of_cats.house import possible_rooms
from purrlor.games.house_of_cats.notation import Back, ChooseRoom, Done, Expand, Forfeit, Place, TakeCat, Use, Write
from purrlor.games.house_of_cats.refusal import no_such_space, refusal
from purrlor.games.house_of_cats.sheet import COLUMNS, ROWS
from purrlor.games.house_of_cats.symbols import NUMBERS, symbol_name
from purrlor.games.house_of_cats.turn import Turn, WriteSymbol
from purrlor.kit.speech import because, say, sayings, sentence, speech

from .plain import one_of, result_name

MOST_SPACES = 12
SPACES = tuple(Space(column + row) for row, column in product(ROWS, COLUMNS))
WORDLESS = (Ability.B, Ability.E)
"""`3 up` and `more` say it all."""


def ability_name(ability: Ability) -> str:
    return say(f"house-of-cats.ability.{ability}")


def named(action: Action) -> str:
    match action:
        case Place(symbol, space) | Write(symbol, space):
            written = say(f"house-of-cats.symbol.{symbol}")
            return say("terminal.house-of-cats.named.write", symbol=written, space=space)
        case Use(ability, words):
            return " ".join((ability_name(ability), *words))
        case _:
            return str(action)


def label(view: View, action: Action) -> str:
    match action:
        case Place(symbol, space) | Write(symbol, space) if _completes(view, symbol, space):
            return say("terminal.house-of-cats.label.room")
        case Use(ability):
            return ability_name(ability)
        case TakeCat():
            return say("terminal.house-of-cats.label.cat")
        case Forfeit():
            return say("terminal.house-of-cats.label.forfeit")
        case Done():
            return say("terminal.house-of-cats.label.done")
        case Back() if view.turn is not None and view.turn.steps:
            return say("terminal.house-of-cats.label.back", action=view.turn.steps[-1])
        case _:
            return str(action)


def _completes(view: View, symbol: Symbol, space: Space) -> bool:
    """Return whether writing this makes a room."""
    if view.turn is None or symbol not in NUMBERS:
        return False
    return bool(possible_rooms(view.sheet, view.turn.house.with_entry(view.sheet, space, symbol), space))


def also(action: Action) -> Sequence[str]:
    """Return short words for an action, and the names of abilities."""
    match action:
        case Place(symbol, space) | Write(symbol, space):
            names = _names(symbol)
            written = [f"{name} {space}" for name in names]
            verbs = [f"{verb} {text}" for verb in _writing_verbs() for text in written]
            return (*written, *(f"{space} {name}" for name in names), *verbs)
        case Use(ability, words):
            bare = [" ".join(words)] if ability in WORDLESS else []
            return (" ".join((ability_name(ability), *words)), *bare)
        case TakeCat() | Forfeit() | Done() | Back():
            return sayings(f"house-of-cats.also.{action}")
        case _:
            return ()


def _names(symbol: Symbol) -> tuple[str, ...]:
    return tuple(dict.fromkeys((str(symbol), symbol_name(symbol), result_name(symbol))))


def _writing_verbs() -> Sequence[str]:
    """Return the verbs for writing; they are understood for results and for numbers that must be written at once."""
    return tuple(dict.fromkeys(("place", "write", *sayings("house-of-cats.also.write"))))


def allowed(view: View, legal: Sequence[Action]) -> str:
    return speech().join([*_ways(view, legal)], "terminal.house-of-cats.allowed")


def _ways(view: View, legal: Sequence[Action]) -> Iterator[str]:
    """Say what may be done, kind by kind."""
    yield from _writing(legal)
    for ability in view.abilities:
        if any(isinstance(action, Use) and action.ability is ability for action in legal):
            example = say(f"house-of-cats.say.{ability}")
            yield say("terminal.house-of-cats.allowed.use", ability=ability_name(ability), example=example)
    if any(isinstance(action, ChooseRoom) for action in legal):
        yield say("terminal.house-of-cats.allowed.room", rooms=one_of([str(room)[5:] for room in legal[:3]]))
    if spaces := [action.space for action in legal if isinstance(action, Expand)]:
        yield say("terminal.house-of-cats.allowed.expand", spaces=_spaces(spaces))
    for action in legal:
        if isinstance(action, (TakeCat, Forfeit, Done, Back)):
            yield say("terminal.house-of-cats.allowed.plain", action=action, label=label(view, action))


def _writing(legal: Sequence[Action]) -> Iterator[str]:
    written = [action for action in legal if isinstance(action, (Place, Write))]
    if written:
        symbols = dict.fromkeys(result_name(action.symbol) for action in written)
        spaces = dict.fromkeys(action.space for action in written)
        values = {"symbols": one_of(list(symbols)), "spaces": _spaces(list(spaces)), "example": str(written[0])[6:]}
        yield say("terminal.house-of-cats.allowed.write", **values)


def _spaces(spaces: Sequence[Space]) -> str:
    if len(spaces) <= MOST_SPACES:
        return one_of(spaces)
    return say("terminal.house-of-cats.allowed.many", count=len(spaces))


def tip(view: View, legal: Sequence[Action]) -> str:  # noqa: ARG001
    """Give an example of what to type now."""
    if not legal:
        return ""
    action = legal[0]
    whole = isinstance(action, (Use, TakeCat, Forfeit, Done, Back))
    example = str(action) if whole else str(action).partition(" ")[2].lower()
    return say("terminal.house-of-cats.tip", example=example)


def why_not(view: View, action: Action) -> str | None:
    """Explain in the words of the rules why an action is refused."""
    if view.turn is None:
        return None
    reason = refusal(view.setup, view.turn, _as_task(view.turn, action))
    return None if reason is None else sentence(because(reason))


def _as_task(turn: Turn, action: Action) -> Action:
    """Read `4 c2` as the writing of a number that must be written at once."""
    if isinstance(action, Place) and turn.tasks and isinstance(turn.tasks[0], WriteSymbol):
        return Write(action.symbol, action.space)
    return action


def reply(view: View, said: str) -> str | None:  # noqa: ARG001
    """Answer a result with a space that no sheet has, such as `2 z9`."""
    verbs = "|".join(map(re.escape, _writing_verbs()))
    symbols = "|".join(re.escape(name.casefold()) for symbol in Symbol for name in _names(symbol))
    space = r"[a-z]\d{1,2}"
    found = re.fullmatch(rf"(?:(?:{verbs}) ?)?(?:(?:{symbols}) ?({space})|({space}) ?(?:{symbols}))", said)
    named = (found[1] or found[2]).upper() if found else ""
    return sentence(because(no_such_space(named))) if named and named not in SPACES else None


def vocabulary() -> tuple[Action, ...]:
    """Return what is understood though it is not possible now, so that the answer can say why."""
    placed = [Place(symbol, space) for symbol in Symbol for space in SPACES]
    added = [Expand(space) for space in SPACES]
    return (*placed, *added, *_uses(), TakeCat(), Forfeit(), Done(), Back())


def _uses() -> Iterator[Use]:
    written = [(symbol_name(symbol), space) for symbol in Symbol for space in SPACES]
    for ability in (Ability.A, Ability.I, Ability.K):
        yield from (Use(ability, words) for words in written)
    for ability in (Ability.D, Ability.G, Ability.L):
        yield from (Use(ability, (space,)) for space in SPACES)
    yield from (Use(Ability.B, words) for words in product(NUMBERS, ("up", "down")))
    yield from (Use(Ability.H, words) for words in product(NUMBERS, ("cat", "mouse")))
    yield from (Use(Ability.C, (number,)) for number in NUMBERS)
    yield from (Use(Ability.F, (number,)) for number in ("2", "5"))
    yield from (Use(Ability.E, (way,)) for way in ("more", "fewer"))
    yield Use(Ability.J)
