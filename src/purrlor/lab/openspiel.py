"""The games in OpenSpiel: importing this module registers `purrlor_yatzy`, `purrlor_meow` and so on.

Chance is explicit: a roll is one node, a draw or deal one node for each token or card. Seats that choose at the same
time do so one after the other, unseen by each other. Where a game can be played without a clock, it is. Options are
parameters: `pyspiel.load_game("purrlor_meow(players=2,expert=True)")`. With `opening=48` chance chooses the first 48
actions, all legal ones equally likely, so that a solver can begin near the end of a match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple, cast

import numpy as np
import pyspiel
from msgspec.structs import asdict
from numpy.typing import NDArray

from purrlor.core import Act, BreaksTies, Draw, Fate, Millis, Seat, winners
from purrlor.core.chance import Values
from purrlor.core.rules import Awaiting
from purrlor.kit import games, kit
from purrlor.kit.lab import Encoding

from .encodings import AnyGame, NotInNumbers, encoding_of, game_of

spiel: Any = pyspiel
LEAST_PLAYERS, MOST_PLAYERS = 2, 6
MOST_OUTCOMES = 252
"""The most outcomes of a chance node: the rolls of five dice."""
OPENING = "opening"
MOST_COLUMNS = 200_000
"""The largest information state that is provided as a tensor; larger ones are strings only."""


def short_name(game: str) -> str:
    """Return the name under which OpenSpiel knows a game."""
    return f"purrlor_{game.replace('-', '_')}"


def parameters(rules: type[AnyGame]) -> dict[str, Any]:
    """Return the options that OpenSpiel accepts, with their defaults; the number of seats is named `players`."""
    found: dict[str, Any] = {}
    for each in fields(cast("Any", rules)):
        if each.default is not MISSING and isinstance(each.default, bool | int | str):
            found[each.name] = each.default
    if "timed" in found:
        found["timed"] = False
    return {"players": max(found.pop("seats"), LEAST_PLAYERS), OPENING: 0, **found}


def _rules(name: str, params: Mapping[str, Any]) -> AnyGame:
    chosen = parameters(games()[name]) | dict(params)
    if chosen.pop(OPENING) < 0:
        raise ValueError(f"{OPENING} is a number of actions, not {params[OPENING]}")
    return game_of(name, {"seats": chosen.pop("players"), **chosen})


@dataclass(frozen=True)
class OpenSpielPosition:
    """A position in a match. It is immutable, so a copy of an OpenSpiel state shares it."""

    rules: AnyGame
    """The rules with their options."""
    state: Any
    """The state of the rules."""
    drawn: Values = ()
    """The values that a draw has given so far, one by one."""
    parent: OpenSpielPosition | None = None
    """The previous position; None: this is the first one."""
    event: Any = None
    """The event that led here from the parent."""
    acts: int = 0
    """The number of actions that led here."""
    resampled_from: OpenSpielPosition | None = None
    """The position that this one was resampled from."""
    resampled_for: int = -1
    """The seat that cannot tell the two apart."""
    seen: dict[Seat | None, str] = field(default_factory=dict[Seat | None, str], compare=False)
    """The texts of what each seat sees here; a cache that is filled on request."""

    def __deepcopy__(self, memo: Any) -> OpenSpielPosition:
        return self

    def __reduce__(self) -> Any:
        first, *later = self.line()
        if not later:
            fields = (
                self.rules,
                self.state,
                self.drawn,
                None,
                None,
                self.acts,
                self.resampled_from,
                self.resampled_for,
            )
            return OpenSpielPosition, fields
        return _replayed, (first, [position.event for position in later], self.drawn)

    def line(self) -> list[OpenSpielPosition]:
        """Return all positions from the first one to this one."""
        found: list[OpenSpielPosition] = [self]
        while found[-1].parent is not None:
            found.append(found[-1].parent)
        return found[::-1]

    @property
    def awaiting(self) -> Awaiting:
        """The events that can happen next."""
        return self.rules.awaiting(self.state)

    @property
    def chance(self) -> Any:
        """The next random outcome to draw."""
        return self.awaiting.chance

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the numbers of the possible random outcomes, with their probabilities."""
        chance = self.chance
        if not isinstance(chance, Draw):
            return [(number, float(share)) for number, (_, share) in enumerate(_rolls(chance))]
        left = Counter(chance.pool) - Counter(self.drawn)
        total = sum(left.values())
        return [(number, left[value] / total) for number, value in enumerate(_kinds(chance)) if left[value]]

    def outcome_text(self, number: int) -> str:
        """Return a random outcome, by its number, in the game's notation."""
        chance = self.chance
        values = (_kinds(chance)[number],) if isinstance(chance, Draw) else _rolls(chance)[number][0]
        return self.rules.fate_text(values)

    def after_chance(self, number: int) -> OpenSpielPosition:
        """Return the position after a random outcome, by its number."""
        chance = self.chance
        if not isinstance(chance, Draw):
            return self.after(Fate(_rolls(chance)[number][0]))
        drawn = (*self.drawn, _kinds(chance)[number])
        return self.after(Fate(drawn)) if len(drawn) == chance.count else replace(self, drawn=drawn)

    def after_act(self, action: Any) -> OpenSpielPosition:
        """Return the position after an action of the first seat to act."""
        return self.after(Act(self.awaiting.seats[0], action))

    def after(self, event: Any) -> OpenSpielPosition:
        """Return the position after an event. Raises `IllegalEvent`."""
        after = self.rules.apply(self.state, event)
        return OpenSpielPosition(self.rules, after, parent=self, event=event, acts=self.acts + isinstance(event, Act))

    def sight(self, viewer: Seat | None) -> str:
        """Return the view of a seat (None: a spectator) as text."""
        if viewer not in self.seen:
            self.seen[viewer] = repr(self.rules.view(self.state, viewer))
        return self.seen[viewer]

    def memory(self, viewer: Seat | None) -> list[SeenPosition]:
        """Return everything that a seat has seen and done up to here, in order; equal sights are one entry.

        Before a resampled position, the other seats remember what everybody saw: the cards they hold there were never
        dealt.
        """
        line = self.line()
        resampled_from, known = line[0].resampled_from, line[0].resampled_for == viewer
        found = [] if resampled_from is None else resampled_from.memory(viewer if known else None)
        for position in line:
            event = position.event
            if isinstance(event, Act) and event.seat == viewer:
                found[-1] = found[-1]._replace(action=cast("Any", event).action)
            here = SeenPosition(position, viewer)
            if not found or found[-1].action is not None or found[-1].sight != here.sight:
                found.append(here)
        return found

    def story(self, player: int) -> str:
        """Return the memory of a seat as text."""
        memory = self.memory(Seat(player))
        return "\n".join(each.sight if each.action is None else f"{each.sight}\n{each.action}" for each in memory)

    def resampled(self, player: int, random: Random) -> OpenSpielPosition:
        """Return a position that this seat cannot tell from this one; everything hidden from it is drawn again."""
        disguise = kit(self.rules.name).disguise(self.rules)
        if disguise is None:
            return self._replayed_unseen(Seat(player), random)
        drawn, chance = self.drawn, self.chance
        if drawn and chance.secret:
            drawn = chance.sample(random.randrange)[: len(drawn)]
        state = disguise(self.state, Seat(player), random)
        return OpenSpielPosition(self.rules, state, drawn, acts=self.acts, resampled_from=self, resampled_for=player)

    def _replayed_unseen(self, player: Seat, random: Random) -> OpenSpielPosition:
        """Let the others choose again, where only acts of a simultaneous turn are hidden."""
        line = self.line()
        first = len(line) - 1
        while first and isinstance(line[first].event, Act) and line[first - 1].awaiting.simultaneous:
            first -= 1
        here, numbers = line[first], encoding_of(self.rules).numbers
        for event in (position.event for position in line[first + 1 :]):
            if event.seat == player:
                here = here.after(event)
            while event.seat != player and event.seat in here.awaiting.seats:
                legal = [action for action in self.rules.legal(here.state, event.seat) if action in numbers]
                here = here.after(Act(event.seat, random.choice(legal)))
        if here.sight(player) != self.sight(player):
            raise ValueError(f"{self.rules.name} hides more than acts, and brings no disguise to resample it")
        return here

    def returns(self) -> list[float]:
        """Return 1 for winning alone, less for a shared victory; the returns add up to 0."""
        rules, seats = self.rules, self.rules.seats
        won = rules.winners(self.state) if isinstance(rules, BreaksTies) else winners(rules.scores(self.state))
        return [(seats * (1 / len(won) if seat in won else 0) - 1) / (seats - 1) for seat in range(seats)]


class SeenPosition(NamedTuple):
    """A position as a seat saw it, and the seat's action there."""

    position: OpenSpielPosition
    """The position."""
    viewer: Seat | None
    """The seat; None: a spectator."""
    action: Any = None
    """The seat's action here; None: it did not act."""

    @property
    def sight(self) -> str:
        """The view of the seat, as text."""
        return self.position.sight(self.viewer)


def _replayed(position: OpenSpielPosition, events: list[Any], drawn: Values) -> OpenSpielPosition:
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
    """A match as OpenSpiel's state."""

    def __init__(self, game: CatGame) -> None:
        spiel.State.__init__(self, game)
        self.position = game.start
        self.shared = game.shared

    def __deepcopy__(self, memo: Any) -> Any:
        return self.clone()

    def current_player(self) -> Any:
        """Return the seat to act, or OpenSpiel's number for chance or the end."""
        awaiting = self.position.awaiting
        if awaiting.nothing:
            return spiel.PlayerId.TERMINAL
        if awaiting.chance is not None or self.position.acts < self.shared.opening:
            return spiel.PlayerId.CHANCE
        return int(awaiting.seats[0])

    def _legal_actions(self, player: int) -> list[int]:
        legal = self.position.rules.legal(self.position.state, Seat(player))
        return [number for number, bit in enumerate(self.shared.encoding.mask(legal)) if bit]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the numbers of the possible random outcomes, with their probabilities."""
        if self.position.chance is not None:
            return self.position.outcomes()
        legal = self._legal_actions(self.position.awaiting.seats[0])
        return [(number, 1 / len(legal)) for number in legal]

    def _apply_action(self, action: int) -> None:
        if self.position.awaiting.chance is not None:
            self.position = self.position.after_chance(action)
        else:
            self.position = self.position.after_act(self.shared.encoding.actions[action])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == spiel.PlayerId.CHANCE and self.position.chance is not None:
            return self.position.outcome_text(action)
        return str(self.shared.encoding.actions[action])

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> CatState:
        """Return a state that this player cannot tell from this one, with everything else drawn again.

        Its `history()` is still that of this state: the other deal never happened.
        """
        other: CatState = self.clone()
        if self.shared.encoding.hidden:
            other.position = self.position.resampled(player, Random(str(sampler())))
        return other

    def is_terminal(self) -> bool:
        """Return whether the match is over."""
        return self.position.awaiting.nothing

    def returns(self) -> list[float]:
        """Return the result of each seat; zeros before the end."""
        return self.position.returns() if self.is_terminal() else [0.0] * self.position.rules.seats

    def __str__(self) -> str:
        return repr(self.position.state)


class CatGame(spiel.Game):  # type: ignore[misc]
    """A game with its options. OpenSpiel keeps a class for each, which outlives the interpreter's end."""

    game_type: Any
    """OpenSpiel's description of the game."""
    game: str
    """The id of the game."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        rules = _rules(self.game, params or {})
        opening = int((params or {}).get(OPENING, 0))
        self.start = OpenSpielPosition(rules, rules.initial())
        self.shared = _Shared(rules, opening)
        actions = len(self.shared.encoding.actions)
        info = spiel.GameInfo(
            num_distinct_actions=actions,
            max_chance_outcomes=max(MOST_OUTCOMES, actions) if opening else MOST_OUTCOMES,
            num_players=rules.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.shared.encoding.decisions,
        )
        spiel.Game.__init__(self, self.game_type, info, dict(params or {}))

    def max_chance_nodes_in_history(self) -> int:
        """Return the most random outcomes of a match."""
        return int(self.shared.encoding.draws) + self.shared.opening

    def new_initial_state(self) -> CatState:
        """Return a match at its beginning."""
        return CatState(self)

    def state_at(self, state: Any) -> CatState:
        """Return a match in this state of the rules. What happened before it is not remembered."""
        found = CatState(self)
        found.position = OpenSpielPosition(self.start.rules, state)
        return found

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CatObserver:
        """Return an observer. It takes no parameters: raises `ValueError` if there are some."""
        if params:
            raise ValueError(f"observations take no parameters, not {params}")
        return CatObserver(self, iig_obs_type or spiel.IIGObservationType(perfect_recall=False))


class _Shared:
    """An encoding that is not copied with each state, because it holds thousands of actions."""

    def __init__(self, rules: AnyGame, opening: int) -> None:
        self.rules = rules
        self.opening = opening
        self.encoding = encoding_of(rules)

    def __deepcopy__(self, memo: Any) -> _Shared:
        return self

    def __reduce__(self) -> Any:
        return _Shared, (self.rules, self.opening)


class CatObserver:
    """An observer of what a seat may know: as columns of the encoding, and as text."""

    def __init__(self, game: CatGame, kind: Any) -> None:
        self.game = game
        self.kind = kind
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        encoding = game.shared.encoding
        if not kind.perfect_recall:
            self.tensor = np.zeros(encoding.size, np.float32)
            self.dict = {"observation": self.tensor}
        elif game.game_type.provides_information_state_tensor:
            self.tensor = np.zeros(_memory_columns(encoding), np.float32)
            self.dict = {"memory": self.tensor.reshape(-1, encoding.size + 1)}

    def _viewer(self, player: int) -> Seat | None:
        return None if self.kind.private_info == spiel.PrivateInfoType.NONE else Seat(player)

    def set_from(self, state: CatState, player: int) -> None:
        """Write what this player may know into `tensor`."""
        position, encoding = state.position, self.game.shared.encoding
        if self.tensor is None:
            name = self.game.game_type.short_name
            raise ValueError(f"{name} provides information states as strings only; a tensor would be too large")
        if not self.kind.perfect_recall:
            view = position.rules.view(position.state, self._viewer(player))
            self.tensor[:] = encoding.observe(view, Millis(0))
            return
        self.tensor[:] = 0
        for row, (then, viewer, action) in zip(self.dict["memory"], position.memory(Seat(player)), strict=False):
            row[0] = 0 if action is None else 1 + encoding.numbers[action]
            row[1:] = encoding.observe(then.rules.view(then.state, viewer), Millis(0))

    def string_from(self, state: CatState, player: int) -> str:
        """Return what this player may know, as text."""
        if self.kind.perfect_recall:
            return state.position.story(player)
        view = state.position.rules.view(state.position.state, self._viewer(player))
        if self.kind.public_info:
            return repr(view)
        return self._private(state, player)

    def _private(self, state: CatState, player: int) -> str:
        """Describe the seat's knowledge that a spectator lacks; with hidden information, at least its number."""
        if not self.game.shared.encoding.hidden:
            return ""
        position = state.position
        own, public = (asdict(position.rules.view(position.state, viewer)) for viewer in (Seat(player), None))
        known = {name: value for name, value in own.items() if name != "viewer" and value != public[name]}
        return " ".join([f"seat={player}", *(f"{name}={value!r}" for name, value in known.items())])


def _memory_columns(encoding: Encoding[Any, Any]) -> int:
    """Return the columns of an information state: a row for every position, with the seat's action and observation."""
    fates = encoding.draws if encoding.fates is None else encoding.fates
    return (1 + encoding.decisions + fates) * (1 + encoding.size)


def register() -> list[str]:
    """Register all games that have an encoding with OpenSpiel; return their names there."""
    made: list[str] = []
    for name, rules in games().items():
        try:
            encoding = encoding_of(_rules(name, {}))
        except NotInNumbers:
            continue
        game_type = _game_type(name, rules, encoding)
        spiel.register_game(game_type, type(short_name(name), (CatGame,), {"game_type": game_type, "game": name}))
        made.append(short_name(name))
    return made


def _game_type(name: str, rules: type[AnyGame], encoding: Encoding[Any, Any]) -> Any:
    information = spiel.GameType.Information
    return spiel.GameType(
        short_name=short_name(name),
        long_name=f"Purrlor: {name}",
        dynamics=spiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=spiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if encoding.hidden else information.PERFECT_INFORMATION,
        utility=spiel.GameType.Utility.ZERO_SUM,
        reward_model=spiel.GameType.RewardModel.TERMINAL,
        max_num_players=MOST_PLAYERS,
        min_num_players=LEAST_PLAYERS,
        provides_information_state_string=True,
        provides_information_state_tensor=_memory_columns(encoding) <= MOST_COLUMNS,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(rules),
    )


REGISTERED = register()
