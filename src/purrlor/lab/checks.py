"""Checks for every environment, stricter than the suites of PettingZoo, Gymnasium and OpenSpiel.

    from purrlor.lab import checks

    checks.check(MyGame(seats=3))

A game is found by its kit, also in another package; you can pass your own encoding, disguise or environment instead.
A failure raises `CheckFailed`: the check, what happened, and the actions that lead there.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any, NoReturn, Protocol, TypeAlias

from purrlor.core import Act, IllegalEvent, Seat
from purrlor.core.laws import Disguise
from purrlor.kit import kit
from purrlor.kit.lab import Encoding

from .encodings import AnyGame, NotInNumbers, encoding_of
from .session import EncodedSession

MOST_STEPS = 100_000
"""The step limit, higher than any match needs; a match that is still not over then counts as a fault."""


class Subject(Protocol):
    """One match as an environment: `purrlor.lab.session.EncodedSession`, or anything that behaves like it."""

    @property
    def over(self) -> bool: ...
    @property
    def awaited(self) -> tuple[Seat, ...]: ...
    def observation(self, seat: Seat) -> Sequence[int]: ...
    def mask(self, seat: Seat) -> Sequence[int]: ...
    def step(self, choices: Mapping[int, int]) -> None: ...
    def returns(self) -> Sequence[float]: ...
    def clone(self) -> Subject: ...


NewSubject = Callable[[str], Subject]
"""A function that creates a match from a seed; importable by name, so that another process can create the same."""


class CheckFailed(AssertionError):
    """A check has found a fault."""

    def __init__(self, check: str, what: str, seed: str, played: Sequence[str]) -> None:
        self.check = check
        self.what = what
        self.seed = seed
        self.played = tuple(played)
        last = ", ".join(played[-12:]) or "nothing"
        super().__init__(f"{check}: {what}\n  seed {seed!r}, after {len(played)} steps; the last ones: {last}")


@dataclass(frozen=True)
class CheckTrial:
    """The subject of the checks, and their length."""

    new: NewSubject
    states: int = 100_000
    seed: int | str = 0
    rules: AnyGame | None = None
    encoding: Encoding[Any, Any] | None = None
    disguise: Disguise[Any] | None = None
    progress: Callable[[int], object] = lambda _: None
    """A callback that receives the number of states checked since the last call."""

    def positions(self, check: str) -> Iterator[CheckedMatch]:
        """Yield the positions of random matches, as many as have to be checked."""
        left, match = self.states, 0
        while left:
            position = CheckedMatch(check, self, f"{self.seed}/{match}")
            match += 1
            if position.subject.over:
                position.fail("the match is over before it began")
            while not position.subject.over and left:
                yield position
                left -= 1
                self.progress(1)
                position.step(position.choices())
            yield position


class CheckedMatch:
    """One match in progress, and the actions that led there."""

    def __init__(self, check: str, trial: CheckTrial, seed: str) -> None:
        self.check = check
        self.seed = seed
        self.subject = trial.new(seed)
        self.random = Random(f"{check}/{seed}")
        self.played: list[str] = []
        self._chosen: dict[int, int] | None = None

    def choices(self) -> dict[int, int]:
        """Return a random legal action for each seat to act; the same until it is played."""
        if self._chosen is None:
            self._chosen = {}
            for seat in self.subject.awaited:
                legal = [number for number, bit in enumerate(self.subject.mask(seat)) if bit]
                if not legal:
                    self.fail(f"seat {seat + 1} is expected, and its mask is empty")
                self._chosen[seat] = self.random.choice(legal)
        return self._chosen

    def step(self, choices: Mapping[int, int]) -> None:
        self.subject.step(choices)
        self.played.append(" ".join(f"seat{seat + 1}:{number}" for seat, number in choices.items()))
        self._chosen = None
        if len(self.played) > MOST_STEPS:
            self.fail(f"the match is not over after {MOST_STEPS} steps")

    def fail(self, what: str) -> NoReturn:
        raise CheckFailed(self.check, what, self.seed, self.played)


def new_session(rules: AnyGame, encoding: Encoding[Any, Any] | None, seed: str) -> EncodedSession:
    found = kit(rules.name).encoding(rules) if encoding is None else encoding
    if found is None:
        raise NotInNumbers(f"{rules.name} has no encoding in numbers; its kit's `encoding` returns None")
    return EncodedSession(rules, found, seed)


def subject_of(rules: AnyGame, encoding: Encoding[Any, Any] | None = None) -> NewSubject:
    """Return a function that creates matches of a game, with its own encoding or another one."""
    return partial(new_session, rules, encoding)


def first_difference(one: Sequence[Any], other: Sequence[Any]) -> str:
    if len(one) != len(other):
        return f"{len(one)} columns instead of {len(other)}"
    place = next(place for place, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1])
    return f"column {place}: {one[place]} instead of {other[place]}"


Check: TypeAlias = Callable[[CheckTrial], None]


def masks_are_never_empty(trial: CheckTrial) -> None:
    """Every seat to act has a legal action, every legal action of the table is in the mask, and all of them apply."""
    for position in trial.positions("masks_are_never_empty"):
        subject = position.subject
        for seat in subject.awaited:
            mask = subject.mask(seat)
            if not any(mask):
                position.fail(f"seat {seat + 1} is expected, and its mask is empty")
            if isinstance(subject, EncodedSession) and not subject.real_time:
                _check_legal(position, subject, seat)
        if not subject.over:
            choices = position.choices()
            try:
                subject.clone().step(choices)
            except (ValueError, IllegalEvent) as error:
                position.fail(f"the mask offers {choices}, which is refused: {error}")


def _check_legal(position: CheckedMatch, session: EncodedSession, seat: Seat) -> None:
    legal, numbers = session.match.legal(seat), session.encoding.numbers
    meant = {numbers[action] for action in legal if action in numbers}
    marked = {number for number, bit in enumerate(session.mask(seat)) if bit}
    if marked != meant:
        position.fail(f"seat {seat + 1}: the mask differs from the rules in {sorted(marked ^ meant)[:5]}")


def observations_fit_their_layout(trial: CheckTrial) -> None:
    """Every observation has the size of the layout, and every column keeps to its least and greatest value."""
    encoding = trial.encoding
    if encoding is None:
        return
    for position in trial.positions("observations_fit_their_layout"):
        for seat in position.subject.awaited:
            written = position.subject.observation(seat)
            if len(written) != encoding.size:
                position.fail(f"seat {seat + 1} sees {len(written)} columns, the layout has {encoding.size}")
            for place, value in enumerate(written):
                if not encoding.low[place] <= value <= encoding.high[place]:
                    field = next(name for name, where in encoding.columns.items() if where.start <= place < where.stop)
                    position.fail(f"seat {seat + 1}: column {place} ({field}) is {value}, beyond its limits")


def clones_equal_their_originals(trial: CheckTrial) -> None:
    """A clone looks like its original, leaves it alone, and continues like it, including random outcomes."""
    expected: tuple[CheckedMatch | None, dict[str, Any]] = (None, {})
    for position in trial.positions("clones_equal_their_originals"):
        subject = position.subject
        if expected[0] is position:
            _demand_same(position, _shown(subject), expected[1], "the original went another way than its clone")
        if subject.over:
            continue
        clone, before = subject.clone(), _shown(subject)
        _demand_same(position, _shown(clone), before, "a fresh clone differs from its original")
        choices = position.choices()
        clone.step(choices)
        _demand_same(position, _shown(subject), before, "a step of the clone changed its original")
        expected = (position, _shown(clone))


def _shown(subject: Subject) -> dict[str, Any]:
    """Return everything that an environment shows."""
    seats = subject.awaited
    shown: dict[str, Any] = {"awaited": list(seats), "over": [subject.over]}
    for seat in seats:
        shown[f"observation of seat {seat + 1}"] = list(subject.observation(seat))
        shown[f"mask of seat {seat + 1}"] = list(subject.mask(seat))
    if subject.over:
        shown["returns"] = list(subject.returns())
    return shown


def _demand_same(position: CheckedMatch, one: dict[str, Any], other: dict[str, Any], what: str) -> None:
    if one == other:
        return
    if one.keys() != other.keys():
        position.fail(f"{what}: it shows {', '.join(one)} instead of {', '.join(other)}")
    name = next(name for name in one if one[name] != other[name])
    position.fail(f"{what}: {name}, {first_difference(one[name], other[name])}")


def nothing_hidden_leaks(trial: CheckTrial) -> None:
    """What a seat observes stays equal when hidden things are dealt again or other hidden actions are chosen."""
    for position in trial.positions("nothing_hidden_leaks"):
        session = position.subject
        if not isinstance(session, EncodedSession):
            return
        for seat in range(session.rules.seats):
            for state in _other_worlds(trial, position, session, Seat(seat)):
                _check_world(position, session, Seat(seat), state)


def _other_worlds(
    trial: CheckTrial, position: CheckedMatch, session: EncodedSession, seat: Seat
) -> list[tuple[Any, Any]]:
    """Return pairs of states that this seat must not be able to tell apart."""
    match, rules = session.match, session.rules
    worlds: list[tuple[Any, Any]] = []
    if trial.disguise is not None:
        worlds.append((match.state, trial.disguise(match.state, seat, position.random)))
    others = [other for other in match.awaiting.seats if other != seat]
    if match.awaiting.simultaneous and others:
        other = position.random.choice(others)
        legal = match.legal(other)
        one, two = (rules.apply(match.state, Act(other, position.random.choice(legal), match.now)) for _ in range(2))
        if rules.awaiting(one).seats == rules.awaiting(two).seats and rules.awaiting(one).simultaneous:
            worlds.append((one, two))
    return worlds


def _check_world(position: CheckedMatch, session: EncodedSession, seat: Seat, worlds: tuple[Any, Any]) -> None:
    observe, rules, numbers = session.encoding.observe, session.rules, session.encoding.mask
    seen, meant = (observe(rules.view(state, seat), session.now) for state in worlds)
    if seen != meant:
        position.fail(f"seat {seat + 1} observes what it cannot know: {first_difference(seen, meant)}")
    allowed, expected = (numbers(rules.legal(state, seat)) for state in worlds)
    if allowed != expected:
        position.fail(f"the mask of seat {seat + 1} tells what it cannot know: {first_difference(allowed, expected)}")


def processes_agree(trial: CheckTrial) -> None:
    """Two fresh processes with different hash seeds give the same bytes, observations, masks and returns."""
    digests = [_digest_elsewhere(trial, hash_seed) for hash_seed in ("1", "2")]
    if digests[0] != digests[1]:
        position = CheckedMatch("processes_agree", trial, f"{trial.seed}/0")
        position.fail(f"two processes gave {digests[0][:16]}… and {digests[1][:16]}… for the same seeds")


def _digest_elsewhere(trial: CheckTrial, hash_seed: str) -> str:
    before = os.environ.get("PYTHONHASHSEED")
    os.environ["PYTHONHASHSEED"] = hash_seed
    try:
        with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
            found = pool.submit(digest, trial.new, trial.states, trial.seed).result()
    finally:
        if before is None:
            del os.environ["PYTHONHASHSEED"]
        else:
            os.environ["PYTHONHASHSEED"] = before
    trial.progress(trial.states // 2)
    return found


def digest(new: NewSubject, states: int, seed: int | str) -> str:
    """Return a fingerprint of everything that these matches show."""
    found = hashlib.sha256()
    for position in CheckTrial(new, states, seed).positions("digest"):
        for name, values in _shown(position.subject).items():
            found.update(name.encode())
            found.update(struct.pack(f"<{len(values)}d", *map(float, values)))
    return found.hexdigest()


CHECKS: tuple[Check, ...] = (
    masks_are_never_empty,
    observations_fit_their_layout,
    clones_equal_their_originals,
    nothing_hidden_leaks,
    processes_agree,
)


def check(
    game: AnyGame | NewSubject,
    *,
    encoding: Encoding[Any, Any] | None = None,
    disguise: Disguise[Any] | None = None,
    states: int = 100_000,
    seed: int | str = 0,
    progress: Callable[[str, int], object] = lambda _check, _states: None,
) -> None:
    """Run all checks on a game, or on a factory of environments; the first fault raises `CheckFailed`.

    `progress` is called with a check and the number of states checked since the last call.
    """
    trial = trial_of(game, encoding=encoding, disguise=disguise, states=states, seed=seed)
    for each in CHECKS:
        each(replace(trial, progress=partial(progress, each.__name__)))


def trial_of(
    game: AnyGame | NewSubject,
    *,
    encoding: Encoding[Any, Any] | None = None,
    disguise: Disguise[Any] | None = None,
    states: int = 100_000,
    seed: int | str = 0,
) -> CheckTrial:
    if not hasattr(game, "initial"):
        new: Any = game
        return CheckTrial(new, states, seed, encoding=encoding, disguise=disguise)
    rules: Any = game
    return CheckTrial(
        new=subject_of(rules, encoding),
        states=states,
        seed=seed,
        rules=rules,
        encoding=encoding_of(rules) if encoding is None else encoding,
        disguise=kit(rules.name).disguise(rules) if disguise is None else disguise,
    )
