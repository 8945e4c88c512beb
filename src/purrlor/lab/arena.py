"""Arenas: bots play each other; scores and win rates come with confidence intervals.

Match number i depends only on the arena's seed and i, so the result is the same however many processes or machines
share the work. The seats rotate from match to match, so that no contestant profits from its seat. In a duplicate arena
each deal is played once in every rotation, so that all contestants meet the same luck and most of it cancels.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from threading import get_ident
from time import perf_counter
from typing import Any

from purrlor.compiled.runner import prefer_numba
from purrlor.core import Act, Match
from purrlor.kit import kit
from purrlor.kit.bots import UNIFORM
from purrlor.kit.statistics import Estimate, Share
from purrlor.words import refusal

from .command_bot import USUAL_LIMITS, CommandLimits
from .encodings import AnyGame, has_rows
from .executors import Pieces, in_local_processes, in_local_threads, in_order, on_executor
from .players import ArenaPlayer, is_own, player
from .playout import play_out
from .tally import WHOLE, MatchResult, Tally, tally_of

prefer_numba()

PORTION = 20
"""The number of matches in a line of a finished run, and the most that are handed out at once."""
COMPILED_PORTION = 100_000
"""The number of matches in a portion of work where a compiled implementation plays them."""
Portion = range
Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Adjusted:
    """A contestant's results with luck subtracted."""

    score: Estimate
    share: Share
    margin: Estimate
    fewer: float | None
    """The factor by which subtracting luck reduces the matches needed for an equally narrow interval of the margin.

    None: there is nothing to compare, because an interval is empty or unknown.
    """
    fewer_for_points: float | None
    """The same factor for the interval of the points."""


@dataclass(frozen=True, slots=True)
class ArenaStanding:
    """The results of one contestant."""

    name: str
    score: Estimate
    share: Share
    """Wins per match; a shared victory counts in part."""
    margin: Estimate
    """Own score minus the mean of the others'."""
    without_luck: Adjusted | None = None


@dataclass(frozen=True)
class Arena:
    """Contestants by name, one per seat: levels of the game, or the user's own bots (`players.py`)."""

    game: AnyGame
    names: tuple[str, ...]
    seed: str
    duplicate: bool = False
    limits: CommandLimits = USUAL_LIMITS
    """Time limits. A bot that is too slow ends the arena with an error; it never changes a result."""
    luck: bool = False
    """Whether luck is measured, so that it can be subtracted."""

    @property
    def group(self) -> int:
        """The number of consecutive matches that share their random outcomes."""
        return len(self.names) if self.duplicate else 1

    def portions(self, matches: int) -> list[Portion]:
        """Divide matches 0, 1, … as a finished run does; matches that share their random outcomes stay together."""
        least = COMPILED_PORTION if runs_compiled(self) else PORTION
        size = -(-least // self.group) * self.group
        return [range(first, min(first + size, matches)) for first in range(0, matches, size)]

    def parts(
        self, portions: Iterable[Portion], workers: int = 1, executor: Executor | None = None
    ) -> Generator[tuple[Portion, Tally]]:
        """Yield tallies as they finish: of these portions, or of pieces of them where matches take long.

        Matches are played in this process, in several, or wherever an executor runs them.
        """
        pieces = Pieces(portions, self.group)
        with closing(self._timed(pieces, workers, executor)) as timed:
            for piece, (tally, seconds) in timed:
                pieces.learn(len(piece), seconds)
                yield piece, tally

    def _timed(
        self, pieces: Iterable[Portion], workers: int, executor: Executor | None
    ) -> Generator[tuple[Portion, tuple[Tally, float]]]:
        if executor is not None:
            return on_executor(executor, timed_portion, self, pieces)
        if workers == 1:
            return in_order(timed_portion, self, pieces)
        shared = in_local_threads if runs_compiled(self) else in_local_processes
        return shared(timed_portion, self, pieces, workers)

    def play(
        self,
        matches: int,
        workers: int = 1,
        progress: Progress | None = None,
        executor: Executor | None = None,
    ) -> Tally:
        """Play matches 0, 1, …; call `progress` with the number of newly finished ones."""
        found = Tally(len(self.names), self.group)
        with closing(self.parts(self.portions(matches), workers, executor)) as parts:
            for _, part in parts:
                found.merge(part)
                if progress:
                    progress(part.matches)
        return found

    def standings(self, tally: Tally) -> tuple[ArenaStanding, ...]:
        return tuple(standing(name, tally, place) for place, name in enumerate(self.names))

    def narrowing(self, tally: Tally) -> float | None:
        """Return the factor by which shared random outcomes narrow the intervals of the margins; None: unknown."""
        together, alone = (
            sum(tally.estimate("margin", place, grouped=grouped).margin for place in range(len(self.names)))
            for grouped in (True, False)
        )
        return alone / together if self.duplicate and 0 < together < inf else None


def standing(name: str, tally: Tally, place: int) -> ArenaStanding:
    score, margin = tally.estimate("points", place), tally.estimate("margin", place)
    return ArenaStanding(name, score, tally.share(place), margin, _adjusted(tally, place))


def _adjusted(tally: Tally, place: int) -> Adjusted | None:
    if not tally.luck:
        return None
    score, margin = tally.adjusted("points", place), tally.adjusted("margin", place)
    return Adjusted(
        score,
        tally.adjusted_share(place),
        margin,
        fewer=_fewer(tally.estimate("margin", place), margin),
        fewer_for_points=_fewer(tally.estimate("points", place), score),
    )


def _fewer(raw: Estimate, adjusted: Estimate) -> float | None:
    return (raw.margin / adjusted.margin) ** 2 if 0 < adjusted.margin < inf and 0 < raw.margin < inf else None


def runs_compiled(arena: Arena) -> bool:
    """Return whether the compiled implementation plays the matches: all bots choose at random, and the game has one."""
    return not arena.luck and set(arena.names) == {UNIFORM.name} and has_rows(arena.game)


def play_portion(arena: Arena, portion: Portion) -> Tally:
    """Play these matches; the tally is the same wherever and whenever that happens."""
    if runs_compiled(arena):
        from .random_matches import compiled_tally

        return compiled_tally(arena.game, arena.seed, portion, arena.group)
    return tally_of([play_match(arena, number) for number in portion], arena.group)


def timed_portion(arena: Arena, portion: Portion) -> tuple[Tally, float]:
    """Return the tally of these matches and the seconds they took."""
    started = perf_counter()
    return play_portion(arena, portion), perf_counter() - started


def played_match(arena: Arena, number: int) -> Match[Any, Any, Any]:
    """Play one match; contestant 0 sits on seat `number` modulo the number of seats."""
    players, seats = prepared_players(arena), len(arena.names)
    seated = [players[(seat - number) % seats].sit(seat, number) for seat in range(seats)]
    return play_out(arena.game, seated, f"{arena.seed}/match/{number // arena.group}")


def play_match(arena: Arena, number: int) -> MatchResult:
    match, seats = played_match(arena, number), len(arena.names)
    order = [(contestant + number) % seats for contestant in range(seats)]
    return result_of(arena.game, match, order, luck=arena.luck)


def result_of(game: AnyGame, match: Match[Any, Any, Any], order: Sequence[int], *, luck: bool) -> MatchResult:
    """Return the result of a finished match; `order` has the seat of each contestant."""
    won = match.winners
    return MatchResult(
        scores=tuple(match.scores[seat] for seat in order),
        shares=tuple(WHOLE // len(won) if seat in won else 0 for seat in order),
        moves=sum(isinstance(event, Act) for event in match.log),
        luck=_luck(game, match, order) if luck else (),
    )


def _luck(game: AnyGame, match: Match[Any, Any, Any], order: Sequence[int]) -> tuple[int, ...]:
    """Return the luck in thousandths of a point, in the order of the contestants."""
    measure = kit(game.name).luck(game)
    if measure is None:
        raise refusal("arena.no_luck", game=game.name)
    found = measure(match)
    return tuple(round(1000 * found[seat]) for seat in order)


def prepared_players(arena: Arena) -> tuple[ArenaPlayer, ...]:
    """Return an arena's contestants, created once in each process because some take seconds to prepare.

    The user's own bots are created once in each thread: a program plays one match at a time.
    """
    return _prepared(arena, get_ident() if any(map(is_own, arena.names)) else 0)


@lru_cache(maxsize=32)
def _prepared(arena: Arena, thread: int) -> tuple[ArenaPlayer, ...]:
    del thread
    return tuple(player(name, arena.game, arena.limits) for name in arena.names)
