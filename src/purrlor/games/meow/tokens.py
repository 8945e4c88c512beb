"""The award tokens, written `+5` (a bowl), `-3` (a fishbone), `fish` and `vase`, and piles of them.

`tokens.toml` lists the tokens.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal, NewType, TypeAlias, cast

from purrlor.core import InvalidNotation
from purrlor.core.options import InvalidOption, require
from purrlor.core.reason import Reason
from purrlor.core.value import Value

Token = NewType("Token", str)

FISH = Token("fish")
VASE = Token("vase")
ROUNDS = 3
TOKENS_PER_ROUND = 9
TOKENS = ROUNDS * TOKENS_PER_ROUND
HIGHEST_WORTH = 99


class InvalidTokens(InvalidOption):
    """The game cannot be played with these tokens."""


def bowl(worth: int) -> Token:
    return Token(f"+{worth}")


def fishbone(worth: int) -> Token:
    """Return a fishbone; `worth` is negative, as it is printed."""
    return Token(f"{worth}")


def is_bowl(token: Token) -> bool:
    return token.startswith("+")


def is_fishbone(token: Token) -> bool:
    return token.startswith("-")


def worth(token: Token) -> int:
    """Return the points printed on a bowl or a fishbone; fish and vases have none."""
    return 0 if token in (FISH, VASE) else int(token)


def parse_token(text: str) -> Token:
    if text not in _VALUES:
        raise InvalidNotation(_no_token(text))
    return Token(text)


def _no_token(text: str) -> Reason:
    english = "'{text}' is not a token: say +5, -3, fish or vase; a value goes up to {most}"
    return Reason("meow.refused.no_token", english, text=text, most=HIGHEST_WORTH)


def token_value(token: Token) -> int:
    """Return the number of `token` in a draw: 1000 plus its points; 2000 for a fish, 3000 for a vase."""
    return _VALUES[token]


def token_of(value: int) -> Token:
    """Return the token for a number; the inverse of `token_value`."""
    return _TOKENS[value]


def is_token(value: int) -> bool:
    return value in _TOKENS


def in_order(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Sort tokens from the worst fishbone to the best bowl, then fish, then vases."""
    return tuple(sorted(tokens, key=token_value))


def check_tokens(tokens: Sequence[str]) -> None:
    """Raise `InvalidOption`, saying why, unless a game can be played with these."""
    for token in tokens:
        if token not in _VALUES:
            raise InvalidOption(_no_token(token))
    wrong = "a game needs {needed} tokens, three rounds of nine; here are {found}"
    require(len(tokens) == TOKENS, Reason("meow.refused.token_count", wrong, needed=TOKENS, found=len(tokens)))


def parse_tokens(text: str, source: str = "the list of tokens") -> tuple[Token, ...]:
    """Read a file like `tokens.toml`; raises `InvalidTokens` with the `source` and the problem."""
    try:
        tokens = _listed(tomllib.loads(text))
        check_tokens(tokens)
    except tomllib.TOMLDecodeError as error:
        no_toml = "{source} is not TOML: {error}"
        raise InvalidTokens("meow.refused.no_toml", no_toml, source=source, error=error) from None
    except InvalidOption as error:
        raise InvalidTokens("refused.in_file", "{source}: {reason}", source=source, reason=error.reason) from None
    return in_order(tokens)


def tokens_text(tokens: Sequence[Token]) -> str:
    """Write tokens as a file; the inverse of `parse_tokens`."""
    bowls = [worth(token) for token in tokens if is_bowl(token)]
    bones = [worth(token) for token in tokens if is_fishbone(token)]
    counts = f"fish = {tokens.count(FISH)}\nvases = {tokens.count(VASE)}\n"
    return f"bowls = {sorted(bowls)}\nfishbones = {sorted(bones, reverse=True)}\n{counts}"


def _listed(table: dict[str, Any]) -> tuple[Token, ...]:
    kinds = ("bowls", "fishbones", "fish", "vases")
    for name in table:
        missing = "there is no kind of token '{name}'; there are {kinds}"
        require(name in kinds, Reason("meow.refused.no_kind", missing, name=name, kinds=kinds))
    for name in kinds:
        require(name in table, Reason("meow.refused.kind_missing", "{name} are missing", name=name))
    bowls = tuple(map(bowl, _worths("bowls", table["bowls"], range(1, HIGHEST_WORTH + 1))))
    bones = tuple(map(fishbone, _worths("fishbones", table["fishbones"], range(-HIGHEST_WORTH, 0))))
    return bowls + bones + (FISH,) * _count("fish", table["fish"]) + (VASE,) * _count("vases", table["vases"])


def _worths(name: str, found: Any, allowed: range) -> list[int]:
    no_list = Reason("meow.refused.no_list", "{name} are a list of whole numbers, not {found}", name=name, found=found)
    require(isinstance(found, list), no_list)
    outside = "{name} are whole numbers from {least} to {most}, not {found}"
    for number in cast("list[Any]", found):
        given = {"name": name, "least": allowed[0], "most": allowed[-1], "found": repr(number)}
        require(_whole(number) and number in allowed, Reason("meow.refused.worth", outside, **given))
    return cast("list[int]", found)


def _count(name: str, found: Any) -> int:
    outside = "{name} = how many there are, 0 to {most}, not {found}"
    given = {"name": name, "most": TOKENS, "found": repr(found)}
    require(_whole(found) and 0 <= found <= TOKENS, Reason("meow.refused.count", outside, **given))
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

STANDARD = parse_tokens(
    files(__name__.rpartition(".")[0]).joinpath("tokens.toml").read_text(encoding="utf-8"), "tokens.toml"
)
"""The tokens of the box, as far as they are known."""


Vases: TypeAlias = Literal["per_pair", "flat"]
VASES_COST = 20


class Pile(Value, frozen=True, cache_hash=True):
    """Tokens in the order in which they were taken; `vases` says how broken vases are counted."""

    tokens: tuple[Token, ...] = ()
    vases: Vases = "per_pair"

    def with_token(self, token: Token) -> Pile:
        return Pile((*self.tokens, token), self.vases)

    @property
    def bowls(self) -> tuple[int, ...]:
        return tuple(worth(token) for token in self.tokens if is_bowl(token))

    @property
    def fishbones(self) -> tuple[int, ...]:
        """Return all fishbones, the worst first."""
        return tuple(sorted(worth(token) for token in self.tokens if is_fishbone(token)))

    @property
    def fish(self) -> int:
        return self.tokens.count(FISH)

    @property
    def broken_vases(self) -> int:
        return self.tokens.count(VASE)

    @property
    def discarded(self) -> tuple[int, ...]:
        """Return the fishbones that fish remove: one each, the worst first. A spare fish counts nothing."""
        return self.fishbones[: self.fish]

    @property
    def vases_cost(self) -> int:
        """Return the cost of broken vases: 20 for each pair, or only for the first pair if they count flat."""
        pairs = self.broken_vases // 2
        return VASES_COST * (min(pairs, 1) if self.vases == "flat" else pairs)

    @property
    def total(self) -> int:
        return sum(self.bowls) + sum(self.fishbones[self.fish :]) - self.vases_cost


@lru_cache(maxsize=10_000)
def totals(piles: tuple[Pile, ...]) -> tuple[int, ...]:
    """Return the points of each pile."""
    return tuple(pile.total for pile in piles)
