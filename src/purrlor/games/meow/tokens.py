"""The award tokens, written `+5` (a bowl), `-3` (a fishbone), `fish` and `vase`; `tokens.toml` lists them."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, NewType, cast

from purrlor.core import InvalidNotation
from purrlor.core.options import InvalidOption, require

Token = NewType("Token", str)

FISH = Token("fish")
VASE = Token("vase")
ROUNDS = 3
TOKENS_PER_ROUND = 9
TOKENS = ROUNDS * TOKENS_PER_ROUND
HIGHEST_WORTH = 99


class InvalidTokens(InvalidOption):
    """Nobody can play with these tokens."""


def bowl(worth: int) -> Token:
    return Token(f"+{worth}")


def fishbone(worth: int) -> Token:
    """A fishbone; `worth` is negative, as it is printed."""
    return Token(f"{worth}")


def is_bowl(token: Token) -> bool:
    return token.startswith("+")


def is_fishbone(token: Token) -> bool:
    return token.startswith("-")


def worth(token: Token) -> int:
    """The points printed on a bowl or a fishbone; fish and vases bear none."""
    return 0 if token in (FISH, VASE) else int(token)


def parse_token(text: str) -> Token:
    if text not in _VALUES:
        raise InvalidNotation(f"{text!r} is no token: say +5, -3, fish or vase; a worth goes up to {HIGHEST_WORTH}")
    return Token(text)


def token_value(token: Token) -> int:
    """The number that stands for `token` in a draw: 1000 and its worth; 2000 a fish, 3000 a vase."""
    return _VALUES[token]


def token_of(value: int) -> Token:
    """The mirror of `token_value`."""
    return _TOKENS[value]


def is_token(value: int) -> bool:
    return value in _TOKENS


def in_order(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """From the worst fishbone to the best bowl, then fish, then vases."""
    return tuple(sorted(tokens, key=token_value))


def check_tokens(tokens: Sequence[str]) -> None:
    """Raise `InvalidOption`, saying why, unless a game can be played with these."""
    for token in tokens:
        require(token in _VALUES, f"{token!r} is no token: there are +1 to +99, -1 to -99, fish and vase")
    require(len(tokens) == TOKENS, f"a game needs {TOKENS} tokens, three rounds of nine; here are {len(tokens)}")


def parse_tokens(text: str, source: str = "the list of tokens") -> tuple[Token, ...]:
    """The tokens that a file like `tokens.toml` lists; `InvalidTokens` naming `source` and the trouble otherwise."""
    try:
        tokens = _listed(tomllib.loads(text))
        check_tokens(tokens)
    except tomllib.TOMLDecodeError as error:
        raise InvalidTokens(f"{source} is no TOML: {error}") from None
    except InvalidOption as error:
        raise InvalidTokens(f"{source}: {error}") from None
    return in_order(tokens)


def tokens_text(tokens: Sequence[Token]) -> str:
    """The mirror of `parse_tokens`."""
    bowls = [worth(token) for token in tokens if is_bowl(token)]
    bones = [worth(token) for token in tokens if is_fishbone(token)]
    counts = f"fish = {tokens.count(FISH)}\nvases = {tokens.count(VASE)}\n"
    return f"bowls = {sorted(bowls)}\nfishbones = {sorted(bones, reverse=True)}\n{counts}"


def _listed(table: dict[str, Any]) -> tuple[Token, ...]:
    kinds = ("bowls", "fishbones", "fish", "vases")
    for name in table:
        require(name in kinds, f"there is no kind of token {name!r}; there are {', '.join(kinds)}")
    for name in kinds:
        require(name in table, f"{name} are missing")
    bowls = tuple(map(bowl, _worths("bowls", table["bowls"], range(1, HIGHEST_WORTH + 1))))
    bones = tuple(map(fishbone, _worths("fishbones", table["fishbones"], range(-HIGHEST_WORTH, 0))))
    return bowls + bones + (FISH,) * _count("fish", table["fish"]) + (VASE,) * _count("vases", table["vases"])


def _worths(name: str, found: Any, allowed: range) -> list[int]:
    require(isinstance(found, list), f"{name} are a list of whole numbers, not {found!r}")
    limits = f"from {allowed[0]} to {allowed[-1]}"
    for number in cast("list[Any]", found):
        require(_whole(number) and number in allowed, f"{name} are whole numbers {limits}, not {number!r}")
    return cast("list[int]", found)


def _count(name: str, found: Any) -> int:
    require(_whole(found) and 0 <= found <= TOKENS, f"{name} = how many there are, 0 to {TOKENS}, not {found!r}")
    return cast("int", found)


def _whole(found: Any) -> bool:
    return isinstance(found, int) and not isinstance(found, bool)


_WORTHS = range(1, HIGHEST_WORTH + 1)
_VALUES: dict[str, int] = {
    **{fishbone(-worth): 1000 - worth for worth in _WORTHS},
    **{bowl(worth): 1000 + worth for worth in _WORTHS},
    FISH: 2000,
    VASE: 3000,
}
_TOKENS = {value: Token(text) for text, value in _VALUES.items()}

STANDARD = parse_tokens(files("purrlor.games.meow").joinpath("tokens.toml").read_text(encoding="utf-8"), "tokens.toml")
"""The tokens of the box, as far as they are known."""
