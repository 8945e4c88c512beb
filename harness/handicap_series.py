"""Series of races of Addi Cat's in which a handicap follows the results, in simulated time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from harness.race_simulation import play_many
from purrlor.core.options import with_options
from purrlor.games.addi_cats import AddiCats
from purrlor.games.addi_cats.bots.reflexes import Reflexes
from purrlor.games.addi_cats.children import SHORT, handicap, next_leads


def play_series(players: Sequence[Reflexes], series: int, matches: int) -> tuple[np.ndarray, np.ndarray]:
    """Return, by series, match and player, the share of the win and the lead before the match."""
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
    """Return the player with delayed hits. Turning a card is slower too here, but no race depends on it."""
    seen, equal = player.recognise, player.compare
    return replace(player, recognise=replace(seen, mu=seen.mu + delay), compare=replace(equal, mu=equal.mu + delay))
