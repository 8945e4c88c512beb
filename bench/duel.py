"""Playing to win against playing for points: how often, in many compiled duels. `python -m bench duel`"""

from __future__ import annotations

from time import perf_counter

from purrlor.games.yatzy.bots.cache import remaining, solution
from purrlor.games.yatzy.bots.duel import duel

PAIRS = 100_000
SEED = 1


def main() -> None:
    table = remaining(solution())
    duel(table, pairs=1, seed=SEED)
    started = perf_counter()
    found = duel(table, pairs=PAIRS, seed=SEED)
    rate = 2 * PAIRS / (perf_counter() - started)
    print(f"Tiger (plays to win) against sphinx (plays for points), {2 * PAIRS:,} games in pairs with exchanged dice")
    print(f"  the tiger wins {found.wins:,}, ties {found.ties:,}, loses {found.losses:,}")
    print(f"  its share is {found.share()} by pairs")
    print(f"  ({found.share(by_pairs=False)} if the games were taken one by one)")
    print(f"  {rate:,.0f} games per second\n", flush=True)
