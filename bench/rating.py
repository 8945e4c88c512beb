"""Number of matches that a ladder of bots needs to reach its known order, with and without luck subtracted.

    python -m bench.rating play yatzy --matches 2000 --pool pools   # bots play, the review judges every seat
    python -m bench.rating count --pool pools                       # ladders of them: docs/explain/rating.md
    python -m bench.rating strengths --pool pools                   # ratings of the levels, for the kits

A pool is a file with one line for each match: levels, scores, luck and points lost of every seat. A ladder draws its
matches from the pool with replacement and rates them as the server does, once by results and once by performances.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from math import log, sqrt
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct, json

from purrlor.core import Record, Seat
from purrlor.core.options import with_options
from purrlor.kit import games, level
from purrlor.kit.rating import BETA, MEAN, Skill, performance, rated
from purrlor.kit.review import SkillSummary, skill_summary
from purrlor.lab.playout import play_out

LADDERS: dict[str, tuple[tuple[str, ...], int]] = {
    "yatzy": (("kitten", "tabby", "tomcat", "lynx", "sphinx"), 2),
    "meow": (("kitten", "tabby", "lynx"), 3),
    "house-of-cats": (("kitten", "tabby", "tomcat", "lynx"), 2),
    "addi-cats": (("six-year-old", "ten-year-old", "fourteen-year-old", "adult", "champion"), 2),
}
"""The levels of each game from the weakest to the strongest, and the seats of a match.

Yatzy's `tiger` plays to win and loses points for it on purpose: it wins 51.2 % against the `sphinx`. Those of the other
games think so long that a pool of them takes hours.
"""
SHARE = 0.9
"""The share of the ladders that must have reached their order."""
COUNTED, LONGEST = 200, 1000
"""The number of ladders, and the most matches that one plays."""
PRIOR = 2
"""Matches that are added to both sides of a share, so that one of 100 % is a finite distance."""


class Pooled(Struct, frozen=True):
    levels: tuple[str, ...]
    scores: tuple[int, ...]
    merits: tuple[SkillSummary | None, ...]


def play(game: str, matches: int, pool: Path, seed: str) -> None:
    levels, seats = LADDERS[game]
    rules: Any = with_options(games()[game], {"seats": str(seats)})
    bots = {name: level(game, name).make(rules) for name in levels}
    pool.mkdir(parents=True, exist_ok=True)
    random = Random(f"{seed}/{game}")
    with (pool / f"{game}.jsonl").open("ab") as out:
        for number in range(matches):
            seated = tuple(random.sample(levels, seats))
            match = play_out(rules, [bots[name] for name in seated], f"{seed}/{game}/{number}")
            record: Record[Any, Any, Any] = Record(rules, seated, tuple(match.log))
            merits = tuple(skill_summary(record, Seat(seat)) for seat in range(seats))
            out.write(json.encode(Pooled(seated, tuple(match.scores), merits)) + b"\n")
            out.flush()


def read(game: str, pool: Path) -> list[Pooled]:
    lines = (pool / f"{game}.jsonl").read_bytes().splitlines()
    return [json.decode(line, type=Pooled) for line in lines]


def by_result(match: Pooled) -> list[float]:
    return [float(score) for score in match.scores]


def by_performance(match: Pooled) -> list[float]:
    return [performance(merit, score) for merit, score in zip(match.merits, match.scores, strict=True)]


Judge = Callable[[Pooled], Sequence[float]]


def ladder(levels: Sequence[str], drawn: Sequence[Pooled], judge: Judge) -> list[bool]:
    """Return whether the ladder is in its order after each match."""
    skills = dict.fromkeys(levels, Skill())
    stands: list[bool] = []
    for match in drawn:
        new = rated([skills[name] for name in match.levels], judge(match))
        skills.update(zip(match.levels, new, strict=True))
        means = [skills[name].mu for name in levels]
        stands.append(all(low < high for low, high in pairwise(means)))
    return stands


def needed(levels: Sequence[str], pool: Sequence[Pooled], judge: Judge) -> int | None:
    """Return after how many matches SHARE of the ladders are in their order, and stay so for as many matches again.

    None: LONGEST matches are not enough.
    """
    rights = [0] * (2 * LONGEST)
    for number in range(COUNTED):
        for place, right in enumerate(ladder(levels, Random(f"ladder/{number}").choices(pool, k=2 * LONGEST), judge)):
            rights[place] += right
    enough = [count >= SHARE * COUNTED for count in rights]
    return next((length for length in range(1, LONGEST + 1) if all(enough[length - 1 : 2 * length])), None)


def count(pool: Path) -> None:
    print("| game | matches in the pool | by results | by performances | ratio |")
    print("|---|---|---|---|---|")
    for game, (levels, _) in LADDERS.items():
        if (pool / f"{game}.jsonl").exists():
            found = read(game, pool)
            plain, adjusted = (needed(levels, found, judge) for judge in (by_result, by_performance))
            ratio = f"{adjusted / plain:.2f}" if plain and adjusted else "–"
            print(
                f"| {game} | {len(found)} | {plain or f'over {LONGEST}'} | {adjusted or f'over {LONGEST}'} | {ratio} |"
            )


def strengths(pool: Path) -> None:
    """Print ratings of the levels from each level's share of wins against the one below; their middle is MEAN.

    PRIOR wins and losses are added. The ladders themselves would drift apart forever, because distant levels never lose
    to each other.
    """
    for game, (levels, _) in LADDERS.items():
        if (pool / f"{game}.jsonl").exists():
            found = read(game, pool)
            gaps = [sqrt(2) * BETA * logit(share(found, low, high)) for low, high in pairwise(levels)]
            places = [0.0, *accumulate(gaps)]
            first = MEAN - (places[0] + places[-1]) / 2
            print(game, {name: round(first + place) for name, place in zip(levels, places, strict=True)})


def share(pool: Sequence[Pooled], low: str, high: str) -> float:
    """Return how often `high` plays better than `low` at the same table."""
    won = lost = PRIOR
    for match in pool:
        if low in match.levels and high in match.levels:
            found = dict(zip(match.levels, by_performance(match), strict=True))
            won, lost = won + (found[high] > found[low]), lost + (found[high] < found[low])
    return won / (won + lost)


def logit(share: float) -> float:
    return log(share / (1 - share))


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench rating")
    parser.add_argument("what", choices=["play", "count", "strengths"])
    parser.add_argument("game", nargs="?", choices=list(LADDERS))
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--pool", type=Path, default=Path("pools"))
    parser.add_argument("--seed", default="rating")
    asked = parser.parse_args(arguments)
    if asked.what == "play":
        play(asked.game, asked.matches, asked.pool, asked.seed)
    elif asked.what == "count":
        count(asked.pool)
    else:
        strengths(asked.pool)


if __name__ == "__main__":
    main(sys.argv[1:])
