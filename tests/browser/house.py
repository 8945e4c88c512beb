"""The real server, for more browsers at one address than any household has: how often they ask is not limited.

Tables for several may have the fate of a lesson, so that it is always the same. In the daily challenge cards of a race
follow each other sooner, and the house has one small room: what bots make of a day's fate does not take a minute.
"""

import sys
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from unittest.mock import patch

from purrlor import cli
from purrlor.games.addi_cats.kit import AddiCatsKit
from purrlor.games.house_of_cats.kit import HouseOfCatsKit
from purrlor.kit import GameKit
from purrlor.server.http.limits import NO_LIMITS

SMALL_SHEET = "1:..:1:..../...."
"""Eight spaces: full after a few turns."""


def shorten_challenge(kit: type[GameKit], options: Mapping[str, str]) -> None:
    usual = kit.daily
    assert usual is not None

    def short_options(random: Random) -> Mapping[str, str]:
        return {**usual.options(random), **options}

    patch.object(kit, "daily", replace(usual, options=short_options)).start()


if __name__ in {"__main__", "__mp_main__"}:  # in the server and in its workers
    shorten_challenge(AddiCatsKit, {"pace": "300", "hit_window": "500", "clock_count": "500"})
    shorten_challenge(HouseOfCatsKit, {"level": "1", "sheet": SMALL_SHEET})

if __name__ == "__main__":
    with patch("purrlor.server.app.Limits", lambda: NO_LIMITS), patch("purrlor.table.checks.check_lesson"):
        sys.exit(cli.main())
