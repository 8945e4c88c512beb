"""A game as learning libraries see it: spaces, observations and seeds. Needs Gymnasium."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
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
    """Makes sessions of one game with the same options."""

    def __init__(self, game: str, options: Mapping[str, Any], tick: int) -> None:
        self.rules = game_of(game, options)
        self.encoding = encoding_of(self.rules)
        self.tick = tick
        self._low, self._high = np.array(self.encoding.low, np.int8), np.array(self.encoding.high, np.int8)

    @property
    def actions(self) -> int:
        """The numbers of actions, `wait` included."""
        return len(self.encoding.actions) + 1

    def observation_space(self) -> spaces.Dict:
        columns = spaces.Box(self._low, self._high, dtype=np.int8)
        return spaces.Dict({"observation": columns, "action_mask": spaces.Box(0, 1, (self.actions,), np.int8)})

    def action_space(self) -> spaces.Discrete:
        return spaces.Discrete(self.actions)

    def state_space(self) -> spaces.Box:
        seats = self.rules.seats
        return spaces.Box(np.tile(self._low, seats), np.tile(self._high, seats), dtype=np.int8)

    def session(self, seed: int | None) -> EncodedSession:
        """A new match; without a seed a different one each time."""
        chosen = secrets.token_hex(16) if seed is None else str(seed)
        return EncodedSession(self.rules, self.encoding, chosen, tick=self.tick)

    def observation(self, session: EncodedSession, seat: Seat) -> Observation:
        return {
            "observation": np.array(session.observation(seat), np.int8),
            "action_mask": np.array(session.mask(seat), np.int8),
        }

    def state(self, session: EncodedSession) -> NDArray[np.int8]:
        seats = range(self.rules.seats)
        return np.array([column for seat in seats for column in session.observation(Seat(seat))], np.int8)

    def legal_choice(self, session: EncodedSession, seat: Seat, number: int) -> tuple[int, bool]:
        """This action if it is legal, otherwise another one that is, and whether it was."""
        mask = session.mask(seat)
        if 0 <= number < len(mask) and mask[number]:
            return number, True
        legal = [each for each, bit in enumerate(mask) if bit]
        return legal[number % len(legal)], False

    def text(self, session: EncodedSession) -> str:
        """The position as a spectator sees it."""
        return repr(session.match.view(None))
