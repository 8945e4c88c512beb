"""The games in TextArena: `import purrlor.lab.textarena`, then `textarena.make("purrlor/Meow-v0")`.

Players get the texts of `TextEnv`, and the rewards of all environments: 1 for winning alone, less for sharing, the same
amount lost by the others. A refused answer is repeated with its reason; after `most_refusals` the seat forfeits, which
`game_info` counts as an invalid move.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from purrlor.kit import games

from .encodings import environment_id
from .session import shared_rewards
from .text import TextEnv, TextTurn

textarena: Any = import_module("textarena")


class TextArenaEnv:
    """A match in TextArena's terms. `options` are those of `TextEnv` and of the game."""

    def __init__(self, game: str, *, most_refusals: int = 1, **options: Any) -> None:
        self.game = game
        self.options: dict[str, Any] = {"most_refusals": most_refusals, **options}

    def reset(self, num_players: int, seed: int | None = None) -> None:
        self.text = TextEnv(self.game, seats=num_players, **self.options)
        turn = self.text.reset(seed)
        self.state: Any = textarena.State(num_players)  # no seed: it would seed Python's random
        names = dict(enumerate(self.text.names))
        self.state.standard_resets(player_prompt_function=self._prompt, role_mapping=names)
        self._show(turn)

    def _prompt(self, **_: Any) -> str:
        return self.text.rules()

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Carry out the answer of the current player; only that player gets to see its text."""
        player, kinds = self.state.current_player_id, textarena.ObservationType
        self.state.add_observation(action, kinds.PLAYER_ACTION, from_id=player, to_id=player)
        turn = self.text.step(action)
        self.state.game_info[player]["turn_count"] += not turn.refused
        self._show(turn)
        done, info = self.state.step()
        return bool(done), dict(info)

    def _show(self, turn: TextTurn) -> None:
        kinds = textarena.ObservationType
        if turn.seat is not None:
            self.state.current_player_id = turn.seat
            kind = kinds.GAME_ADMIN if turn.refused else kinds.GAME_BOARD
            self.state.add_observation(turn.text, kind, to_id=turn.seat)
            return
        self.state.add_observation(turn.text, kinds.GAME_MESSAGE)
        self.state.rewards = dict(enumerate(shared_rewards(turn.scores, turn.winners)))
        for seat, info in self.state.game_info.items():
            info |= {"reason": turn.text, "invalid_move": seat == turn.forfeited}
        self.state.done = True

    def get_observation(self) -> tuple[int, list[Any]]:
        """Return the current player and what it has not read yet."""
        return self.state.current_player_id, self.state.get_current_player_observation()

    def close(self) -> tuple[dict[int, float], dict[int, dict[str, Any]]]:
        """Return rewards, and what is known of each player."""
        rewards, known = self.state.close()
        return dict(rewards), dict(known)


def register() -> None:
    """Register all installed games, unless they are registered already; `-raw` leaves observations as lists."""
    registration = import_module("textarena.envs.registration")
    for game in games():
        if environment_id(game) not in registration.ENV_REGISTRY:
            wrappers = {"default": [import_module("textarena.wrappers").LLMObservationWrapper]}
            registration.register_with_versions(
                environment_id(game), f"{__name__}:TextArenaEnv", wrappers=wrappers, game=game
            )


register()
