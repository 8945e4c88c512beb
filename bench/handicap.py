"""The shares of the win while a handicap adapts to the results: the table in docs/play/children.md."""

from __future__ import annotations

from harness.handicap_series import play_series
from purrlor.games.addi_cats.bots.reflexes import ADULT, SIX_YEAR_OLD, TEN_YEAR_OLD

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
        wins, leads = play_series(players, SERIES, MATCHES)
        shares = " | ".join(f"{100 * wins[:, first:last, 0].mean():.0f} %" for first, last in SPANS)
        settled = leads[:, SPANS[-1][0] :, -1]
        print(f"| {name} | {shares} | {settled.mean():.0f} ± {settled.std():.0f} ms |")


if __name__ == "__main__":
    main()
