"""The games in OpenSpiel: importing this module registers `purrlor_yatzy`, `purrlor_meow` and so on.

Chance is explicit: a roll is one node, a draw or deal one node for each token or card. Seats that choose at the same
time do so one after the other, unseen by each other. Where a game can be played without a clock, it is. Options are
parameters: `pyspiel.load_game("purrlor_meow(players=2,expert=True)")`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import lru_cache
from typing import Any, cast

import numpy as np
import pyspiel
from msgspec.structs import asdict

from purrlor.core import Act, BreaksTies, Draw, Fate, Millis, Seat, winners
from purrlor.core.chance import Values
from purrlor.core.rules import Awaiting
from purrlor.kit import games

from .encodings import AnyGame, NotInNumbers, encoding_of, game_of

spiel: Any = pyspiel
LEAST_PLAYERS, MOST_PLAYERS = 2, 6
MOST_OUTCOMES = 252
"""Of a chance node: the rolls of five dice."""


def short_name(game: str) -> str:
    """The name under which OpenSpiel knows a game."""
    return f"purrlor_{game.replace('-', '_')}"


def parameters(rules: type[AnyGame]) -> dict[str, Any]:
    """The options that OpenSpiel can take, with their defaults; the number of seats is called `players`."""
    found: dict[str, Any] = {}
    for each in fields(cast("Any", rules)):
        if each.default is not MISSING and isinstance(each.default, bool | int | str):
            found[each.name] = each.default
    if "timed" in found:
        found["timed"] = False
    return {"players": max(found.pop("seats"), LEAST_PLAYERS), **found}


def _rules(name: str, params: Mapping[str, Any]) -> AnyGame:
    chosen = parameters(games()[name]) | dict(params)
    return game_of(name, {"seats": chosen.pop("players"), **chosen})


@dataclass(frozen=True)
class OpenSpielPosition:
    """Where a match stands. Never changed, so a copy of an OpenSpiel state shares it."""

    rules: AnyGame
    state: Any
    drawn: Values = ()
    """What a draw has given so far, one by one."""
    parent: OpenSpielPosition | None = None
    event: Any = None
    """What led here from the parent."""
    seen: dict[int, str] = field(default_factory=dict[int, str], compare=False)
    """What each seat sees here, as far as it was asked for."""

    def __deepcopy__(self, memo: Any) -> OpenSpielPosition:
        return self

    def __reduce__(self) -> Any:
        return _replayed, (self.rules, self.events(), self.drawn)

    def events(self) -> list[Any]:
        """All that happened up to here."""
        found: list[Any] = []
        here = self
        while here.parent is not None:
            found.append(here.event)
            here = here.parent
        return found[::-1]

    @property
    def awaiting(self) -> Awaiting:
        return self.rules.awaiting(self.state)

    @property
    def chance(self) -> Any:
        """What chance gives next."""
        return self.awaiting.chance

    def outcomes(self) -> list[tuple[int, float]]:
        """The numbers of what chance may give next, with their probabilities."""
        chance = self.chance
        if not isinstance(chance, Draw):
            return [(number, float(share)) for number, (_, share) in enumerate(_rolls(chance))]
        left = Counter(chance.pool) - Counter(self.drawn)
        total = sum(left.values())
        return [(number, left[value] / total) for number, value in enumerate(_kinds(chance)) if left[value]]

    def outcome_text(self, number: int) -> str:
        chance = self.chance
        values = (_kinds(chance)[number],) if isinstance(chance, Draw) else _rolls(chance)[number][0]
        return self.rules.fate_text(values)

    def after_chance(self, number: int) -> OpenSpielPosition:
        chance = self.chance
        if not isinstance(chance, Draw):
            return self.after(Fate(_rolls(chance)[number][0]))
        drawn = (*self.drawn, _kinds(chance)[number])
        return self.after(Fate(drawn)) if len(drawn) == chance.count else replace(self, drawn=drawn)

    def after_act(self, action: Any) -> OpenSpielPosition:
        return self.after(Act(self.awaiting.seats[0], action))

    def after(self, event: Any) -> OpenSpielPosition:
        return OpenSpielPosition(self.rules, self.rules.apply(self.state, event), parent=self, event=event)

    def sight(self, player: int) -> str:
        """What a seat sees here, as text."""
        if player not in self.seen:
            self.seen[player] = repr(self.rules.view(self.state, Seat(player)))
        return self.seen[player]

    def story(self, player: int) -> str:
        """Everything that a seat has seen and done up to here, in order."""
        lines: list[str] = []
        here: OpenSpielPosition | None = self
        while here is not None:
            lines.append(here.sight(player))
            event = here.event
            if isinstance(event, Act) and event.seat == player:
                lines.append(str(cast("Any", event).action))
            here = here.parent
        lines.reverse()
        return "\n".join(line for place, line in enumerate(lines) if not place or line != lines[place - 1])

    def returns(self) -> list[float]:
        """1 for winning alone, less for a shared victory; they add up to 0."""
        rules, seats = self.rules, self.rules.seats
        won = rules.winners(self.state) if isinstance(rules, BreaksTies) else winners(rules.scores(self.state))
        return [(seats * (1 / len(won) if seat in won else 0) - 1) / (seats - 1) for seat in range(seats)]


def _replayed(rules: AnyGame, events: list[Any], drawn: Values) -> OpenSpielPosition:
    position = OpenSpielPosition(rules, rules.initial())
    for event in events:
        position = position.after(event)
    return replace(position, drawn=drawn) if drawn else position


@lru_cache(maxsize=256)
def _rolls(chance: Any) -> tuple[tuple[Values, Any], ...]:
    return tuple(chance.support())


@lru_cache(maxsize=256)
def _kinds(chance: Draw) -> Values:
    return tuple(sorted(set(chance.pool)))


class CatState(spiel.State):  # type: ignore[misc]
    def __init__(self, game: CatGame) -> None:
        spiel.State.__init__(self, game)
        self.position = game.start
        self.shared = game.shared

    def __deepcopy__(self, memo: Any) -> Any:
        return self.clone()

    def current_player(self) -> Any:
        awaiting = self.position.awaiting
        if awaiting.nothing:
            return spiel.PlayerId.TERMINAL
        return spiel.PlayerId.CHANCE if awaiting.chance is not None else int(awaiting.seats[0])

    def _legal_actions(self, player: int) -> list[int]:
        legal = self.position.rules.legal(self.position.state, Seat(player))
        return [number for number, bit in enumerate(self.shared.encoding.mask(legal)) if bit]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.position.outcomes()

    def _apply_action(self, action: int) -> None:
        if self.position.awaiting.chance is not None:
            self.position = self.position.after_chance(action)
        else:
            self.position = self.position.after_act(self.shared.encoding.actions[action])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == spiel.PlayerId.CHANCE:
            return self.position.outcome_text(action)
        return str(self.shared.encoding.actions[action])

    def is_terminal(self) -> bool:
        return self.position.awaiting.nothing

    def returns(self) -> list[float]:
        return self.position.returns() if self.is_terminal() else [0.0] * self.position.rules.seats

    def __str__(self) -> str:
        return repr(self.position.state)


class CatGame(spiel.Game):  # type: ignore[misc]
    """One of the games with its options; OpenSpiel keeps a class for each, which outlives the interpreter's end."""

    game_type: Any
    game: str

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        rules = _rules(self.game, params or {})
        self.start = OpenSpielPosition(rules, rules.initial())
        self.shared = _Shared(rules)
        info = spiel.GameInfo(
            num_distinct_actions=len(self.shared.encoding.actions),
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=rules.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.shared.encoding.decisions,
        )
        spiel.Game.__init__(self, self.game_type, info, dict(params or {}))

    def max_chance_nodes_in_history(self) -> int:
        return int(self.shared.encoding.draws)

    def new_initial_state(self) -> CatState:
        return CatState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CatObserver:
        if params:
            raise ValueError(f"observations take no parameters, not {params}")
        return CatObserver(self, iig_obs_type or spiel.IIGObservationType(perfect_recall=False))


class _Shared:
    """An encoding that is not copied with each state: it holds thousands of actions."""

    def __init__(self, rules: AnyGame) -> None:
        self.rules = rules
        self.encoding = encoding_of(rules)

    def __deepcopy__(self, memo: Any) -> _Shared:
        return self

    def __reduce__(self) -> Any:
        return _Shared, (self.rules,)


class CatObserver:
    """What a seat may know: as columns of the encoding, and as text."""

    def __init__(self, game: CatGame, kind: Any) -> None:
        self.game = game
        self.kind = kind
        self.tensor = np.zeros(game.shared.encoding.size, np.float32)
        self.dict = {"observation": self.tensor}

    def _viewer(self, player: int) -> Seat | None:
        return None if self.kind.private_info == spiel.PrivateInfoType.NONE else Seat(player)

    def set_from(self, state: CatState, player: int) -> None:
        position = state.position
        view = position.rules.view(position.state, self._viewer(player))
        self.tensor[:] = self.game.shared.encoding.observe(view, Millis(0))

    def string_from(self, state: CatState, player: int) -> str:
        if self.kind.perfect_recall:
            return state.position.story(player)
        view = state.position.rules.view(state.position.state, self._viewer(player))
        if self.kind.public_info:
            return repr(view)
        return self._private(state, player)

    def _private(self, state: CatState, player: int) -> str:
        """What this seat knows and a spectator does not; in a game with hidden things at least who it is."""
        if not self.game.shared.encoding.hidden:
            return ""
        position = state.position
        own, public = (asdict(position.rules.view(position.state, viewer)) for viewer in (Seat(player), None))
        known = {name: value for name, value in own.items() if name != "viewer" and value != public[name]}
        return " ".join([f"seat={player}", *(f"{name}={value!r}" for name, value in known.items())])


def register() -> list[str]:
    """Make all games that have an encoding known to OpenSpiel; the names under which it knows them."""
    made: list[str] = []
    for name, rules in games().items():
        try:
            hidden = encoding_of(_rules(name, {})).hidden
        except NotInNumbers:
            continue
        game_type = _game_type(name, rules, hidden=hidden)
        spiel.register_game(game_type, type(short_name(name), (CatGame,), {"game_type": game_type, "game": name}))
        made.append(short_name(name))
    return made


def _game_type(name: str, rules: type[AnyGame], *, hidden: bool) -> Any:
    information = spiel.GameType.Information
    return spiel.GameType(
        short_name=short_name(name),
        long_name=f"Purrlor: {name}",
        dynamics=spiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=spiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if hidden else information.PERFECT_INFORMATION,
        utility=spiel.GameType.Utility.ZERO_SUM,
        reward_model=spiel.GameType.RewardModel.TERMINAL,
        max_num_players=MOST_PLAYERS,
        min_num_players=LEAST_PLAYERS,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(rules),
    )


REGISTERED = register()
