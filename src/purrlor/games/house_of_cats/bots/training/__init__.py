"""Training of the value network. No level needs these modules to play."""

from __future__ import annotations

import argparse
from pathlib import Path

from purrlor.kit.lab import Log, Trainer, seed_number


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--sheet", type=int, required=True, choices=(1, 2, 3, 4), help="the level of the sheet")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="rounds of playing and learning")
    parser.add_argument("--decisions", type=int, default=4000, metavar="N", help="decisions of each round")
    parser.add_argument("--epochs", type=int, default=16, metavar="N", help="passes over all decisions")
    parser.add_argument(
        "--seed", type=seed_number, default="1", metavar="TEXT", help="a text that determines everything"
    )
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes that collect decisions")
    parser.add_argument(
        "-o",
        "--out",
        "--output",
        dest="output",
        type=Path,
        required=True,
        metavar="FILE",
        help="the file for the weights",
    )


def train(args: argparse.Namespace, log: Log) -> None:
    from .network_training import TrainingParameters
    from .network_training import train as trained

    parameters = TrainingParameters(
        args.sheet, args.rounds, args.decisions, epochs=args.epochs, seed=args.seed, workers=args.workers
    )
    args.output.write_bytes(trained(parameters, log))


LEAST = {"rounds": 1, "decisions": 1, "epochs": 1, "workers": 1}
TRAINER = Trainer("the network that judges houses, for one sheet", add_arguments, train, LEAST)
