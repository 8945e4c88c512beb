"""How soon a handicap makes a race even: the table in docs/children.md, by `python -m bench.handicap`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from purrlor.core.options import with_options
from purrlor.games.addi_cats import AddiCats
from purrlor.games.addi_cats.bots.mass import play_many
from purrlor.games.addi_cats.bots.reflexes import ADULT, SIX_YEAR_OLD, TEN_YEAR_OLD, Reflexes
from purrlor.games.addi_cats.handicap import SHORT, handicap, next_leads

SERIES, MATCHES = 40, 16
SPANS = ((0, 1), (1, 3), (3, 6), (6, MATCHES))
PAIRS = {
    "six-year-old, adult": (SIX_YEAR_OLD, ADULT),
    "ten-year-old, adult": (TEN_YEAR_OLD, ADULT),
    "six-year-old, ten-year-old": (SIX_YEAR_OLD, TEN_YEAR_OLD),
    "six-year-old, ten-year-old, adult": (SIX_YEAR_OLD, TEN_YEAR_OLD, ADULT),
}


def main() -> None:
    for name, players in PAIRS.items():
        wins, leads = measured(players, SERIES, MATCHES)
        shares = " | ".join(f"{100 * wins[:, first:last, 0].mean():.0f} %" for first, last in SPANS)
        settled = leads[:, SPANS[-1][0] :, -1]
        print(f"| {name} | {shares} | {settled.mean():.0f} ± {settled.std():.0f} ms |")


def measured(players: Sequence[Reflexes], series: int, matches: int) -> tuple[np.ndarray, np.ndarray]:
    """By series, match and player: the share of the win, and the lead before the match."""
    wins, leads = (np.zeros((series, matches, len(players))) for _ in range(2))
    for row in range(series):
        lead: Sequence[int] = [0] * len(players)
        for match in range(matches):
            even = handicap(lead)
            options = {**SHORT, **even.options, "seats": str(len(players))}
            slowed = [delayed(player, delay) for player, delay in zip(players, even.delays, strict=True)]
            outcome = play_many(with_options(AddiCats, options), slowed, 1, f"{row}/{match}", workers=1)
            wins[row, match], leads[row, match] = outcome.shares[0], lead
            lead = next_leads(lead, outcome.scores[0].tolist())
    return wins, leads


def delayed(player: Reflexes, delay: int) -> Reflexes:
    """Somebody whose hits count later. Turning a card is slower too here, which no race depends on."""
    seen, equal = player.recognise, player.compare
    return replace(player, recognise=replace(seen, mu=seen.mu + delay), compare=replace(equal, mu=equal.mu + delay))


if __name__ == "__main__":
    main()
