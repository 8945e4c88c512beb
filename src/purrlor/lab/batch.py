"""Play thousands of matches at once on a game's compiled implementation, in NumPy buffers written in place.

Each row is one match with its own random source, so the result does not depend on the number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise, repeat
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from purrlor.compiled.rows import (
    SKIP,
    Kernel,
    Loops,
    MatchRows,
    choosing_rows,
    first_illegal,
    loops,
    random_actions,
)
from purrlor.kit import kit
from purrlor.kit.bots import UNIFORM

from .encodings import AnyGame, encoding_of, rows_of

__all__ = ["SKIP", "Batch", "Buffers", "IllegalAction", "Snapshot", "compiled_levels"]

_MIXED = 0x9E3779B97F4A7C15


class IllegalAction(ValueError):
    """An action is illegal in its row; nothing was played in any row."""


@dataclass(frozen=True)
class Buffers:
    """The arrays that a batch writes. The caller may pass C-contiguous arrays of these types and shapes."""

    observation: NDArray[np.int8] | NDArray[np.float32]
    """rows × columns: what the deciding seat may know, as int8 or (with `dtype`) as the floats that learners take."""
    mask: NDArray[np.int8]
    """rows × actions: 1 where an action is legal."""
    reward: NDArray[np.float32]
    """rows × seats: zero except in the step that ends a match."""
    done: NDArray[np.bool_]
    """rows: whether the last step ended the match."""
    seat: NDArray[np.int8]
    """rows: the seat that decides."""
    points: NDArray[np.int64]
    """rows × seats: the final points of the row's last finished match."""


@dataclass(frozen=True)
class Snapshot:
    """A copy of some rows."""

    states: NDArray[np.int64]
    """The rows' integers."""
    sources: NDArray[np.uint64]
    """The rows' random sources."""
    done: NDArray[np.bool_]
    """Whether each row rests after its match."""


class Batch:
    """Matches of one game, stepped together.

    With `auto_reset` a row whose match ends begins the next one in the same step. Then `done` and `reward` describe the
    match that ended; `observation`, `mask` and `seat` describe the new one. Without it the row rests until `reset`: its
    mask is empty, and its action is ignored.
    """

    def __init__(
        self,
        rules: AnyGame,
        rows: int,
        *,
        seed: int = 0,
        auto_reset: bool = True,
        threads: int = 1,
        dtype: type[np.int8 | np.float32] = np.int8,
        buffers: Buffers | None = None,
    ) -> None:
        """Create `rows` matches of a game with its options, and begin them.

        `threads` share the rows. `dtype` is the type of observations, int8 or float32. Without `buffers` the batch
        creates its arrays. Raises `ValueError` for arguments or arrays that do not fit.
        """
        if rows < 1 or threads < 1:
            raise ValueError(f"a batch needs at least one row and one thread, not {rows} and {threads}")
        if dtype not in (np.int8, np.float32):
            raise ValueError(f"observations are written as int8 or float32, not as {dtype}")
        self.dtype = dtype
        self.rules = rules
        self.rows = rows
        self.auto_reset = auto_reset
        self.encoding = encoding_of(rules)
        kernel, self._table = rows_of(rules)
        self._observe = kernel.observe
        self._kernel = kernel._replace(words=0)
        self._loops = _loops(self._kernel)
        self.buffers = self.empty_buffers() if buffers is None else buffers
        self._check_buffers()
        self._states: NDArray[np.int64] = np.zeros((rows, kernel.words), np.int64)
        self._sources = np.zeros(rows, np.uint64)
        self._choosers = np.zeros(rows, np.uint64)
        self._legal = np.zeros((rows, (len(self.encoding.actions) + 63) // 64), np.int64)
        self._rows = MatchRows(
            self._states,
            self._sources,
            self._legal,
            self.observation,
            self.mask,
            self.reward,
            self.done,
            self.seat,
            self.points,
        )
        self._spans = list(pairwise(rows * part // threads for part in range(threads + 1)))
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.reset(seed=seed)

    @property
    def observation(self) -> NDArray[np.int8] | NDArray[np.float32]:
        """What the deciding seats may know: rows × columns."""
        return self.buffers.observation

    @property
    def mask(self) -> NDArray[np.int8]:
        """The legal actions: rows × actions, 1 or 0."""
        return self.buffers.mask

    @property
    def reward(self) -> NDArray[np.float32]:
        """The rewards: rows × seats, zero except in the step that ends a match."""
        return self.buffers.reward

    @property
    def done(self) -> NDArray[np.bool_]:
        """Whether the last step ended the match of each row."""
        return self.buffers.done

    @property
    def seat(self) -> NDArray[np.int8]:
        """The deciding seat of each row."""
        return self.buffers.seat

    @property
    def points(self) -> NDArray[np.int64]:
        """The final points of each row's last finished match: rows × seats."""
        return self.buffers.points

    def empty_buffers(self) -> Buffers:
        """Return new arrays of the types and shapes that this batch writes."""
        rows, seats = self.rows, self.rules.seats
        return Buffers(
            observation=cast("Any", np.zeros((rows, self.encoding.size), self.dtype)),
            mask=np.zeros((rows, len(self.encoding.actions)), np.int8),
            reward=np.zeros((rows, seats), np.float32),
            done=np.zeros(rows, np.bool_),
            seat=np.zeros(rows, np.int8),
            points=np.zeros((rows, seats), np.int64),
        )

    def _check_buffers(self) -> None:
        for name, wanted in vars(self.empty_buffers()).items():
            given: NDArray[Any] = getattr(self.buffers, name)
            if given.shape != wanted.shape or given.dtype != wanted.dtype or not given.flags.c_contiguous:
                raise ValueError(
                    f"{name} must be C-contiguous, {wanted.dtype}, of shape {wanted.shape}; "
                    f"it is {given.dtype}, of shape {given.shape}"
                )

    def reset(self, rows: Sequence[int] | NDArray[Any] | None = None, *, seed: int | None = None) -> None:
        """Begin new matches in these rows (default: all). With `seed`, restart their random sources."""
        chosen = np.arange(self.rows) if rows is None else np.asarray(rows, np.int64)
        if seed is not None:
            self._sources[chosen] = _mixed(2 * seed, chosen)
            self._choosers[chosen] = _mixed(2 * seed + 1, chosen)
        self._loops.begin(self._table, self._rows, chosen)
        self.reward[chosen], self.done[chosen] = 0, False
        self._loops.show(self._table, self._rows, chosen)

    def step(self, actions: ArrayLike) -> None:
        """Play one action in each row, by its number; `SKIP` leaves a row as it is.

        Raises `IllegalAction`, which names the illegal action; then nothing was played in any row.
        """
        chosen = np.ascontiguousarray(actions, np.int32)
        if chosen.shape != (self.rows,):
            raise ValueError(f"one action for each of {self.rows} rows is needed, not {chosen.shape}")
        wrong = first_illegal(self._rows, chosen, self.auto_reset)
        if wrong >= 0:
            raise IllegalAction(self._complaint(wrong, int(chosen[wrong])))
        if self._pool is None:
            self._step(chosen, (0, self.rows))
        else:
            list(self._pool.map(self._step, repeat(chosen), self._spans))

    def _step(self, actions: NDArray[np.int32], span: tuple[int, int]) -> None:
        self._loops.step(self._table, self._rows, actions, self.auto_reset, span)

    def _complaint(self, row: int, number: int) -> str:
        actions = self.encoding.actions
        legal = [str(actions[place]) for place in np.flatnonzero(self.mask[row])]
        named = str(actions[number]) if 0 <= number < len(actions) else "which is not an action"
        return f"row {row}: action {number} ({named}) is not legal; legal: {', '.join(legal[:12])}"

    def random_actions(self) -> NDArray[np.int32]:
        """Return a legal action for each row, all equally likely."""
        actions = np.zeros(self.rows, np.int32)
        random_actions(self._legal, self._choosers, actions)
        return actions

    def level_actions(
        self, level: str, wanted: NDArray[np.bool_] | None = None, actions: NDArray[np.int32] | None = None
    ) -> NDArray[np.int32]:
        """Return the actions of a level of the game in each row, or where `wanted`; elsewhere `actions` stay (SKIP).

        Levels that the game has in compiled code choose as in a match at a table: `compiled_levels(rules)` names them.
        """
        found = np.full(self.rows, SKIP, np.int32) if actions is None else actions
        going = ~self.done if not self.auto_reset else np.ones(self.rows, np.bool_)
        chosen = going if wanted is None else going & wanted
        if level == UNIFORM.name:
            found[chosen] = self.random_actions()[chosen]
        else:
            choose, table = _chooser(self.rules.name, level, self._kernel), _level_table(cast("Any", self.rules), level)
            choose(self._table if table is None else table, self._rows, self._choosers, chosen, found)
        return found

    def clone(self, rows: Sequence[int] | NDArray[Any]) -> Snapshot:
        """Return a copy of these rows with their random sources."""
        chosen = np.asarray(rows, np.int64)
        return Snapshot(self._states[chosen].copy(), self._sources[chosen].copy(), self.done[chosen].copy())

    def restore(self, rows: Sequence[int] | NDArray[Any], snapshot: Snapshot) -> None:
        """Set these rows to the cloned ones, in the same order; a row may receive the copy of another."""
        chosen = np.asarray(rows, np.int64)
        self._states[chosen] = snapshot.states
        self._sources[chosen] = snapshot.sources
        self.done[chosen], self.reward[chosen] = snapshot.done, 0
        going = chosen[~snapshot.done]
        resting = chosen[snapshot.done]
        self.mask[resting], self._legal[resting] = 0, 0
        self._loops.show(self._table, self._rows, going)

    def final_observation(self, row: int, seat: int) -> NDArray[np.int8] | NDArray[np.float32]:
        """Return a seat's observation at the end of a match, in a row that rests (`auto_reset=False`)."""
        if self.auto_reset or not self.done[row]:
            raise ValueError(f"row {row} is not at the end of a match")
        if not 0 <= seat < self.rules.seats:
            raise ValueError(f"seat is 0 to {self.rules.seats - 1}, not {seat}")
        found = cast("Any", np.zeros(self.encoding.size, self.dtype))
        self._observe(self._table, self._states[row], seat, found)
        return cast("NDArray[np.int8] | NDArray[np.float32]", found)

    def __getstate__(self) -> dict[str, Any]:
        """Return the pickled part of a batch: rows and sources. Compiled code is found again from the rules."""
        kept = {name: getattr(self, f"_{name}").copy() for name in ("states", "sources", "choosers")}
        made = {"rules": self.rules, "rows": self.rows, "auto_reset": self.auto_reset}
        made |= {"threads": len(self._spans), "dtype": self.dtype}
        return {"made": made, "kept": kept, "ended": (self.done.copy(), self.reward.copy(), self.points.copy())}

    def __setstate__(self, state: dict[str, Any]) -> None:
        made = dict(state["made"])
        Batch.__init__(self, made.pop("rules"), made.pop("rows"), **made)
        for name, values in state["kept"].items():
            getattr(self, f"_{name}")[:] = values
        self.restore(np.arange(self.rows), Snapshot(self._states.copy(), self._sources.copy(), state["ended"][0]))
        self.done[:], self.reward[:], self.points[:] = state["ended"]

    def row(self, number: int) -> NDArray[np.int64]:
        """Return a copy of a row's integers in the compiled implementation."""
        found: NDArray[np.int64] = self._states[number].copy()
        return found


def _mixed(seed: int, rows: NDArray[Any]) -> NDArray[np.uint64]:
    """Return a random source for each row, far apart from those of other rows and seeds."""
    words = rows.astype(np.uint64) + np.uint64(seed * _MIXED % 2**64)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        words = (words ^ (words >> np.uint64(shift))) * np.uint64(factor)
    return words ^ (words >> np.uint64(31))


def compiled_levels(rules: AnyGame) -> tuple[str, ...]:
    """Return the levels that `Batch.level_actions` plays in compiled code."""
    return (UNIFORM.name, *kit(rules.name).row_levels())


@cache
def _chooser(game: str, level: str, kernel: Kernel) -> Callable[..., None]:
    levels = kit(game).row_levels()
    if level not in levels:
        raise ValueError(f"{level!r} does not play in compiled rows; these do: {', '.join((UNIFORM.name, *levels))}")
    return choosing_rows(kernel, level, levels[level].choose)


@lru_cache(maxsize=8)
def _level_table(rules: AnyGame, level: str) -> Any:
    """Return the table that a level has besides that of the rows; None: it has none."""
    table = kit(rules.name).row_levels()[level].table
    return None if table is None else table(rules)


@cache
def _loops(kernel: Kernel) -> Loops:
    """Return the kernel's loops, which are the same for any length of a row."""
    return loops(kernel)
