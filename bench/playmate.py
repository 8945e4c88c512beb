"""The shares of the win while a playmate adapts to a person: the table in docs/research/notebooks/addi-cats.md."""

from __future__ import annotations

import numpy as np

from harness.race_simulation import play_many
from purrlor.games.addi_cats import AddiCats
from purrlor.games.addi_cats.bots.playmate import START, next_pace
from purrlor.games.addi_cats.bots.reflexes import reflexes_at

PEOPLE = {"`six-year-old`": 0.0, "`ten-year-old`": 1.0, "between": 2.5, "`adult`": 3.0, "`champion`": 4.0}
SERIES, MATCHES = 80, 20
SPANS = ((0, 1), (1, 3), (3, 6), (6, 10), (10, MATCHES))


def main() -> None:
    for name, pace in PEOPLE.items():
        for seats in range(2, 7):
            wins, paces = _measured(pace, seats)
            shares = " | ".join(f"{100 * wins[:, first:last].mean():.0f} %" for first, last in SPANS)
            settled = paces[:, SPANS[-1][0] :]
            print(f"| {name} ({pace}) | {seats} | {shares} | {settled.mean():.2f} ± {settled.std():.2f} |")


def _measured(person: float, seats: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the person's share of the win and the playmate's pace, by series and match."""
    wins, paces = np.zeros((SERIES, MATCHES)), np.zeros((SERIES, MATCHES))
    for series in range(SERIES):
        pace = START
        for match in range(MATCHES):
            reflexes = [reflexes_at(person), *[reflexes_at(pace)] * (seats - 1)]
            outcome = play_many(AddiCats(seats=seats), reflexes, 1, f"{series}/{match}", workers=1)
            wins[series, match], paces[series, match] = outcome.shares[0, 0], pace
            pace = next_pace(pace, outcome.victories[0].tolist(), 0, float(outcome.shares[0, 0]))
    return wins, paces


if __name__ == "__main__":
    main()
