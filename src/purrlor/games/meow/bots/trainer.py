"""MEOW's part of `purrlor lab train`. Nothing slow is imported before training begins."""

from __future__ import annotations

import argparse
from pathlib import Path

from purrlor.kit.training import Log, Trainer, positive


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--matches", type=int, default=200_000, metavar="N", help="matches in all (200000)")
    parser.add_argument("--side-by-side", type=int, default=512, metavar="N", help="matches at a time (512)")
    parser.add_argument("--batch", type=int, default=2048, metavar="N", help="decisions to learn from at a time (2048)")
    parser.add_argument("--rate", type=positive, default=1e-3, metavar="X", help="how fast to learn at first (0.001)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="what all follows from (1)")
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="threads that play (1)")
    parser.add_argument("--learn-on", choices=("cpu", "gpu"), default="cpu", help="gpu needs CuPy (cpu)")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="where to write the weights")


def train(args: argparse.Namespace, log: Log) -> None:
    from .training import Effort
    from .training import train as trained

    play = {"matches": args.matches, "side_by_side": args.side_by_side, "threads": args.threads}
    learn = {"batch": args.batch, "rate": args.rate, "gpu": args.learn_on == "gpu"}
    effort = Effort(**play, **learn, seed=args.seed)
    args.output.write_bytes(trained(effort, log))


def needs(args: argparse.Namespace) -> tuple[str, ...]:
    return ("cupy",) if args.learn_on == "gpu" else ()


LEAST = {"matches": 1, "side_by_side": 1, "batch": 1, "seed": 0, "threads": 1}
TRAINER = Trainer("the network that judges cards", add_arguments, train, LEAST, needs)
