"""`python -m bench [NAME …]`: all benchmarks, or those named."""

from __future__ import annotations

import sys
from importlib import import_module

NAMES = (
    "rules", "yatzy", "meow", "addi_cats", "house_of_cats", "kernels", "device", "batch", "others", "duel", "endgame",
    "store", "table", "server", "push", "cluster", "failover", "overload", "fair_race", "sizing", "scale",
)  # fmt: skip


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        print(f"there is no benchmark {unknown[0]!r}; there are {', '.join(NAMES)}", file=sys.stderr)
        return 2
    for name in names or NAMES:
        import_module(f"bench.{name}").main()
    return 0


sys.exit(main(sys.argv[1:]))
