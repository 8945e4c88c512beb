"""The protocol of the leaderboard: who plays whom on which seeds, and what is measured.

Every deal is played once in each rotation of the seats, the game's measure of luck is subtracted, and every figure has
a 95 % interval. Public seeds are the same for everybody. Held-out seeds follow from a word whose hash was published
before: nobody can train on them, and anybody can check them once the word is known. Regret is what the decisions of the
first matches lost in points, judged exactly in Yatzy and by the strongest search elsewhere.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import fsum
from time import perf_counter
from typing import Any

from purrlor.core import Match, Record, Seat
from purrlor.kit import kit
from purrlor.kit.review import SeatReview, quietly
from purrlor.kit.statistics import Estimate, Share, estimate

from .arena import Arena, played_match
from .command_bot import USUAL_LIMITS, CommandLimits
from .encodings import AnyGame

VERSION = 1
"""The version of the protocol, raised by every change that makes rows incomparable."""
PUBLIC = f"purrlor-{VERSION}"
Progress = Callable[[int], None]


def seed_of(game: str, held_out: str = "") -> str:
    """Return the seed of the protocol's matches: the public one, or that of a held-out word."""
    return f"{PUBLIC}/{game}/{f'held-out/{held_out}' if held_out else 'public'}"


def commitment_to(held_out: str) -> str:
    """Return the hash to publish before a held-out word is used."""
    return hashlib.sha256(f"purrlor/held-out/{held_out}".encode()).hexdigest()


@dataclass(frozen=True)
class Against:
    """The results against one opponent, who sits on all other seats."""

    opponent: str
    wins: Share
    """With luck subtracted, if the game measures it."""
    margin: Estimate
    """Points ahead of the mean of the others, with luck subtracted."""


@dataclass(frozen=True)
class Regret:
    """What decisions lost, in points."""

    decisions: int
    """The number of judged decisions with more than one option."""
    each: Estimate
    """The loss per decision."""
    match: Estimate
    """The loss per match; in Yatzy the distance from the best expected total."""


@dataclass(frozen=True)
class ProtocolScore:
    """One row of the table."""

    game: str
    name: str
    seed: str
    matches: int
    """The number of matches against each opponent."""
    against: tuple[Against, ...]
    regret: Regret | None
    seconds: float


def score(
    game: AnyGame,
    name: str,
    opponents: Sequence[str],
    *,
    deals: int,
    judged: int,
    seed: str,
    workers: int = 1,
    limits: CommandLimits = USUAL_LIMITS,
    progress: Progress = lambda _: None,
) -> ProtocolScore:
    """Play the protocol: `deals` deals in each rotation against each opponent; judge the first `judged` deals."""
    began = perf_counter()
    matches, against, reviews = deals * game.seats, list[Against](), list[SeatReview]()
    luck = kit(game.name).luck(game) is not None
    for opponent in opponents:
        arena = Arena(game, (name, *[opponent] * (game.seats - 1)), seed, duplicate=True, limits=limits, luck=luck)
        standing = arena.standings(arena.play(matches, workers, progress))[0]
        plain = standing.without_luck or standing
        against.append(Against(opponent, plain.share, plain.margin))
        for number in range(min(judged, deals) * game.seats):
            reviews += review_of(game, played_match(arena, number), number % game.seats)
            progress(0)
    regret = regret_of(reviews) if reviews else None
    return ProtocolScore(game.name, name, seed, matches, tuple(against), regret, perf_counter() - began)


def review_of(game: AnyGame, match: Match[Any, Any, Any], seat: int) -> list[SeatReview]:
    """Describe how well a seat played; empty if the game does not review decisions."""
    review = kit(game.name).review()
    if review is None:
        return []
    names = tuple(f"seat {number + 1}" for number in range(game.seats))
    record: Record[Any, Any, Any] = Record(game, names, tuple(match.log))
    return list(review.seats(record, quietly, [Seat(seat)]))


def regret_of(reviews: Sequence[SeatReview]) -> Regret:
    """Summarise the losses; the decisions of one match are one observation, because they depend on each other."""
    counts = [len(each.real_decisions) for each in reviews]
    lost = estimate([each.lost for each in reviews])
    usual = max(1.0, fsum(counts) / len(counts))
    return Regret(sum(counts), lost.scaled(1 / usual), lost)


def header(score: ProtocolScore) -> list[str]:
    """Return the head of the table."""
    columns = ["bot", *(f"wins against {each.opponent}" for each in score.against)]
    columns += ["lost per decision", "lost per match"] if score.regret else []
    return [_row([*columns, "matches each"]), _row(["---"] * (len(columns) + 1))]


def row(score: ProtocolScore) -> str:
    """Return the score as a row of a Markdown table: win shares in percent, losses in points."""
    cells = [score.name, *(f"{100 * each.wins.mean:.1f} ± {_half(each.wins):.1f} %" for each in score.against)]
    if score.regret:
        cells += [f"{score.regret.each.mean:.3f} ± {score.regret.each.margin:.3f}", str(score.regret.match)]
    return _row([*cells, str(score.matches)])


def _half(share: Share) -> float:
    return 50 * (share.high - share.low)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
