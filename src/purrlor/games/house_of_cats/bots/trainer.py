"""House of Cats's part of `purrlor lab train`. Nothing slow is imported before training begins."""

from __future__ import annotations

import argparse
from pathlib import Path

from purrlor.kit.training import Log, Trainer


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--sheet", type=int, required=True, choices=(1, 2, 3, 4), help="the level of the sheet")
    parser.add_argument("--rounds", type=int, default=6, metavar="N", help="how often to play and learn (6)")
    parser.add_argument("--matches", type=int, default=2000, metavar="N", help="matches of each round (2000)")
    parser.add_argument("--passes", type=int, default=8, metavar="N", help="passes over the houses of each round (8)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="what all follows from (1)")
    parser.add_argument(
        "--trust", type=float, default=0.5, metavar="SHARE", help="how much of the correction counts in the end (0.5)"
    )
    parser.add_argument("--boards", action="store_true", help="learn from the bit boards too, not from features alone")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="where to write the weights")


def train(args: argparse.Namespace, log: Log) -> None:
    from .training import Effort
    from .training import train as trained

    effort = Effort(
        args.sheet,
        args.rounds,
        args.matches,
        passes=args.passes,
        seed=args.seed,
        trust=args.trust,
        boards=args.boards,
    )
    args.output.write_bytes(trained(effort, log))


TRAINER = Trainer("the network that judges houses, for one sheet", add_arguments, train)
