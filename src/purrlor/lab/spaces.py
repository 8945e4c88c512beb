"""Games for learning libraries: spaces, observations and seeds. Needs Gymnasium."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, TypedDict

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from purrlor.core import Seat

from .encodings import encoding_of, game_of
from .session import EncodedSession


class Observation(TypedDict):
    observation: NDArray[np.int8]
    action_mask: NDArray[np.int8]


class Environment:
    """A factory of sessions of one game with the same options."""

    def __init__(self, game: str, options: Mapping[str, Any], tick: int) -> None:
        self.rules = game_of(game, options)
        self.encoding = encoding_of(self.rules)
        self.tick = tick
        self._seeds = Random()
        self._low, self._high = np.array(self.encoding.low, np.int8), np.array(self.encoding.high, np.int8)

    @property
    def actions(self) -> int:
        """The number of actions: as many as in `Batch` and OpenSpiel, and in real time also `wait`."""
        return len(self.encoding.actions) + (self.encoding.at is not None)

    def observation_space(self) -> spaces.Dict:
        columns = spaces.Box(self._low, self._high, dtype=np.int8)
        return spaces.Dict({"observation": columns, "action_mask": spaces.Box(0, 1, (self.actions,), np.int8)})

    def action_space(self) -> spaces.Discrete:
        return spaces.Discrete(self.actions)

    def state_space(self) -> spaces.Box:
        seats = self.rules.seats
        return spaces.Box(np.tile(self._low, seats), np.tile(self._high, seats), dtype=np.int8)

    def session(self, seed: int | None) -> EncodedSession:
        """Return a new match. Without a seed it follows from the last seed, or is random if there was none."""
        if seed is None:
            chosen = f"{self._seeds.getrandbits(128):032x}"
        else:
            self._seeds = Random(seed)
            chosen = str(seed)
        return EncodedSession(self.rules, self.encoding, chosen, tick=self.tick)

    def observation(self, session: EncodedSession, seat: Seat) -> Observation:
        return {
            "observation": np.array(session.observation(seat), np.int8),
            "action_mask": np.array(session.mask(seat), np.int8),
        }

    def state(self, session: EncodedSession) -> NDArray[np.int8]:
        seats = range(self.rules.seats)
        return np.array([column for seat in seats for column in session.observation(Seat(seat))], np.int8)

    def legal_choice(self, session: EncodedSession, seat: Seat, number: int) -> tuple[int, dict[str, Any]]:
        """Return this action if it is legal, otherwise a legal one, and the info about the replacement."""
        if session.is_legal(seat, number):
            return number, {}
        legal = [each for each, bit in enumerate(session.mask(seat)) if bit]
        return substitute(number, legal)

    def text(self, session: EncodedSession) -> str:
        """Return the position as a spectator sees it."""
        return repr(session.match.view(None))


def substitute(number: int, legal: Sequence[int]) -> tuple[int, dict[str, Any]]:
    """Return the legal action that replaces an illegal one, and the info about it."""
    played = int(legal[number % len(legal)])
    return played, {"illegal_action": True, "played_action": played}
