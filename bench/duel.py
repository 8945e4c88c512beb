"""How often playing to win beats playing for points, in many compiled duels."""

from __future__ import annotations

from harness.figures import Figure, seconds, section
from harness.yatzy_duels import duel, duel_table
from purrlor.games.yatzy.bots.solver.solution import solution

PAIRS = 100_000
SEED = 1


def main() -> None:
    table = duel_table(solution())
    duel(table, pairs=1, seed=SEED)
    spent = seconds(lambda: duel(table, pairs=PAIRS // 10, seed=SEED))
    found = duel(table, pairs=PAIRS, seed=SEED)
    share = found.share()
    section(
        f"Tiger (plays to win) against sphinx (plays for points), {2 * PAIRS:,} games in pairs with exchanged dice",
        Figure("games that the tiger wins", found.wins, "games"),
        Figure("ties", found.ties, "games"),
        Figure(f"the tiger's share of the wins, by pairs ({share})", 100 * share.mean, "%"),
        Figure("speed", 2 * (PAIRS // 10) / spent, "games/s"),
    )
