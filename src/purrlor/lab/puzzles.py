"""Find puzzles: play matches of bots that play like people, and take the decisions that lose most.

Kinds of mistakes get puzzles in proportion to what they cost all players together; within a kind a decision is drawn
with a chance in proportion to its own loss. Everything follows from the seed.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import log10
from random import Random
from typing import Any

from msgspec import json
from msgspec.structs import replace

from purrlor.compiled.runner import prefer_numba
from purrlor.core import Record
from purrlor.core.options import option_texts, with_options
from purrlor.core.record import event_text
from purrlor.kit import games, kit
from purrlor.kit.puzzles import (
    CLEAR,
    Mistake,
    PlayedMatch,
    Puzzle,
    PuzzleFile,
    PuzzlePosition,
    Puzzles,
    Weighed,
    position_of,
    puzzles_of,
)

from .playout import play_out

prefer_numba()

MOST_OF_A_MATCH = 4
"""The most puzzles taken from one match."""
ASKED = 3
"""The number of times each level tries a puzzle."""
ROUNDING = 0.02
"""The rounding error of expected values, which have two digits in the file."""
USUAL, SPREAD = 1000, 400
"""The rating of a puzzle that half of the levels solve, and the distance for ten times the odds."""


@dataclass(frozen=True)
class Candidate:
    match: int
    level: str
    """The level of the bot that chose."""
    mistake: Mistake
    key: float
    """The sort key; the largest are taken first."""


def find_puzzles(
    game: str, *, matches: int, count: int, seed: str, made: str, progress: Callable[[int], None]
) -> PuzzleFile:
    """Find puzzles. `made` is the command, for the file's heading.

    `progress` receives the number of newly judged matches.
    """
    puzzles, played, candidates = puzzles_of(game), list[PlayedMatch](), list[Candidate]()
    costs: dict[str, float] = {}
    for number in range(matches):
        found, mistakes = play_and_judge(game, puzzles, f"{seed}/{number}", number)
        played.append(found)
        for mistake in mistakes:
            costs[mistake.kind] = costs.get(mistake.kind, 0.0) + mistake.loss
            if mistake.loss >= puzzles.least and (puzzles.latest is None or mistake.event <= puzzles.latest):
                drawn = Random(f"{seed}/{number}/{mistake.event}/{mistake.seat}").random()
                candidates.append(Candidate(number, found.levels[mistake.seat], mistake, drawn ** (1 / mistake.loss)))
        progress(1)
    choosing = Choosing(game, played, (count + 1) // 2)
    ordered = sorted(candidates, key=lambda each: -each.key)
    for kind, wanted in shares(costs, count).items():
        choosing.take([each for each in ordered if each.mistake.kind == kind], wanted)
    choosing.take(ordered, count - len(choosing.taken))  # where a kind has too few
    return packed(made, played, choosing.taken)


@dataclass
class Choosing:
    """A selection of candidates that make a puzzle: a few of each match, and not too many with the same answer."""

    game: str
    played: Sequence[PlayedMatch]
    most_alike: int
    """The most puzzles with the same answer: otherwise most puzzles could be solved without looking."""
    taken: list[Puzzle] = field(default_factory=list[Puzzle])
    tried: set[Candidate] = field(default_factory=set[Candidate])

    def take(self, ordered: Sequence[Candidate], wanted: int) -> None:
        self.taken += islice(self._clear_ones(ordered), wanted)

    def _clear_ones(self, ordered: Sequence[Candidate]) -> Iterator[Puzzle]:
        of_match = Counter(each.match for each in self.taken)
        answers = Counter(each.choices[0].action for each in self.taken)
        for candidate in _by_turns([each for each in ordered if each not in self.tried]):
            if of_match[candidate.match] == MOST_OF_A_MATCH:
                continue
            self.tried.add(candidate)
            puzzle = _puzzle(self.game, self.played[candidate.match], candidate)
            if puzzle is not None and answers[puzzle.choices[0].action] < self.most_alike:
                of_match[candidate.match] += 1
                answers[puzzle.choices[0].action] += 1
                yield puzzle


def play_and_judge(game: str, puzzles: Puzzles, seed: str, number: int) -> tuple[PlayedMatch, Sequence[Mistake]]:
    source = puzzles.sources[number % len(puzzles.sources)]
    rules = with_options(games()[game], {**source.options, "seats": str(len(source.levels))})
    match = play_out(rules, [kit(game).level(level).make(rules) for level in source.levels], seed)
    record: Record[Any, Any, Any] = Record(rules, source.levels, tuple(match.log))
    events = tuple(event_text(rules, event) for event in match.log)
    return PlayedMatch(option_texts(rules), source.levels, events), tuple(puzzles.mistakes(record))


def _by_turns(ordered: Sequence[Candidate]) -> Iterator[Candidate]:
    """Yield one candidate of each level in turn, so that mistakes of all strengths occur."""
    levels = {each.level: [other for other in ordered if other.level == each.level] for each in ordered}
    while any(levels.values()):
        for each in levels.values():
            if each:
                yield each.pop(0)


def shares(costs: Mapping[str, float], count: int) -> dict[str, int]:
    """Divide puzzles among kinds in proportion to their cost: the largest remainders are rounded up."""
    whole = sum(costs.values()) or 1.0
    exact = {kind: count * cost / whole for kind, cost in costs.items()}
    found = {kind: int(each) for kind, each in exact.items()}
    rest = sorted(exact, key=lambda kind: found[kind] - exact[kind])
    for kind in rest[: count - sum(found.values())]:
        found[kind] += 1
    return found


def _puzzle(game: str, played: PlayedMatch, candidate: Candidate) -> Puzzle | None:
    """Return the puzzle; None: the best choice is not clearly better than all others."""
    mistake, puzzles = candidate.mistake, puzzles_of(game)
    source = "\n".join([game, *sorted(f"{name}={text}" for name, text in played.options.items())])
    name = hashlib.sha256("\n".join([source, *played.events[: mistake.event], str(mistake.seat)]).encode()).hexdigest()[
        :10
    ]
    puzzle = Puzzle(name, 0, mistake.event, mistake.seat, mistake.played, mistake.kind, USUAL, ())
    where = position_of(game, played, puzzle)
    choices = tuple(puzzles.weigh(where, mistake.played))
    puzzle = replace(puzzle, match=candidate.match, choices=choices)
    if not is_clear(puzzle, puzzles):
        return None
    share = puzzles.share(puzzle) if puzzles.share else solved_share(game, puzzles, where, puzzle)
    return replace(puzzle, rating=rating_of(share))


def is_clear(puzzle: Puzzle, puzzles: Puzzles) -> bool:
    """Return whether the best choice is clearly better than every other one, and the played one lost enough."""
    played = puzzle.choice(puzzle.played)
    others = puzzle.choices[1:]
    if not others or played is None or puzzle.loss(played) < puzzles.least:
        return False
    return all(puzzle.loss(each) >= max(puzzles.lead, CLEAR * each.error) for each in others)


def solved_share(game: str, puzzles: Puzzles, where: PuzzlePosition, puzzle: Puzzle) -> float:
    """Estimate the share of solvers that find the best choice.

    Besides the levels, two imagined solvers count: they find it more often the larger its lead over the second best
    choice is.
    """
    right = 0.0
    for level in puzzles.solvers:
        bot = kit(game).level(level).make(where.game)
        for number in range(ASKED):
            chosen = bot.choose(where.view, where.legal, Random(f"{puzzle.id}/{level}/{number}")).action
            right += (str(chosen) == puzzle.choices[0].action) / ASKED
    ahead = puzzle.loss(puzzle.choices[1])
    return (right + 2 * ahead / (ahead + puzzles.least)) / (len(puzzles.solvers) + 2)


def rating_of(share: float) -> int:
    """Return a rating as in Elo's system: ten times the odds against the solver are SPREAD points more."""
    return round(USUAL + SPREAD * log10((1 - share) / share))


def packed(made: str, played: Sequence[PlayedMatch], taken: Sequence[Puzzle]) -> PuzzleFile:
    """Keep only matches with puzzles, each up to its last one; the easiest puzzle comes first."""
    used = sorted({puzzle.match for puzzle in taken})
    last = {number: max(puzzle.event for puzzle in taken if puzzle.match == number) for number in used}
    matches = tuple(replace(played[number], events=played[number].events[: last[number]]) for number in used)
    placed = [replace(puzzle, match=used.index(puzzle.match)) for puzzle in taken]
    return PuzzleFile(made, matches, tuple(sorted(placed, key=lambda each: (each.rating, each.id))))


def text_of(file: PuzzleFile) -> bytes:
    """Return JSON with a line for each match and each puzzle."""
    lines = [b'{"made": ' + json.encode(file.made) + b',\n"matches": [']
    lines.append(b",\n".join(map(json.encode, file.matches)) + b"],\n" + b'"puzzles": [')
    return b"\n".join([*lines, b",\n".join(map(json.encode, file.puzzles)) + b"]}\n"])


def differences(puzzle: Puzzle, again: Sequence[Weighed]) -> list[str]:
    """Describe the differences of a second evaluation: beyond rounding where it is exact, else beyond the interval."""
    found = {each.action: each for each in again}
    lines: list[str] = []
    for each in puzzle.choices:
        other = found.get(each.action)
        if other is None:
            lines.append(f"{each.action} is not a choice any more")
        elif abs(puzzle.loss(each) - (again[0].worth - other.worth)) > max(
            ROUNDING, CLEAR * (each.error + other.error)
        ):
            lines.append(f"{each.action} is worth {other.worth} instead of {each.worth}")
    if again and again[0].action != puzzle.choices[0].action:
        lines.append(f"{again[0].action} is best instead of {puzzle.choices[0].action}")
    return lines
